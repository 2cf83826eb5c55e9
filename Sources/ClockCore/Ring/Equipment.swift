/// What the board has to wake people with.
package struct Equipment: Hashable, Sendable {
    /// Sound outputs, in the order in which they are tried.
    package var soundOutputs = 1
    package var hasMotor = false
    package var hasBuzzer = false
    /// A lamp whose brightness can be set.
    package var hasLight = false
    package var hasDisplay = true

    package init() {}
}

/// The board's outputs beside display and sound, as they should be now.
package struct OutputLevels: Hashable, Sendable {
    /// The motor or bed shaker.
    package var motor = false
    package var buzzer = false
    /// The bedside lamp, as eyes see it.
    package var light = Percent(clamping: 0)

    package init() {}

    package static let off = OutputLevels()
}

/// Whether PCM frames of a ring move on an output: told when they begin to, and when they have not moved
/// for `RingMachine.patience`; and again where they go on on another device.
package struct AlarmFrames: Hashable, Sendable {
    /// The ring's.
    package var serial: UInt32
    /// In the order of the board; 0 is the first.
    package var output: Int
    package var areMoving: Bool
    /// They move on another device than the one that was chosen for this output.
    package var isStandIn: Bool

    package init(serial: UInt32, output: Int, areMoving: Bool, isStandIn: Bool = false) {
        self.serial = serial
        self.output = output
        self.areMoving = areMoving
        self.isStandIn = isStandIn
    }
}

/// The ways to make a ring noticed, from the first to the last (law, 6.8).
package enum RingRung: Hashable, Sendable {
    /// The alarm's own sound; silence where that was chosen.
    case chosenSound
    /// The built-in tone, which needs no file, on the same output.
    case builtInTone
    /// The built-in tone on this output too.
    case output(Int)
    case buzzer
    case motor
    case flashingDisplay
    /// A sound card that nobody named, on one of the outputs. No rung of the ladder that is waited for: it is looked
    /// for beside the ladder once all outputs stand still, because most boards have none.
    case otherCard

    /// All that a board has, in their order.
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

    /// What people know a further output by; 1 is the second.
    package static func name(ofOutput index: Int) -> String { "sound output \(index + 1)" }

    /// What it is called in records; an output has its number beside that.
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

    /// Which output it is; nil where it is none.
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
    /// No frames of sound moved.
    case noFrames
    /// Nobody answered an alarm that must wake.
    case nobodyAnswered
    /// Silence was chosen, and nobody answered or the board has no motor.
    case silence
}
