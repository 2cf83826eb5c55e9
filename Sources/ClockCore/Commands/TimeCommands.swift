package import ClockTime

/// The clock's time, and how far it is trusted.
package struct TimeReport: Hashable, Sendable, Codable {
    /// The wall clock's time, right or wrong.
    package var wall: WallTime
    package var zone: String
    /// The local time in that zone; nil while the time is unknown.
    package var civil: CivilTime?
    /// The zone's UTC offset then, in seconds.
    package var offset: Int
    package var trust: ClockTrust
    /// How long ago it was confirmed; nil if not in this boot.
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

/// The result of setting the clock.
package struct TimeSetReport: Hashable, Sendable, Codable {
    /// The time now.
    package var time: TimeReport
    package var nextAlarm: AlarmReport?
    /// If the given local time occurs twice: its second occurrence. The clock was set to the first.
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

/// The clock's zone was changed.
package struct ZoneSetReport: Hashable, Sendable, Codable {
    package var time: TimeReport
    /// The next alarm in the new zone; nil if none rings.
    package var nextAlarm: AlarmReport?

    package init(time: TimeReport, nextAlarm: AlarmReport?) {
        self.time = time
        self.nextAlarm = nextAlarm
    }
}

/// What happened to the clock that keeps the time while the power is off.
package enum HardwareClock: Hashable, Sendable {
    /// There is none.
    case absent
    case set
    /// Not set; the text says why.
    case failed(String)
}

/// The outcome of a host's setting of the wall clock (`Effect.setClock`).
package enum ClockSetting: Hashable, Sendable {
    case done(HardwareClock)
    /// Nothing has changed.
    case refused(CommandError)
}
