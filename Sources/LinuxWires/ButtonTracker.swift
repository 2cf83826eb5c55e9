import ClockTime
import HAL

/// Turns the kernel's line events into alternating button edges, even if some were lost.
///
/// The kernel keeps 16 edges for each line of the request, all in one queue, and drops the oldest beyond them. A drop
/// shows as a gap in a line's sequence numbers. A button that was down before a gap and goes down after it was up in
/// between: that edge is added, so that no press is swallowed. After a gap the caller also reads the levels once all
/// edges are taken, and passes them to `settle`.
///
/// The contacts of an encoder are lines among the others, so that all edges keep their order. An edge that the kernel
/// dropped is not added there: only the levels tell where the knob stands.
struct ButtonTracker {
    /// What a line is for.
    enum Meaning: Hashable {
        case key(BoardDescription.Button)
        case contact(QuadratureDecoder.Contact)
    }

    fileprivate struct Line {
        let meaning: Meaning
        var isDown: Bool
        var sequence = 0
    }

    private var lines: [Int: Line] = [:]
    /// In the order of the request.
    private let offsets: [Int]
    private var encoder: QuadratureDecoder
    private let turns: BoardDescription.Turns

    /// The pressed buttons, in the order of the request.
    var down: [(button: BoardDescription.Button, source: KeySource)] {
        offsets.compactMap { offset in
            guard let line = lines[offset], line.isDown, case .key(let button) = line.meaning
            else { return nil }
            return (button, .line(offset))
        }
    }

    /// - Parameters:
    ///   - levels: whether each line is active when the lines are requested.
    ///   - turns: what an encoder does.
    init(
        _ meanings: [(meaning: Meaning, offset: Int)], levels: [Bool], turns: BoardDescription.Turns
    ) {
        offsets = meanings.map(\.offset)
        self.turns = turns
        for ((meaning, offset), isDown) in zip(meanings, levels) {
            lines[offset] = Line(meaning: meaning, isDown: isDown)
        }
        encoder = QuadratureDecoder(a: false, b: false)
        settleEncoder()
    }

    /// Takes the kernel's edges in order.
    ///
    /// - Parameter bootMinusMonotonic: how far CLOCK_BOOTTIME is ahead: the time spent suspended.
    /// - Returns: the buttons' edges, and whether kernel edges were lost.
    mutating func receive(
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
                if line.isDown == event.isActive {
                    line.turn(!event.isActive, event.offset, at: time, &edges)
                }
            }
            line.turn(event.isActive, event.offset, at: time, &edges)
            lines[event.offset] = line
            if case .contact(let contact) = line.meaning {
                let click = encoder.turn(contact, isClosed: event.isActive)
                if let click { edges += turns.edges(of: click, at: time) }
            }
        }
        return (edges, hasGap)
    }

    private mutating func settleEncoder() {
        var levels: [QuadratureDecoder.Contact: Bool] = [:]
        for line in lines.values {
            if case .contact(let contact) = line.meaning { levels[contact] = line.isDown }
        }
        encoder.settle(a: levels[.a] ?? false, b: levels[.b] ?? false)
    }

    /// Takes the current levels, after all earlier edges were taken.
    mutating func settle(_ levels: [Bool], at time: BootTime) -> [ButtonEdge] {
        var edges: [ButtonEdge] = []
        for (offset, isDown) in zip(offsets, levels) {
            lines[offset]?.turn(isDown, offset, at: time, &edges)
        }
        settleEncoder()
        return edges
    }

    /// The lines are gone: every pressed button counts as released.
    mutating func letGo(at time: BootTime) -> [ButtonEdge] {
        settle(offsets.map { _ in false }, at: time)
    }
}

extension ButtonTracker.Line {
    /// Changes the level, if it is different. Only a key makes edges by itself.
    fileprivate mutating func turn(
        _ isDown: Bool, _ offset: Int, at time: BootTime, _ edges: inout [ButtonEdge]
    ) {
        guard isDown != self.isDown else { return }
        self.isDown = isDown
        guard case .key(let button) = meaning else { return }
        edges.append(ButtonEdge(button, isDown: isDown, at: time, from: .line(offset)))
    }
}
