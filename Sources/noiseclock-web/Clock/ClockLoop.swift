import CLinux
import ClockClient
import ClockTime
import Glibc

/// The connections to the clock, on the link's thread.
///
/// A few lanes carry one request each; further ones wait. Another lane is for files, so that a long import holds up no
/// request. Each watch has a connection of its own, with its own token, so that the clock decides what it may see and when
/// it ends. A lane connects when it has something to send, so a clock that was started again is found by itself. If a
/// connection is lost before the reply, the line is sent once more: its key keeps a change from being made twice
/// (law, 13).
struct ClockLoop {
    private struct Lane {
        var socket: ClockSocket?
        var job: ClockJob?
        var isSecondTry = false
        /// When the reply must be there.
        var end = BootTime(nanoseconds: 0)
        /// When the last reply came.
        var idleSince = BootTime(nanoseconds: 0)
    }

    private struct Watch {
        let watch: ClockWatch
        let socket: ClockSocket
        /// When the first line must be there; nil after it.
        var end: BootTime?
    }

    /// Requests under way at once, and one file.
    static let lanes = 4
    /// For a reply.
    static let patience = Duration.seconds(10)
    /// For the reply to a file.
    static let filePatience = Duration.seconds(10 * 60)
    /// After this time without a request, a lane gives its place at the clock to others.
    static let longestIdle = Duration.seconds(5)

    private let path: String
    private let link: ClockLink
    private let wakeUp: Int32
    private let tick: @Sendable (BootTime) -> BootTime?
    /// The last one is for files.
    private var lanes = [Lane](repeating: Lane(), count: ClockLoop.lanes + 1)
    private var waiting: [ClockJob] = []
    private var watches: [Watch] = []
    private var room = [UInt8](repeating: 0, count: 16 * 1024)

    init(
        path: String, link: ClockLink, wakeUp: Int32,
        tick: @escaping @Sendable (BootTime) -> BootTime?
    ) {
        self.path = path
        self.link = link
        self.wakeUp = wakeUp
        self.tick = tick
    }

    /// Runs until the link is stopped.
    mutating func run() {
        while let orders = link.takeOrders() {
            for order in orders { carryOut(order) }
            // Its wake-up may be used up already, by what was ordered last.
            if link.isStopped { continue }
            var now = bootTime()
            assign(at: now)
            let next = [tick(now), nextEnd()].compactMap { $0 }.min()
            wait(until: next, from: now)
            now = bootTime()
            expire(at: now)
        }
        for lane in lanes { if let job = lane.job { link.finish(job, .failure(.noClock)) } }
        for job in waiting { link.finish(job, .failure(.noClock)) }
        for watch in watches { watch.watch.take(.failure(.noClock)) }
    }

    private mutating func carryOut(_ order: ClockLink.Order) {
        switch order {
        case .ask(let job): waiting.append(job)
        case .watch(let watch):
            do throws(ClockFailure) {
                let socket = try ClockSocket(path: path)
                socket.send(watch.line)
                watches.append(
                    Watch(
                        watch: watch, socket: socket, end: bootTime() + ClockLoop.patience))
            } catch {
                watch.take(.failure(error))
            }
        case .endWatch(let number):
            watches.removeAll { $0.watch.number == number }
        }
    }

    // MARK: - Lanes

    /// Gives each free lane the next job of its kind.
    private mutating func assign(at now: BootTime) {
        for index in lanes.indices where lanes[index].job == nil {
            let isForFiles = index == ClockLoop.lanes
            while lanes[index].job == nil,
                let place = waiting.firstIndex(where: { ($0.file != nil) == isForFiles })
            {
                let job = waiting.remove(at: place)
                lanes[index].isSecondTry = false
                lanes[index].end =
                    now + (isForFiles ? ClockLoop.filePatience : ClockLoop.patience)
                begin(job, in: index, at: now)
            }
        }
    }

    private mutating func begin(_ job: ClockJob, in index: Int, at now: BootTime) {
        do throws(ClockFailure) {
            if lanes[index].socket == nil { lanes[index].socket = try ClockSocket(path: path) }
            lanes[index].job = job
            lanes[index].idleSince = now
            lanes[index].socket?.send(job.line, passing: job.file?.descriptor)
        } catch {
            lanes[index].job = nil
            link.finish(job, .failure(error))
        }
    }

    private mutating func serveLane(_ index: Int, _ events: Int16) {
        guard let socket = lanes[index].socket else { return }
        var lines: [[UInt8]] = []
        var isAlive = true
        if events & Int16(POLLOUT) != 0 { isAlive = socket.flush() }
        if events & ~Int16(POLLOUT) != 0 || !isAlive {
            isAlive = socket.receive(&room) { lines.append($0) } && isAlive
        }
        for line in lines {
            guard let job = lanes[index].job else {
                // Nobody asked: whatever comes next on it would be taken for another reply.
                isAlive = false
                break
            }
            lanes[index].job = nil
            lanes[index].idleSince = bootTime()
            link.finish(job, .success(line))
        }
        if !isAlive { lose(index) }
    }

    private mutating func lose(_ index: Int) {
        lanes[index].socket = nil
        guard let job = lanes[index].job else { return }
        lanes[index].job = nil
        // Of a file, the clock may have read a part.
        guard !lanes[index].isSecondTry, job.file == nil else {
            link.finish(job, .failure(.noClock))
            return
        }
        lanes[index].isSecondTry = true
        begin(job, in: index, at: bootTime())
    }

    // MARK: - Watches

    /// - Returns: false if it has ended.
    private mutating func serveWatch(_ index: Int, _ events: Int16) -> Bool {
        let (watch, socket) = (watches[index].watch, watches[index].socket)
        if events & Int16(POLLOUT) != 0, !socket.flush() { return false }
        guard events & ~Int16(POLLOUT) != 0 else { return true }
        var hasLine = false
        let isAlive = socket.receive(&room) { line in
            hasLine = true
            watch.take(.success(line))
        }
        if hasLine { watches[index].end = nil }
        return isAlive
    }

    // MARK: - Waiting

    private func nextEnd() -> BootTime? {
        let ends = lanes.map { $0.job != nil ? $0.end : $0.idleSince + ClockLoop.longestIdle }
        let open = zip(lanes, ends).filter { $0.0.socket != nil }.map(\.1)
        return (open + watches.compactMap(\.end)).min()
    }

    private mutating func wait(until end: BootTime?, from now: BootTime) {
        func entry(_ socket: ClockSocket) -> pollfd {
            let events = socket.hasUnsent ? POLLIN | POLLOUT : POLLIN
            return pollfd(fd: socket.descriptor, events: Int16(events), revents: 0)
        }
        var polled = [pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0)]
        // A lane without a socket has a place, too: poll leaves out what is negative.
        polled += lanes.map { lane in
            lane.socket.map(entry) ?? pollfd(fd: -1, events: 0, revents: 0)
        }
        polled += watches.map { entry($0.socket) }
        // Rounded up, so that it does not wake before the end.
        let milliseconds = end.map { max(0, ($0 - now).wholeNanoseconds + 999_999) / 1_000_000 }
        let timeout = milliseconds.map { Int32(clamping: $0) } ?? -1
        guard poll(&polled, nfds_t(polled.count), timeout) > 0 else { return }
        if polled[0].revents != 0 {
            var count: UInt64 = 0
            _ = read(wakeUp, &count, 8)
        }
        for index in lanes.indices where polled[index + 1].revents != 0 {
            serveLane(index, polled[index + 1].revents)
        }
        let first = lanes.count + 1
        var ended: [ClockWatch] = []
        for index in watches.indices where polled[first + index].revents != 0 {
            if !serveWatch(index, polled[first + index].revents) {
                ended.append(watches[index].watch)
            }
        }
        endWatches(ended, .noClock)
    }

    private mutating func endWatches(_ ended: [ClockWatch], _ failure: ClockFailure) {
        for watch in ended {
            watches.removeAll { $0.watch.number == watch.number }
            watch.take(.failure(failure))
        }
    }

    private mutating func expire(at now: BootTime) {
        for index in lanes.indices where lanes[index].socket != nil {
            if let job = lanes[index].job {
                guard lanes[index].end <= now else { continue }
                lanes[index].job = nil
                lanes[index].socket = nil
                link.finish(job, .failure(.silent))
            } else if lanes[index].idleSince + ClockLoop.longestIdle <= now {
                lanes[index].socket = nil
            }
        }
        endWatches(watches.filter { $0.end.map { $0 <= now } ?? false }.map(\.watch), .silent)
    }
}
