package import ClockTime

/// What shows the wall time and can be set: this kernel's clock, or that of a simulated board.
package protocol WallClock: Sendable {
    /// Sets the clock so that it shows `moment.wall` at `moment.boot`, and runs on from there: however late
    /// the call is made, the time that was meant comes out. Sets the hardware clock behind it, too, where
    /// there is one.
    ///
    /// Returns when all of it is done. It may block: a hardware clock hangs on a bus.
    func set(to moment: Moment) throws(WallClockError) -> HardwareClockOutcome
}

/// Why the wall clock was not set; nothing has changed then.
package enum WallClockError: Error, Hashable, Sendable {
    /// The network keeps it right, and would put it back.
    case synchronised
    /// This program may not set it.
    case notPermitted
    /// The kernel says no.
    case refused(errno: Int32)
}

/// What became of the hardware clock, which keeps the time while the power is off.
package enum HardwareClockOutcome: Hashable, Sendable {
    /// There is none.
    case absent
    case set
    /// This program may not open or set it.
    case notPermitted
    /// It was there, and could not be set.
    case failed(errno: Int32)
}
