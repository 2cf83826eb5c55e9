import ClockCore
import ClockTime
import Synchronization
import Testing

@testable import Runtime

@Suite("The copy of the board file")
struct BoardCopyTests {
    private static func at(_ seconds: Int64) -> BootTime {
        BootTime(nanoseconds: seconds * 1_000_000_000)
    }

    @Test(
        "is tried each 30 s on a disk that is full, and no problem once it is kept",
        arguments: [true, false])
    func retried(isAllElseWell: Bool) {
        let failure = Mutex<String?>("no room")
        let tries = Mutex(0)
        let others = isAllElseWell ? [] : ["the key is not served"]
        var copy = BoardCopy(besides: others, at: Self.at(5)) {
            tries.withLock { $0 += 1 }
            return failure.withLock { $0 }
        }
        let failed = HealthReport(
            part: .board,
            problem: (others + ["a copy of the board file can't be saved (no room)"]).joined(
                separator: "; "))
        #expect(copy.nextTry == Self.at(5))
        #expect(copy.step(at: Self.at(5)) == failed)
        #expect(copy.step(at: Self.at(34)) == nil)
        #expect(copy.nextTry == Self.at(35))
        failure.withLock { $0 = nil }
        #expect(copy.step(at: Self.at(35)) == HealthReport(part: .board, problem: others.first))
        #expect(copy.nextTry == nil)
        #expect(copy.step(at: Self.at(99)) == nil)
        #expect(tries.withLock { $0 } == 2)
    }
}
