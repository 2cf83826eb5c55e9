package import ClockTime

/// What moved: several sources may serve one button, as a key on the clock and one of a remote control.
package enum KeySource: Hashable, Sendable {
    /// A GPIO line.
    case line(Int)
    /// A rotary encoder that is turned: each click is a press and a release.
    case encoder
    /// A key of one of the kernel's input devices.
    case input(device: Int, code: Int)
}

/// A debounced press or release of a button.
package struct ButtonEdge: Hashable, Sendable {
    package var button: BoardDescription.Button
    package var isDown: Bool
    /// When the edge happened, not when it was reported.
    package var time: BootTime
    package var source: KeySource

    package init(
        _ button: BoardDescription.Button, isDown: Bool, at time: BootTime, from source: KeySource
    ) {
        self.button = button
        self.isDown = isDown
        self.time = time
        self.source = source
    }
}

/// An event from the button lines.
package enum ButtonEvent: Hashable, Sendable {
    /// The button was down when the lines were requested: stuck or leant on. Its release is an edge.
    case heldAtStart(BoardDescription.Button, from: KeySource)
    case edge(ButtonEdge)
    /// The lines cannot be read; nil when they can again. Reported once per change.
    case failed(LineError?)
}

/// The buttons of a board. A button held when the lines are requested does not count as pressed and is reported
/// separately. A button held when the lines disappear counts as released.
package protocol ButtonLines: AnyObject, Sendable {
    /// Starts, once, a thread that calls `handler` with the edges in order. Waits for missing lines.
    func start(
        on threads: any ThreadHost, _ handler: @escaping @Sendable (ButtonEvent) -> Void
    ) throws(HostError)

    /// Releases the lines and ends the thread. Never call it from the handler.
    func stop()
}

/// Joins several sources of one button into one key: the newest press has the button, until it is released or
/// another source presses it.
///
/// So every press counts, although another source holds the button: one that is stuck, or that somebody leans on.
/// The earlier hold ends with the newer press, and its own release means nothing any more.
package struct ButtonMerge: Hashable, Sendable {
    private var holders: [BoardDescription.Button: KeySource] = [:]

    package init() {}

    /// The edges that the button itself makes.
    package mutating func receive(_ edge: ButtonEdge) -> [ButtonEdge] {
        let holder = holders[edge.button]
        guard edge.isDown else {
            guard holder == edge.source else { return [] }
            holders[edge.button] = nil
            return [edge]
        }
        holders[edge.button] = edge.source
        guard let holder, holder != edge.source else { return [edge] }
        let release = ButtonEdge(edge.button, isDown: false, at: edge.time, from: holder)
        return [release, edge]
    }

    /// Whether the button counts as held at the start: not if somebody has pressed it elsewhere meanwhile.
    package mutating func heldAtStart(
        _ button: BoardDescription.Button, from source: KeySource
    ) -> Bool {
        guard holders[button] == nil else { return false }
        holders[button] = source
        return true
    }
}
