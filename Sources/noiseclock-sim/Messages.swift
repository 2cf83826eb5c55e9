import ClockCore
import ClockTime
import Runtime
import SimulatedBoard
import Synchronization

/// What the screen's message list shows: the last few lines about what happened, from any thread.
final class Messages: Sendable {
    private struct Entry {
        /// Nil: the clock did not know the time.
        var wall: WallTime?
        var text: String
    }

    private struct List {
        var entries: [Entry] = []
        /// What the clock's zone adds to UTC; known once the clock runs.
        var offset = 0
        var isTimeKnown: Bool
    }

    private let list: Mutex<List>
    /// More than the screen shows.
    private static let capacity = 8
    /// What stands for a time that the clock does not know.
    static let unknownTime = "--:--:--"

    /// - Parameter isTimeKnown: at the start.
    init(isTimeKnown: Bool = true) {
        list = Mutex(List(isTimeKnown: isTimeKnown))
    }

    func add(_ text: String, at now: Moment) {
        list.withLock { Messages.add(text, at: now, to: &$0) }
    }

    /// Adds what people need to read of it.
    func add(_ line: EventLine, at now: Moment) {
        list.withLock { list in
            if line.event == .other(.trustChanged) {
                list.isTimeKnown = line.trust != ClockTrust.unknown.rawValue
            }
            guard let text = line.message(zoneOffset: list.offset) else { return }
            Messages.add(text, at: now, to: &list)
        }
    }

    private static func add(_ text: String, at now: Moment, to list: inout List) {
        // What is said again takes the place of what it repeats.
        if list.entries.last?.text == text { list.entries.removeLast() }
        list.entries.append(Entry(wall: list.isTimeKnown ? now.wall : nil, text: text))
        if list.entries.count > capacity { list.entries.removeFirst() }
    }

    /// Takes how the clock counts its hours, and whether it knows them.
    func follow(_ status: ClockStatus) {
        list.withLock { list in
            list.offset = status.zoneOffset
            list.isTimeKnown = status.time != nil
        }
    }

    var latest: [SimulatorScreen.Message] {
        list.withLock { list in
            list.entries.map { entry in
                let time = entry.wall.map { ClockStatus.time(at: $0, offset: list.offset) }
                return SimulatorScreen.Message(
                    time: time ?? Messages.unknownTime, text: entry.text)
            }
        }
    }
}
