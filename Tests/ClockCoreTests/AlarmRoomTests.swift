import ClockTime
import Testing

@testable import ClockCore

@Suite("Room for alarms in the state (law, 12 and 20)")
struct AlarmRoomTests {
    /// The size of a stored alarm in bytes, with its comma.
    private func written(_ alarm: Alarm) -> Int {
        alarm.storedText.utf8.count + 1
    }

    private func largest(_ number: Int) throws -> Alarm {
        var alarm = Alarm(
            id: AlarmID(number), schedule: .daily(at: try timeOfDay("23:59")),
            createdAt: Instant(seconds: -62_135_596_800))
        alarm.revision = 1 << 40
        alarm.label = String(repeating: "\"", count: AlarmLimits.labelLength)
        alarm.message = String(repeating: "\\", count: AlarmLimits.messageLength)
        alarm.icon = String(repeating: "/", count: AlarmLimits.nameLength)
        alarm.category = alarm.icon
        alarm.sound = SoundID(String(repeating: "/", count: AlarmLimits.nameLength))
        alarm.tint = Tint("#ffffff")
        alarm.pinnedZone = "America/Argentina/ComodRivadavia"
        alarm.vibration = .heartbeat(HeartRate(clamping: 120))
        alarm.isMustWake = true
        alarm.preAlert = .milliseconds(3_599_999)
        alarm.sunrise = .milliseconds(3_599_999)
        alarm.ramp = .milliseconds(59_999)
        alarm.ringLength = .milliseconds(3_599_999)
        alarm.snooze.length = .milliseconds(3_599_999)
        alarm.snooze.limit = 100
        alarm.observesFreeDays = true
        alarm.respectsDoNotDisturb = true
        alarm.armedAt = alarm.createdAt
        alarm.isArmedProvisionally = true
        alarm.skip(31, after: alarm.createdAt, isProvisional: true)
        alarm.switchedOffBy = CivilDate(daysSinceEpoch: -700_000)
        return alarm
    }

    @Test("An alarm never takes more than is reckoned for it, whatever it rings and misses")
    func bound() throws {
        var alarm = try largest(.max)
        let before = alarm.storedBytes
        for day in 1...40 {
            alarm.spent.insert(
                SpentDates.Entry(
                    date: CivilDate(daysSinceEpoch: -700_000 + day),
                    instant: Instant(seconds: -62_135_596_800 + Int64(day)), reason: .skipped,
                    skip: .doNotDisturb, isProvisional: true))
        }
        #expect(alarm.storedBytes == before)
        #expect(written(alarm) <= before)
        let far = WallTime(nanoseconds: -.max)
        var member = MemberRecord()
        member.occurrence = OccurrenceID(
            alarm: alarm.id, date: CivilDate(daysSinceEpoch: -700_000))
        member.scheduled = alarm.createdAt
        member.phase = .silenced
        member.time = SavedStamp(Moment(wall: far, boot: BootTime(nanoseconds: .max)))
        (member.snoozes, member.silences, member.confirmedEnd) = (1_000_000, 10, far)
        let memberBytes = member.storedText.utf8.count + 1
        #expect(memberBytes <= MemberRecord.storedBytes)
        let plain = Alarm(
            id: AlarmID(1), schedule: .once(at: try timeOfDay("07:00")),
            createdAt: Instant(seconds: 1_736_830_800))
        #expect(written(plain) <= plain.storedBytes)
        #expect(plain.storedBytes < 1_600)
    }

    @Test("Fields of a newer program count")
    func unknownFields() throws {
        let json = #"""
            {"id": 1, "schedule": {"time": "07:30", "kind": "once"},
             "dream": {"about": ["flying\u0001", null, true, 1.5, -9223372036854775808]},
             "snooze": {"song": "\#(String(repeating: "la", count: 500))"}}
            """#
        let alarm = try Alarm(storedText: json)
        #expect(alarm.storedBytes > 3_000)
        #expect(written(alarm) <= alarm.storedBytes)
    }

    @Test("A thousand weekly alarms with the longest names and messages in plain letters fit")
    func longest() throws {
        let alarms = try (1...1_000).map { number in
            var alarm = Alarm(
                id: AlarmID(number), schedule: .daily(at: try timeOfDay("07:00")),
                createdAt: Instant(seconds: 1_736_830_800))
            alarm.label = String(repeating: "x", count: AlarmLimits.labelLength)
            alarm.message = String(repeating: "y", count: AlarmLimits.messageLength)
            alarm.category = String(repeating: "z", count: AlarmLimits.nameLength)
            return alarm
        }
        #expect(alarms.reduce(0) { $0 + $1.storedBytes } <= AlarmLimits.storedBytes)
    }

    @Test("A thousand alarms fit, and what does not is refused by name and changes nothing")
    func storeFull() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.checksCoding = false
        var state = try #require(night.durable)
        state.alarms = try (1...1_000).map { number in
            var alarm = try largest(number)
            alarm.schedule = .once(at: try timeOfDay("12:00"))
            return alarm
        }
        state.nextAlarmNumber = 1_001
        night.restartProgram(restoring: state)
        #expect(try #require(night.durable).storedText.utf8.count < 4 << 20)
        var changes = AlarmChanges()
        changes.label = String(repeating: "x", count: AlarmLimits.labelLength)
        let daily = Schedule.daily(at: try timeOfDay("07:00"))
        var added = 0
        while case .alarm? = night.ask(.alarm(.add(daily, changes))), added < 5_000 { added += 1 }
        #expect(added > 100)
        // Messages fill the remaining room.
        var longer = AlarmChanges()
        longer.message = String(repeating: "y", count: AlarmLimits.messageLength)
        var id = 1_001
        while case .alarm? = night.ask(.alarm(.edit(AlarmID(id), longer))), id < 6_000 { id += 1 }
        let before = night.machine.ringing.alarms.book.alarms
        #expect(night.ask(.alarm(.add(daily, changes))) == .refused(.storeFull))
        #expect(night.ask(.alarm(.duplicate(AlarmID(1_001)))) == .refused(.storeFull))
        var weekly = AlarmChanges()
        weekly.kind = .weekly(.daily)
        #expect(night.ask(.alarm(.edit(AlarmID(1), weekly))) == .refused(.storeFull))
        #expect(night.machine.ringing.alarms.book.alarms == before)
        // A change that makes it no larger is still allowed.
        var shorter = AlarmChanges()
        shorter.label = ""
        guard case .alarm? = night.ask(.alarm(.edit(AlarmID(1), shorter))) else {
            Issue.record("a change that needs no room was refused")
            return
        }
    }
}
