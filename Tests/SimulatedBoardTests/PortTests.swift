import ClockTime
import HAL
import SimulatedBoard
import Synchronization
import Testing

@Suite("The virtual clock")
struct VirtualClockTests {
    private static let start = Moment(
        wall: WallTime(nanoseconds: 1000), boot: BootTime(nanoseconds: 50))

    @Test("moves both times together, and only forward")
    func advances() {
        let clock = VirtualClock(Self.start)
        clock.advance(by: .nanoseconds(5))
        clock.advance(by: .nanoseconds(-3))
        #expect(
            clock.now()
                == Moment(wall: WallTime(nanoseconds: 1005), boot: BootTime(nanoseconds: 55)))
        clock.advance(to: BootTime(nanoseconds: 60))
        clock.advance(to: BootTime(nanoseconds: 10))
        #expect(
            clock.now()
                == Moment(wall: WallTime(nanoseconds: 1010), boot: BootTime(nanoseconds: 60)))
    }

    @Test("lets somebody set the wall time, which boot time does not notice")
    func steps() {
        let clock = VirtualClock(Self.start)
        clock.stepWall(by: .nanoseconds(-400))
        #expect(clock.now().wall == WallTime(nanoseconds: 600))
        clock.setWall(to: WallTime(nanoseconds: 9))
        #expect(
            clock.now() == Moment(wall: WallTime(nanoseconds: 9), boot: BootTime(nanoseconds: 50)))
    }
}

@Suite("Slots in memory")
struct MemorySlotStorageTests {
    @Test("keep what was written, slot by slot, and the rest of a longer content")
    func keep() throws {
        let storage = MemorySlotStorage(slotSize: 8)
        #expect(try storage.read(.a) == [])
        try storage.write([1, 2, 3], to: .a)
        try storage.write([9], to: .b)
        try storage.write([7], to: .a)
        #expect(try storage.read(.a) == [7, 2, 3])
        #expect(try storage.read(.b) == [9])
        #expect(storage.writes == 3)
        #expect(throws: StorageError.full) {
            try storage.write([UInt8](repeating: 0, count: 9), to: .a)
        }
        #expect(try storage.read(.a) == [7, 2, 3])
    }

    @Test("tear one write in the middle", arguments: 0...4)
    func tear(after count: Int) throws {
        let storage = MemorySlotStorage(slotSize: 8)
        try storage.write([1, 2, 3], to: .a)
        storage.failWrites(.tear(afterBytes: count))
        #expect(throws: StorageError.io(reason: "Input/output error")) {
            try storage.write([7, 8, 9, 10], to: .a)
        }
        let torn: [[UInt8]] = [
            [1, 2, 3], [7, 2, 3], [7, 8, 3], [7, 8, 9], [7, 8, 9, 10],
        ]
        #expect(try storage.read(.a) == torn[count])
        try storage.write([4], to: .a)
    }

    @Test("refuse or lose writes, and fail reads, until the fault is over")
    func otherFaults() throws {
        let storage = MemorySlotStorage(slotSize: 8)
        try storage.write([1], to: .a)
        storage.failWrites(.refuse(.readOnly), count: 2)
        #expect(throws: StorageError.readOnly) { try storage.write([2], to: .a) }
        #expect(throws: StorageError.readOnly) { try storage.write([2], to: .b) }
        storage.failWrites(.lose, count: nil)
        try storage.write([2], to: .a)
        try storage.write([3], to: .a)
        #expect(try storage.read(.a) == [1])
        storage.clearFaults()
        try storage.write([2], to: .a)
        #expect(try storage.read(.a) == [2])
        storage.failReads(.io(reason: "Input/output error"))
        #expect(throws: StorageError.io(reason: "Input/output error")) { try storage.read(.a) }
        storage.clearFaults()
        storage.replace(.a, with: [UInt8](repeating: 6, count: 20))
        #expect(try storage.read(.a) == [UInt8](repeating: 6, count: 8))
    }
}

@Suite("The simulated sound device")
struct SimulatedPCMSinkTests {
    private let clock = VirtualClock(
        Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 7)))

    private static func write(_ frames: Int, to sink: SimulatedPCMSink) throws {
        let samples = [Int16](repeating: 3, count: frames * 2)
        try samples.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            try sink.write(base, frames: frames)
        }
    }

    @Test("plays in the run's time")
    func playsInTime() throws {
        let sink = SimulatedPCMSink(clock: clock)
        #expect(sink.freeFrames == 0)
        let format = try sink.open()
        #expect(sink.freeFrames == format.bufferFrames)
        try Self.write(format.bufferFrames, to: sink)
        #expect(sink.freeFrames == 0)
        clock.advance(by: .milliseconds(20))
        #expect(sink.framesElapsed == 960)
        #expect(sink.freeFrames == 960)
        try Self.write(960, to: sink)
        clock.advance(by: .hours(24 * 365))
        #expect(sink.framesElapsed == 960 + 24 * 365 * 3600 * 48_000)
        #expect(sink.framesWritten == format.bufferFrames + 960)
        #expect(sink.underruns == 0)
        sink.underrun()
        #expect(sink.underruns == 1)
    }

    @Test("gives the bytes of each write to whoever captures them")
    func captures() throws {
        let captured = Captured()
        let sink = SimulatedPCMSink(clock: clock) { captured.add(Array($0)) }
        _ = try sink.open()
        try Self.write(2, to: sink)
        #expect(captured.bytes == [3, 0, 3, 0, 3, 0, 3, 0])
    }

    @Test("can be unplugged, is closed then, and can be opened again when it is back")
    func unplugged() throws {
        let sink = SimulatedPCMSink(clock: clock)
        #expect(throws: PCMError.gone) { try Self.write(1, to: sink) }
        _ = try sink.open()
        #expect(throws: PCMError.busy) { try sink.open() }
        sink.unplug()
        #expect(throws: PCMError.gone) { try Self.write(1, to: sink) }
        #expect(!sink.isOpen)
        #expect(throws: PCMError.gone) { try sink.open() }
        sink.plugIn()
        #expect(throws: PCMError.gone) { try Self.write(1, to: sink) }
        _ = try sink.open()
        try Self.write(1, to: sink)
        sink.close(draining: true)
        #expect(!sink.isOpen)
        #expect(sink.framesWritten == 1)
    }

    private final class Captured: Sendable {
        private let all = Mutex<[UInt8]>([])

        var bytes: [UInt8] { all.withLock { $0 } }

        func add(_ bytes: [UInt8]) {
            all.withLock { $0 += bytes }
        }
    }
}
