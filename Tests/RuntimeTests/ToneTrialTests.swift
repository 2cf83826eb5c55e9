import ClockTime
import HAL
import Runtime
import SimulatedBoard
import Synchronization
import Testing

@Suite("A tone on a sound device, without a clock")
struct ToneTrialTests {
    private final class Heard: Sendable {
        let samples = Mutex<[Int16]>([])
    }

    private func play(stoppingAfter blocks: Int) throws -> [Int16] {
        let clock = VirtualClock(
            Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0)))
        let heard = Heard()
        let sink = SimulatedPCMSink(clock: clock) { bytes in
            let block = Array(bytes.bindMemory(to: Int16.self))
            heard.samples.withLock { $0 += block }
        }
        var count = 0
        try ToneTrial.play(on: sink) {
            count += 1
            return count > blocks
        }
        return heard.samples.withLock { $0 }
    }

    @Test("It lasts a second, is quiet, and begins and ends without a click")
    func tone() throws {
        let samples = try play(stoppingAfter: .max)
        #expect(samples.count == 2 * 48_000)
        let peak = samples.map { abs(Int($0)) }.max() ?? 0
        #expect((3_000...3_400).contains(peak))
        #expect(abs(Int(samples[0])) < 40 && abs(Int(samples[samples.count - 1])) < 40)
        let left = stride(from: 0, to: samples.count, by: 2).map { samples[$0] > 0 }
        let rises = zip(left, left.dropFirst()).count { !$0 && $1 }
        #expect((435...445).contains(rises))
    }

    @Test("A signal ends it early")
    func stopped() throws {
        #expect(try play(stoppingAfter: 3).count == 2 * 3 * 960)
    }
}
