import ClockCore
import ClockTime
import Control
import Foundation
import Testing

@testable import DeviceSetup
@testable import noiseclock

/// A clock that stores the alarms that it receives.
private final class TalkingClock {
    var alarms: [(schedule: Schedule, label: String)] = []
    var zone: String?
    var refuses = false
    var isSilent = false

    func answer(
        _ request: OutgoingRequest, _ key: String
    ) throws(ConnectionFailure) -> ReplyLine.Outcome {
        guard !isSilent else { throw ConnectionFailure(.noClock, "no clock listens") }
        let line = RequestLine.encode(request, id: "1")
        let zones = ZoneDatabase(environment: [:])
        guard case .request(let request)? = try? RequestLine.decode(line, zones: zones) else {
            return .refused(Refusal(code: "malformed", message: "this is no request"))
        }
        switch request.command {
        case .alarm(.add(let schedule, let changes)):
            if refuses { return .refused(Refusal(code: "full", message: "there is no room")) }
            alarms.append((schedule, changes.label ?? ""))
        case .time(.setZone(let zone)): self.zone = zone.name
        default: break
        }
        let reports = alarms.enumerated().map { number, kept in
            var alarm = Alarm(
                id: AlarmID(number + 1), schedule: kept.schedule, createdAt: Instant(seconds: 0))
            alarm.label = kept.label
            return AlarmReport(
                alarm: alarm, next: nil, nextCivil: nil, untilNext: nil, state: .scheduled)
        }
        return .answer(Answer(.alarms(reports)))
    }
}

/// The kernel's files until the power is cut; from then on nothing is written.
private struct CutStorage: SetupStorage {
    final class Power {
        var left: Int
        init(_ left: Int) { self.left = left }
    }

    let power: Power
    private let files = KernelSetupStorage()

    init(_ power: Power) { self.power = power }

    private func use() throws(SetupFailure) {
        guard power.left > 0 else { throw SetupFailure("the power is cut") }
        power.left -= 1
    }

    func bytes(at path: String, limit: Int) -> [UInt8]? { files.bytes(at: path, limit: limit) }
    func names(in folder: String) -> [String] { files.names(in: folder) }

    func replace(_ path: String, with bytes: [UInt8], mode: UInt32) throws(SetupFailure) {
        try use()
        try files.replace(path, with: bytes, mode: mode)
    }

    func link(_ path: String, to target: String) throws(SetupFailure) {
        try use()
        try files.link(path, to: target)
    }

    func remove(_ path: String) throws(SetupFailure) {
        try use()
        try files.remove(path)
    }
}

/// A folder with a card and a system, deleted with the value.
private final class Bench {
    let folder = FileManager.default.temporaryDirectory.appending(path: "setup-\(UUID())").path
    let clock = TalkingClock()
    var card: String { folder + "/card" }

    init() throws {
        for name in ["card", "system/usr/share/noiseclock/boards", "system/var/lib/system-state"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/\(name)", withIntermediateDirectories: true)
        }
        try put("system/usr/share/noiseclock/boards/small.json", "{\"a\":1}\n")
        try put("system/var/lib/system-state/hostname", "noiseclock-1a2b\n")
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    func put(_ path: String, _ text: String) throws {
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(path)"))
    }

    /// Nil if there is no such file.
    func text(_ path: String) -> String? {
        (try? Data(contentsOf: URL(filePath: "\(folder)/\(path)"))).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    func run<Storage: SetupStorage>(_ storage: Storage) -> SetupRun<Storage> {
        SetupRun(
            storage: storage, card: card, system: folder + "/system",
            now: Instant(seconds: 1_800_000_000), zones: ZoneDatabase(environment: [:])
        ) { [clock] command, key throws(ConnectionFailure) in try clock.answer(command, key) }
    }

    @discardableResult
    func apply() throws -> ResultText? {
        var run = run(KernelSetupStorage())
        return try run.apply()
    }

    var isPending: Bool { run(KernelSetupStorage()).isPending }

    /// The text of each file below a folder, by path.
    func files(below name: String) throws -> [String: String] {
        var found: [String: String] = [:]
        let root = "\(folder)/\(name)"
        for path in try FileManager.default.subpathsOfDirectory(atPath: root) {
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(root)/\(path)")
            switch attributes[.type] as? FileAttributeType {
            case .typeSymbolicLink?:
                found[path] = try FileManager.default.destinationOfSymbolicLink(
                    atPath: "\(root)/\(path)")
            case .typeRegular?: found[path] = text("\(name)/\(path)")
            default: break
            }
        }
        return found
    }

    static let file = """
        {
          "wifi": { "ssid": "Home", "password": "open sesame" },
          "zone": "Europe/Berlin", "country": "DE", "hostname": "bedside", "board": "small",
          "alarms": [ "07:30 mon-fri --label Work", "09:30 sat" ],
          "ssh": "\(SampleKeys.elliptic) me"
        }

        """
    static let script = """
        /x/imager_custom set_wlan 'Office' 'imagers secret' 'DE'
        /usr/lib/userconf-pi/userconf 'me' '$5$hash'

        """

    func putAll() throws {
        try put("card/noiseclock.json", Bench.file)
        try put("card/firstrun.sh", Bench.script)
    }
}

@Suite("A setup on a card and a system")
struct SetupRunTests {
    @Test("All of it is put where it belongs, told to the clock, and written down")
    func appliesAll() throws {
        let bench = try Bench()
        try bench.putAll()
        #expect(bench.isPending)
        try bench.apply()
        var files = try bench.files(below: "system/var/lib")
        #expect(files.removeValue(forKey: "system-state/setup-applied") != nil)
        #expect(
            files == [
                "iwd/Home.psk": "[Security]\nPassphrase=open sesame\n",
                "iwd/Office.psk": "[Security]\nPassphrase=imagers secret\n",
                "system-state/country": "DE\n",
                "system-state/localtime": "/usr/share/zoneinfo/Europe/Berlin",
                "system-state/hostname": "bedside\n",
                "system-state/authorized_keys": "\(SampleKeys.elliptic) me\n",
                "system-state/board.json": "{\"a\":1}\n",
                "system-state/setup-steps": "country DE\nhostname bedside\nboard\n",
            ])
        #expect(bench.clock.zone == "Europe/Berlin")
        #expect(bench.clock.alarms.map(\.label) == ["Work", ""])
        let result = try #require(bench.text("card/noiseclock-result.txt"))
        for line in [
            "Written: 2027-01-15 08:00", "  - Wi-Fi network \"Home\"\r\n",
            "  - alarm 09:30 sat\r\n",
            "  - SSH key ssh-ed25519 me\r\n", "Name: bedside.local\r\n", "Address: not known yet",
        ] {
            #expect(result.contains(line), "\(line) is not in:\n\(result)")
        }
        #expect(!result.contains("Not taken"))
    }

    @Test("An overlay that the card lacks, and a parameter that it lacks, stand in the result")
    func overlays() throws {
        let bench = try Bench()
        try FileManager.default.createDirectory(
            atPath: bench.card + "/overlays", withIntermediateDirectories: true)
        try bench.put("card/overlays/i2c-400k.dtbo", "tree")
        try bench.put("card/overlays/gpio-ir.dtbo", "tree\0gpio_pin\0")
        let overlays = #"["i2c-400k", "gpio-ir,gpio_pin=5,gpio_pni=6", "away"]"#
        let board = #"{"version": 1, "display": {"driver": "none"}, "overlays": \#(overlays)}"#
        try bench.put("system/usr/share/noiseclock/boards/small.json", board)
        for text in [board, "\"small\""] {
            try bench.put("card/noiseclock.json", "{\"board\": \(text)}")
            try bench.apply()
            let result = try #require(bench.text("card/noiseclock-result.txt"))
            for line in [
                "Not taken:\r\n",
                "  - noiseclock.json, board: the overlay \"gpio-ir\" has no parameter \"gpio_pni\"",
                "  - noiseclock.json, board: the overlay \"away\" is not on the card, so what it is for does"
                    + " not work; there are gpio-ir, i2c-400k\r\n",
            ] {
                #expect(result.contains(line), "\(line) is not in:\n\(result)")
            }
            #expect(result.components(separatedBy: "the overlay").count == 3)
        }
    }

    @Test("No file of the card holds a password afterwards, and the script is gone")
    func secrets() throws {
        let bench = try Bench()
        try bench.putAll()
        try bench.apply()
        let files = try bench.files(below: "card")
        #expect(Set(files.keys) == ["noiseclock.json", "noiseclock-result.txt"])
        for (name, text) in files {
            for secret in ["open sesame", "imagers secret", "$5$hash"] {
                #expect(!text.contains(secret), "\(name) holds \(secret)")
            }
        }
        for (path, mode) in [("iwd/Home.psk", 0o600), ("system-state/authorized_keys", 0o600)] {
            let file = "\(bench.folder)/system/var/lib/\(path)"
            let attributes = try FileManager.default.attributesOfItem(atPath: file)
            #expect(attributes[.posixPermissions] as? Int == mode)
        }
    }

    @Test("The second start does nothing, and a changed file is taken without setting alarms twice")
    func twice() throws {
        let bench = try Bench()
        try bench.putAll()
        try bench.apply()
        #expect(!bench.isPending)
        let before = try bench.files(below: "")
        #expect(try bench.apply() == nil)
        #expect(try bench.files(below: "") == before)
        #expect(bench.clock.alarms.count == 2)

        // Somebody removes one of them and adds another to the file.
        bench.clock.alarms.removeFirst()
        let edited = try #require(bench.text("card/noiseclock.json")).replacingOccurrences(
            of: "\"09:30 sat\"", with: "\"09:30 sat\", \"10:00 sun\"")
        try bench.put("card/noiseclock.json", edited)
        #expect(bench.isPending)
        try bench.apply()
        #expect(bench.clock.alarms.count == 2)
        #expect(bench.text("system/var/lib/iwd/Home.psk")?.contains("open sesame") == true)
        #expect(
            bench.text("card/noiseclock-result.txt")?.contains(
                "07:30 mon-fri --label Work (set earlier)") == true)
        #expect(!bench.isPending)
    }

    @Test("Wherever the power is cut, the next start completes it, with each alarm once")
    func powerCuts() throws {
        var whole: [String: String]?
        for writes in 0..<40 {
            let bench = try Bench()
            try bench.putAll()
            let power = CutStorage.Power(writes)
            var cut = bench.run(CutStorage(power))
            _ = try? cut.apply()
            let isComplete = power.left > 0
            try bench.apply()
            #expect(!bench.isPending, "after \(writes) writes")
            #expect(bench.clock.alarms.count == 2, "after \(writes) writes")
            var files = try bench.files(below: "")
            // The result differs, because it says what had been done before.
            files["card/noiseclock-result.txt"] = nil
            #expect(files.keys.filter { $0.hasSuffix(".new") } == [])
            if let whole { #expect(files == whole, "after \(writes) writes") }
            whole = files
            if isComplete {
                #expect(writes > 12)
                return
            }
        }
        Issue.record("it never came to its end")
    }

    @Test("No password leaves the card before it is on the system")
    func order() throws {
        for writes in 0..<20 {
            let bench = try Bench()
            try bench.putAll()
            var cut = bench.run(CutStorage(CutStorage.Power(writes)))
            _ = try? cut.apply()
            if bench.text("card/noiseclock.json")?.contains("open sesame") != true {
                #expect(bench.text("system/var/lib/iwd/Home.psk")?.contains("open sesame") == true)
            }
            if bench.text("card/firstrun.sh") == nil {
                #expect(bench.text("system/var/lib/iwd/Office.psk") != nil)
            }
        }
    }

    @Test(
        "A clock that does not answer is asked again at the next start; the network is there at once"
    )
    func silentClock() throws {
        let bench = try Bench()
        try bench.putAll()
        bench.clock.isSilent = true
        try bench.apply()
        #expect(bench.text("system/var/lib/iwd/Home.psk") != nil)
        #expect(bench.isPending)
        #expect(
            bench.text("card/noiseclock-result.txt")?.contains("tried again at the next start")
                == true)
        #expect(bench.text("card/noiseclock.json") == Bench.file)
        bench.clock.isSilent = false
        try bench.apply()
        #expect(bench.clock.alarms.count == 2)
        #expect(!bench.isPending)
    }

    @Test("What the clock refuses is told with its place, and not tried again")
    func refusal() throws {
        let bench = try Bench()
        try bench.put("card/noiseclock.json", "{\n\"alarms\": [\n\"09:30 sat\"]}")
        bench.clock.refuses = true
        try bench.apply()
        let result = try #require(bench.text("card/noiseclock-result.txt"))
        #expect(result.contains("  - noiseclock.json, line 3, alarms[0]: there is no room\r\n"))
        #expect(!bench.isPending)
    }

    @Test("A file that is no JSON changes nothing, and is told once")
    func noJSON() throws {
        let bench = try Bench()
        try bench.put("card/noiseclock.json", "{\n\"zone\": \"Europe/Berlin\",\n}\n")
        try bench.apply()
        #expect(
            bench.text("card/noiseclock-result.txt")?.contains("noiseclock.json, line 3") == true)
        #expect(bench.text("card/noiseclock.json") == "{\n\"zone\": \"Europe/Berlin\",\n}\n")
        #expect(!bench.isPending)
    }

    @Test("A card without such files is left alone")
    func nothing() throws {
        let bench = try Bench()
        #expect(!bench.isPending)
        #expect(try bench.apply() == nil)
        #expect(try bench.files(below: "card").isEmpty)
    }

    @Test("Addresses come into their line, and another text is refused")
    func addresses() throws {
        let bench = try Bench()
        try bench.put("card/noiseclock.json", "{\"hostname\":\"bedside\"}")
        try bench.apply()
        let client = Client(environment: [:], uid: 0)
        let words = ["setup", "addresses", bench.card, "192.0.2.7", "2001:db8::7"]
        #expect(client.run(words).status == .done)
        #expect(
            bench.text("card/noiseclock-result.txt")?.hasSuffix(
                "Name: bedside.local\r\nAddress: 192.0.2.7, 2001:db8::7\r\n") == true)
        #expect(!bench.isPending)
        try bench.put("card/noiseclock-result.txt", "something else\n")
        #expect(client.run(words).status == .badData)
    }
}
