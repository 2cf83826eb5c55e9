import ClockTime

/// Turns the edges of one key into what the finger meant.
///
/// Theory of operation. A key goes down and comes up; between the two lies one moment that matters,
/// 0.6 s after it went down (product, B2). What a press means can depend on what happens around it
/// (ringing, a dark display), and that is decided when the key goes down: the parent may then take
/// the whole press for itself, and nothing more comes of it until the key is up again.
///
/// | state        | down  | up           | 0.6 s     | taken |
/// | ------------ | ----- | ------------ | --------- | ----- |
/// | up           | press | -            | -         | -     |
/// | down(since)  | -     | short press  | long held | spent |
/// | held         | -     | released     | -         | spent |
/// | spent        | -     | -            | -         | -     |
///
/// A second "down" without an "up" is a bounce or a lost edge and changes nothing.
struct GestureMachine: Hashable, Sendable {
    enum State: Hashable, Sendable {
        case up
        case down(since: BootTime)
        case held
        case spent
    }

    enum Gesture: Hashable, Sendable {
        /// The key went down: what cannot wait acts on this.
        case pressed
        /// It came up before it was held long.
        case shortPress
        case longPress
    }

    static let longPress = Duration.milliseconds(600)

    private(set) var state = State.up

    var nextWake: BootTime? {
        switch state {
        case .up, .held, .spent: nil
        case .down(let since): since + GestureMachine.longPress
        }
    }

    mutating func edge(isDown: Bool, at now: BootTime) -> Gesture? {
        switch (state, isDown) {
        case (.up, true):
            state = .down(since: now)
            return .pressed
        case (.down, false):
            state = .up
            return .shortPress
        case (.held, false), (.spent, false):
            state = .up
            return nil
        case (.up, false), (.down, true), (.held, true), (.spent, true):
            return nil
        }
    }

    mutating func advance(to now: BootTime) -> Gesture? {
        guard case .down(let since) = state, since + GestureMachine.longPress <= now else {
            return nil
        }
        state = .held
        return .longPress
    }

    /// The press was for something else: nothing more comes of it.
    mutating func spend() {
        switch state {
        case .up, .spent: break
        case .down, .held: state = .spent
        }
    }
}
