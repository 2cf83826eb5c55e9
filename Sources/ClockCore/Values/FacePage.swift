package enum FacePage: Hashable, Sendable {
    case time, nextAlarm, nowPlaying, volume, battery, date
    /// How long is left to sleep before the next alarm (product, A7).
    case sleepLeft
    /// Nothing keeps the next alarm from ringing.
    case armed
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
    /// What counts down, by its index in the list.
    case countdown(Int)
    /// A world clock, by its index in their list.
    case world(Int)

    /// What a page says in words that are always the same; nil: it has none.
    package var words: (pixels: String, digits: String)? {
        switch self {
        case .nextAlarm: ("Alarm", "AL")
        case .sleepLeft: ("Alarm in", "LEFt")
        case .snooze: ("Snooze until", "SnOO")
        case .hint: ("Hold stop", "HOLd")
        case .armed: ("Armed", "ALOn")
        case .time, .nowPlaying, .volume, .battery, .date, .up, .message, .code, .warning, .seconds,
            .countdown, .world:
            nil
        }
    }

    /// As events name it.
    package var name: String {
        switch self {
        case .time: "time"
        case .nextAlarm: "nextAlarm"
        case .sleepLeft: "sleepLeft"
        case .countdown: "countdown"
        case .nowPlaying: "nowPlaying"
        case .volume: "volume"
        case .snooze: "snooze"
        case .hint: "hint"
        case .armed: "armed"
        case .up: "up"
        case .battery: "battery"
        case .date: "date"
        case .message: "message"
        case .code: "code"
        case .warning: "warning"
        case .seconds: "seconds"
        case .world: "world"
        }
    }

    /// Its place in the turn: of its kind, and among its kind. Pages outside the turn come after all others.
    var place: (kind: Int, index: Int) {
        switch self {
        case .time: (0, 0)
        case .warning(let index): (1, index)
        case .snooze: (1, Int.max)
        case .countdown(let index): (2, index)
        case .nowPlaying, .volume: (3, 0)
        case .nextAlarm: (4, 0)
        case .sleepLeft: (4, 1)
        case .date: (5, 0)
        case .seconds: (6, 0)
        case .world(let index): (7, index)
        case .battery: (8, 0)
        case .hint, .armed, .up, .message, .code: (9, 0)
        }
    }
}

/// What the now-playing page shows: titles, and the volume behind them.
package struct PlayingText: Hashable, Sendable {
    /// What plays, with a space at its end where the volume follows.
    package var titles: String
    /// The master volume. The face shows it in four characters, as each panel can: "U 30", "30 %". Nil: not shown.
    package var volume: Percent?

    package init(titles: String, volume: Percent? = nil) {
        self.titles = titles
        self.volume = volume
    }
}
