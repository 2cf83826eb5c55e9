/// The board's devices for waking people, and its keys.
package struct Equipment: Hashable, Sendable {
    /// The number of sound outputs; alarms try them in order.
    package var soundOutputs = 1
    /// False where the outputs lead nowhere: in a simulator without a sound device. All else goes on as if they did.
    package var hasSoundDevice = true
    package var hasMotor = false
    package var hasBuzzer = false
    /// Whether a host can list the sound devices.
    package var listsOutputs = false
    /// A lamp with adjustable brightness.
    package var hasLight = false
    /// Whether something draws codes and tokens for pairing.
    package var canPair = true
    /// The clock's name on the network, such as "noiseclock.local"; nil: it has none.
    package var hostName: String?
    package var hasDisplay = true
    /// Nil if the display is not known, as in tests: then nothing is too large for it.
    package var display: DisplayShape?
    /// Whether the display can show more than one colour.
    package var hasColors = true
    /// Whether each of its lights can be dimmed alone.
    package var hasLevels = true
    package var fonts = FontSight()
    package var keys = Button.usual

    package init() {}

    /// Whether its brightness has more steps than the sixteen of controllers for digits and small matrices.
    var dimsFinely: Bool {
        guard case .pixels(let columns, _)? = display else { return false }
        return hasLevels || columns >= 64
    }

    /// Whether the display can show words.
    var hasPixels: Bool { if case .pixels? = display { true } else { false } }

    /// Whether anybody could hear a sound.
    var canSound: Bool { soundOutputs > 0 && hasSoundDevice }
}

/// The current target state of the board's outputs other than display and sound.
package struct OutputLevels: Hashable, Sendable {
    /// The motor or bed shaker.
    package var motor = false
    package var buzzer = false
    /// The bedside lamp's perceived brightness.
    package var light = Percent(clamping: 0)

    package init() {}

    package static let off = OutputLevels()
}

/// What is wrong with a sound output, in words.
package enum OutputProblem: Hashable, Sendable {
    /// Nothing can play on it.
    case failed(String)
    /// It plays on a device other than the chosen one.
    case standIn(String)

    package var text: String {
        switch self {
        case .failed(let text), .standIn(let text): text
        }
    }
}

/// Whether an output moves PCM frames of a ring. Sent when frames begin to move, when they have stalled for
/// `RingMachine.patience`, and when they continue on another device.
package struct AlarmFrames: Hashable, Sendable {
    /// The ring's serial number.
    package var serial: UInt32
    /// In board order; 0 is the first.
    package var output: Int
    package var areMoving: Bool
    /// Frames move on a device other than the one chosen for this output.
    package var isStandIn: Bool

    package init(serial: UInt32, output: Int, areMoving: Bool, isStandIn: Bool = false) {
        self.serial = serial
        self.output = output
        self.areMoving = areMoving
        self.isStandIn = isStandIn
    }
}

/// The ways to make a ring noticed, in ascending order (law, 6.8).
package enum RingRung: Hashable, Sendable {
    /// The alarm's own sound, which may be silence.
    case chosenSound
    /// The built-in tone, which needs no file, on the same output.
    case builtInTone
    /// The built-in tone, on this output too.
    case output(Int)
    case buzzer
    case motor
    case flashingDisplay
    /// A sound card that nobody configured, on one of the outputs. It is not a rung that the ladder waits for, because
    /// most boards have no such card: once all outputs stall, the search for one runs beside the ladder.
    case otherCard

    /// All rungs of a board, in order.
    package static func all(of equipment: Equipment) -> [RingRung] {
        var rungs: [RingRung] = [.chosenSound, .builtInTone]
        if equipment.soundOutputs > 1 {
            rungs += (1..<equipment.soundOutputs).map(RingRung.output)
        }
        if equipment.hasBuzzer { rungs.append(.buzzer) }
        if equipment.hasMotor { rungs.append(.motor) }
        if equipment.hasDisplay { rungs.append(.flashingDisplay) }
        return rungs
    }

    /// The name of a further output, for people; 1 is the second.
    package static func name(ofOutput index: Int) -> String { "sound output \(index + 1)" }

    /// The rung's name in records, which store an output's number separately.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case sound, tone, output, buzzer, motor, display, card
    }

    package var kind: Kind {
        switch self {
        case .chosenSound: .sound
        case .builtInTone: .tone
        case .output: .output
        case .buzzer: .buzzer
        case .motor: .motor
        case .flashingDisplay: .display
        case .otherCard: .card
        }
    }

    /// The rung's output; nil if it is not an output.
    package var output: Int? {
        if case .output(let index) = self { index } else { nil }
    }

    package init(_ kind: Kind, output: Int?) {
        switch kind {
        case .sound: self = .chosenSound
        case .tone: self = .builtInTone
        case .output: self = .output(output ?? 0)
        case .buzzer: self = .buzzer
        case .motor: self = .motor
        case .display: self = .flashingDisplay
        case .card: self = .otherCard
        }
    }

    /// A word for people: "tone", "output 2".
    package var name: String {
        output.map { "\(kind.rawValue) \($0 + 1)" } ?? kind.rawValue
    }
}

/// Why a ring took its next rung.
package enum RungReason: String, Hashable, Sendable, CaseIterable {
    /// No sound frames moved.
    case noFrames
    /// Nobody answered a must-wake alarm.
    case nobodyAnswered
    /// The chosen sound is silence, and nobody answered or the board has no motor.
    case silence
}
