package import ClockTime

/// A failed request to the GPIO lines of the board.
package enum LineError: Error, Hashable, Sendable {
    /// There is no such chip; says which was looked for.
    case noChip(String)
    /// Another program or a kernel driver has one of the lines (EBUSY).
    case taken
    /// The chip was there and went away (ENODEV).
    case gone
    /// Anything else that the kernel says.
    case io(errno: Int32)
}

/// A button went down or up, cleared of its bouncing.
package struct ButtonEdge: Hashable, Sendable {
    package var button: BoardDescription.Button
    package var isDown: Bool
    /// When it happened, not when it was heard of.
    package var time: BootTime

    package init(_ button: BoardDescription.Button, isDown: Bool, at time: BootTime) {
        self.button = button
        self.isDown = isDown
        self.time = time
    }
}

/// What comes of the button lines.
package enum ButtonEvent: Hashable, Sendable {
    /// It was down when the lines were taken up: stuck, or leant upon. Its way up is an edge.
    case heldAtStart(BoardDescription.Button)
    case edge(ButtonEdge)
    /// The lines cannot be read; nil: they can, again. Told once for each change.
    case failed(LineError?)
}

/// The buttons of a board. One that is held while the lines are taken up has not been pressed, and is
/// told of apart; one that is held while the lines vanish counts as let go.
package protocol ButtonLines: AnyObject, Sendable {
    /// Begins, once, on a thread of its own; `handler` is called on it, in the order of the edges.
    /// Lines that are not there are waited for.
    func start(
        on threads: any ThreadHost, _ handler: @escaping @Sendable (ButtonEvent) -> Void
    ) throws(HostError)

    /// Gives the lines back and ends the thread; never call it from the handler.
    func stop()
}

/// A line that switches something: a motor, a buzzer. Off when it is made and after `stop`. Used by one
/// thread at a time.
package protocol OutputLine: AnyObject, Sendable {
    /// Switches; a line that is not held is taken up first.
    func set(_ isOn: Bool) throws(LineError)

    /// Switches off and gives the line back.
    func stop()
}

/// A lamp whose brightness can be set. Off after `stop`. Used by one thread at a time.
package protocol LightOutput: AnyObject, Sendable {
    /// - Parameter brightness: as eyes see it, the least that the lamp can do at 0; nil: off.
    func set(_ brightness: Brightness?) throws(LineError)

    /// Switches off and lets go.
    func stop()
}
