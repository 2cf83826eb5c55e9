import ClockCore
import ClockTime
import Control
import HAL
import LinuxHost
import SimulatedBoard
import Testing

@testable import Runtime

/// Everything that can change the saved state: each command and each event, one at a time. The test performs it and
/// waits for its answer or its effect. It then kills the clock without warning and restarts it. Everything that the
/// clock reports must be as it was before the kill.
@Suite("What was changed is there after a kill (law, 9.3)")
struct EveryChangeTests {
    /// The steps that prepare the change, and the change itself. A step is a client command, "+" and a duration,
    /// "press" or "hold" and a key, or an action of the simulated world.
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

    /// Commands that only query, try something briefly, or change what is stored elsewhere.
    private static let others: [String: String] = [
        "address.show": "asks", "address.tell": "is forgotten after three minutes",
        "status": "asks", "alarm.list": "asks", "alarm.show": "asks", "history": "asks",
        "free-days.list": "asks", "dnd.status": "asks", "noise.status": "asks", "mix.list": "asks",
        "mix.share": "asks", "sound.list": "asks", "sound.show": "asks",
        "sound.outputs": "asks", "time.status": "asks", "timer.list": "asks", "nap.status": "asks",
        "style.status": "asks", "preset.list": "asks", "world.list": "asks", "keys.status": "asks",
        "display.status": "asks", "display.picture": "asks", "page.status": "asks",
        "display.test": "ends by itself", "display.text": "ends by itself",
        "display.off": "until a key", "display.on": "as a key does",
        "breathing.status": "asks", "breathing.start": "ends by itself",
        "breathing.stop": "ends what would end by itself", "good-night.status": "asks",
        "lamp.status": "asks", "backup": "asks", "diagnose": "asks", "restore": "BackupTests",
        "undo": "UndoTests",
        "lamp.on": "until a restart", "lamp.off": "until a restart",
        "lamp.set": "wants a lamp; LampTests restart with one",
        "ring.status": "asks", "health.status": "asks",
        "explain": "asks", "update.check": "asks",
        "update.ready": "starts a silent trial",
        "update.tell": "ends by itself; the history keeps it",
        "noise.preview": "ends by itself", "noise.preview-stop": "ends what would end by itself",
        "alarm.resume": "never of an alarm", "alarm.repeat": "never of an alarm",
        "alarm.add-minute": "never of an alarm",
        "alarm.schedule": "alarm.enable", "alarm.cancel": "alarm.disable",
        "alarm.countdown": "alarm.snooze",
        "alarm.test": "rings for a trial, which a start does not take up",
        "sound.rename": "OwnSoundLibraryTests", "sound.remove": "OwnSoundLibraryTests",
        "sound.import": "OwnSoundLibraryTests",
        "pair": "its code is gone after a start", "pair.confirm": "NetworkDoorTests",
        "mqtt.status": "asks", "mqtt.join": "NetworkDoorTests and MqttTests",
        "mqtt.tell": "is forgotten after three minutes",
        "device.list": "asks", "device.remove": "NetworkDoorTests",
        "font.list": "asks", "font.import": "OwnFontTests", "font.remove": "OwnFontTests",
    ]

    private static let alarm = "alarm add 07:00 daily --ramp 0s --category work --label Work"
    private static let commands: [String: [Change]] = [
        "alarm.add": [Change(then: alarm), Change(alarm, then: "alarm add 09:30 2026-03-01")],
        "alarm.edit": [Change(alarm, then: "alarm edit 1 07:45 --label Late --must-wake on")],
        "alarm.remove": [Change(alarm, then: "alarm remove 1")],
        "alarm.enable": [
            Change(alarm, "alarm disable 1", then: "alarm enable 1"),
            Change(alarm, "alarm disable 1", then: "alarm enable --category work"),
        ],
        "alarm.disable": [
            Change(alarm, then: "alarm disable 1"),
            Change(alarm, then: "alarm disable --category work"),
        ],
        "alarm.duplicate": [Change(alarm, then: "alarm duplicate 1")],
        "alarm.skip": [
            Change(alarm, then: "alarm skip 1 3"),
            Change(alarm, "alarm skip 1 3", then: "alarm skip 1 off"),
        ],
        "alarm.pause": [
            Change(alarm, then: "alarm pause 2026-07-20 2026-08-02"),
            Change(alarm, "alarm pause 2026-07-20 2026-08-02", then: "alarm pause off"),
            Change(
                alarm, "alarm pause 2026-07-20 2026-08-02", then: "alarm pause off 2026-07-21"),
        ],
        "alarm.snooze": [
            Change(alarm, "+61m", then: "alarm snooze"),
            Change(alarm, "+61m", then: "alarm snooze 20m"),
        ],
        "alarm.stop": [
            Change(alarm, "+61m", then: "alarm stop"),
            Change(alarm, "+61m", "alarm snooze", then: "alarm stop"),
        ],
        "stop": [
            Change(alarm, "+61m", then: "stop"), Change("timer add 5m Tea", "+301s", then: "stop"),
        ],
        "snooze": [
            Change(alarm, "+61m", then: "snooze"),
            Change("timer add 5m", "+301s", then: "snooze"),
            Change("timer add 5m", "+301s", then: "snooze 20m"),
        ],
        "alarm.acknowledge": [Change(alarm, "+2h", then: "alarm acknowledge")],
        "good-night.say": [Change(then: "good-night")],
        "good-night.set": [Change(then: "good-night set --noise 45m --breathing on")],
        "alarm.hold-to-stop": [Change(then: "alarm hold-to-stop on")],
        "free-days.set": [Change(then: "free-days set 2026-12-25=Christmas 2026-12-26")],
        "free-days.add": [Change("free-days set 2026-12-25", then: "free-days add 2026-12-26=Off")],
        "free-days.remove": [
            Change("free-days set 2026-12-25", then: "free-days remove 2026-12-25")
        ],
        "free-days.clear": [Change("free-days set 2026-12-25", then: "free-days clear")],
        "dnd.on": [Change(then: "dnd on"), Change(then: "dnd on --until 07:00")],
        "dnd.off": [Change("dnd on", then: "dnd off")],
        "dnd.hours": [
            Change(then: "dnd hours 22:00 07:00"),
            Change("dnd hours 22:00 07:00", then: "dnd hours off"),
        ],
        "dnd.noise": [Change(then: "dnd noise off")],
        "noise.play": [Change(then: "noise play pink --volume 40")],
        "noise.pause": [Change("noise play pink", then: "noise pause")],
        "noise.stop": [Change("noise play pink", then: "noise stop")],
        "noise.toggle": [
            Change(then: "noise toggle"), Change("noise toggle", then: "noise toggle"),
        ],
        "noise.next": [Change("noise play pink", then: "noise next")],
        "noise.volume": [Change(then: "noise volume 77")],
        "noise.fade": [Change(then: "noise fade --in 3s --out 9s")],
        "noise.sleep": [
            Change("noise play pink", then: "noise sleep 20m"),
            Change("noise play pink", "noise sleep 20m", "+5m", then: "noise sleep off"),
        ],
        "mix.add": [Change("noise play pink", then: "mix add white --volume 20")],
        "mix.set": [Change("noise play pink", "mix add white", then: "mix set white --volume 5")],
        "mix.remove": [Change("noise play pink", "mix add white", then: "mix remove white")],
        "mix.clear": [Change("noise play pink", then: "mix clear")],
        "mix.save": [Change("noise play pink", then: "mix save Rain")],
        "mix.load": [
            Change("noise play pink", "mix save Rain", "noise play white", then: "mix load Rain")
        ],
        "mix.rename": [Change("noise play pink", "mix save Rain", then: "mix rename Rain Sea")],
        "mix.delete": [Change("noise play pink", "mix save Rain", then: "mix delete Rain")],
        "sound.output": [Change(then: "sound output set hw:CARD=Other")],
        "display.mode": [Change(then: "display mode face")],
        "style.set": [
            Change(then: "style set --seconds on --weight bold --night 22:00-07:00 --sleep 10m")
        ],
        "style.reset": [Change("style set --seconds on", then: "style reset")],
        "preset.load": [
            Change(then: "preset load Ice"),
            Change("preset save Cabin", "preset load Ice", then: "preset load Cabin"),
        ],
        "preset.save": [Change(then: "preset save Cabin")],
        "preset.remove": [Change("preset save Cabin", then: "preset remove Cabin")],
        "time.set": [Change(alarm, then: "time set 2026-01-10T06:30:00Z")],
        "keys.feedback": [Change(then: "keys feedback chirp")],
        "mqtt.set": [Change(then: "mqtt set --broker mqtt.local --user clock --tls on")],
        "mqtt.off": [Change("mqtt set --broker mqtt.local", then: "mqtt off")],
        "page.set": [Change(then: "page set --welcomed on")],
        "world.add": [
            Change(then: "world add Europe/Berlin"),
            Change("world add Europe/Berlin", then: "world add Europe/Berlin --label Home"),
        ],
        "world.remove": [Change("world add Europe/Berlin", then: "world remove Berlin")],
        "time.zone": [Change(alarm, then: "time zone Europe/Berlin")],
        "timer.add": [Change(then: "timer add 5m Tea")],
        "timer.start": [Change("timer add 5m Tea", "timer stop 1", then: "timer start 1")],
        "timer.pause": [Change("timer add 5m", "+1m", then: "timer pause 1")],
        "timer.resume": [Change("timer add 5m", "timer pause 1", "+1m", then: "timer resume 1")],
        "timer.add-minute": [Change("timer add 5m", then: "timer add-minute 1")],
        "timer.repeat": [Change("timer add 5m", "+301s", then: "timer repeat 1")],
        "timer.snooze": [Change("timer add 5m", "+301s", then: "timer snooze 1")],
        "timer.stop": [
            Change("timer add 5m Tea", then: "timer stop 1"),
            Change("timer add 5m Tea", "+301s", then: "timer stop 1"),
            Change("timer add 5m Tea", "+301s", "timer snooze 1", then: "timer stop 1"),
        ],
        "timer.remove": [Change("timer add 5m Tea", then: "timer remove 1")],
        "nap.start": [Change(then: "nap start"), Change(then: "nap start 40m")],
        "nap.pause": [Change("nap start", "+1m", then: "nap pause")],
        "nap.resume": [Change("nap start", "+1m", "nap pause", then: "nap resume")],
        "nap.snooze": [Change("nap start", "+30m", then: "nap snooze")],
        "nap.stop": [
            Change("nap start", "+1m", then: "nap stop"),
            Change("nap start", "+30m", then: "nap stop"),
        ],
        "nap.set": [
            Change(then: "nap set --nap 31m --max 45m"), Change(then: "nap set --noise-after on"),
        ],
        "ring.set": [Change(then: "ring set --grace 90m --ring 5m --snooze 7m --rings 4")],
        "health.rehearse": [Change("health rehearse", then: "+11s")],
        "device.reading": [Change(then: "device reading paired")],
        "health.evening": [
            Change(then: "health evening 20:15"), Change(then: "health evening off"),
        ],
    ]

    @Test("Every command has its change here, or a reason why not")
    func complete() {
        for name in CommandBook.names {
            #expect(
                (EveryChangeTests.commands[name] != nil) != (EveryChangeTests.others[name] != nil),
                "\(name)")
            let asks = EveryChangeTests.others[name] == "asks"
            #expect((CommandBook[name]?.kind == .query) == asks, "\(name)")
        }
    }

    private static let allCommands = CommandBook.names.flatMap { commands[$0] ?? [] }

    @Test("Each command", arguments: allCommands)
    func command(change: Change) throws { try EveryChangeTests.check(change) }

    // MARK: - Events

    private static let events: [Change] = [
        // An unanswered alarm: it starts ringing, falls silent, rings again, ends, and is reported as missed.
        Change(alarm, then: "+1h"), Change(alarm, "+1h", then: "+10m"),
        Change(alarm, "+1h", "+10m", then: "+9m"), Change(alarm, then: "+2h"),
        Change("alarm add 06:30 2026-01-10", then: "+31m"),
        Change("alarm add 07:00 daily --pre-alert 20m", then: "+41m"),
        Change("alarm add 07:00 daily --sunrise 20m", then: "+41m"),
        Change(alarm, "alarm skip 1", then: "+61m"),
        // Answers to it by key, and the end of a snooze.
        Change(alarm, "+61m", then: "press snooze"), Change(alarm, "+61m", then: "press stop"),
        Change(alarm, "+61m", "press snooze", then: "hold stop"),
        Change(alarm, "+61m", "press snooze", then: "+10m"),
        Change(alarm, "+3h", then: "press menu"),
        // The same for timers and naps.
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
        // Noise, volume and brightness by key, and the end of the sleep timer.
        Change(then: "press stop"), Change("press stop", then: "press stop"),
        Change("press stop", then: "press noise"), Change("press stop", then: "press plus"),
        Change("noise play pink", "noise sleep 5m", then: "+6m"),
        // The clock and the time zone.
        Change(alarm, "alarm add 06:45 2026-01-10", then: "plausible"),
        Change(alarm, "plausible", then: "trusted"), Change(alarm, then: "step 90m"),
        Change(alarm, "+61m", then: "step -30m"),
    ]

    @Test("Each event", arguments: events)
    func event(change: Change) throws { try EveryChangeTests.check(change) }

    // MARK: - How

    private static func check(_ change: Change) throws {
        // The twin keeps running, so that no query to the killed clock triggers a save.
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
            // What was ringing rings again, and the history records that.
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

    /// Everything that the clock reports of its saved state.
    private static func view(of bench: Bench) -> [String: String] {
        let questions: [Command] = [
            .status, .alarm(.list), .timer(.list), .nap(.show), .settings(.ringRules),
            .quiet(.freeDays), .quiet(.doNotDisturb),
            .noise(.show), .mix(.list),
        ]
        var view = Dictionary(
            uniqueKeysWithValues: questions.map {
                ("\($0)", bench.ask($0).map { "\(withoutTrials($0))" } ?? "no answer")
            })
        // State that no answer reports.
        var store = StateStore(storage: bench.storage)
        let state = store.load().state
        view["settings"] = state.map { "\($0.settings)" }
        view["rehearsal"] = state.map { "\(String(describing: $0.rehearsal))" }
        // The history also reports the start.
        if case .history(let report)? = bench.ask(.history(HistoryQuery())) {
            view["history"] = report.records.filter { record in
                if case .booted = record.event { false } else { true }
            }.map { "\($0.instant) \($0.event)" }.joined(separator: "\n")
        }
        return view
    }

    /// What a program has tried is not stored.
    private static func withoutTrials(_ reply: Reply) -> Reply {
        guard case .status(var status) = reply else { return reply }
        status.health = nil
        return .status(status)
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

    /// Parses durations such as "90m".
    private static func length(_ text: Substring) throws -> Duration {
        let count = try #require(Int(text.dropLast()))
        switch text.last {
        case "h": return .hours(count)
        case "m": return .minutes(count)
        default: return .seconds(count)
        }
    }
}
