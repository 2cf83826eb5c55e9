package import ClockTime

/// The time that the clock goes by, and how far it is believed.
package struct TimeReport: Hashable, Sendable {
    /// What the wall clock shows, right or wrong.
    package var wall: WallTime
    package var zone: String
    /// What a clock in that zone shows; nil while the time is not known.
    package var civil: CivilTime?
    /// What the zone adds to UTC then, in seconds.
    package var offset: Int
    package var trust: ClockTrust
    /// Since it was confirmed last; nil where it was not in this boot.
    package var confirmedAgo: Duration?

    package init(
        wall: WallTime, zone: String, civil: CivilTime?, offset: Int, trust: ClockTrust,
        confirmedAgo: Duration?
    ) {
        self.wall = wall
        self.zone = zone
        self.civil = civil
        self.offset = offset
        self.trust = trust
        self.confirmedAgo = confirmedAgo
    }
}

/// What came of setting the clock.
package struct TimeSetReport: Hashable, Sendable {
    /// As it is now.
    package var time: TimeReport
    package var nextAlarm: AlarmReport?
    /// The clock shows the time that was given twice, and was set to the first: when the second is.
    package var secondPass: Instant?
    package var hardwareClock: HardwareClock

    package init(
        time: TimeReport, nextAlarm: AlarmReport?, secondPass: Instant?,
        hardwareClock: HardwareClock
    ) {
        self.time = time
        self.nextAlarm = nextAlarm
        self.secondPass = secondPass
        self.hardwareClock = hardwareClock
    }
}

/// The clock stands in another zone.
package struct ZoneSetReport: Hashable, Sendable {
    package var time: TimeReport
    /// What rings first by it; nil where nothing does.
    package var nextAlarm: AlarmReport?

    package init(time: TimeReport, nextAlarm: AlarmReport?) {
        self.time = time
        self.nextAlarm = nextAlarm
    }
}

/// What became of the clock that keeps the time while the power is off.
package enum HardwareClock: Hashable, Sendable {
    /// There is none.
    case none
    case set
    /// Says why it was not set.
    case failed(String)
}

/// How a host's setting of the wall clock ended (`Effect.setClock`).
package enum ClockSetting: Hashable, Sendable {
    case done(HardwareClock)
    /// Nothing has changed.
    case refused(CommandError)
}
