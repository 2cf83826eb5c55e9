import ClockTime
import Glibc
import HAL
@testable import LinuxHost
import Synchronization
import Testing

@Suite("Threads")
struct LinuxThreadsTests {
    private let threads = LinuxThreads()

    @Test("A thread runs its body once, under its name, cut to 15 bytes")
    func runsUnderItsName() throws {
        let name = Awaited<String>()
        let counter = Counter()
        let thread = try threads.start("a name of twenty bytes", priority: .normal) {
            counter.add()
            let bytes = try? FileReading.bytes(at: "/proc/thread-self/comm", limit: 64)
            name.set(String(decoding: bytes ?? [], as: UTF8.self))
        }
        thread.join()
        thread.join()
        #expect(thread.hasRequestedPriority)
        #expect(counter.value == 1)
        #expect(name.get() == "a name of twent\n")
    }

    private final class Counter: Sendable {
        private let count = Atomic(0)
        var value: Int { count.load(ordering: .relaxed) }
        func add() { count.add(1, ordering: .relaxed) }
    }

    @Test("Real time is granted or the thread runs without it, and says so")
    func asksForRealTime() throws {
        let policy = Awaited<Int32>()
        let thread = try threads.start("real-time", priority: .realTime) {
            policy.set(sched_getscheduler(0))
        }
        thread.join()
        let granted = policy.get() == SCHED_FIFO
        #expect(thread.hasRequestedPriority == granted)
    }

    @Test("A thread that nobody joins is no trouble")
    func canBeLeftAlone() throws {
        let ran = Awaited<Bool>()
        _ = try threads.start("loose", priority: .normal) { ran.set(true) }
        #expect(ran.get() == true)
    }

    @Test("Waiters come from the same place")
    func makesWaiters() throws {
        let waiter = try threads.makeWaiter()
        waiter.notify()
        #expect(waiter.wait(until: .never) == .notified)
    }
}

@Suite("Signals", .serialized)
struct SignalWatcherTests {
    @Test("A watched signal comes to the handler, on the watcher's thread; stop ends it")
    func deliversSignals() throws {
        let received = Awaited<Int32>()
        let handler = Awaited<pthread_t>()
        let watching = Awaited<pthread_t>()
        // On a separate thread, so that the test's thread keeps its signal mask.
        let maker = try LinuxThreads().start("maker", priority: .normal) {
            let watcher = try? SignalWatcher(signals: [SIGUSR1]) {
                handler.set(pthread_self())
                received.set($0)
            }
            guard let watcher else { return }
            watching.set(watcher.thread.identifier)
            // Only to the watcher's thread, because the other threads of the test program do not block it.
            pthread_kill(watcher.thread.identifier, SIGUSR1)
            _ = received.get()
            watcher.stop()
        }
        maker.join()
        #expect(received.get() == SIGUSR1)
        #expect(handler.get() != nil && handler.get() == watching.get())
    }

    @Test("The watcher blocks its signals for the threads started after it, and ignores SIGPIPE")
    func blocksSignals() throws {
        let isBlocked = Awaited<Bool>()
        let maker = try LinuxThreads().start("maker", priority: .normal) {
            let watcher = try? SignalWatcher(signals: [SIGUSR2]) { _ in }
            let later = try? LinuxThreads().start("later", priority: .normal) {
                var set = sigset_t()
                pthread_sigmask(SIG_BLOCK, nil, &set)
                isBlocked.set(sigismember(&set, SIGUSR2) == 1)
            }
            later?.join()
            watcher?.stop()
        }
        maker.join()
        #expect(isBlocked.get() == true)
        var pipeEnds: [Int32] = [0, 0]
        #expect(pipe(&pipeEnds) == 0)
        close(pipeEnds[0])
        // Without the block, this would end the test program.
        #expect(write(pipeEnds[1], "x", 1) == -1 && errno == EPIPE)
        close(pipeEnds[1])
    }
}
