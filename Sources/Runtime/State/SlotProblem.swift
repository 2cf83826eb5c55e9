import HAL

/// A slot whose record cannot be used, and its sequence if another program could use it.
struct SlotProblem {
    var slot: StorageSlot
    var text: String
    var foreign: UInt64?

    /// What to tell people about the slots when this one is used.
    static func text(of problems: [SlotProblem], using slot: StorageSlot?) -> String? {
        let all = problems.map { "copy \($0.slot.rawValue) \($0.text)" }.joined(separator: "; ")
        switch slot {
        case nil: return problems.isEmpty ? nil : "settings and alarms were lost (\(all))"
        case .weekly:
            return problems.isEmpty
                ? nil : "\(all); the weekly copy was used, and what changed since is lost"
        case .a, .b:
            // A weekly copy that was not needed is simply rewritten.
            return problems.first { $0.slot != .weekly }.map {
                "copy \($0.slot.rawValue) \($0.text); the other copy was used, "
                    + "and the last change may be lost"
            }
        }
    }

    static func text(ofLeavingOut places: [[StoredPlace]]) -> String? {
        guard let first = places.first.map(PayloadReading.words) else { return nil }
        let rest = places.count == 1 ? "" : " and \(places.count - 1) more"
        return "a newer program has set what this one cannot use (\(first)\(rest)); it is kept"
    }

    static func text(ofKeeping slot: StorageSlot) -> String {
        "what a newer program saved is kept for it in state.\(slot.rawValue)"
    }
}
