import BoundedJSON
import ClockTime
import Testing

@testable import ClockCore

@Suite("What is stored, and what comes back (law, 10; product, A10)")
struct PersistenceTests {
    @Test("A state with something in every field comes back the same")
    func fullState() throws {
        var night = try Night(at: "2025-01-14 06:00", trust: .plausible)
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) {
            $0.label = "Früh \u{1F514}"
            $0.sound = SoundID("bell")
            $0.volume = Percent(11)
            $0.ramp = .milliseconds(1_500)
            $0[\.snooze.isAllowed] = true
            $0[\.snooze.length] = .minutes(7)
            $0[\.snooze.limit] = .some(3)
        }
        _ = try night.once("06:30")
        try night.add(.dated(try civilDate("2025-02-03"), at: try timeOfDay("12:00")))
        night.ask(.style(.set([.set(\.hourFormat, .twelve)])))
        night.ask(.settings(.setHoldToStop(true)))
        night.ask(.noise(.play(SoundID("white"), volume: Percent(5))))
        night.press(.minus)
        try night.wait(until: "2025-01-14 07:05")
        night.press(.snooze)
        try night.rewrite(id) { alarm in
            alarm.skipNext = 2
            alarm.switchedOffBy = CivilDate(daysSinceEpoch: 20_000)
        }
        var state = try #require(night.durable)
        #expect(state.members.count == 2)
        // The store encodes these.
        state.unwrittenRecords = []
        #expect(try PersistentState(storedText: state.storedText) == state)
    }

    @Test("A restart without any time between is the same clock")
    func restart() throws {
        var night = try Night(at: "2025-01-14 06:00")
        _ = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.snooze)
        night.press(.noise)
        let before = night.machine
        night.restartProgram(after: .zero)
        #expect(night.machine.ringing.alarms.book.alarms == before.ringing.alarms.book.alarms)
        #expect(night.machine.ringing.alarms.members == before.ringing.alarms.members)
        #expect(night.machine.settings == before.settings)
        #expect(night.machine.playing.noise == before.playing.noise)
        #expect(night.machine.snapshot.nextAlarm == before.snapshot.nextAlarm)
    }

    @Test("An old record of an alarm with the least fields gets the defaults")
    func leastAlarm() throws {
        let alarm = try Alarm(
            storedText: #"{"id": 3, "schedule": {"time": "07:30", "kind": "once"}}"#)
        let fresh = Alarm(
            id: AlarmID(3), schedule: .once(at: try timeOfDay("07:30")),
            createdAt: Instant(seconds: 0))
        #expect(alarm == fresh)
        #expect(alarm.isEnabled)
        #expect(alarm.sound == SoundID("digital"))
        #expect(alarm.snooze.isAllowed && alarm.snooze.length == .minutes(9))
        #expect(alarm.snooze.limit == nil)
        #expect((alarm.ringLength, alarm.automaticRings) == (.minutes(10), 2))
    }

    @Test("A state with the least fields gets the defaults, and a clock starts from it")
    func leastState() throws {
        let state = try PersistentState(
            storedText: """
                {"schema": 1, "boot": "b", "savedAt": {"wall": 1736830800000000000, "boot": 5},
                 "trust": "trusted", "zone": "Europe/Berlin"}
                """)
        #expect(state.settings == Settings())
        #expect(state.noise == NoiseState())
        #expect(state.checked == state.savedAt.wall.instant)
        let night = try Night(at: "2025-01-14 12:00", restoring: state)
        #expect(night.machine.ringing.alarms.book.alarms.isEmpty)
        #expect(night.machine.ringing.alarms.book.nextNumber == 1)
    }

    @Test("Empty settings, style and noise are the defaults")
    func emptyRecords() throws {
        #expect(try Settings(storedText: "{}") == Settings())
        #expect(try ClockStyle(storedText: "{}") == ClockStyle())
        #expect(try NoiseSettings(storedText: "{}") == NoiseSettings())
        #expect(try NoiseState(storedText: "{}") == NoiseState())
        #expect(try DoNotDisturb(storedText: "{}") == DoNotDisturb())
    }

    @Test("Settings come back the same, with their fractions")
    func settings() throws {
        var settings = Settings()
        settings.style.hourFormat = .twelve
        settings.style.hasLeadingZero = false
        settings.style.colon = .blinking
        settings.style.brightness = .fixed(Percent(clamping: 33))
        settings.noise.fades.fadeIn = .milliseconds(250)
        settings.noise.fades.fadeOut = .zero
        settings.noise.fades.shape = .linear
        settings.noise.fades.sleepFade = .minutes(2)
        settings.soundOutput = SoundOutputSettings(
            device: "Headphones", fallbacks: ["vc4hdmi0"], alarm: "Speaker")
        settings.grace = .minutes(180)
        #expect(try Settings(storedText: settings.storedText) == settings)
    }

    @Test(
        "A setting that can't be read keeps its default, and the rest is read",
        arguments: [
            #""noise": {"fadeInSeconds": -1}"#, #""noise": {"fadeInSeconds": 1e9}"#,
            #""style": {"hourFormat": 13, "brightness": 101}"#, #""graceSeconds": "long""#,
            #""doNotDisturb": "soon""#, #""rehearsal": 9"#, #""presets": [{"style": {}}, 3]"#,
        ])
    func unreadable(_ field: String) throws {
        var settings = try Settings(storedText: #"{\#(field), "holdToStop": true}"#)
        #expect(try Settings(storedText: settings.storedText) == settings)
        settings.foreign = Settings().foreign
        settings.noise.foreign = Settings().noise.foreign
        settings.style.foreign = Settings().style.foreign
        var expected = Settings()
        expected.holdToStop = true
        #expect(settings == expected)
    }

    @Test("More spent dates than are kept are read as the latest of them")
    func manySpentDates() throws {
        let entries = (1...40).map { day in
            SpentDates.Entry(
                date: CivilDate(daysSinceEpoch: 20_000 + day),
                instant: Instant(seconds: Int64(day)),
                reason: .rung, isProvisional: false)
        }
        var spent = SpentDates()
        spent.stored = entries
        #expect(spent.entries == Array(entries.suffix(SpentDates.capacity)))
    }

    @Test("A spent date that cannot be read costs no other, and is written back")
    func foreignSpentDate() throws {
        let alarm = try Alarm(
            storedText: """
                {"id": 3, "schedule": {"time": "07:30", "kind": "once"},
                 "spent": ["2025-01-13 5 rung", "2025-01-14 6 dreamt", "2025-01-15 7 missed"]}
                """)
        #expect(alarm.spent.entries.map(\.date.day) == [13, 15])
        let written = alarm.storedText
        for date in ["2025-01-13 5 rung", "2025-01-14 6 dreamt", "2025-01-15 7 missed"] {
            #expect(written.contains(date), "\(written)")
        }
    }

    @Test("Spent dates come back as they were, also from an older program's record")
    func spentDates() throws {
        for reason in [SpentDates.Reason.rung, .missed, .skipped] {
            let skips: [SkipReason?] = reason == .skipped ? [nil] + SkipReason.allCases : [nil]
            for skip in skips {
                for isProvisional in [false, true] {
                    let entry = SpentDates.Entry(
                        date: try civilDate("2025-01-14"), instant: Instant(seconds: -5),
                        reason: reason, skip: skip, isProvisional: isProvisional)
                    #expect(
                        try [SpentDates.Entry](stored: JSONValue(storing: [entry])) == [entry])
                    let older = """
                        {"date": "2025-01-14", "instant": -5, "reason": "\(reason.rawValue)",
                         \(skip.map { "\"skip\": \"\($0.rawValue)\"," } ?? "")
                         "isProvisional": \(isProvisional)}
                        """
                    #expect(try SpentDates.Entry(storedText: older.utf8, limit: 200) == entry)
                }
            }
        }
    }

    @Test(
        "What is no spent date is refused",
        arguments: [
            "", "2025-01-14 5", "2025-01-14 5 rung ", "2025-02-30 5 rung", "2025-01-14 5 rang",
            "2025-01-14 five rung", "2025-01-14 5 ?", "2025-01-14 9223372036854775808 rung",
        ])
    func noSpentDate(_ text: String) {
        #expect(throws: FieldError.self) {
            try [SpentDates.Entry](stored: .list([.string(text)]))
        }
    }

    @Test("3.2, 10: of more spent dates than are kept one that rang is the last to go")
    func neededSpentDates() {
        var spent = SpentDates()
        func spend(_ day: Int, _ reason: SpentDates.Reason, _ skip: SkipReason? = nil) {
            spent.insert(
                SpentDates.Entry(
                    date: CivilDate(daysSinceEpoch: day), instant: Instant(seconds: Int64(day)),
                    reason: reason, skip: skip, isProvisional: false))
        }
        spend(1, .rung)
        spend(2, .skipped, .skipNext)
        spend(3, .missed)
        for day in 10..<40 { spend(day, .skipped, .doNotDisturb) }
        // The missed date went first; next go those that do not disturb goes on to suppress.
        spend(50, .skipped, .paused)
        #expect(spent.entries.count == SpentDates.capacity)
        #expect(spent.entries.prefix(3).map(\.date.daysSinceEpoch) == [1, 2, 11])
    }

    @Test("Spent dates stay in order of their dates, and the earliest go first")
    func orderOfSpentDates() {
        var spent = SpentDates()
        for day in [50, 49, 51] + Array(1...36) {
            spent.insert(
                SpentDates.Entry(
                    date: CivilDate(daysSinceEpoch: day), instant: Instant(seconds: 0),
                    reason: .missed, isProvisional: false))
        }
        #expect(spent.entries.map(\.date.daysSinceEpoch) == Array(8...36) + [49, 50, 51])
    }
}
