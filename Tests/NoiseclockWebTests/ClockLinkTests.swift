import Foundation
import Synchronization
import Testing

@testable import noiseclock_web

@Suite("The link to the clock")
struct ClockLinkTests {
    @Test("It ends when it is stopped while something is being ordered")
    func stops() throws {
        let link = try ClockLink()
        let hasEnded = DispatchSemaphore(value: 0)
        let isFirst = Mutex(true)
        try link.start(path: "/nowhere") { _ in
            let mayStop = isFirst.withLock { isFirst in
                defer { isFirst = false }
                return isFirst
            }
            guard mayStop else { return nil }
            Thread.detachNewThread {
                link.stop()
                hasEnded.signal()
            }
            while !link.isStopped { sched_yield() }
            link.endWatch(7)
            return nil
        }
        #expect(hasEnded.wait(timeout: .now() + 10) == .success)
    }
}
