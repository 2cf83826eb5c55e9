import HAL

/// A slot whose record cannot be used, and its sequence if another program could use it.
struct SlotProblem {
    var slot: StorageSlot
    var text: String
    var foreign: UInt64?

    /// What to tell people about the slots when this one is used.
    ///
    /// - Parameter isWaiting: a slot could not be read, and may be later.
    static func text(
        of problems: [SlotProblem], using slot: StorageSlot?, isWaiting: Bool
    ) -> String? {
        let all = problems.map { "copy \($0.slot.rawValue) \($0.text)" }.joined(separator: "; ")
        switch slot {
        case nil where isWaiting:
            let same = Set(problems.map(\.text))
            let what = same.count == 1 ? same.first.map { " \($0)" } : nil
            return "alarms and settings\(what ?? " can't be read (\(all))"). The clock keeps trying"
        case nil: return problems.isEmpty ? nil : "alarms and settings are lost (\(all))"
        case .weekly:
            return problems.isEmpty
                ? nil : "\(all). The weekly copy is in use; later changes are lost"
        case .a, .b:
            // A weekly copy that was not needed is simply rewritten.
            return problems.first { $0.slot != .weekly }.map {
                "copy \($0.slot.rawValue) \($0.text). The other copy is in use; the last change "
                    + "may be lost"
            }
        }
    }

    static func text(ofUnreadable paths: [[String]]) -> String? {
        guard let first = paths.first?.joined(separator: ".") else { return nil }
        let rest = paths.count == 1 ? "" : " and \(paths.count - 1) more"
        return
            "a newer version of the clock saved what this one doesn't know: \(first)\(rest). It is kept"
    }

    static func text(ofKeeping slot: StorageSlot) -> String {
        "state.\(slot.rawValue) keeps what a newer version of the clock saved"
    }
}
