import ClockTime
import HAL

/// Turns the kernel's line events into alternating button edges, even if some were lost.
///
/// The kernel keeps 16 edges for each line of the request, all in one queue, and drops the oldest beyond them. A drop
/// shows as a gap in a line's sequence numbers. A button that was down before a gap and goes down after it was up in
/// between: that edge is added, so that no press is swallowed. After a gap the caller also reads the levels once all
/// edges are taken, and passes them to `settle`.
struct ButtonTracker {
    fileprivate struct Line {
        let button: BoardDescription.Button
        var isDown: Bool
        var sequence = 0
    }

    private var lines: [Int: Line] = [:]
    /// In the order of the request.
    private let offsets: [Int]

    /// The pressed buttons, in the order of the request.
    var down: [BoardDescription.Button] {
        offsets.compactMap { offset in
            lines[offset].flatMap { $0.isDown ? $0.button : nil }
        }
    }

    /// - Parameter levels: whether each button is down when the lines are requested.
    init(_ buttons: [(button: BoardDescription.Button, offset: Int)], levels: [Bool]) {
        offsets = buttons.map(\.offset)
        for ((button, offset), isDown) in zip(buttons, levels) {
            lines[offset] = Line(button: button, isDown: isDown)
        }
    }

    /// Takes the kernel's edges in order.
    ///
    /// - Parameter bootMinusMonotonic: how far CLOCK_BOOTTIME is ahead: the time spent suspended.
    /// - Returns: the buttons' edges, and whether kernel edges were lost.
    mutating func take(
        _ events: [LineEvent], bootMinusMonotonic: Int64
    ) -> (edges: [ButtonEdge], hasGap: Bool) {
        var edges: [ButtonEdge] = []
        var hasGap = false
        for event in events {
            guard var line = lines[event.offset] else { continue }
            let isGap = event.sequence != line.sequence + 1
            line.sequence = event.sequence
            let time = BootTime(nanoseconds: event.monotonic + bootMinusMonotonic)
            if isGap {
                hasGap = true
                if line.isDown == event.isActive { line.turn(!event.isActive, at: time, &edges) }
            }
            line.turn(event.isActive, at: time, &edges)
            lines[event.offset] = line
        }
        return (edges, hasGap)
    }

    /// Takes the current levels, after all earlier edges were taken.
    mutating func settle(_ levels: [Bool], at time: BootTime) -> [ButtonEdge] {
        var edges: [ButtonEdge] = []
        for (offset, isDown) in zip(offsets, levels) {
            lines[offset]?.turn(isDown, at: time, &edges)
        }
        return edges
    }

    /// The lines are gone: every pressed button counts as released.
    mutating func letGo(at time: BootTime) -> [ButtonEdge] {
        settle(offsets.map { _ in false }, at: time)
    }
}

extension ButtonTracker.Line {
    /// Changes the level, if it is different.
    fileprivate mutating func turn(_ isDown: Bool, at time: BootTime, _ edges: inout [ButtonEdge]) {
        guard isDown != self.isDown else { return }
        self.isDown = isDown
        edges.append(ButtonEdge(button, isDown: isDown, at: time))
    }
}
