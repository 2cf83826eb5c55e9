package import ClockTime

/// The time that the clock goes by, and how far it is believed.
package struct TimeReport: Hashable, Sendable, Codable {
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

    private enum CodingKeys: String, CodingKey {
        case wall, zone, civil = "local", offset = "offsetSeconds", trust
        case confirmedAgo = "confirmedSecondsAgo"
    }

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
package struct TimeSetReport: Hashable, Sendable, Codable {
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

    private enum CodingKeys: String, CodingKey {
        case time, nextAlarm, secondPass, hardwareClock, warning
    }

    private enum HardwareClockWord: String, Codable {
        case absent = "none"
        case set, failed
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let word = try fields.decode(HardwareClockWord.self, forKey: .hardwareClock)
        let hardwareClock: HardwareClock =
            switch word {
            case .absent: .absent
            case .set: .set
            case .failed:
                .failed(try fields.decodeIfPresent(String.self, forKey: .warning) ?? "")
            }
        self.init(
            time: try fields.decode(TimeReport.self, forKey: .time),
            nextAlarm: try fields.decodeIfPresent(AlarmReport.self, forKey: .nextAlarm),
            secondPass: try fields.decodeIfPresent(Instant.self, forKey: .secondPass),
            hardwareClock: hardwareClock)
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        try fields.encode(time, forKey: .time)
        try fields.encodeIfPresent(nextAlarm, forKey: .nextAlarm)
        try fields.encodeIfPresent(secondPass, forKey: .secondPass)
        switch hardwareClock {
        case .absent: try fields.encode(HardwareClockWord.absent, forKey: .hardwareClock)
        case .set: try fields.encode(HardwareClockWord.set, forKey: .hardwareClock)
        case .failed(let reason):
            try fields.encode(HardwareClockWord.failed, forKey: .hardwareClock)
            try fields.encode(reason, forKey: .warning)
        }
    }
}

/// The clock stands in another zone.
package struct ZoneSetReport: Hashable, Sendable, Codable {
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
    case absent
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
