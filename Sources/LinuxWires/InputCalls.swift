package import ClockTime

/// An event of one of the kernel's input devices (Documentation/input/event-codes.rst).
package struct InputEvent: Hashable, Sendable {
    package var kind: Kind
    package var time: BootTime

    package enum Kind: Hashable, Sendable {
        /// A key: 0 is up, 1 is down, 2 is the kernel's own repetition of a held key.
        case key(code: Int, value: Int)
        /// A knob: clicks, to the right where positive.
        case turn(Int)
        /// The end of what happened at one time.
        case report
        /// The kernel dropped events; those until the next report are incomplete.
        case dropped
    }

    package init(_ kind: Kind, at time: BootTime) {
        self.kind = kind
        self.time = time
    }
}

/// The calls that keys of input devices depend on, so that tests can script the answers.
package protocol InputCalls: Sendable {
    /// The paths of all devices.
    func devices() -> [String]

    func open(_ path: String) throws(WireFailure) -> any InputDevice

    /// Watches devices come and go, also where none has come yet; nil where the kernel cannot.
    func watch() -> (any InputWatch)?
}

/// An input device that is held until the object is released.
package protocol InputDevice: AnyObject, Sendable {
    /// Readable when an event is pending, and when the device is gone.
    var descriptor: Int32 { get }
    var name: String { get }
    /// The codes of all its keys.
    var keys: Set<Int> { get }
    /// Whether it is a knob: it moves along one axis, where a mouse has two.
    var isKnob: Bool { get }

    /// Takes its events away from everybody else.
    func grab() throws(WireFailure)

    /// The pending events in order.
    func events() throws(WireFailure) -> [InputEvent]

    /// The codes of the keys that are down now.
    func keysDown() throws(WireFailure) -> Set<Int>
}

/// Watches devices come and go, until the object is released.
package protocol InputWatch: AnyObject, Sendable {
    /// Readable after a change.
    var descriptor: Int32 { get }

    /// Takes note of all changes so far.
    ///
    /// - Returns: whether it sees those to come; else another one must take its place.
    func clear() -> Bool
}
