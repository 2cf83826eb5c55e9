import ClockTime

/// What has to be done at the clock to end an alarm's ring, in place of a press of stop (law, 6.12).
package enum StopTask: Hashable, Sendable {
    /// Stop is held for so long: whole seconds of `holds`.
    case hold(Duration)
    /// Snooze and stop are held together.
    case both
    /// That key is pressed; neither snooze nor stop.
    case key(Button)

    /// In seconds.
    package static let holds = 2...10
    package static let keys = Button.allCases.filter { $0 != .snooze && $0 != .stop }
    private static let bothLength = Duration.seconds(3)
    /// How long a key is held that stands in for another one, or that is pressed in a ring, while it is silent.
    static let standInLength = Duration.seconds(2)

    /// How it is done where all its keys work.
    package var way: StopWay {
        switch self {
        case .hold(let length): StopWay(keys: [.stop], length: length)
        case .both: StopWay(keys: [.snooze, .stop], length: StopTask.bothLength)
        case .key(let key): StopWay(keys: [key], length: .zero)
        }
    }

    /// How it is done with the keys that work. Stop stands in for a key that does not, then snooze, then any other.
    ///
    /// - Returns: nil if no key works.
    func way(with working: Set<Button>) -> StopWay? {
        if working.isSuperset(of: way.keys) { return way }
        let standIn = ([.stop] + Button.allCases).first(where: working.contains)
        guard let standIn else { return nil }
        if case .hold(let length) = self { return StopWay(keys: [standIn], length: length) }
        return StopWay(keys: [standIn], length: StopTask.standInLength)
    }
}

/// As requests, replies and the store have it: "hold:5s", "both", "key:menu".
extension StopTask: RawRepresentable, CaseIterable {
    package static let allCases: [StopTask] =
        holds.map { .hold(.seconds($0)) } + [.both] + keys.map { .key($0) }

    package init?(rawValue: String) {
        guard let task = StopTask.allCases.first(where: { $0.rawValue == rawValue }) else {
            return nil
        }
        self = task
    }

    package var rawValue: String {
        switch self {
        case .hold(let length): "hold:\(length.components.seconds)s"
        case .both: "both"
        case .key(let key): "key:\(key.rawValue)"
        }
    }
}

/// The keys that end a ring, and how long they are held together.
package struct StopWay: Hashable, Sendable {
    package var keys: [Button]
    /// Zero: a press is enough.
    package var length: Duration

    package init(keys: [Button], length: Duration) {
        self.keys = keys
        self.length = length
    }

    package var isPress: Bool { length == .zero }
}
