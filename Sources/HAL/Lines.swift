package import ClockTime

/// A failed request for the board's GPIO lines.
package enum LineError: Error, Hashable, Sendable {
    /// The chip does not exist; the text says which one was sought.
    case noChip(String)
    /// Another program or a kernel driver holds one of the lines (EBUSY).
    case taken
    /// The chip was removed (ENODEV).
    case gone
    /// Any other kernel error.
    case io(errno: Int32)
}

/// A debounced press or release of a button.
package struct ButtonEdge: Hashable, Sendable {
    package var button: BoardDescription.Button
    package var isDown: Bool
    /// When the edge happened, not when it was reported.
    package var time: BootTime

    package init(_ button: BoardDescription.Button, isDown: Bool, at time: BootTime) {
        self.button = button
        self.isDown = isDown
        self.time = time
    }
}

/// An event from the button lines.
package enum ButtonEvent: Hashable, Sendable {
    /// The button was down when the lines were requested: stuck or leant on. Its release is an edge.
    case heldAtStart(BoardDescription.Button)
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

/// An output line that switches something: a motor, a buzzer. Off after creation and after `stop`. One thread at
/// a time.
package protocol OutputLine: AnyObject, Sendable {
    /// Switches the line; requests it first if it is not held.
    func set(_ isOn: Bool) throws(LineError)

    /// Switches off and releases the line.
    func stop()
}

/// A lamp with adjustable brightness. Off after `stop`. One thread at a time.
package protocol LightOutput: AnyObject, Sendable {
    /// - Parameter brightness: as perceived; 0 is the lamp's minimum; nil is off.
    func set(_ brightness: Brightness?) throws(LineError)

    /// Switches the lamp off and releases it.
    func stop()
}
