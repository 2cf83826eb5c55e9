import ClockTime

/// Turns the edges of one key into gestures.
///
/// Theory of operation. A key goes down and comes up, and times in between matter (product, B2). After 0.6 s
/// a press is long and begins a hold, which ends with the release. A repeating key repeats from the press
/// on. No key waits for a second press. A key's `KeyGrammar` defines which gestures it can have. A press can
/// also depend on its context (ringing, a dark display), which is decided when the key goes down. The parent
/// may then take the press for itself, and it triggers nothing more. Or the parent may ask for a hold of
/// some length, and that request is then either met or given up.
///
/// | state     | goes down           | comes up             | its time has come       | taken | asked |
/// | --------- | ------------------- | -------------------- | ----------------------- | ----- | ----- |
/// | up        | pressed; down ¹     | -                    | -                       | -     | -     |
/// | down      | pressed again       | short press; up      | 0.6 s: long press; held | spent | asked |
/// | held      | pressed again       | hold ended; up       | 30 s: stuck ²           | spent | asked |
/// | repeating | pressed again       | hold ended; up       | repeated ³              | spent | asked |
/// | asked     | -                   | request given up; up | request met; spent      | spent | -     |
/// | spent     | pressed again       | up                   | 30 s: stuck             | -     | -     |
/// | stuck     | pressed again       | freed; up            | -                       | -     | -     |
///
/// ¹ a repeating key: repeating. ² except for a hold that has a meaning throughout. ³ 500 ms after the
/// press, then every 200 ms, so that a person can let go at the value they see; 30 s after it: stuck.
///
/// A key that is down when the clock starts, or for 30 s, has something leaning on it or is broken: it is
/// stuck, and ignored until it comes up. Only a hold with a meaning throughout (`KeyGrammar.hold`) has no
/// such limit. "Pressed again" is a second down edge without an up edge: a bounce, or a lost release. It
/// changes nothing by itself; if a press must not be lost, the parent restarts the key.
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
        /// The key went down; urgent actions happen now.
        case pressed
        case pressedAgain
        /// It was released before the long-press time.
        case shortPress
        /// It has been down for 0.6 s: the press is long, and a hold begins.
        case longPress
        case holdEnded
        /// Still down: the press's action repeats.
        case repeated
        case requestMet, requestGivenUp
        case stuck, freed
    }

    static let longPress = Duration.milliseconds(600)
    static let firstRepeat = Duration.milliseconds(500)
    static let nextRepeat = Duration.milliseconds(200)
    static let stuckAfter = Duration.seconds(30)

    let grammar: KeyGrammar
    private(set) var state = State.up

    init(_ grammar: KeyGrammar) {
        self.grammar = grammar
    }

    var isStuck: Bool { state == .stuck }

    /// Whether the key is down, and its press is not long yet and serves nothing else.
    var isFreshlyDown: Bool { if case .down = state { true } else { false } }

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

    // MARK: - Input and time

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

    /// Returns the next gesture that time alone triggers; call it until it returns nil.
    mutating func advance(to now: BootTime) -> Gesture? {
        guard let wake = nextWake, wake <= now else { return nil }
        switch state {
        case .down(let since):
            state = .held(since: since)
            return .longPress
        case .repeating(let since, let next) where next < since + GestureMachine.stuckAfter:
            let due = next + GestureMachine.nextRepeat
            // A late wake-up makes up for no repeats, because they would come in a burst.
            let later = due > now ? due : now + GestureMachine.nextRepeat
            state = .repeating(since: since, next: later)
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

    // MARK: - Decisions by the parent

    /// The press served another purpose: it triggers nothing more.
    mutating func spend(at now: BootTime) {
        switch state {
        case .held(let since):
            // A meaningful hold may already have lasted long; that does not make the key stuck.
            state = .spent(since: grammar == .hold ? now : since)
        case .down(let since), .repeating(let since, _), .asked(let since, _):
            state = .spent(since: since)
        case .up, .spent, .stuck: break
        }
    }

    /// This press counts only if it lasts for `length`.
    mutating func ask(toHoldFor length: Duration) {
        switch state {
        case .down(let since), .held(let since), .repeating(let since, _):
            state = .asked(since: since, until: since + length)
        case .up, .asked, .spent, .stuck: break
        }
    }

    /// This press repeats as that of a repeating key does.
    mutating func repeatWhileDown() {
        guard case .down(let since) = state else { return }
        state = .repeating(since: since, next: since + GestureMachine.firstRepeat)
    }

    /// The key goes down now, whatever its state.
    mutating func begin(at now: BootTime) {
        switch grammar {
        case .tap, .hold: state = .down(since: now)
        case .repeating:
            state = .repeating(since: now, next: now + GestureMachine.firstRepeat)
        }
    }

    /// The key was already down when monitoring began.
    mutating func wasDownAtStart() {
        state = .stuck
    }
}

/// The gestures that a key can have besides the press itself.
enum KeyGrammar: Hashable, Sendable {
    /// Short and long press.
    case tap
    /// Short press, and a hold that has a meaning for as long as it lasts, even for minutes.
    case hold
    /// The press acts at once and repeats while the key is down; there is no long press.
    case repeating
}
