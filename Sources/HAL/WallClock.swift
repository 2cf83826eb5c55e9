package import ClockTime

/// A settable wall clock: the kernel's, or that of a simulated board.
package protocol WallClock: Sendable {
    /// Sets the clock so that it shows `moment.wall` at `moment.boot` and runs on from there. The result is right
    /// however late the call runs. Also sets the hardware clock if there is one.
    ///
    /// Returns when everything is done. It may block, because a hardware clock sits on a bus.
    func set(to moment: Moment) throws(WallClockError) -> HardwareClockOutcome
}

/// Why the wall clock was not set. In that case nothing has changed.
package enum WallClockError: Error, Hashable, Sendable {
    /// The network synchronises the clock and would undo the change.
    case synchronised
    /// This program lacks the permission.
    case notPermitted
    /// The kernel refused.
    case refused(errno: Int32)
}

/// The result of setting the hardware clock, which keeps time while the power is off.
package enum HardwareClockOutcome: Hashable, Sendable {
    /// There is no hardware clock.
    case absent
    case set
    /// This program lacks the permission to open or set it.
    case notPermitted
    /// The hardware clock exists but could not be set.
    case failed(errno: Int32)
}
