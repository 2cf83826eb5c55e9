import ClockCore
import ClockTime
import Runtime
import Synchronization

/// The screen's message list: the last few lines about events, from any thread.
final class Messages: Sendable {
    private struct Entry {
        /// Nil if the clock did not know the time.
        var wall: WallTime?
        var text: String
    }

    private struct List {
        var entries: [Entry] = []
        /// The zone's offset from UTC; known once the clock runs.
        var offset = 0
        var isTimeKnown: Bool
    }

    private let list: Mutex<List>
    /// More than the screen shows.
    private static let capacity = 8
    /// Shown if the clock does not know the time.
    static let unknownTime = "--:--:--"

    /// - Parameter isTimeKnown: whether the clock knows the time at the start.
    init(isTimeKnown: Bool = true) {
        list = Mutex(List(isTimeKnown: isTimeKnown))
    }

    func add(_ text: String, at now: Moment) {
        list.withLock { Messages.add(text, at: now, to: &$0) }
    }

    /// Adds the part of the event that people need to read.
    func add(_ line: EventLine, at now: Moment) {
        list.withLock { list in
            if line.event == .other(.trustChanged) {
                list.isTimeKnown = line.trust != .unknown
            }
            guard let text = line.message(zoneOffset: list.offset) else { return }
            Messages.add(text, at: now, to: &list)
        }
    }

    private static func add(_ text: String, at now: Moment, to list: inout List) {
        // A repeated message replaces the previous one.
        if list.entries.last?.text == text { list.entries.removeLast() }
        list.entries.append(Entry(wall: list.isTimeKnown ? now.wall : nil, text: text))
        if list.entries.count > capacity { list.entries.removeFirst() }
    }

    /// Updates the zone offset, and whether the clock knows the time.
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
