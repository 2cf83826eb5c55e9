import ClockTime
import Runtime
import SimulatedBoard
import Synchronization

/// What the screen's message list shows: the last few lines about what happened, from any thread.
final class Messages: Sendable {
    private struct Entry {
        var wall: WallTime
        var text: String
    }

    private struct List {
        var entries: [Entry] = []
        /// What the clock's zone adds to UTC; known once the clock runs.
        var offset = 0
    }

    private let list = Mutex(List())
    /// More than the screen shows.
    private static let capacity = 8

    func add(_ text: String, at now: Moment) {
        list.withLock { list in
            list.entries.append(Entry(wall: now.wall, text: text))
            if list.entries.count > Messages.capacity { list.entries.removeFirst() }
        }
    }

    func setOffset(_ offset: Int) { list.withLock { $0.offset = offset } }

    var latest: [SimulatorScreen.Message] {
        list.withLock { list in
            list.entries.map { entry in
                SimulatorScreen.Message(
                    time: ClockStatus.time(at: entry.wall, offset: list.offset), text: entry.text)
            }
        }
    }
}
