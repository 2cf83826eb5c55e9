import ClockTime
import Testing

@testable import ClockCore

extension Reply {
    fileprivate var isRefusal: Bool {
        if case .refused = self { true } else { false }
    }
}

/// Exhaustive tests of small cases: every event in every situation, and every short sequence.
@Suite("Every event in every situation, and sequences of events")
struct EnumerationTests {
    /// One night for each situation that the machine can be in.
    private static func situations() throws -> [(name: String, night: Night)] {
        func armed(_ text: String = "2025-01-14 06:59:30") throws -> Night {
            var night = try Night(at: text)
            night.checksCoding = false
            _ = try night.daily("07:00")
            _ = try night.once("07:01")
            return night
        }
        var all: [(String, Night)] = [("idle", try armed())]
        var ringing = try armed()
        ringing.wait(.seconds(30))
        all.append(("ringing", ringing))
        var joined = ringing
        joined.wait(.seconds(60))
        all.append(("ringing with two members", joined))
        var snoozed = ringing
        snoozed.press(.snooze)
        all.append(("snoozed", snoozed))
        var both = snoozed
        both.wait(.seconds(65))
        all.append(("one snoozed, one ringing", both))
        var silenced = joined
        silenced.wait(.minutes(11))
        all.append(("silenced", silenced))
        var missed = try armed()
        try missed.cutPower(for: .hours(3))
        all.append(("missed notice", missed))
        var noise = try armed()
        noise.press(.noise)
        all.append(("noise playing", noise))
        noise.ask(.noise(.preview(SoundID("white"))))
        all.append(("preview", noise))
        var holding = ringing
        holding.ask(.settings(.setHoldToStop(true)))
        holding.handle(.button(.stop, isDown: true))
        all.append(("stop held on request", holding))
        var page = try armed()
        page.press(.snooze)
        all.append(("page shown", page))
        var held = try armed()
        held.handle(.button(.stop, isDown: true))
        all.append(("key held", held))
        var unknown = try armed()
        try unknown.cutPower(for: .minutes(5), clock: "1970-01-01 01:00", trust: .unknown)
        all.append(("time unknown", unknown))
        var plausible = ringing
        try plausible.cutPower(for: .minutes(5), clock: "2025-01-14 07:00:10", trust: .plausible)
        all.append(("time plausible, ring interrupted", plausible))
        var waiting = try armed()
        waiting.store = .slow
        waiting.send(.style(.set([.set(\.hourFormat, .twelve)])))
        all.append(("reply waiting", waiting))
        var counting = try armed()
        counting.ask(.timer(.add(.seconds(45), name: "tea", starts: true)))
        all.append(("a timer runs", counting))
        counting.wait(.seconds(46))
        all.append(("a timer rings beside an alarm", counting))
        var napping = try armed()
        napping.hold(.snooze, for: .seconds(4))
        all.append(("a nap began", napping))
        var tested = try armed()
        tested.ask(.alarm(.test(AlarmID(1))))
        all.append(("an alarm is tried", tested))
        all.append(("new clock", try Night(at: "2025-01-14 07:00", trust: .unknown)))
        return all
    }

    private static func events(for night: Night) throws -> [Event] {
        let id = AlarmID(1)
        let occurrence = OccurrenceID(alarm: id, date: try civilDate("2025-01-14"))
        var label = AlarmChanges()
        label.label = "x"
        var time = AlarmChanges()
        time.time = TimeOfDay(hour: 7, minute: 2)
        let commands: [Command] =
            [
                .status, .alarm(.add(.once(at: try timeOfDay("07:02")), AlarmChanges())),
                .alarm(.list),
                .alarm(.edit(id, label)), .alarm(.edit(id, time)), .alarm(.remove(id)),
                .alarm(.setEnabled(id, false)), .alarm(.setEnabled(id, true)),
                .alarm(.skipNext(id, 1)),
                .ring(.snooze(.current)), .ring(.snooze(.alarm(id))),
                .ring(.snooze(.occurrence(occurrence))),
                .ring(.stop(.current)), .ring(.stop(.alarm(id))),
                .ring(.stop(.occurrence(occurrence))),
                .ring(.acknowledge), .alarm(.show(id)),
                .noise(.play(nil, volume: nil)), .noise(.stop),
                .noise(.setVolume(Percent(clamping: 7))), .noise(.changeVolume(-3)),
                .noise(.preview(SoundID("white"))), .settings(.setHoldToStop(true)),
                .style(.set([.set(\.hourFormat, .twelve)])),
            ] + (try laterCommands(id)) + noiseCommands
        var events: [Event] = [
            .wake, .lightMeasured(lux: 3), .lightMeasured(lux: 0),
            .batteryRead(BatteryState(charge: Percent(clamping: 9), flow: .discharging)),
            .health(HealthReport(part: .sound, problem: "gone")),
            .health(HealthReport(part: .sound, problem: nil)),
            .zoneChanged(.utc, by: .user), .zoneChanged(.utc, by: .synchronised),
            .catalogueChanged(SoundCatalogue(noises: ["white"], tones: ["digital"])),
            .fontsChanged([]),
            .pinnedZoneChanged(.utc), .rehearsed(.display, problem: nil),
            .soundRehearsed(output: 0, areMoving: true, problem: nil),
            .soundRehearsed(output: 0, areMoving: false, problem: "gone"), .soundMoved(output: 0),
            .saved(revision: 1, failure: "full"),
            .saved(revision: night.newest?.revision ?? 0, failure: nil),
        ]
        for (output, areMoving) in [(0, true), (0, false), (1, true)] {
            let frames = AlarmFrames(serial: 1, output: output, areMoving: areMoving)
            events.append(.alarmFrames(frames))
        }
        for trust in [ClockTrust.trusted, .plausible, .unknown] {
            events.append(.clockAdjusted(trust: trust, by: .synchronised))
            events.append(.clockAdjusted(trust: trust, by: .user))
        }
        for button in Button.allCases {
            events.append(.button(button, isDown: true))
            events.append(.button(button, isDown: false))
            events.append(.buttonHeldAtStart(button))
        }
        let places = 1_000..<(1_000 + UInt64(commands.count))
        return events + zip(places, commands).map { .command(RequestID($0), $1) }
    }

    /// The mix, the sleep timer, fades and sounds.
    private static let noiseCommands: [Command] = [
        .noise(.show), .noise(.pause), .noise(.toggle), .noise(.next), .noise(.endPreview),
        .noise(.setFades(FadeChanges(sleepFade: .seconds(20)))),
        .noise(.setSleep(.start(.after(.seconds(40)), plays: true))), .noise(.setSleep(.pause)),
        .noise(.setSleep(.extend(.seconds(5)))), .noise(.setSleep(.off)),
        .mix(.add(SoundID("white"), VoiceChanges(volume: Percent(40)))),
        .mix(.remove(SoundID("pink"))), .mix(.clear), .mix(.save("Storm")), .mix(.load("Storm")),
        .mix(.share(nil)), .sounds(.list(SoundQuery(words: ["p"]))),
        .sounds(.delete(SoundID("pink"))),
    ]

    /// Operations on everything, suppressors, timers, the nap, and questions.
    private static func laterCommands(_ id: AlarmID) throws -> [Command] {
        let date = try civilDate("2025-01-14")
        return Operation.allCases.flatMap { operation -> [Command] in
            [
                .alarm(.operate(operation, id)), .timer(.operate(operation, TimerID(1), run: nil)),
                .nap(.operate(operation, number: nil)),
            ]
        } + [
            .alarm(.duplicate(id)), .alarm(.test(id)),
            .alarm(.pauseAll(DateRange(first: date, last: date))),
            .alarm(.pauses), .alarm(.endPause(on: date)), .alarm(.endPause(on: nil)),
            .alarm(.setCategoryEnabled("work", false)),
            .quiet(.setFreeDays([])), .quiet(.addFreeDays([FreeDay(date: date, name: "")])),
            .quiet(.removeFreeDays([date])),
            .quiet(.freeDays), .quiet(.doNotDisturb), .quiet(.setDoNotDisturb(.byHand(.on))),
            .timer(.add(.seconds(30), name: nil, starts: true)), .timer(.list), .nap(.show),
            .health(.show),
            .health(.rehearse), .health(.explain(.next(id))), .health(.explain(.next(nil))),
            .health(.explain(.last(nil))),
        ]
    }

    @Test(
        "Every event in every situation, at once, later, and with the clock stepped, holds the law")
    func everyEvent() throws {
        for (name, night) in try EnumerationTests.situations() {
            for event in try EnumerationTests.events(for: night) {
                for (wall, boot) in [(0, 0), (1, 1), (700, 700), (40, 1), (-40, 1), (9_000, 2)] {
                    var other = night
                    other.passUnevenly(wall: .seconds(wall), boot: .seconds(boot))
                    other.handle(event)
                    other.wait(.minutes(3))
                    let problems = Ledger.problems(of: other)
                    #expect(problems == [], "\(name), \(event), \(wall) s")
                }
            }
        }
    }

    @Test(
        "A dry run of any command in any situation answers as the command does, and keeps nothing")
    func dryRuns() throws {
        for (name, night) in try EnumerationTests.situations() {
            var awake = night
            awake.handle(.wake)
            for case .command(let request, let command) in try EnumerationTests.events(for: night) {
                var (tried, done) = (night, night)
                tried.handle(.dryRun(request, command))
                done.handle(.command(request, command))
                let place = "\(name), \(command)"
                #expect(
                    tried.machine.persistentState == awake.machine.persistentState, "\(place)")
                #expect(tried.machine.snapshot == awake.machine.snapshot, "\(place)")
                let answer = try #require(tried.answers[request], "\(place)")
                #expect(answer.durability == .dryRun || answer.reply.isRefusal, "\(place)")
                guard let reply = done.answers[request]?.reply else { continue }
                #expect(answer.reply == reply, "\(place)")
            }
        }
    }

    /// The events of the sequences; a minute is long, because rings and snoozes last one.
    private enum Step: String, CaseIterable {
        case minutePasses, nextWake, stop, snooze, holdStop, edit, skip, zone
        case forward, back, userForward, userBack
        case powerCut, unconfirmedBoot, timelessBoot, synchronised

        func happen(in night: inout Night) throws {
            switch self {
            case .minutePasses: night.wait(.seconds(61))
            case .nextWake:
                let wake = night.machine.nextWake.bootTime(asSeenAt: night.now)
                night.wait(max(.zero, (wake ?? night.now.boot) - night.now.boot))
            case .stop: night.press(.stop)
            case .snooze: night.press(.snooze)
            case .holdStop: night.hold(.stop, for: .seconds(1))
            case .skip: night.ask(.alarm(.skipNext(AlarmID(1), 1)))
            case .zone:
                let isHome = night.zone.name == "Europe/Berlin"
                try night.changeZone(isHome ? "Europe/Athens" : "Europe/Berlin")
            case .edit: night.edit(AlarmID(1)) { $0.label = "x" }
            case .forward: night.step(by: .seconds(90), trust: night.machine.trust)
            case .back: night.step(by: .seconds(-90), trust: night.machine.trust)
            case .userForward: night.step(by: .seconds(90), .user)
            case .userBack: night.step(by: .minutes(-7), .user)
            case .powerCut: try night.cutPower(for: .seconds(90))
            case .unconfirmedBoot:
                night.cutPower(
                    for: .seconds(30), wall: night.truth + .minutes(8), trust: .plausible)
            case .timelessBoot:
                night.cutPower(
                    for: .seconds(30), wall: WallTime(nanoseconds: 0), trust: .unknown)
            case .synchronised: night.synchronise()
            }
        }
    }

    @Test(
        "All sequences of three happenings around two alarms of tiny timings hold the law, and a quarter of those of four"
    )
    func sequences() throws {
        var state = PersistentState(
            boot: BootID("boot 0"), savedAt: try Night(at: "2025-01-14 06:00").now,
            trust: .trusted, zone: "Europe/Berlin")
        for (number, schedule) in [
            (1, Schedule.daily(at: try timeOfDay("07:00"))),
            (2, Schedule.once(at: try timeOfDay("07:01"))),
        ] {
            var alarm = Alarm(
                id: AlarmID(number), schedule: schedule, createdAt: state.savedAt.wall.instant)
            alarm.ringLength = .minutes(1)
            alarm.snooze.length = .minutes(1)
            alarm.automaticRings = 1
            state.alarms.append(alarm)
        }
        var night = try Night(at: "2025-01-14 06:59:30", restoring: state)
        night.checksCoding = false
        night.skipsPictures = true
        try explore(night, depth: 4, path: [])
    }

    private func explore(_ night: Night, depth: Int, path: [Step]) throws {
        // After each three a quarter of the fourth ones, and after their neighbours the others.
        let turn = path.reduce(0) { $0 + (Step.allCases.firstIndex(of: $1) ?? 0) }
        for (place, happening) in Step.allCases.enumerated()
        where depth > 1 || (place + turn).isMultiple(of: 4) {
            var next = night
            try happening.happen(in: &next)
            let problems = Ledger.problems(of: next)
            if !problems.isEmpty {
                let names = (path + [happening]).map(\.rawValue)
                Issue.record("after \(names): \(problems)")
            }
            if depth > 1, problems.isEmpty {
                try explore(next, depth: depth - 1, path: path + [happening])
            }
        }
    }
}
