import ClockTime

/// Turns the edges of one key into what the finger meant.
///
/// Theory of operation. A key goes down and comes up, and moments in between matter (product, B2): 0.6 s
/// make a press long and begin a hold, which ends with the release; a key that repeats does so from the
/// press on. No key waits for a second press. Which of these a key can have is its `KeyGrammar`. What a
/// press means can also depend on what happens around it (ringing, a dark display), and that is decided when
/// the key goes down: the parent may then take the press for itself, and nothing more comes of it; or it may
/// ask that the key be held for so long, which is then either met or given up.
///
/// | state     | goes down           | comes up             | its time has come       | taken | asked |
/// | --------- | ------------------- | -------------------- | ----------------------- | ----- | ----- |
/// | up        | pressed; down ¹     | -                    | -                       | -     | -     |
/// | down      | pressed again       | short press; up      | 0.6 s: long press; held | spent | asked |
/// | held      | pressed again       | hold ended; up       | 30 s: stuck ²           | spent | -     |
/// | repeating | pressed again       | hold ended; up       | repeated ³              | spent | asked |
/// | asked     | -                   | request given up; up | request met; spent      | spent | -     |
/// | spent     | pressed again       | up                   | 30 s: stuck             | -     | -     |
/// | stuck     | pressed again       | freed; up            | -                       | -     | -     |
///
/// ¹ a key that repeats: repeating. ² except for a hold that means something all the while. ³ 500 ms after
/// the press, then each 150 ms, after 3 s each 50 ms; 30 s after it: stuck.
///
/// A key that is down when the clock starts, or for 30 s, is leant upon or broken: stuck, and ignored
/// until it comes up. Only a hold that means something for as long as it lasts (`KeyGrammar.hold`) has no
/// such end. "Pressed again" is a second way down without a way up: a bounce, or the release was lost. It
/// changes nothing by itself; where a press must not be lost, the parent lets the key begin anew.
struct GestureMachine: Hashable, Sendable {
    enum State: Hashable, Sendable {
        case up
        case down(since: BootTime)
        case held(since: BootTime)
        case repeating(since: BootTime, next: BootTime)
        case asked(since: BootTime, until: BootTime)
        case spent(since: BootTime)
        case stuck
    }

    enum Gesture: Hashable, Sendable {
        /// The key went down: what cannot wait acts on this.
        case pressed
        case pressedAgain
        /// It came up before it was held long.
        case shortPress
        /// It is down for 0.6 s: the press is long, and a hold begins.
        case longPress
        case holdEnded
        /// Down still: once more what the press did.
        case repeated
        case requestMet, requestGivenUp
        case stuck, freed
    }

    static let longPress = Duration.milliseconds(600)
    static let firstRepeat = Duration.milliseconds(500)
    static let slowRepeat = Duration.milliseconds(150)
    static let fastRepeat = Duration.milliseconds(50)
    /// From when on, after the press, a key repeats fast.
    static let fastRepeatAfter = Duration.seconds(3)
    static let stuckAfter = Duration.seconds(30)

    let grammar: KeyGrammar
    private(set) var state = State.up

    init(_ grammar: KeyGrammar) {
        self.grammar = grammar
    }

    var isStuck: Bool { state == .stuck }

    /// Whether it has been down without a break since then.
    func isDown(since time: BootTime) -> Bool {
        switch state {
        case .up: false
        case .down(let since), .held(let since), .repeating(let since, _), .asked(let since, _),
            .spent(let since):
            since <= time
        case .stuck: true
        }
    }

    var nextWake: BootTime? {
        switch state {
        case .up, .stuck: nil
        case .down(let since): since + GestureMachine.longPress
        case .held(let since):
            grammar == .hold ? nil : since + GestureMachine.stuckAfter
        case .repeating(let since, let next): min(next, since + GestureMachine.stuckAfter)
        case .asked(_, let until): until
        case .spent(let since): since + GestureMachine.stuckAfter
        }
    }

    // MARK: - What fingers and time do

    mutating func edge(isDown: Bool, at now: BootTime) -> Gesture? {
        isDown ? goesDown(at: now) : comesUp(at: now)
    }

    private mutating func goesDown(at now: BootTime) -> Gesture? {
        switch state {
        case .up:
            begin(at: now)
            return .pressed
        case .down, .held, .repeating, .spent, .stuck: return .pressedAgain
        case .asked: return nil
        }
    }

    private mutating func comesUp(at now: BootTime) -> Gesture? {
        let before = state
        state = .up
        switch before {
        case .down: return .shortPress
        case .held, .repeating: return .holdEnded
        case .asked: return .requestGivenUp
        case .stuck: return .freed
        case .up, .spent: return nil
        }
    }

    /// What time alone has brought; called until it brings nothing more.
    mutating func advance(to now: BootTime) -> Gesture? {
        guard let wake = nextWake, wake <= now else { return nil }
        switch state {
        case .down(let since):
            state = .held(since: since)
            return .longPress
        case .repeating(let since, let next) where next < since + GestureMachine.stuckAfter:
            let pace =
                now - since < GestureMachine.fastRepeatAfter
                ? GestureMachine.slowRepeat : GestureMachine.fastRepeat
            let due = next + pace
            // After a late wake none is made up for: they would come as a burst.
            state = .repeating(since: since, next: due > now ? due : now + pace)
            return .repeated
        case .held, .repeating, .spent:
            state = .stuck
            return .stuck
        case .asked(let since, _):
            state = .spent(since: since)
            return .requestMet
        case .up, .stuck: return nil
        }
    }

    // MARK: - What the parent makes of it

    /// The press was for something else: nothing more comes of it.
    mutating func spend(at now: BootTime) {
        switch state {
        case .held(let since):
            // A hold that had a meaning until now may have lasted long: it is not stuck for that.
            state = .spent(since: grammar == .hold ? now : since)
        case .down(let since), .repeating(let since, _), .asked(let since, _):
            state = .spent(since: since)
        case .up, .spent, .stuck: break
        }
    }

    /// This press counts only if it lasts for `length`.
    mutating func ask(toHoldFor length: Duration) {
        switch state {
        case .down(let since), .repeating(let since, _):
            state = .asked(since: since, until: since + length)
        case .up, .held, .asked, .spent, .stuck: break
        }
    }

    /// The key goes down now, whatever it did before.
    mutating func begin(at now: BootTime) {
        switch grammar {
        case .tap, .hold: state = .down(since: now)
        case .repeating:
            state = .repeating(since: now, next: now + GestureMachine.firstRepeat)
        }
    }

    /// The key was down when the clock began to listen.
    mutating func wasDownAtStart() {
        state = .stuck
    }
}

/// Which gestures a key can have beside the press itself.
enum KeyGrammar: Hashable, Sendable {
    /// Short and long.
    case tap
    /// Short, and a hold that means something for as long as it lasts, be it minutes.
    case hold
    /// The press, again and again while it is down; it acts at once and has no long press.
    case repeating
}
