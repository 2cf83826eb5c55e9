import ClockTime
import HAL
import SimulatedBoard
import Synchronization
import Testing

@Suite("Simulated buses")
struct BusTests {
    static let address = I2CAddress.range(0x70...0x70)[0]
    static let other = I2CAddress.range(0x23...0x23)[0]

    static func makeClock() -> VirtualClock {
        VirtualClock(
            Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 1_500_000_000)))
    }

    static func makeBus() -> SimulatedI2CBus {
        let bus = SimulatedI2CBus(clock: makeClock())
        bus.attach(SimulatedHT16K33(seed: 1), at: address)
        bus.attach(SimulatedBH1750(), at: other)
        return bus
    }

    private static func memory(on bus: SimulatedI2CBus) -> [UInt8] {
        bus.withChip(SimulatedHT16K33.self, at: address) { chip, _ in chip.memory } ?? []
    }

    @Test("carry bytes to the chip of the address and back")
    func carry() throws {
        let bus = Self.makeBus()
        try bus.write([0x03, 7, 8], to: Self.address)
        #expect(
            try bus.transfer(to: Self.address, writing: [0x03], readCount: 2) == [7, 8])
        #expect(Self.memory(on: bus)[3...4] == [7, 8])
    }

    @Test("answer an empty transfer only where somebody is")
    func probe() throws {
        let bus = Self.makeBus()
        try bus.write([], to: Self.address)
        let nobody = try #require(I2CAddress(0x42))
        #expect(throws: I2CError.nack) { try bus.write([], to: nobody) }
        #expect(bus.withChip(SimulatedBH1750.self, at: Self.address) { _, _ in true } == nil)
    }

    @Test("fail as many transfers as they were told, at the address that they were told")
    func counted() throws {
        let bus = Self.makeBus()
        bus.fail(SimulatedI2CBus.Fault(error: .timedOut, transfers: 2), at: Self.address)
        try bus.write([0x01], to: Self.other)
        #expect(throws: I2CError.timedOut) { try bus.write([0x21], to: Self.address) }
        #expect(throws: I2CError.timedOut) { try bus.write([0x21], to: Self.address) }
        try bus.write([0x21], to: Self.address)
    }

    @Test("fail until they are cleared")
    func uncounted() throws {
        let bus = Self.makeBus()
        bus.fail(SimulatedI2CBus.Fault(error: .busGone))
        for _ in 0..<20 {
            #expect(throws: I2CError.busGone) { try bus.write([0x21], to: Self.address) }
            #expect(throws: I2CError.busGone) { try bus.write([0x01], to: Self.other) }
        }
        bus.clearFaults()
        try bus.write([0x21], to: Self.address)
    }

    @Test("can fail in the middle of a write, of which the chip then has the beginning")
    func halfWrite() throws {
        let bus = Self.makeBus()
        try bus.write([0x00] + [UInt8](repeating: 0, count: 16), to: Self.address)
        bus.fail(SimulatedI2CBus.Fault(error: .io(errno: 5), transfers: 1, bytesDelivered: 3))
        #expect(throws: I2CError.io(errno: 5)) {
            try bus.write([0x00, 1, 2, 3, 4], to: Self.address)
        }
        #expect(Self.memory(on: bus).prefix(4) == [1, 2, 0, 0])
    }

    @Test("let parts be unplugged, which come back without memory")
    func unplug() throws {
        let bus = Self.makeBus()
        let zeros = [UInt8](repeating: 0, count: 16)
        try bus.write([0x00] + zeros, to: Self.address)
        bus.unplug(Self.address)
        #expect(throws: I2CError.nack) { try bus.write([0x21], to: Self.address) }
        bus.plugIn(Self.address)
        try bus.write([0x21], to: Self.address)
        #expect(Self.memory(on: bus) != zeros)
        // Plugging in a chip that is already there changes nothing.
        try bus.write([0x00] + zeros, to: Self.address)
        bus.plugIn(Self.address)
        #expect(Self.memory(on: bus) == zeros)
    }

    @Test("refuse messages that the kernel would refuse")
    func tooLong() {
        let bus = Self.makeBus()
        let long = [UInt8](repeating: 0, count: SimulatedI2CBus.longestMessage + 1)
        #expect(throws: I2CError.io(errno: 22)) { try bus.write(long, to: Self.address) }
        #expect(throws: I2CError.io(errno: 22)) { try bus.read(long.count, from: Self.address) }
        #expect(throws: I2CError.io(errno: 22)) { try bus.read(-1, from: Self.address) }
    }

    @Test("tell an observer of every transfer, with its time and its end")
    func observer() throws {
        let clock = Self.makeClock()
        let seen = Lines()
        let bus = SimulatedI2CBus(clock: clock) { seen.add($0.jsonLine) }
        bus.attach(SimulatedHT16K33(seed: 1), at: Self.address)
        try bus.write([0x81], to: Self.address)
        clock.advance(by: .microseconds(250))
        _ = try bus.transfer(to: Self.address, writing: [0x40], readCount: 2)
        #expect(throws: I2CError.nack) { try bus.write([], to: Self.other) }
        #expect(
            seen.all == [
                #"{"t": 1.500000, "address": 112, "write": [129], "read": [], "error": null}"#,
                #"{"t": 1.500250, "address": 112, "write": [64], "read": [0, 0], "error": null}"#,
                #"{"t": 1.500250, "address": 35, "write": [], "read": [], "error": "nack"}"#,
            ])
    }

    @Test(
        "name errors in a trace without characters to escape",
        arguments: [
            (I2CError.nack, "nack"), (.timedOut, "timedOut"), (.taken(by: "a\"b"), "taken"),
            (.busGone, "busGone"), (.io(errno: 5), "io 5"),
        ])
    func errorCodes(error: I2CError, code: String) {
        let transfer = I2CTransfer(
            time: BootTime(nanoseconds: 7_000_000_999), address: Self.address, written: [],
            error: error)
        #expect(
            transfer.jsonLine
                == "{\"t\": 7.000000, \"address\": 112, \"write\": [], \"read\": [], "
                + "\"error\": \"\(code)\"}")
    }

    @Test("play a script back, and fail at the step that says so")
    func playback() throws {
        let bus = PlaybackBus([
            PlaybackBus.Step(Self.address, write: [1]),
            PlaybackBus.Step(Self.address, write: [2], error: .timedOut),
            PlaybackBus.Step(Self.address, write: [3], answer: [4, 5]),
        ])
        try bus.write([1], to: Self.address)
        #expect(throws: I2CError.timedOut) { try bus.write([2], to: Self.address) }
        #expect(bus.finish() == ["the last 1 of 3 steps never came"])
        #expect(try bus.transfer(to: Self.address, writing: [3], readCount: 2) == [4, 5])
        #expect(bus.finish() == [])
    }

    @Test("tell what did not go by the script")
    func playbackMismatch() {
        let bus = PlaybackBus([PlaybackBus.Step(Self.address, write: [1])])
        #expect(throws: I2CError.io(errno: 71)) { try bus.write([2], to: Self.address) }
        #expect(throws: I2CError.io(errno: 71)) { try bus.write([3], to: Self.address) }
        #expect(throws: I2CError.io(errno: 71)) { try bus.write([4], to: Self.address) }
        #expect(
            bus.finish() == [
                "step 1 should be 0x70: [1] written, 0 to be read; "
                    + "but 0x70: [2] written, 0 to be read",
                "after the end came 0x70: [3] written, 0 to be read",
            ])
    }

    @Test("record what they pass on, up to their limit")
    func recording() throws {
        let bus = RecordingBus(Self.makeBus(), clock: Self.makeClock(), limit: 2)
        let time = BootTime(nanoseconds: 1_500_000_000)
        _ = try bus.transfer(to: Self.address, writing: [0x40], readCount: 1)
        let nobody = try #require(I2CAddress(0x42))
        #expect(throws: I2CError.nack) { try bus.write([], to: nobody) }
        try bus.write([0x21], to: Self.address)
        #expect(bus.dropped == 1)
        #expect(
            bus.takeTransfers() == [
                I2CTransfer(time: time, address: Self.address, written: [0x40], read: [0]),
                I2CTransfer(
                    time: time, address: nobody, written: [], error: .nack),
            ])
        #expect(bus.transfers.isEmpty && bus.dropped == 0)
    }

    @Test("can be intercepted before a transfer goes through")
    func intercepting() throws {
        let seen = Lines()
        let bus = InterceptingBus(Self.makeBus()) { address, bytes, count in
            seen.add("\(address) \(bytes) \(count)")
        }
        #expect(try bus.transfer(to: Self.address, writing: [0x40], readCount: 2) == [0, 0])
        #expect(seen.all == ["0x70 [64] 2"])
    }

    @Test("are populated from a board, but for parts without a model")
    func populated() throws {
        var board = BoardDescription(name: "test")
        board.display = BoardDescription.Display(
            driver: "ht16k33-7seg", addresses: [Self.address])
        board.light = .chip(
            BoardDescription.Chip(driver: "ltr303", address: Self.other))
        let bus = SimulatedI2CBus(clock: Self.makeClock())
        #expect(bus.attachChips(of: board, seed: 1) == ["ltr303"])
        try bus.write([0x21], to: Self.address)
        #expect(throws: I2CError.nack) { try bus.write([], to: Self.other) }
    }
}

/// Collects lines from a closure that may run on any thread.
final class Lines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock { $0 } }

    func add(_ line: String) {
        lines.withLock { $0.append(line) }
    }
}
