package enum FacePage: Hashable, Sendable {
    case time, nextAlarmHeading, nextAlarm, nowPlaying, volume, battery, date
    /// When the snoozed alarm or nap rings again.
    case snooze
    /// How to leave the face mode.
    case hint
    /// The ring that was counted down to does not come: somebody is up (law, 6.10).
    case up
    /// Somebody's words, or what is wrong, once by itself.
    case message
    /// The code that pairs a device.
    case code
    /// What is wrong, by its index in the list of warnings.
    case warning(Int)
    /// Minutes and seconds, for panels that have no room for them beside the hours.
    case seconds
    /// What counts down, by its index in the list: its name, and then the time left.
    case countdownHeading(Int)
    case countdown(Int)
    /// A world clock, by its index in their list: its label, and then its time.
    case worldHeading(Int)
    case world(Int)

    /// As events name it.
    package var name: String {
        switch self {
        case .time: "time"
        case .nextAlarmHeading: "nextAlarmHeading"
        case .nextAlarm: "nextAlarm"
        case .countdownHeading: "countdownHeading"
        case .countdown: "countdown"
        case .nowPlaying: "nowPlaying"
        case .volume: "volume"
        case .snooze: "snooze"
        case .hint: "hint"
        case .up: "up"
        case .battery: "battery"
        case .date: "date"
        case .message: "message"
        case .code: "code"
        case .warning: "warning"
        case .seconds: "seconds"
        case .worldHeading: "worldHeading"
        case .world: "world"
        }
    }

    /// Its place in the turn: of its kind, and among its kind. A heading shares it with its page. Pages outside the turn
    /// come after all others.
    var place: (kind: Int, index: Int) {
        switch self {
        case .time: (0, 0)
        case .warning(let index): (1, index)
        case .countdownHeading(let index), .countdown(let index): (2, index)
        case .nowPlaying, .volume: (3, 0)
        case .nextAlarmHeading, .nextAlarm: (4, 0)
        case .date: (5, 0)
        case .seconds: (6, 0)
        case .worldHeading(let index), .world(let index): (7, index)
        case .battery: (8, 0)
        case .snooze, .hint, .up, .message, .code: (9, 0)
        }
    }
}

/// What the now-playing page shows: titles, and the volume behind them.
package struct PlayingText: Hashable, Sendable {
    /// What plays, with a space at its end where the volume follows.
    package var titles: String
    /// The master volume. The face shows it in four characters, as each panel can: "U 30", "30 %". Nil: not shown.
    package var volume: Percent?
    /// The name of the single sound or favourite that plays, while the text stands still; nil for several sounds.
    package var name: String?

    package init(titles: String, volume: Percent? = nil, name: String? = nil) {
        self.titles = titles
        self.volume = volume
        self.name = name
    }
}
