import ClockCore
import ClockTime
import Control
import HAL
import LinuxHost
import SimulatedBoard
import Testing

@testable import Runtime

/// Everything that can change what is kept: each command and each event, by itself. It is done, its answer or its
/// effect is waited for, the clock is killed without grace and starts again, and all that it tells of itself must be
/// as it was before the kill.
@Suite("What was changed is there after a kill (law, 9.3)")
struct EveryChangeTests {
    /// What happens before it and then. A step is words for the client, "+" and a length that passes, "press" or
    /// "hold" and a key, or what the simulator's world does.
    struct Change: Sendable, CustomTestStringConvertible {
        var before: [String]
        var last: String

        init(_ before: String..., then last: String) {
            self.before = before
            self.last = last
        }

        var testDescription: String { (before + [last]).joined(separator: "; ") }
    }

    // MARK: - Commands

    /// Those that ask and change nothing, try something for a moment, or change what is kept elsewhere.
    private static let others: [CommandName: String] = [
        .status: "asks", .listAlarms: "asks", .showAlarm: "asks", .history: "asks",
        .listFreeDays: "asks", .showDoNotDisturb: "asks", .showNoise: "asks", .listMix: "asks",
        .shareMix: "asks", .listSounds: "asks", .searchSounds: "asks", .showSound: "asks",
        .listOutputs: "asks", .showTime: "asks", .listTimers: "asks", .showNap: "asks",
        .showRingRules: "asks", .showHealth: "asks", .explain: "asks", .checkUpdate: "asks",
        .updateReadiness: "asks",
        .previewNoise: "ends by itself", .endPreview: "ends what would end by itself",
        .resume: "never of an alarm", .repeat: "never of an alarm", .addMinute: "never of an alarm",
        .testAlarm: "rings for a trial, which a start does not take up",
        .renameSound: "OwnSoundLibraryTests", .deleteSound: "OwnSoundLibraryTests",
        .importSound: "OwnSoundLibraryTests",
    ]

    private static let alarm = "alarm add 07:00 daily --ramp 0s --category work --label Work"
    private static let commands: [CommandName: [Change]] = [
        .addAlarm: [Change(then: alarm), Change(alarm, then: "alarm add 09:30 2026-03-01")],
        .editAlarm: [Change(alarm, then: "alarm edit 1 07:45 --label Late --must-wake on")],
        .removeAlarm: [Change(alarm, then: "alarm remove 1")],
        .enableAlarm: [
            Change(alarm, "alarm disable 1", then: "alarm enable 1"),
            Change(alarm, "alarm disable 1", then: "alarm enable --category work"),
        ],
        .disableAlarm: [
            Change(alarm, then: "alarm disable 1"),
            Change(alarm, then: "alarm disable --category work"),
        ],
        .duplicateAlarm: [Change(alarm, then: "alarm duplicate 1")],
        .skipNext: [
            Change(alarm, then: "alarm skip 1 3"),
            Change(alarm, "alarm skip 1 3", then: "alarm skip 1 off"),
        ],
        .pause: [
            Change(alarm, then: "alarm pause 2026-07-20 2026-08-02"),
            Change(alarm, "alarm pause 2026-07-20 2026-08-02", then: "alarm pause off"),
        ],
        .schedule: [Change(alarm, "alarm disable 1", then: "alarm schedule 1")],
        .cancel: [Change(alarm, then: "alarm cancel 1")],
        .countdown: [Change(alarm, "+61m", then: "alarm countdown 1")],
        .snooze: [Change(alarm, "+61m", then: "alarm snooze")],
        .stop: [
            Change(alarm, "+61m", then: "alarm stop"),
            Change(alarm, "+61m", "alarm snooze", then: "alarm stop"),
        ],
        .acknowledge: [Change(alarm, "+2h", then: "alarm acknowledge")],
        .setHoldToStop: [Change(then: "alarm hold-to-stop on")],
        .setFreeDays: [Change(then: "free-days set 2026-12-25=Christmas 2026-12-26")],
        .clearFreeDays: [Change("free-days set 2026-12-25", then: "free-days clear")],
        .doNotDisturbOn: [Change(then: "dnd on"), Change(then: "dnd on --until 07:00")],
        .doNotDisturbOff: [Change("dnd on", then: "dnd off")],
        .setQuietHours: [
            Change(then: "dnd hours 22:00 07:00"),
            Change("dnd hours 22:00 07:00", then: "dnd hours off"),
        ],
        .setQuietNoise: [Change(then: "dnd noise off")],
        .playNoise: [Change(then: "noise play pink --volume 40")],
        .pauseNoise: [Change("noise play pink", then: "noise pause")],
        .stopNoise: [Change("noise play pink", then: "noise stop")],
        .toggleNoise: [Change(then: "noise toggle"), Change("noise toggle", then: "noise toggle")],
        .nextNoise: [Change("noise play pink", then: "noise next")],
        .setNoiseVolume: [Change(then: "noise volume 77")],
        .setFades: [Change(then: "noise fade --in 3s --out 9s")],
        .setSleep: [
            Change("noise play pink", then: "noise sleep 20m"),
            Change("noise play pink", "noise sleep 20m", "+5m", then: "noise sleep off"),
        ],
        .addToMix: [Change("noise play pink", then: "mix add white --volume 20")],
        .setInMix: [Change("noise play pink", "mix add white", then: "mix set white --volume 5")],
        .removeFromMix: [Change("noise play pink", "mix add white", then: "mix remove white")],
        .clearMix: [Change("noise play pink", then: "mix clear")],
        .saveMix: [Change("noise play pink", then: "mix save Rain")],
        .loadMix: [
            Change("noise play pink", "mix save Rain", "noise play white", then: "mix load Rain")
        ],
        .renameMix: [Change("noise play pink", "mix save Rain", then: "mix rename Rain Sea")],
        .deleteMix: [Change("noise play pink", "mix save Rain", then: "mix delete Rain")],
        .setOutputs: [Change(then: "sound output set hw:CARD=Other")],
        .setHourFormat: [Change(then: "display format 12")],
        .setTime: [Change(alarm, then: "time set 2026-01-10T06:30:00Z")],
        .setZone: [Change(alarm, then: "time zone Europe/Berlin")],
        .addTimer: [Change(then: "timer add 5m Tea")],
        .startTimer: [Change("timer add 5m Tea", "timer stop 1", then: "timer start 1")],
        .pauseTimer: [Change("timer add 5m", "+1m", then: "timer pause 1")],
        .resumeTimer: [Change("timer add 5m", "timer pause 1", "+1m", then: "timer resume 1")],
        .addMinuteToTimer: [Change("timer add 5m", then: "timer add-minute 1")],
        .repeatTimer: [Change("timer add 5m", "+301s", then: "timer repeat 1")],
        .snoozeTimer: [Change("timer add 5m", "+301s", then: "timer snooze 1")],
        .stopTimer: [
            Change("timer add 5m Tea", then: "timer stop 1"),
            Change("timer add 5m Tea", "+301s", then: "timer stop 1"),
            Change("timer add 5m Tea", "+301s", "timer snooze 1", then: "timer stop 1"),
        ],
        .removeTimer: [Change("timer add 5m Tea", then: "timer remove 1")],
        .startNap: [Change(then: "nap start")],
        .pauseNap: [Change("nap start", "+1m", then: "nap pause")],
        .resumeNap: [Change("nap start", "+1m", "nap pause", then: "nap resume")],
        .snoozeNap: [Change("nap start", "+30m", then: "nap snooze")],
        .stopNap: [
            Change("nap start", "+1m", then: "nap stop"),
            Change("nap start", "+30m", then: "nap stop"),
        ],
        .setNap: [Change(then: "nap set --nap 31m --max 45m")],
        .setRingRules: [Change(then: "ring set --grace 90m --ring 5m --snooze 7m --rings 4")],
        .rehearse: [Change("health rehearse", then: "+11s")],
        .setRehearsal: [Change(then: "health evening 20:15"), Change(then: "health evening off")],
    ]

    @Test("Every command has its change here, or a reason why not")
    func complete() {
        for name in CommandName.allCases {
            #expect(
                (EveryChangeTests.commands[name] != nil) != (EveryChangeTests.others[name] != nil),
                "\(name)")
        }
    }

    private static let allCommands = CommandName.allCases.flatMap { commands[$0] ?? [] }

    @Test("Each command", arguments: allCommands)
    func command(change: Change) throws { try EveryChangeTests.check(change) }

    // MARK: - Events

    private static let events: [Change] = [
        // An alarm's ring by itself: it begins, falls silent, rings again, ends, and is told as missed.
        Change(alarm, then: "+1h"), Change(alarm, "+1h", then: "+10m"),
        Change(alarm, "+1h", "+10m", then: "+9m"), Change(alarm, then: "+2h"),
        Change("alarm add 06:30 2026-01-10", then: "+31m"),
        Change("alarm add 07:00 daily --pre-alert 20m", then: "+41m"),
        Change("alarm add 07:00 daily --sunrise 20m", then: "+41m"),
        Change(alarm, "alarm skip 1", then: "+61m"),
        // Its answers by keys, and the end of a snooze.
        Change(alarm, "+61m", then: "press snooze"), Change(alarm, "+61m", then: "press stop"),
        Change(alarm, "+61m", "press snooze", then: "hold stop"),
        Change(alarm, "+61m", "press snooze", then: "+10m"),
        Change(alarm, "+3h", then: "press menu"),
        // Timers and naps: the same.
        Change("timer add 5m Tea", then: "+5m"),
        Change("timer add 5m Tea", "+5m", then: "+11m"),
        Change("timer add 5m", then: "+1h"),
        Change("timer add 5m", "+301s", then: "press stop"),
        Change("timer add 5m", "+301s", then: "press snooze"),
        Change("timer add 5m", "+301s", "press snooze", then: "+6m"),
        Change("nap start", then: "+2m"), Change("nap start", then: "+30m"),
        Change("nap start", "+30m", then: "press snooze"),
        Change("nap start", "+30m", then: "press stop"), Change("nap start", then: "+2h"),
        Change("nap start", "+5m", then: "hold stop"), Change(then: "hold snooze"),
        // Noise, volume and brightness by keys, and the sleep timer's end.
        Change(then: "press stop"), Change("press stop", then: "press stop"),
        Change("press stop", then: "press noise"), Change("press stop", then: "press plus"),
        Change("noise play pink", "noise sleep 5m", then: "+6m"),
        // The clock and the zone.
        Change(alarm, "alarm add 06:45 2026-01-10", then: "plausible"),
        Change(alarm, "plausible", then: "trusted"), Change(alarm, then: "step 90m"),
        Change(alarm, "+61m", then: "step -30m"),
    ]

    @Test("Each event", arguments: events)
    func event(change: Change) throws { try EveryChangeTests.check(change) }

    // MARK: - How

    private static func check(_ change: Change) throws {
        // Its twin goes on, so that no question to the other asks for a save.
        let (twin, killed) = (try bench(), try bench())
        for step in change.before {
            try perform(step, on: twin)
            try perform(step, on: killed)
        }
        let before = view(of: twin)
        try perform(change.last, on: twin)
        let after = view(of: twin)
        #expect(after != before, "it changes nothing")
        try perform(change.last, on: killed)
        try killed.kill()
        killed.stepped.step()
        let found = view(of: killed)
        for (question, answer) in after {
            let other = found[question] ?? ""
            // What rang rings again, and is recorded.
            guard question == "history" ? !other.hasPrefix(answer) : other != answer else {
                continue
            }
            let same = zip(answer, other).prefix { $0 == $1 }.count
            let from = max(0, same - 40)
            Issue.record(
                "\(question): was …\(answer.dropFirst(from).prefix(160)), is …\(other.dropFirst(from).prefix(160))"
            )
        }
    }

    private static func bench() throws -> Bench {
        try Bench(
            at: "2026-01-10T06:00:00Z", zones: SystemZones(isWatched: false),
            history: MemoryRecordStorage(),
            hasLight: false)
    }

    /// All that the clock tells of what it keeps.
    private static func view(of bench: Bench) -> [String: String] {
        let questions: [Command] = [
            .status, .listAlarms, .listTimers, .nap, .ringRules, .listFreeDays, .showDoNotDisturb,
            .noise, .mix(.list),
        ]
        var view = Dictionary(
            uniqueKeysWithValues: questions.map {
                ("\($0)", bench.ask($0).map { "\($0)" } ?? "no answer")
            })
        // What no answer tells of.
        var store = StateStore(storage: bench.storage)
        let state = store.load().state
        view["settings"] = state.map { "\($0.settings)" }
        view["rehearsal"] = state.map { "\(String(describing: $0.rehearsal))" }
        // A start is told of, too.
        if case .history(let report)? = bench.ask(.history(HistoryQuery())) {
            view["history"] = report.records.filter { record in
                if case .booted = record.event { false } else { true }
            }.map { "\($0.instant) \($0.event)" }.joined(separator: "\n")
        }
        return view
    }

    private static func perform(_ step: String, on bench: Bench) throws {
        let words = step.split(separator: " ").map(String.init)
        if step.hasPrefix("+") { return bench.run(for: try length(step.dropFirst())) }
        switch words[0] {
        case "press": bench.tap(try #require(Button(rawValue: words[1])))
        case "hold":
            let button = try #require(Button(rawValue: words[1]))
            bench.stepped.post(.button(button, isDown: true))
            bench.run(for: .seconds(1))
            bench.stepped.post(.button(button, isDown: false))
            bench.stepped.step()
        case "plausible": adjust(bench, .plausible)
        case "trusted": adjust(bench, .trusted)
        case "step":
            bench.clock.stepWall(by: try length(words[1][...]))
            adjust(bench, .trusted)
        default:
            let reply = try bench.ask(words: step)
            if case .refused(let error)? = reply { Issue.record("\(step): \(error)") }
            #expect(reply != nil, "\(step) has no answer")
        }
    }

    private static func adjust(_ bench: Bench, _ trust: ClockTrust) {
        bench.trust = trust
        bench.stepped.post(.clockAdjusted(trust: trust, by: .synchronised))
        bench.stepped.step()
    }

    /// "90m" and the like.
    private static func length(_ text: Substring) throws -> Duration {
        let count = try #require(Int(text.dropLast()))
        switch text.last {
        case "h": return .hours(count)
        case "m": return .minutes(count)
        default: return .seconds(count)
        }
    }
}
