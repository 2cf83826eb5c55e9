import ClockTime

// How much of the state an alarm takes. A state slot is of one size, so what would not fit has to be
// refused before it is promised (law, 20), and what an alarm gathers by itself needs room from the first.
extension Alarm {
    /// Bytes of JSON that it takes at the most, whatever it rings and misses from now on.
    var storedBytes: Int {
        let texts = [label, message, icon, tint?.description, category, pinnedZone, sound.name]
        let textBytes = texts.reduce(0) { $0 + Alarm.storedBytes(of: $1 ?? "") }
        let dates =
            switch schedule.kind {
            case .weekly: SpentDates.capacity
            // The one that is its own, and what is left of an earlier wish.
            case .once, .dated: 2
            }
        return Alarm.fieldBytes + max(dates, spent.entries.count) * SpentDates.entryBytes
            + textBytes + unknown.storedBytes + snooze.unknown.storedBytes
            + unknownOfSchedule.storedBytes + PersistentState.MemberRecord.storedBytes
    }

    /// What stands with a stroke before it counts twice, what JSON spells by its number six times.
    private static func storedBytes(of text: String) -> Int {
        text.utf8.reduce(0) { sum, byte in
            switch byte {
            case 0..<0x20, 0x7F: sum + 6
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): sum + 2
            default: sum + 1
            }
        }
    }

    /// All names and numbers of an alarm's fields, numbers at their longest; the tests hold it.
    private static let fieldBytes = 1_024
}

extension PersistentState.MemberRecord {
    /// A ring of an alarm with its names; each may ring or be snoozed while the others do.
    static let storedBytes = 300
}

extension SpentDates {
    /// A spent date at its longest.
    fileprivate static let entryBytes = 48
}

extension AlarmBook {
    /// Whether the list fits into the state with `alarm` in it, in the place of the one of its id.
    func hasRoom(for alarm: Alarm) -> Bool {
        let isNew = self[alarm.id] == nil
        guard alarms.count < AlarmLimits.count || !isNew else { return false }
        let others = alarms.reduce(0) { $0 + ($1.id == alarm.id ? 0 : $1.storedBytes) }
        return others + alarm.storedBytes <= AlarmLimits.storedBytes
    }
}
