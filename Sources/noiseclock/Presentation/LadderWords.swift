import ClockCore
import Control

/// Says how a ring climbed its ladder (law, 6.8) without a sentence for each rung: what gave no sound, and
/// what was taken then.
struct LadderWords {
    /// The sounds that were on before the rungs below; nil where nobody knows.
    private var tried: [String]?
    private let first: [String]?
    private var reason: RungReason?
    /// Rungs that were taken for this reason, in order.
    private var taken: [RingRung] = []
    private var clauses: [String] = []

    /// - Parameter sound: what the ring began with; nil where that is not told.
    init(after sound: String?) {
        first = sound.map { [$0] }
        tried = first
    }

    /// Whether any rung was taken.
    var isUsed: Bool { reason != nil }

    mutating func take(_ rung: RingRung, _ reason: RungReason) {
        if reason != self.reason { close() }
        self.reason = reason
        taken.append(rung)
    }

    /// What was taken since it was asked last; nil where nothing was. A ring that begins anew begins below.
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

    /// Each sound but one that was taken last gave none, or no further rung would have been.
    private func withoutSound() -> String {
        guard let tried else { return "no sound came out, so " + LadderWords.outcome(taken) }
        let isLastASound = taken.last?.hasSound ?? false
        let after = isLastASound ? taken.suffix(1) : []
        let before = taken.dropLast(after.count)
        let failed = tried + LadderWords.names(before.filter(\.hasSound))
        let others = before.filter { !$0.hasSound } + after
        let of = failed.isEmpty ? "" : " of " + Presentation.enumeration(failed)
        return "no sound came out\(of), so " + LadderWords.outcome(others)
    }

    /// "the clock used the buzzer and the motor".
    private static func outcome(_ rungs: [RingRung]) -> String {
        "the clock used " + Presentation.enumeration(names(rungs))
    }

    /// Each once: cards are tried one after the other under one name.
    private static func names(_ rungs: [RingRung]) -> [String] {
        var names: [String] = []
        for rung in rungs where !names.contains(rung.noun) { names.append(rung.noun) }
        return names
    }
}

extension RingRung {
    /// Whether it is played, so that frames would move.
    fileprivate var hasSound: Bool {
        switch self {
        case .chosenSound, .builtInTone, .output, .otherCard: true
        case .buzzer, .motor, .flashingDisplay: false
        }
    }
}
