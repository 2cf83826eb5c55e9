import ClockTime
import HAL
import SimulatedBoard
import Synchronization
import Testing

/// Writes frames that all hold the same samples.
private func write(_ frames: Int, _ sample: Int16 = 3, to sink: any PCMSink) throws(PCMError) {
    let samples = UnsafeMutablePointer<Int16>.allocate(capacity: max(1, 2 * frames))
    defer { samples.deallocate() }
    samples.initialize(repeating: sample, count: max(1, 2 * frames))
    try sink.write(samples, frames: frames)
}

@Suite("The sink that takes frames at the pace of time")
struct PacedPCMSinkTests {
    private let clock = VirtualClock(
        Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 1_000_000_000)))
    private let waiter: ScriptedWaiter
    private let sink: PacedPCMSink

    init() {
        waiter = ScriptedWaiter(clock: clock)
        sink = PacedPCMSink(clock: clock, waiter: waiter)
    }

    @Test("offers what ALSA is asked for, and wants samples")
    func format() throws {
        let format = try sink.open()
        #expect(
            format
                == PCMFormat(
                    sample: .int16, rate: 48_000, periodFrames: 1024, bufferFrames: 4096))
        #expect(sink.needsSamples)
        #expect(throws: PCMError.busy) { try sink.open() }
    }

    @Test("fills its buffer at once, then takes each period when there is room for it")
    func paces() throws {
        _ = try sink.open()
        for _ in 0..<4 { try write(1024, to: sink) }
        #expect(waiter.deadlines.isEmpty)
        for _ in 0..<3 { try write(1024, to: sink) }
        // A period is 21 333 333.3 ns; each wait ends at the next whole nanosecond.
        let ends = waiter.deadlines.map { ($0.boot?.nanoseconds ?? 0) - 1_000_000_000 }
        #expect(ends == [21_333_334, 42_666_667, 64_000_000])
        #expect(sink.framesWritten == 7 * 1024)
        #expect(sink.underruns == 0)
    }

    @Test("keeps its rate over a day")
    func keepsRate() throws {
        let rate = 48_000
        let format = PCMFormat(
            sample: .float32, rate: rate, periodFrames: rate, bufferFrames: rate * 60)
        let sink = PacedPCMSink(clock: clock, waiter: waiter, format: format)
        _ = try sink.open()
        let samples = UnsafeMutableRawPointer.allocate(byteCount: rate * 60 * 8, alignment: 8)
        samples.initializeMemory(as: UInt8.self, repeating: 0, count: rate * 60 * 8)
        defer { samples.deallocate() }
        for _ in 0..<(24 * 60 + 1) { try sink.write(samples, frames: rate * 60) }
        #expect(clock.now().boot.nanoseconds == (24 * 3600 + 1) * 1_000_000_000)
    }

    @Test("takes more than its buffer holds once the rest of it fits")
    func largeWrites() throws {
        _ = try sink.open()
        try write(4096 + 48_000, to: sink)
        #expect(clock.now().boot.nanoseconds == 2_000_000_000)
    }

    @Test("starts again from now after a writer that was late, without counting it")
    func lateWriter() throws {
        _ = try sink.open()
        try write(4096, to: sink)
        clock.advance(by: .hours(8))
        let before = clock.now().boot
        for _ in 0..<5 { try write(1024, to: sink) }
        #expect(waiter.deadlines.count == 1)
        #expect(clock.now().boot - before == .nanoseconds(21_333_334))
        #expect(sink.underruns == 0)
        sink.underrun()
        #expect(sink.underruns == 1)
    }

    @Test("ends a write that waits when it is unplugged, and can be opened when it is back")
    func unplugged() throws {
        _ = try sink.open()
        try write(4096, to: sink)
        waiter.meanwhile { [sink] in
            sink.unplug()
            sink.plugIn()
        }
        #expect(throws: PCMError.gone) { try write(1024, to: sink) }
        #expect(throws: PCMError.gone) { try write(1024, to: sink) }
        #expect(!sink.isOpen)
        sink.unplug()
        #expect(throws: PCMError.gone) { try sink.open() }
        sink.plugIn()
        _ = try sink.open()
        try write(1024, to: sink)
        #expect(sink.framesWritten == 4096 + 1024)
    }

    @Test("plays out what it holds where asked to, else drops it")
    func closes() throws {
        sink.close(draining: true)
        _ = try sink.open()
        sink.close(draining: true)
        #expect(waiter.deadlines.isEmpty)
        _ = try sink.open()
        try write(2400, to: sink)
        sink.close(draining: true)
        #expect(clock.now().boot.nanoseconds == 1_050_000_000)
        #expect(!sink.isOpen)
        _ = try sink.open()
        try write(2400, to: sink)
        sink.close(draining: false)
        #expect(clock.now().boot.nanoseconds == 1_050_000_000)
    }

    @Test("gives what it took to whoever captures it, and not what it refused")
    func captures() throws {
        let captured = Mutex<[UInt8]>([])
        let sink = PacedPCMSink(clock: clock, waiter: waiter) { bytes in
            captured.withLock { $0 += Array(bytes) }
        }
        #expect(throws: PCMError.gone) { try write(1, 9, to: sink) }
        _ = try sink.open()
        try write(1, 0x0102, to: sink)
        #expect(captured.withLock { $0 } == [2, 1, 2, 1])
    }

    @Test("waits out a pause of simulated time")
    func paused() throws {
        let time = SimulatedTime(over: clock)
        let sink = PacedPCMSink(clock: time, waiter: time.makeWaiter(over: waiter))
        _ = try sink.open()
        try write(4096, to: sink)
        time.pause()
        waiter.meanwhile { [clock, time] in
            clock.advance(by: .seconds(5))
            time.setSpeed(2)
            time.resume()
        }
        try write(4096, to: sink)
        // 4096 frames are 85 333 333.3 ns; at double speed they take half of that in real time.
        #expect(clock.now().boot.nanoseconds == 6_042_666_667)
    }
}

@Suite("The sink with a plug")
struct SwitchablePCMSinkTests {
    private let inner = SimulatedPCMSink(
        clock: VirtualClock(
            Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0))))

    @Test("is the device itself while it is plugged in")
    func passesOn() throws {
        let sink = SwitchablePCMSink(inner)
        #expect(sink.isPluggedIn)
        #expect(throws: PCMError.gone) { try write(1, to: sink) }
        #expect(try sink.open().rate == 48_000)
        try write(5, to: sink)
        #expect(inner.framesWritten == 5)
        inner.underrun()
        #expect(sink.underruns == 1)
        #expect(!sink.needsSamples)
        sink.close(draining: true)
        #expect(!inner.isOpen)
    }

    @Test(
        "closes the device at the next write after the plug was pulled, and opens it when it is back"
    )
    func unplugged() throws {
        let sink = SwitchablePCMSink(inner)
        _ = try sink.open()
        sink.unplug()
        #expect(!sink.isPluggedIn)
        #expect(inner.isOpen)
        #expect(throws: PCMError.gone) { try write(1, to: sink) }
        #expect(!inner.isOpen)
        #expect(throws: PCMError.gone) { try sink.open() }
        sink.plugIn()
        #expect(throws: PCMError.gone) { try write(1, to: sink) }
        _ = try sink.open()
        try write(1, to: sink)
        #expect(inner.framesWritten == 1)
    }

    @Test("notices a plug that was out only for a moment")
    func briefly() throws {
        let sink = SwitchablePCMSink(inner)
        _ = try sink.open()
        sink.unplug()
        sink.plugIn()
        #expect(throws: PCMError.gone) { try write(1, to: sink) }
        _ = try sink.open()
        try write(1, to: sink)
    }

    /// A sink that must reopen, because another device was chosen.
    private final class LeftSink: PCMSink {
        func open() throws(PCMError) -> PCMFormat { PacedPCMSink.defaultFormat }
        func write(_ samples: UnsafeRawPointer, frames: Int) throws(PCMError) {}
        func close(draining: Bool) {}
        var underruns: Int { 0 }
        var mustReopen: Bool { true }
    }

    @Test("passes on that another device was chosen")
    func chosenAnew() {
        #expect(SwitchablePCMSink(LeftSink()).mustReopen)
        #expect(!SwitchablePCMSink(inner).mustReopen)
    }

    @Test("has nothing to play out once it is unplugged")
    func closing() throws {
        let closed = Mutex<[Bool]>([])
        let sink = SwitchablePCMSink(ClosingSink { value in closed.withLock { $0.append(value) } })
        sink.close(draining: true)
        sink.unplug()
        sink.close(draining: true)
        #expect(closed.withLock { $0 } == [true, false])
    }

    /// Reports how it was closed.
    private final class ClosingSink: PCMSink {
        private let closed: @Sendable (Bool) -> Void

        init(_ closed: @escaping @Sendable (Bool) -> Void) {
            self.closed = closed
        }

        func open() throws(PCMError) -> PCMFormat { PacedPCMSink.defaultFormat }
        func write(_ samples: UnsafeRawPointer, frames: Int) throws(PCMError) {}
        func close(draining: Bool) { closed(draining) }
        var underruns: Int { 0 }
    }
}
