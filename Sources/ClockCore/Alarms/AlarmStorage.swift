import BoundedJSON
import ClockTime

// How much of the state an alarm takes. State slots have a fixed size, so what does not fit must be refused before it
// is promised (law, 20). Data that an alarm accumulates by itself needs reserved space from the start.
extension Alarm {
    /// The alarm's maximum size in bytes of JSON, whatever it rings and misses from now on.
    var storedBytes: Int {
        let texts = [label, message, icon, tint?.description, category, pinnedZone, sound.name]
        let textBytes = texts.reduce(0) { $0 + Alarm.storedBytes(of: $1 ?? "") }
        let dates =
            switch schedule.kind {
            case .weekly: SpentDates.capacity
            // Its own date, and a leftover of an earlier setting.
            case .once, .dated: 2
            }
        return Alarm.fieldBytes + max(dates, spent.entries.count) * SpentDates.entryBytes
            + textBytes + foreign.storedBytes + snooze.foreign.storedBytes
            + MemberRecord.storedBytes
    }

    /// JSON doubles a character that it escapes with a backslash, and takes six bytes for one that it writes as a
    /// number.
    private static func storedBytes(of text: String) -> Int {
        text.utf8.reduce(0) { sum, byte in
            switch byte {
            case 0..<0x20, 0x7F: sum + 6
            case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): sum + 2
            default: sum + 1
            }
        }
    }

    /// All field names and numbers of an alarm, numbers at their longest; the tests verify it.
    private static let fieldBytes = 1_024
}

extension MemberRecord {
    /// A ring member with its field names; every alarm may ring or be snoozed at the same time.
    static let storedBytes = 400
}

extension SpentDates {
    /// A spent date at its longest.
    fileprivate static let entryBytes = 48
}

extension AlarmBook {
    /// Whether the list still fits into the state with `alarm` added, or replaced if its id exists.
    func hasRoom(for alarm: Alarm) -> Bool {
        let isNew = self[alarm.id] == nil
        guard alarms.count < AlarmLimits.count || !isNew else { return false }
        let others = alarms.reduce(0) { $0 + ($1.id == alarm.id ? 0 : $1.storedBytes) }
        return others + alarm.storedBytes <= AlarmLimits.storedBytes
    }
}
