import Foundation
import Testing

/// Tests `boot-slot` of the image, with a file in place of the card. `image/test slots` checks what U-Boot makes of
/// the same state.
@Suite("The slot state")
struct SlotTests {
    /// The offsets of the two copies on the card.
    static let copies = [0x100000, 0x500000]

    static let script = "image/system/usr/lib/noiseclock/boot-slot"

    /// A card without any slot state, as shipped.
    static func card() throws -> StandInCommands {
        let system = try StandInCommands()
        let file = system.folder.appending(path: "card")
        try Data(count: 0x600000).write(to: file)
        return system
    }

    @discardableResult
    static func slot(
        _ command: String, running: String = "A", in system: StandInCommands
    ) throws -> Shell.Result {
        try Shell.run(
            "sh", "-c", "exec sh \(script) \(command)",
            environment: [
                "PATH": "/usr/sbin:/usr/bin:/bin", "LANG": "C", "TMPDIR": system.folder.path,
                "BOOT_SLOT_DISK": system.folder.appending(path: "card").path,
                "BOOT_SLOT_RUNNING": running,
            ])
    }

    static func show(running: String = "A", in system: StandInCommands) throws -> String {
        try slot("show", running: running, in: system).output
    }

    static func read(_ copy: Int, in system: StandInCommands) throws -> Data {
        let card = try FileHandle(forReadingFrom: system.folder.appending(path: "card"))
        try card.seek(toOffset: UInt64(copies[copy]))
        return try card.read(upToCount: 512) ?? Data()
    }

    static func write(_ sector: Data, _ copy: Int, in system: StandInCommands) throws {
        let card = try FileHandle(forWritingTo: system.folder.appending(path: "card"))
        try card.seek(toOffset: UInt64(copies[copy]))
        try card.write(contentsOf: sector)
    }

    /// A sector as U-Boot writes it: a little-endian checksum, and the data that it covers.
    static func sector(_ text: String) -> Data {
        var data = Data(text.utf8)
        data.append(Data(count: 508 - data.count))
        var checksum = UInt32.max
        for byte in data {
            checksum ^= UInt32(byte)
            for _ in 0..<8 {
                checksum = checksum & 1 == 1 ? checksum >> 1 ^ 0xEDB8_8320 : checksum >> 1
            }
        }
        checksum = ~checksum
        return Data((0..<4).map { UInt8(truncatingIfNeeded: checksum >> ($0 * 8)) }) + data
    }

    /// The state that U-Boot leaves in both copies.
    static func leave(trusted: String, trial: String, left: String, in system: StandInCommands)
        throws
    {
        let sector = sector("nc_left=\(left)\0nc_slot=\(trusted)\0nc_try=\(trial)\0\0")
        for copy in copies.indices { try write(sector, copy, in: system) }
    }

    @Test("A card without a state starts from A, and no command but those of a trial writes to it")
    func empty() throws {
        let system = try SlotTests.card()
        #expect(try SlotTests.show(in: system) == "running=A trusted=A trial=none left=0\n")
        for command in [
            "get-current", "get-primary", "get-state A", "pending", "on-trial", "set-state A good",
            "set-state B good", "set-state B bad",
        ] {
            try SlotTests.slot(command, in: system)
        }
        for copy in SlotTests.copies.indices {
            #expect(try SlotTests.read(copy, in: system) == Data(count: 512))
        }
    }

    @Test("A slot that is made the next one is on trial for three starts, in both copies alike")
    func trial() throws {
        let system = try SlotTests.card()
        #expect(try SlotTests.slot("set-primary B", in: system).status == 0)
        #expect(try SlotTests.show(in: system) == "running=A trusted=A trial=B left=3\n")
        #expect(try SlotTests.slot("get-primary", in: system).output == "B\n")
        #expect(try SlotTests.slot("get-state B", in: system).output == "good\n")
        #expect(try SlotTests.slot("pending", in: system).status == 0)
        #expect(try SlotTests.slot("on-trial", in: system).status == 1)
        #expect(try SlotTests.slot("on-trial", running: "B", in: system).status == 0)
        let sector = SlotTests.sector("nc_left=3\0nc_slot=A\0nc_try=B\0\0")
        for copy in SlotTests.copies.indices {
            #expect(try SlotTests.read(copy, in: system) == sector)
        }
    }

    @Test("The system on trial is trusted when it says so, even in its last start")
    func comesGood() throws {
        for left in ["2", "0"] {
            let system = try SlotTests.card()
            try SlotTests.leave(trusted: "A", trial: "B", left: left, in: system)
            #expect(try SlotTests.slot("get-primary", running: "B", in: system).output == "B\n")
            try SlotTests.slot("set-state B good", running: "B", in: system)
            #expect(
                try SlotTests.show(running: "B", in: system)
                    == "running=B trusted=B trial=none left=0\n")
        }
    }

    @Test(
        "After a fall-back the old system ends the trial; a slot that does not run comes never good"
    )
    func fallsBack() throws {
        let system = try SlotTests.card()
        try SlotTests.leave(trusted: "A", trial: "B", left: "1", in: system)
        try SlotTests.slot("set-state B good", running: "A", in: system)
        #expect(try SlotTests.show(in: system) == "running=A trusted=A trial=B left=1\n")
        try SlotTests.slot("set-state A good", in: system)
        #expect(try SlotTests.show(in: system) == "running=A trusted=A trial=none left=0\n")
        try SlotTests.leave(trusted: "A", trial: "B", left: "0", in: system)
        #expect(try SlotTests.slot("pending", in: system).status == 1, "it has no start left")
        #expect(try SlotTests.slot("get-state B", in: system).output == "bad\n")
    }

    @Test(
        "A slot that is about to be written is out of use, the trusted one too; the running one never"
    )
    func outOfUse() throws {
        let system = try SlotTests.card()
        try SlotTests.leave(trusted: "A", trial: "B", left: "3", in: system)
        try SlotTests.slot("set-state B bad", in: system)
        #expect(try SlotTests.show(in: system) == "running=A trusted=A trial=none left=0\n")
        // B did not start, so U-Boot chose A.
        try SlotTests.leave(trusted: "B", trial: "none", left: "0", in: system)
        try SlotTests.slot("set-state B bad", in: system)
        #expect(try SlotTests.show(in: system) == "running=A trusted=A trial=none left=0\n")
        try SlotTests.slot("set-state A bad", in: system)
        #expect(try SlotTests.show(in: system) == "running=A trusted=A trial=none left=0\n")
    }

    @Test(
        "A copy that the power cut has torn does not count, and without a whole one it is slot A",
        arguments: [
            ([0], "running=A trusted=B trial=A left=2\n"),
            ([1], "running=A trusted=B trial=A left=2\n"),
            ([0, 1], "running=A trusted=A trial=none left=0\n"),
        ])
    func torn(copies: [Int], shown: String) throws {
        for length in [1, 4, 5, 20, 256, 511] {
            let system = try SlotTests.card()
            try SlotTests.leave(trusted: "B", trial: "A", left: "2", in: system)
            for copy in copies {
                // Begins with bytes of another state and continues with this one.
                let other = SlotTests.sector("nc_left=3\0nc_slot=A\0nc_try=B\0\0\0")
                var sector = try SlotTests.read(copy, in: system)
                sector.replaceSubrange(0..<length, with: other.prefix(length))
                sector[511] ^= 0x55
                try SlotTests.write(sector, copy, in: system)
            }
            #expect(try SlotTests.show(in: system) == shown, "\(length) bytes")
        }
    }

    @Test("Where the two differ, the first counts: it is written first")
    func firstCounts() throws {
        let system = try SlotTests.card()
        try SlotTests.leave(trusted: "A", trial: "B", left: "1", in: system)
        try SlotTests.write(
            SlotTests.sector("nc_left=0\0nc_slot=B\0nc_try=none\0\0"), 0, in: system)
        #expect(try SlotTests.show(in: system) == "running=A trusted=B trial=none left=0\n")
    }

    @Test(
        "What stands there with a right checksum is no command and no other slot",
        arguments: [
            "nc_slot=B; touch $STAND_IN/x\0nc_try=B\0nc_left=3\0\0",
            "nc_slot=$(touch x)\0nc_try=`touch x`\0nc_left=2 -o 1\0\0",
            "nc_slot=C\0nc_try=AB\0nc_left=33\0\0", "nc_slot=A\nnc_slot=B\0\0",
            "nc_slot=X\nnc_slot=B\0nc_try=X\nB\0nc_left=3\0\0", "\0\0",
            "nc_slot\0=\0nc_try=\0nc_left=-1\0\0", "xnc_slot=B\0 nc_try=B\0nc_left=3\0\0",
        ])
    func hostile(text: String) throws {
        let system = try SlotTests.card()
        for copy in SlotTests.copies.indices {
            try SlotTests.write(SlotTests.sector(text), copy, in: system)
        }
        let run = try SlotTests.slot("show", in: system)
        #expect(run.status == 0, "\(run.output)")
        #expect(run.output.hasPrefix("running=A trusted=A trial="))
        #expect(try FileManager.default.contentsOfDirectory(atPath: system.folder.path) == ["card"])
    }

    @Test(
        "A command or slot that there is not is refused, and nothing is written",
        arguments: ["", "set-primary", "set-primary C", "set-state A", "set-state A fine", "erase"])
    func refuses(command: String) throws {
        let system = try SlotTests.card()
        let run = try SlotTests.slot(command, in: system)
        #expect(run.status == 2)
        #expect(run.output.hasPrefix("boot-slot: "))
        #expect(try SlotTests.read(0, in: system) == Data(count: 512))
    }

    @Test(
        "A card that cannot be read, or that this system does not run from, is told by its status")
    func noCard() throws {
        let system = try SlotTests.card()
        try FileManager.default.removeItem(at: system.folder.appending(path: "card"))
        #expect(try SlotTests.slot("pending", in: system).status == 2)
        #expect(try SlotTests.slot("show", running: "C", in: system).status == 2)
    }
}
