import BoundedJSON
import ClockCore
import ClockTime
import Foundation
import HAL
import SimulatedBoard
import Testing

@testable import Runtime

@Suite(
    "A state of tomorrow: written by a newer program, lived with by this one, and read there again")
struct TomorrowTests {
    /// A state of this program with two alarms, a named timer and a mix that was playing.
    private static func today() throws -> [String: Any] {
        let storage = MemorySlotStorage()
        let bench = try Bench(at: "2026-01-14T05:00:00Z", storage: storage)
        for words in [
            "alarm add 07:00 daily --label Work", "alarm add 08:00 daily --label Late",
            "timer add 5m Tea", "timer add 6m Egg", "noise play pink --volume 30", "noise stop",
        ] {
            _ = try bench.ask(words: words)
            bench.run(for: .seconds(1))
        }
        for timer in [1, 2] { bench.ask(.timer(.operate(.stop, TimerID(timer), run: nil))) }
        bench.run(for: .seconds(5))
        return try newest(storage).fields
    }

    private static func newest(
        _ storage: MemorySlotStorage
    ) throws -> (fields: [String: Any], sequence: UInt64) {
        let records = StorageSlot.allCases.compactMap { slot in
            (try? storage.read(slot)).flatMap { try? SlotRecord(parsing: $0) }
        }
        let record = try #require(records.max { $0.sequence < $1.sequence })
        let value = try JSONSerialization.jsonObject(with: Data(record.payload))
        return (try #require(value as? [String: Any]), record.sequence)
    }

    private static func put(
        _ fields: [String: Any], in storage: MemorySlotStorage, _ slot: StorageSlot = .a,
        sequence: UInt64 = 90
    ) throws {
        let payload = try JSONSerialization.data(withJSONObject: fields)
        storage.replace(slot, with: SlotRecord(sequence: sequence, payload: Array(payload)).bytes)
    }

    /// Sets the value at a path of keys and indexes.
    private static func set(_ value: Any, at path: [Any], in whole: Any) -> Any {
        guard let step = path.first else { return value }
        let rest = Array(path.dropFirst())
        if let place = step as? Int, var list = whole as? [Any] {
            if place == list.count {
                list.append(set(value, at: rest, in: [String: Any]()))
            } else {
                list[place] = set(value, at: rest, in: list[place])
            }
            return list
        }
        var fields = whole as? [String: Any] ?? [:]
        let name = step as? String ?? ""
        fields[name] = set(value, at: rest, in: fields[name] ?? [String: Any]())
        return fields
    }

    /// What a future program may have written: new fields at each level, and values of known fields that this program
    /// cannot read.
    private static var changes: [(path: [Any], value: Any)] {
        [
            (["schema"], 5), (["dreams"], ["flying", ["deep": [1, 2.5, -3]]]),
            (["trust"], "certain"), (["savedAt", "leap"], 37),
            (["settings", "style", "hourFormat"], "decimal"),
            (["settings", "style", "glow"], ["warm": 3]),
            (["settings", "nap", "breath"], true), (["settings", "nap", "napSeconds"], "short"),
            (["settings", "doNotDisturb", "cinema"], ["until": "late"]),
            (["settings", "graceSeconds"], ["from": 1, "to": 2]),
            (["noise", "volume"], "loud"), (["noise", "space"], "hall"),
            (["alarms", 0, "vibration"], "morse"), (["alarms", 0, "ringSeconds"], 1e9),
            (["alarms", 0, "snooze", "shrinks"], true), (["alarms", 0, "sunset"], ["minutes": 5]),
            (["alarms", 1, "schedule", "kind"], "tides"), (["alarms", 1, "moon"], "full"),
            (["countdowns", "timers", 0, "colour"], "red"),
            (["countdowns", "timers", 1, "state"], "breathing"),
            (["countdowns", "stopwatch"], ["laps": [1, 2]]),
        ]
    }

    private static func tomorrow() throws -> [String: Any] {
        var whole: Any = try today()
        for (path, value) in changes { whole = set(value, at: path, in: whole) }
        return try #require(whole as? [String: Any])
    }

    private func value(at path: [Any], in whole: Any) -> Any? {
        guard let step = path.first else { return whole }
        let rest = Array(path.dropFirst())
        if let place = step as? Int {
            guard let list = whole as? [Any], list.indices.contains(place) else { return nil }
            return value(at: rest, in: list[place])
        }
        return (whole as? [String: Any])?[step as? String ?? ""].flatMap { value(at: rest, in: $0) }
    }

    private func isSame(_ one: Any?, _ other: Any?) -> Bool {
        (one as? NSObject) == (other as? NSObject)
    }

    @Test("Alarms ring, what is changed is changed, and all else is there when the newer one reads")
    func wholeLoop() throws {
        let tomorrow = try TomorrowTests.tomorrow()
        let storage = MemorySlotStorage()
        try TomorrowTests.put(tomorrow, in: storage)
        let bench = try Bench(at: "2026-01-14T06:00:00Z", storage: storage)
        bench.run(for: .seconds(5))
        var label = AlarmChanges()
        label.label = "Early"
        guard case .alarm = bench.ask(.alarm(.edit(AlarmID(1), label))) else {
            Issue.record("the alarm could not be edited")
            return
        }
        bench.ask(.settings(.setHoldToStop(true)))
        bench.run(for: .minutes(61))
        // In spite of a vibration and a duration that this program does not know.
        #expect(bench.lines(.of(.alarm, .fired)).map(\.alarm) == [AlarmID(1)])
        bench.ask(.ring(.stop(.current)))
        // Also across restarts of this program.
        try bench.cutPower(for: .minutes(1))
        bench.run(for: .seconds(5))
        let (saved, sequence) = try TomorrowTests.newest(storage)
        #expect(sequence > 90)
        #expect(value(at: ["alarms", 0, "label"], in: saved) as? String == "Early")
        #expect(value(at: ["settings", "holdToStop"], in: saved) as? Bool == true)
        #expect(value(at: ["schema"], in: saved) as? Int == PersistentState.currentSchema)
        for (path, wanted) in TomorrowTests.changes {
            // The schema number and the trust in the clock are this program's own.
            guard path.first as? String != "schema", path.first as? String != "trust" else {
                continue
            }
            var path = path
            if path.first as? String == "alarms", path[1] as? Int == 1 {
                path.replaceSubrange(0...1, with: ["keptAlarms", 0])
            }
            #expect(isSame(value(at: path, in: saved), wanted), "\(path) in \(saved)")
        }
        #expect(value(at: ["keptAlarms", 0, "label"], in: saved) as? String == "Late")
        #expect(value(at: ["countdowns", "timers", 1, "name"], in: saved) as? String == "Egg")
    }

    @Test("What this one cannot use is said, once for all, and the state is not lost")
    func health() throws {
        let storage = MemorySlotStorage()
        let tomorrow = try TomorrowTests.tomorrow()
        try TomorrowTests.put(tomorrow, in: storage)
        try TomorrowTests.put(tomorrow, in: storage, .b, sequence: 89)
        var store = StateStore(storage: storage)
        let loaded = store.load()
        let problem = try #require(loaded.problem)
        #expect(
            problem.hasPrefix("a newer version of the clock saved what this one doesn't know: "))
        #expect(problem.hasSuffix(" more. It is kept"), "\(problem)")
        #expect(!problem.contains("lost"))
        let alarm = try #require(loaded.state?.alarms.first)
        #expect(loaded.state?.alarms.count == 1 && alarm.label == "Work")
        #expect(alarm.vibration == nil && alarm.ringLength == AlarmDefaults.ringLength)
        #expect(loaded.state?.settings.style.hourFormat == .twentyFour)
    }

    @Test("A field that somebody sets here has that value when the newer one comes back")
    func changedHere() throws {
        let storage = MemorySlotStorage()
        try TomorrowTests.put(try TomorrowTests.tomorrow(), in: storage)
        let bench = try Bench(at: "2026-01-14T06:00:00Z", storage: storage)
        bench.ask(.style(.set([.set(\.hourFormat, .twelve)])))
        var changes = AlarmChanges()
        changes.vibration = .steady
        bench.ask(.alarm(.edit(AlarmID(1), changes)))
        bench.run(for: .seconds(5))
        let saved = try TomorrowTests.newest(storage).fields
        #expect(value(at: ["settings", "style", "hourFormat"], in: saved) as? Int == 12)
        #expect(isSame(value(at: ["settings", "style", "glow"], in: saved), ["warm": 3]))
        #expect(value(at: ["alarms", 0, "vibration", "name"], in: saved) as? String == "steady")
        bench.ask(.alarm(.remove(AlarmID(1))))
        bench.run(for: .seconds(5))
        let alarms = try TomorrowTests.newest(storage).fields["alarms"] as? [Any]
        #expect(alarms?.isEmpty == true)
    }

    @Test(
        "What the same program wrote is written again byte for byte, and nothing is carried along")
    func ownState() throws {
        let today = try JSONSerialization.data(withJSONObject: try TomorrowTests.today())
        let found = try JSONValue.parse(Array(today), limit: today.count, isOneLine: false)
        let payload = try #require(StoredState(found)).payload
        let again = try #require(StoredState(payload))
        #expect(again.payload == payload)
        #expect(again.state.foreign.isEmpty && again.state.lostAlarms == 0)
        #expect(again.state.unreadablePaths.isEmpty)
    }

    // MARK: - What cannot be read at all

    /// The same record, written so that this program cannot read any of it.
    private func unreadable(_ fields: [String: Any]) -> [String: Any] {
        var fields = fields
        fields["schema"] = 9
        fields["alarms"] = ["by": "another form"]
        return fields
    }

    @Test("It is kept and told of, over restarts, and taken up with what was wished meanwhile")
    func takenUp() throws {
        let today = try TomorrowTests.today()
        let storage = MemorySlotStorage()
        try TomorrowTests.put(unreadable(today), in: storage, .b, sequence: 90)
        let bench = try Bench(at: "2026-01-15T06:00:00Z", storage: storage)
        #expect(
            bench.lines(.healthChanged).contains {
                $0.problem?.hasSuffix("state.b keeps what a newer version of the clock saved")
                    == true
            })
        bench.run(for: .seconds(1))
        _ = try bench.ask(words: "alarm add 06:30 daily --label Meanwhile")
        bench.run(for: .minutes(20))
        try bench.cutPower(for: .minutes(1))
        bench.run(for: .seconds(5))
        #expect(bench.ask(.alarm(.list)).map(TomorrowTests.labels) == ["Meanwhile"])
        #expect(try TomorrowTests.newest(storage).sequence > 91)
        // The newer program is back and can read that same record.
        try TomorrowTests.put(today, in: storage, .b, sequence: 90)
        try bench.cutPower(for: .minutes(1))
        bench.run(for: .seconds(5))
        #expect(
            bench.ask(.alarm(.list)).map(TomorrowTests.labels) == ["Work", "Late", "Meanwhile"])
        #expect(bench.ask(.timer(.list)).map(TomorrowTests.names) == ["Tea", "Egg"])
        // Permanently, and only once.
        try bench.cutPower(for: .minutes(1))
        bench.run(for: .seconds(5))
        #expect(
            bench.ask(.alarm(.list)).map(TomorrowTests.labels) == ["Work", "Late", "Meanwhile"])
        #expect(try TomorrowTests.newest(storage).fields["startedBeside"] == nil)
    }

    @Test("A cut in the midst of the first save after that loses neither", arguments: [0, 20, 200])
    func tornTakeUp(bytes: Int) throws {
        let today = try TomorrowTests.today()
        let storage = MemorySlotStorage()
        try TomorrowTests.put(unreadable(today), in: storage, .b, sequence: 90)
        var older = StateStore(storage: storage)
        #expect(older.load().state == nil)
        let payload = try JSONSerialization.data(withJSONObject: today)
        var state = try #require(PersistentState(payload: .parse(payload, limit: 1 << 20)))
        state.alarms[0] = state.alarms[0].labelled("Meanwhile")
        #expect(older.save(state) == nil)
        try TomorrowTests.put(today, in: storage, .b, sequence: 90)
        var newer = StateStore(storage: storage)
        let taken = try #require(newer.load().state)
        storage.failWrites(.tear(afterBytes: bytes))
        #expect(newer.save(taken) != nil)
        var again = StateStore(storage: storage)
        #expect(again.load().state?.alarms == taken.alarms)
    }

    private static func labels(_ reply: Reply) -> [String] {
        guard case .alarms(let reports, _) = reply else { return [] }
        return reports.map(\.alarm.label)
    }

    private static func names(_ reply: Reply) -> [String] {
        guard case .timers(let reports) = reply else { return [] }
        return reports.compactMap(\.name)
    }
}

extension Alarm {
    /// The alarm after one more edit.
    fileprivate func labelled(_ label: String) -> Alarm {
        var alarm = self
        alarm.label = label
        return alarm
    }
}
