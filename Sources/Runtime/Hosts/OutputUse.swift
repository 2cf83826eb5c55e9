package import ClockCore
package import ClockTime

/// Tracks which of motor, buzzer and lamp are in use, for the event log. The pulses of a pattern count as one use,
/// which is reported when it begins and when it is over.
package struct OutputUse {
    /// Longer than any pause within a pattern: the slowest heartbeat comes every 1.5 s.
    package static let longestPause = Duration.seconds(2)

    private var uses: [Use] = Name.allCases.map { Use(name: $0) }

    /// The names used in events and in the board's drawing.
    package enum Name: String, CaseIterable, Sendable {
        case motor, buzzer, light
    }

    private struct Use {
        let name: Name
        var state = State.unused
    }

    private enum State: Equatable {
        case unused
        case on
        /// In use until then, unless it is switched on again.
        case pausing(until: BootTime)
    }

    package struct Change: Equatable, Sendable {
        package var name: Name
        package var isUsed: Bool
    }

    package init() {}

    /// Takes the new levels.
    package mutating func update(_ levels: OutputLevels, at now: BootTime) -> [Change] {
        var changes = advance(to: now)
        for place in uses.indices {
            let isOn = uses[place].name.isOn(in: levels)
            switch uses[place].state {
            case .unused where isOn:
                changes.append(Change(name: uses[place].name, isUsed: true))
                uses[place].state = .on
            case .pausing where isOn: uses[place].state = .on
            case .on where !isOn:
                uses[place].state = .pausing(until: now + OutputUse.longestPause)
            case .unused, .pausing, .on: break
            }
        }
        return changes
    }

    /// Returns the changes that the passing of time alone has caused.
    package mutating func advance(to now: BootTime) -> [Change] {
        var changes: [Change] = []
        for place in uses.indices {
            guard case .pausing(let until) = uses[place].state, until <= now else { continue }
            uses[place].state = .unused
            changes.append(Change(name: uses[place].name, isUsed: false))
        }
        return changes
    }

    package var nextWake: BootTime? {
        uses.compactMap { use in
            if case .pausing(let until) = use.state { until } else { nil }
        }.min()
    }
}

extension OutputUse.Name {
    fileprivate func isOn(in levels: OutputLevels) -> Bool {
        switch self {
        case .motor: levels.motor
        case .buzzer: levels.buzzer
        case .light: levels.light.value > 0
        }
    }
}
