import ClockTime
import HAL
import SimulatedBoard
import Testing

/// The rules for every sink that can tell what it played.
@Suite("Frames that a sink says it played")
struct PlayedFramesTests {
    enum Kind: String, CaseIterable, CustomTestStringConvertible {
        case paced, simulated, switchable

        var testDescription: String { rawValue }
    }

    private let clock = VirtualClock(
        Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 1_000_000_000)))

    private func make(_ kind: Kind) -> any PCMSink {
        let waiter = ScriptedWaiter(clock: clock)
        return switch kind {
        case .paced: PacedPCMSink(clock: clock, waiter: waiter)
        case .simulated: SimulatedPCMSink(clock: clock, capture: { _ in })
        case .switchable: SwitchablePCMSink(PacedPCMSink(clock: clock, waiter: waiter))
        }
    }

    private func write(_ frames: Int, to sink: any PCMSink) throws(PCMError) {
        let samples = UnsafeMutablePointer<Int16>.allocate(capacity: 2 * frames)
        defer { samples.deallocate() }
        samples.initialize(repeating: 1, count: 2 * frames)
        try sink.write(samples, frames: frames)
    }

    @Test(
        "are none at first, then as many as time allows, never more than were written",
        arguments: Kind.allCases)
    func counts(kind: Kind) throws {
        let sink = make(kind)
        _ = try sink.open()
        #expect(sink.playedFrames == 0)
        try write(960, to: sink)
        #expect(sink.playedFrames == 0)
        clock.advance(by: .milliseconds(10))
        #expect(sink.playedFrames == 480)
        clock.advance(by: .seconds(1))
        #expect(sink.playedFrames == 960)
        try write(960, to: sink)
        clock.advance(by: .milliseconds(20))
        #expect(sink.playedFrames == 1920)
    }

    @Test("begin anew with each opening", arguments: Kind.allCases)
    func reopened(kind: Kind) throws {
        let sink = make(kind)
        _ = try sink.open()
        try write(960, to: sink)
        clock.advance(by: .seconds(1))
        #expect(sink.playedFrames == 960)
        sink.close(draining: false)
        _ = try sink.open()
        #expect(sink.playedFrames == 0)
    }

    @Test("stand still while it is stalled, which takes all and needs no time, and go on after it")
    func stalled() throws {
        let sink = SwitchablePCMSink(make(.simulated))
        _ = try sink.open()
        try write(960, to: sink)
        clock.advance(by: .milliseconds(10))
        #expect(sink.playedFrames == 480)
        sink.setStalled(true)
        for _ in 0..<100 { try write(960, to: sink) }
        clock.advance(by: .seconds(2))
        #expect(sink.playedFrames == 480)
        sink.setStalled(false)
        let resumed = try #require(sink.playedFrames)
        #expect(resumed >= 480)
        try write(960, to: sink)
        clock.advance(by: .milliseconds(20))
        #expect(try #require(sink.playedFrames) > resumed)
    }

    @Test("are none of a sink that is stalled from its opening on")
    func stalledAtOpening() throws {
        let sink = SwitchablePCMSink(make(.simulated))
        sink.setStalled(true)
        _ = try sink.open()
        try write(960, to: sink)
        clock.advance(by: .seconds(2))
        #expect(sink.playedFrames == 0)
    }

    @Test("count by time where nobody takes the samples")
    func skipped() throws {
        let sink = SimulatedPCMSink(clock: clock)
        _ = try sink.open()
        clock.advance(by: .milliseconds(100))
        #expect(sink.playedFrames == 4800)
    }
}
