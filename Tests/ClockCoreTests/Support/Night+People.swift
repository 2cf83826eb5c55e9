import ClockTime

@testable import ClockCore

/// What people do, in their own words.
extension Night {
    /// In a ring, also waits until no other key would be of the same hand (law, 6.9).
    mutating func press(_ button: Button) {
        let isAnswer = machine.isRinging
        handle(.button(button, isDown: true))
        wait(.milliseconds(100))
        handle(.button(button, isDown: false))
        if isAnswer { wait(Hand.span - .milliseconds(100)) }
    }

    mutating func hold(_ button: Button, for duration: Duration) {
        handle(.button(button, isDown: true))
        wait(duration)
        handle(.button(button, isDown: false))
    }

    /// Cuts the power for `duration` of true time; then the machine starts from the durable state.
    ///
    /// - Parameter clock: the reading of the device's clock then; nil: the true time.
    mutating func cutPower(
        for duration: Duration, clock text: String? = nil, trust: ClockTrust = .trusted
    ) throws {
        let wall = try text.map { WallTime(try zone.instant(showing: $0)) }
        cutPower(for: duration, wall: wall, trust: trust)
    }

    /// Ends the program and starts it at once, with another state in its store.
    mutating func restartProgram(restoring state: PersistentState) {
        durable = state
        restart(trust: machine.trust)
    }
}

/// What the clock answers to "will it ring?".
extension Night {
    mutating func healthSummary() throws -> HealthSummary {
        guard case .health(let summary) = ask(.health(.show)) else {
            throw CommandError.wrongState(.inWords("no answer"))
        }
        return summary
    }

    /// Nil: this clock does not ask about that.
    mutating func healthCheck(_ subject: HealthCheck.Subject) throws -> HealthCheck? {
        try healthSummary().checks.first { $0.subject == subject }
    }
}
