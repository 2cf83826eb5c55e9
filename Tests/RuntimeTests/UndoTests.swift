import ClockCore
import ClockTime
import Control
import HAL
import LinuxHost
import SimulatedBoard
import Testing

@testable import Runtime

/// Each change that can be taken back, one at a time: afterwards the clock answers as before.
@Suite("The last change is taken back (product, X6)")
struct UndoTests {
    private static let alarm = "alarm add 07:00 daily --ramp 0s --category work --label Work"
    private static let pause = "alarm pause 2026-07-20 2026-08-02"

    /// The steps before a change, and the change, by the change's command.
    private static let changes: [String: [[String]]] = [
        "alarm.add": [[alarm], [alarm, "alarm add 09:30 2026-03-01"]],
        "alarm.edit": [
            [alarm, "alarm edit 1 07:45 --label Late"], [alarm, "alarm edit 1 --label A"],
        ],
        "alarm.remove": [[alarm, "alarm remove 1"]],
        "alarm.enable": [[alarm, "alarm disable 1", "alarm enable 1"]],
        "alarm.disable": [
            [alarm, "alarm disable 1"], [alarm, alarm, "alarm disable --category work"],
        ],
        "alarm.duplicate": [[alarm, "alarm duplicate 1"]],
        "alarm.skip": [[alarm, "alarm skip 1 3"], [alarm, "alarm skip 1 3", "alarm skip 1 off"]],
        "alarm.pause": [[alarm, pause], [alarm, pause, "alarm pause off"]],
        "alarm.hold-to-stop": [["alarm hold-to-stop on"]],
        "good-night.set": [["good-night set --noise 45m --breathing on"]],
        "free-days.set": [["free-days set 2026-12-25=Christmas 2026-12-26"]],
        "free-days.add": [["free-days set 2026-12-25", "free-days add 2026-12-26=Off"]],
        "free-days.remove": [["free-days set 2026-12-25", "free-days remove 2026-12-25"]],
        "free-days.clear": [["free-days set 2026-12-25", "free-days clear"]],
        "dnd.on": [["dnd on"], ["dnd on --until 07:00"]], "dnd.off": [["dnd on", "dnd off"]],
        "dnd.hours": [["dnd hours 22:00 07:00"]], "dnd.noise": [["dnd noise off"]],
        "noise.fade": [["noise fade --in 3s --out 9s"]],
        "mix.add": [["noise play pink", "mix add white --volume 20"]],
        "mix.set": [["noise play pink", "mix add white", "mix set white --volume 5"]],
        "mix.remove": [["noise play pink", "mix add white", "mix remove white"]],
        "mix.clear": [["noise play pink", "noise stop", "mix clear"]],
        "mix.save": [["noise play pink", "mix save Rain"]],
        "mix.rename": [["noise play pink", "mix save Rain", "mix rename Rain Sea"]],
        "mix.delete": [["noise play pink", "mix save Rain", "mix delete Rain"]],
        "sound.output": [["sound output set hw:CARD=Other"]],
        "display.mode": [["display mode face"]],
        "style.set": [["style set --seconds on --weight bold --night 22:00-07:00"]],
        "style.reset": [["style set --seconds on", "style reset"]],
        "preset.load": [["preset load Ice"]], "preset.save": [["preset save Cabin"]],
        "preset.remove": [["preset save Cabin", "preset remove Cabin"]],
        "keys.feedback": [["keys feedback chirp"]], "page.set": [["page set --welcomed on"]],
        "world.add": [["world add Europe/Berlin"]],
        "world.remove": [["world add Europe/Berlin", "world remove Berlin"]],
        "time.zone": [[alarm, "time zone Europe/Berlin"]],
        "nap.set": [["nap set --nap 31m --max 45m"]],
        "ring.set": [["ring set --grace 90m --ring 5m --snooze 7m --rings 4"]],
        "device.reading": [["device reading paired"]], "health.evening": [["health evening off"]],
        "alarm.schedule": [], "alarm.cancel": [], "lamp.set": [],
    ]

    @Test("Every command that can be taken back has its change here, and no other one")
    func complete() throws {
        for description in CommandBook.all where description.kind != .query {
            guard let command = try Self.command(description) else { continue }
            #expect(
                (command.undoing == .possible) == (Self.changes[description.name] != nil),
                "\(description.name): \(command.undoing)")
        }
    }

    /// Made from an example of its words.
    private static func command(_ description: CommandDescription) throws -> Command? {
        for example in description.examples {
            let words = try ClientWords.split(example)
            let named = NamedWord.all(in: words, of: .commands)
            let request = try? ClientWords.request(
                words.replacing(named, with: named.map(\.standIn)),
                zones: SourceZones(SystemZones(isWatched: false)))
            if let request { return request.command }
        }
        return nil
    }

    private static let all = CommandBook.names.flatMap { changes[$0] ?? [] }

    @Test("Each change", arguments: all)
    func change(steps: [String]) throws {
        let (bench, twin) = (try Self.bench(), try Self.bench())
        for words in steps.dropLast() {
            try Self.perform(words, on: bench)
            try Self.perform(words, on: twin)
        }
        let before = Self.view(of: bench)
        #expect(before == Self.view(of: twin))
        try Self.perform(steps.last ?? "", on: bench)
        #expect(Self.view(of: bench) != before, "it changes nothing")
        guard case .undone? = bench.ask(.undo) else {
            Issue.record("it was not taken back")
            return
        }
        #expect(bench.durability == .saved)
        let after = Self.view(of: bench)
        for (query, answer) in before where after[query] != answer {
            Issue.record("\(query): was \(answer), is \(after[query] ?? "")")
        }
        #expect(bench.ask(.undo) == .refused(.wrongState(.undo(.done))))
    }

    @Test("What cannot be taken back is said, and changes nothing")
    func refusals() throws {
        let bench = try Self.bench()
        #expect(bench.ask(.undo) == .refused(.wrongState(.undo(.nothing))))
        try Self.perform("alarm add 07:00 daily", on: bench)
        // What plays, and questions, are no changes.
        try Self.perform("noise play pink", on: bench)
        try Self.perform("alarm list", on: bench)
        try Self.perform("timer add 5m Tea", on: bench)
        guard case .undone(let report)? = bench.ask(.undo) else {
            Issue.record("it was not taken back")
            return
        }
        #expect(report.takenAway.map(\.alarm.id) == [AlarmID(1)])
        try Self.perform("alarm add 07:00 daily", on: bench)
        try Self.perform("timer remove 1", on: bench)
        #expect(bench.ask(.undo) == .refused(.wrongState(.undo(.final))))
        // A restart forgets.
        try Self.perform("alarm add 07:00 daily", on: bench)
        try bench.kill()
        bench.stepped.step()
        #expect(bench.ask(.undo) == .refused(.wrongState(.undo(.nothing))))
    }

    @Test("An alarm that rings, is snoozed or has switched itself off stays as it is")
    func rings() throws {
        let bench = try Self.bench()
        try Self.perform("alarm add 07:00", on: bench)
        bench.run(for: .minutes(61))
        #expect(bench.ask(.undo) == .refused(.wrongState(.somethingRings)))
        try Self.perform("alarm snooze", on: bench)
        #expect(bench.ask(.undo) == .refused(.wrongState(.somethingSnoozed)))
        bench.run(for: .minutes(10))
        #expect(bench.stepped.snapshot?.ring != nil)
        try Self.perform("alarm stop", on: bench)
        #expect(bench.ask(.undo) == .refused(.wrongState(.undo(.changedSince))))
    }

    @Test("A change that is taken back after a ring neither repeats nor loses a date")
    func dates() throws {
        let bench = try Self.bench()
        try Self.perform("alarm add 07:00 daily", on: bench)
        try Self.perform("alarm edit 1 --label Late", on: bench)
        bench.run(for: .minutes(61))
        try Self.perform("alarm stop", on: bench)
        guard case .undone(let report)? = bench.ask(.undo) else {
            Issue.record("it was not taken back")
            return
        }
        #expect(report.reverted.map(\.alarm.label) == [""])
        bench.run(for: .hours(2))
        #expect(bench.stepped.snapshot?.ring == nil)
        bench.run(for: .hours(21) + .minutes(59))
        #expect(bench.stepped.snapshot?.ring != nil)
    }

    @Test("A removed alarm that is put back rings at its next time")
    func putBack() throws {
        let bench = try Self.bench()
        try Self.perform("alarm add 07:00 daily", on: bench)
        try Self.perform("alarm remove 1", on: bench)
        bench.run(for: .minutes(30))
        guard case .undone(let report)? = bench.ask(.undo) else {
            Issue.record("it was not taken back")
            return
        }
        #expect(report.putBack.map(\.alarm.id) == [AlarmID(1)])
        #expect(report.nextAlarm?.alarm.id == AlarmID(1))
        bench.run(for: .minutes(31))
        #expect(bench.stepped.snapshot?.ring != nil)
    }

    @Test("A restore is taken back, with all alarms that it removed")
    func restore() throws {
        let (bench, other) = (try Self.bench(), try Self.bench())
        try Self.perform("alarm add 07:00 daily --label Work", on: bench)
        try Self.perform("style set --seconds on", on: bench)
        let before = Self.view(of: bench)
        guard case .backup(let backup)? = other.ask(.backup(.make())) else { return }
        var read = try BackupFile.backup(from: BackupFile.json(of: backup))
        read.zones = [.utc]
        bench.stepped.post(.backupRead(RequestID(9_999), read, isDryRun: false))
        bench.stepped.step()
        #expect(Self.view(of: bench) != before)
        guard case .undone? = bench.ask(.undo) else {
            Issue.record("it was not taken back")
            return
        }
        #expect(Self.view(of: bench) == before)
    }

    // MARK: - How

    private static func bench() throws -> Bench {
        try Bench(
            at: "2026-01-10T06:00:00Z", zones: SystemZones(isWatched: false), hasLight: false)
    }

    private static func perform(_ words: String, on bench: Bench) throws {
        let reply = try bench.ask(words: words)
        if case .refused(let error)? = reply { Issue.record("\(words): \(error)") }
        #expect(reply != nil, "\(words) has no answer")
    }

    /// What the clock reports of what a person chose.
    private static func view(of bench: Bench) -> [String: String] {
        let questions: [Command] = [
            .alarm(.list), .alarm(.pauses), .nap(.show), .settings(.ringRules), .time(.show),
            .settings(.keyFeedback), .settings(.page), .quiet(.freeDays), .quiet(.doNotDisturb),
            .mix(.list), .style(.show), .preset(.list), .display(.show), .world(.list),
            .goodNight(.show), .pairing(.devices),
        ]
        var view: [String: String] = [:]
        for question in questions {
            view["\(question)"] = bench.ask(question).map { "\(plain($0))" } ?? "no answer"
        }
        var store = StateStore(storage: bench.storage)
        if let state = store.load().state {
            view["settings"] = "\(state.settings)"
            view["mix"] = "\(state.noise.mix) \(state.noise.memory)"
        }
        return view
    }

    /// Without how often an alarm was edited, and since when its dates count.
    private static func plain(_ reply: Reply) -> Reply {
        switch reply {
        case .alarms(let reports, let pauses): return .alarms(reports.map(plain), pauses: pauses)
        case .goodNight(var report):
            report.next = report.next.map(plain)
            return .goodNight(report)
        default: return reply
        }
    }

    private static func plain(_ report: AlarmReport) -> AlarmReport {
        var report = report
        report.alarm.revision = 0
        report.alarm.armedAt = report.alarm.createdAt
        report.alarm.skipsAfter = nil
        return report
    }
}
