import ClockCore
import English

/// Describes how a ring climbed its ladder (law, 6.8), without a sentence per rung: what failed to sound, and
/// what the clock used instead.
struct LadderWords {
    /// The sounds tried before the rungs below; nil if unknown.
    private var tried: [String]?
    private let first: [String]?
    private var reason: RungReason?
    /// The rungs taken for this reason, in order.
    private var taken: [RingRung] = []
    private var clauses: [String] = []

    /// - Parameter sound: the ring's first sound; nil if unknown.
    init(after sound: String?) {
        first = sound.map { [$0] }
        tried = first
    }

    /// Whether any rung was taken.
    var isUsed: Bool { reason != nil }

    mutating func add(_ rung: RingRung, _ reason: RungReason) {
        if reason != self.reason { close() }
        self.reason = reason
        taken.append(rung)
    }

    /// The rungs taken since the last call; nil if there were none. Resets, because the next ring starts at the bottom.
    mutating func takeText() -> String? {
        close()
        guard !clauses.isEmpty else { return nil }
        defer { self = LadderWords(after: first?.first) }
        return clauses.joined(separator: "; ")
    }

    private mutating func close() {
        guard let reason else { return }
        let sounds = LadderWords.names(taken.filter(\.hasSound))
        switch reason {
        case .noFrames:
            clauses.append(withoutSound())
        case .nobodyAnswered:
            clauses.append("nobody answered, so " + LadderWords.outcome(taken))
        case .silence:
            tried = []
            clauses.append("the alarm was silent, so " + LadderWords.outcome(taken))
        }
        tried = tried.map { $0 + sounds }
        taken = []
        self.reason = nil
    }

    /// Every sound except a final one failed, because otherwise the ladder would have stopped there.
    private func withoutSound() -> String {
        guard let tried else { return "no sound came out, so " + LadderWords.outcome(taken) }
        let isLastASound = taken.last?.hasSound ?? false
        let after = isLastASound ? taken.suffix(1) : []
        let before = taken.dropLast(after.count)
        let failed = tried + LadderWords.names(before.filter(\.hasSound))
        let others = before.filter { !$0.hasSound } + after
        let of = failed.isEmpty ? "" : " of " + Sentences.enumeration(failed)
        return "no sound came out\(of), so " + LadderWords.outcome(others)
    }

    /// "the clock used the buzzer and the motor".
    private static func outcome(_ rungs: [RingRung]) -> String {
        "the clock used " + Sentences.enumeration(names(rungs))
    }

    /// Each name once: several cards are tried in turn under the same name.
    private static func names(_ rungs: [RingRung]) -> [String] {
        var names: [String] = []
        for rung in rungs where !names.contains(rung.noun) { names.append(rung.noun) }
        return names
    }
}

extension RingRung {
    /// Whether it plays audio, so that frames advance.
    fileprivate var hasSound: Bool {
        switch self {
        case .chosenSound, .builtInTone, .output, .otherCard: true
        case .buzzer, .motor, .flashingDisplay: false
        }
    }
}
