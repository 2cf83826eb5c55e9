import BoundedJSON
import ClockCore
import ClockTime
import Control
import HAL
import LinuxHost
import SimulatedBoard
import Synchronization
import TestKit
import Testing

@testable import Runtime

/// Backups of whole clocks, through the bytes of a file.
@Suite("Everything that a person chose, in one file (product, X6)")
struct BackupTests {
    /// What a person does to a clock; each line changes something that a backup has.
    private static let choices = [
        "alarm add 07:00 mon-fri --label Work --category work --message key --must-wake on",
        "alarm add 09:30 2026-03-01 --label Trip --sunrise 20m --icon train",
        "alarm add 08:00 --sound bell --zone Europe/Berlin --free-days on --snooze 5m",
        "alarm add 10:00 weekends", "alarm disable 4", "alarm skip 1 2", "alarm remove 4",
        "alarm pause 2026-07-20 2026-08-02", "alarm hold-to-stop on",
        "free-days set 2026-12-25=Christmas 2026-12-26", "noise play pink --volume 40",
        "mix add white --volume 20",
        "mix save Rain", "noise play brown", "noise fade --in 3s --out 9s", "noise stop",
        "sound output set hw:CARD=Other", "display mode face",
        "style set --seconds on --weight bold --night 22:00-07:00 --sleep 10m",
        "preset save Cabin", "keys feedback chirp", "page set --welcomed on",
        "world add Europe/Berlin --label Home", "time zone America/New_York",
        "timer add 5m Tea", "timer stop 1", "nap set --nap 31m --noise-after on",
        "ring set --grace 90m --ring 5m", "device reading paired", "health evening 20:15",
        "good-night set --noise 45m --breathing on", "dnd hours 22:00 07:00", "dnd noise off",
        "dnd on",
    ]

    private static func bench(at start: String = "2026-01-10T12:00:00Z") throws -> Bench {
        try Bench(
            at: start, zones: SystemZones(isWatched: false), history: MemoryRecordStorage(),
            hasLight: false)
    }

    /// A clock for which somebody has chosen everything.
    private static func chosen() throws -> Bench {
        let bench = try bench()
        for words in choices {
            let reply = try bench.ask(words: words)
            if case .refused(let error)? = reply { Issue.record("\(words): \(error)") }
        }
        return bench
    }

    private static func file(of bench: Bench) throws -> [UInt8] {
        guard case .backup(let backup)? = bench.ask(.backup(.make())) else { throw NoBackup() }
        return BackupFile.json(of: backup).line()
    }

    private struct NoBackup: Error {}

    /// Gives a file to a clock, as its host of files does.
    private static func restore(
        _ bytes: [UInt8], on bench: Bench, isDryRun: Bool = false
    ) -> [Event] {
        let (files, request) = (PassedFiles(), RequestID(77))
        _ = files.keep(PassedFile(-1) { _ in }, for: request)
        let access = MemoryPassedFiles()
        access.files.withLock { $0[-1] = bytes }
        let backups = BackupHost(
            access: access, zones: SystemZones(isWatched: false), files: files)
        var host = OwnFilesHost(sounds: nil, fonts: nil, backups: backups)
        let events = host.answer(.read(isDryRun: isDryRun), for: request)
        for event in events { bench.stepped.post(event) }
        bench.stepped.step()
        return events
    }

    private static func isTaken(_ events: [Event]) -> Bool {
        events.contains { if case .backupRead = $0 { true } else { false } }
    }

    /// The clock's answers to all queries that need no more than their names.
    private static func answers(of bench: Bench) throws -> [String: String] {
        // What happened, and who is paired, belongs to one clock.
        let own: Set<String> = ["history", "device.list", "backup", "diagnose"]
        var answers: [String: String] = [:]
        for name in CommandBook.all.filter({ $0.kind == .query }).map(\.name)
        where !own.contains(name) {
            let words = name.replacing(".", with: " ")
            guard let reply = try? bench.ask(words: words) else { continue }
            let line = ReplyLine.encode(id: "1", Answer(reply))
            answers[name] = String(decoding: line, as: UTF8.self)
        }
        return answers
    }

    @Test("A new clock with the backup of another one answers all queries as that one does")
    func roundTrip() throws {
        let (old, new) = (try Self.chosen(), try Self.bench())
        let file = try Self.file(of: old)
        let empty = try Self.answers(of: new)
        #expect(Self.isTaken(Self.restore(file, on: new)))
        let (wanted, found) = (try Self.answers(of: old), try Self.answers(of: new))
        #expect(wanted.count > 20)
        for (query, answer) in wanted where found[query] != answer {
            Issue.record("\(query): \(answer) \(found[query] ?? "no answer")")
        }
        #expect(wanted.filter { empty[$0.key] != $0.value }.count > 12)
        // And a backup of the new one has the same in it.
        #expect(try Self.file(of: new) == file)
        // It is saved.
        try new.kill()
        new.stepped.step()
        #expect(try Self.answers(of: new)["alarm.list"] == wanted["alarm.list"])
    }

    @Test("The clock's reply that has a backup is as good as its file, in lines or in one")
    func forms() throws {
        let bench = try Self.chosen()
        guard case .backup(let backup)? = bench.ask(.backup(.make())) else { throw NoBackup() }
        let reply = ReplyLine.encode(id: "1", Answer(.backup(backup)))
        let lines = Array((BackupFile.json(of: backup).lines() + "\n").utf8)
        let wanted = try BackupFile.backup(from: try Self.file(of: bench))
        #expect(try BackupFile.backup(from: reply) == wanted)
        #expect(try BackupFile.backup(from: lines) == wanted)
    }

    @Test("A thousand damaged backups are refused, and change nothing")
    func damaged() throws {
        let bench = try Self.chosen()
        let whole = try Self.file(of: bench)
        // It would change something.
        _ = try bench.ask(words: "alarm remove 2")
        let before = try Self.answers(of: bench)
        let stored = StateStore.payloads(in: bench.storage)
        var random = SeededGenerator(seed: 20_260_110)
        for round in 0..<1_000 {
            var bytes = whole
            switch round % 5 {
            case 0: bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 1 << UInt8(round % 8)
            case 1: bytes.removeLast(Int.random(in: 2..<bytes.count, using: &random))
            case 2:
                let start = Int.random(in: 0..<bytes.count - 1, using: &random)
                let length = min(
                    bytes.count - start - 1, Int.random(in: 1...64, using: &random))
                bytes.removeSubrange(start..<start + length)
            case 3:
                let digits = bytes.indices.filter { (0x30...0x39).contains(bytes[$0]) }
                let place = digits[Int.random(in: 0..<digits.count, using: &random)]
                bytes[place] = 0x30 + (bytes[place] - 0x30 + 1) % 10
            default:
                let start = Int.random(in: 0..<bytes.count - 1, using: &random)
                bytes.insert(contentsOf: bytes[start..<min(bytes.count - 1, start + 9)], at: start)
            }
            let events = Self.restore(bytes, on: bench)
            guard Self.isTaken(events) else { continue }
            // Only blanks and spellings may differ: then it is no other backup.
            #expect(
                try BackupFile.json(of: BackupFile.backup(from: bytes)).line() == whole,
                "round \(round)")
            Issue.record("round \(round) damaged nothing; choose another seed")
        }
        #expect(try Self.answers(of: bench) == before)
        #expect(StateStore.payloads(in: bench.storage) == stored)
    }

    @Test("What somebody wrote into a backup is refused by its place, though the checksum is right")
    func wrong() throws {
        let bench = try Self.chosen()
        let whole = try Self.file(of: bench)
        let cases: [(path: [String], value: JSONValue, words: String)] = [
            (["version"], 2, "newer clock"), (["format"], "other", "no backup"),
            (["counts", "alarms"], 7, "counts"),
            (["state", "settings", "holdToStop"], "yes", "state.settings.holdToStop"),
            (["state", "zone"], "Mars/Olympus", "Mars/Olympus"),
            (["state", "nextAlarmNumber"], -3, "nextAlarmNumber"),
            (["state", "alarms"], 5, "counts"), (["state"], 5, "state"),
        ]
        for (path, value, words) in cases {
            let bytes = try Self.signed(Self.setting(path[...], to: value, in: whole))
            let events = Self.restore(bytes, on: bench)
            guard case .answered(_, .refused(let error))? = events.first else {
                Issue.record("\(path) was taken")
                continue
            }
            let line = ReplyLine.encode(id: "1", Answer(.refused(error)))
            let text = String(decoding: line, as: UTF8.self)
            #expect(text.contains(words), "\(path): \(text)")
        }
        let long = String(repeating: "x", count: 500)
        guard case .object(let file) = try JSONValue.parse(whole, limit: BackupFile.limit),
            case .object(var state)? = file["state"], case .list(var alarms)? = state["alarms"],
            case .object(var alarm) = alarms[0]
        else { throw NoBackup() }
        alarm["label"] = .string(long)
        alarms[0] = .object(alarm)
        state["alarms"] = .list(alarms)
        let bytes = try Self.signed(Self.setting(["state"], to: .object(state), in: whole))
        #expect(!Self.isTaken(Self.restore(bytes, on: bench)))
    }

    private static func setting(
        _ path: ArraySlice<String>, to value: JSONValue, in bytes: [UInt8]
    ) throws -> JSONValue {
        func set(_ path: ArraySlice<String>, in old: JSONValue) -> JSONValue {
            guard let name = path.first, case .object(var object) = old else { return value }
            object[name] = set(path.dropFirst(), in: object[name] ?? .null)
            return .object(object)
        }
        return set(path, in: try JSONValue.parse(bytes, limit: BackupFile.limit))
    }

    /// With a right checksum.
    private static func signed(_ value: JSONValue) throws -> [UInt8] {
        guard case .object(var object) = value else { throw NoBackup() }
        object["checksum"] = nil
        var sum = CRC32C()
        sum.update(JSONValue.object(object).line()[...])
        let digits = String(sum.value, radix: 16)
        object["checksum"] = .string(String(repeating: "0", count: 8 - digits.count) + digits)
        return JSONValue.object(object).line()
    }

    // MARK: - Secrets

    @Test("Tokens, passwords and Wi-Fi words are in no file, and labels only in a backup")
    func secrets() throws {
        let bench = try Self.bench()
        // A newer version of the clock has left these.
        var store = StateStore(storage: bench.storage)
        bench.stepped.step()
        var state = try #require(store.load().state)
        state = try Self.planting(["wifi": "hunter2-wifi", "password": "hunter2-root"], in: state)
        #expect(store.save(state) == nil)
        try bench.kill()
        bench.stepped.step()
        for words in Self.choices { _ = try bench.ask(words: words) }
        _ = try bench.ask(words: "alarm edit 1 --label Zanzibar --message Xanadu")
        _ = try bench.ask(words: "timer add 7m Quixote")
        _ = try bench.ask(words: "display text Rumpelstilzchen")
        bench.ask(.pairing(.begin(isPresent: true)))
        guard case .pairing(let pairing)? = bench.ask(.pairing(.begin(isPresent: true))),
            let code = pairing.code,
            case .paired(let paired)? = bench.ask(.pairing(.confirm(code: code, name: "Nautilus")))
        else { throw NoBackup() }
        bench.stepped.step()
        let fingerprint = try #require(store.reloaded().settings.pairing.devices.first).fingerprint
        let backup = String(decoding: try Self.file(of: bench), as: UTF8.self)
        guard case .diagnosis(let diagnosis)? = bench.ask(.backup(.diagnose)) else {
            throw NoBackup()
        }
        let report = diagnosis.json.text
        let secrets = [
            "hunter2", paired.token, fingerprint, code, "Nautilus", "Rumpelstilzchen",
        ]
        for secret in secrets {
            #expect(!backup.contains(secret), "\(secret) is in the backup")
            #expect(!report.contains(secret), "\(secret) is in the report")
        }
        let words = [
            "Zanzibar", "Xanadu", "Quixote", "Rain", "Cabin", "Christmas", "Home", "Trip",
        ]
        for word in words { #expect(!report.contains(word), "\(word) is in the report") }
        for word in words {
            #expect(backup.contains(word), "\(word) is not in the backup")
        }
        // It is worth reading.
        for word in ["\"history\"", "\"health\"", "\"alarms\"", "\"equipment\"", "07:00"] {
            #expect(report.contains(word), "\(word) is not in the report")
        }
    }

    /// The state with fields that this version does not know, at several places.
    private static func planting(
        _ fields: [String: JSONValue], in state: PersistentState
    ) throws -> PersistentState {
        var object = state.payload
        guard case .object(var settings)? = object["settings"] else { throw NoBackup() }
        var pairing: [String: JSONValue] = [:]
        if case .object(let known)? = settings["pairing"] { pairing = known }
        settings["pairing"] = .object(pairing.merging(fields) { $1 })
        object["settings"] = .object(settings.merging(fields) { $1 })
        return try #require(PersistentState(payload: .object(object.merging(fields) { $1 })))
    }

    @Test("A restore leaves paired devices paired, and no file can pair one")
    func pairing() throws {
        let bench = try Self.bench()
        bench.ask(.pairing(.begin(isPresent: true)))
        guard case .pairing(let pairing)? = bench.ask(.pairing(.begin(isPresent: true))),
            let code = pairing.code
        else { throw NoBackup() }
        bench.ask(.pairing(.confirm(code: code, name: "Phone")))
        let before = bench.ask(.pairing(.devices))
        let other: JSONValue = ["id": 9, "name": "Thief", "fingerprint": "00"]
        let bytes = try Self.signed(
            Self.setting(
                ["state", "settings", "pairing", "devices"], to: .list([other]),
                in: try Self.file(of: try Self.bench())))
        #expect(Self.isTaken(Self.restore(bytes, on: bench)))
        #expect(bench.ask(.pairing(.devices)) == before)
    }
}

extension StateStore {
    /// What the slots have, byte for byte.
    fileprivate static func payloads(in storage: any SlotStorage) -> [[UInt8]] {
        StorageSlot.allCases.map { slot in
            (try? storage.read(slot, from: 0, count: storage.slotSize)) ?? []
        }
    }

    fileprivate func reloaded() throws -> PersistentState {
        var again = StateStore(storage: storage)
        return try #require(again.load().state)
    }
}
