import ClockCore
import ClockTime
import English

// What ended or went away, by the name that people know it by.
extension Presentation {
    /// "Alarm 6 (Work, 07:30) removed."
    static func removed(_ id: AlarmID, _ alarm: Alarm?) -> String {
        let parts =
            alarm.map { [Spelling.printable($0.label), TimeText.time($0.schedule.time)] } ?? []
        let known = parts.filter { !$0.isEmpty }.joined(separator: ", ")
        return "Alarm \(id)\(known.isEmpty ? "" : " (\(known))") removed.\n"
    }

    /// "Timer 2 Pizza (12 min 30 s) removed."
    static func removed(_ id: TimerID, _ timer: TimerReport?) -> String {
        "Timer \(timer.map(name) ?? "\(id)") removed.\n"
    }

    /// "Alarm 3 (Work) and the nap stopped."; without subjects: "Stopped."
    static func done(_ verb: String, _ subjects: [String]) -> String {
        beginning(subjects, verb) + ".\n"
    }

    /// - Parameter end: when the first of them rings again.
    static func snoozed(_ subjects: [String], until end: CivilTime?) -> String {
        let start = beginning(subjects, "snoozed")
        guard let end else { return start + ".\n" }
        return subjects.count > 1
            ? "\(start). The first rings again at \(TimeText.clock(end)).\n"
            : "\(start) until \(TimeText.clock(end)).\n"
    }

    private static func beginning(_ subjects: [String], _ verb: String) -> String {
        guard let first = subjects.first else { return Sentences.begun(verb) }
        // Only words of ours get a capital; a timer's name stays as it was given.
        let named = first.hasPrefix("the ") ? Sentences.begun(first) : first
        return "\(Sentences.enumeration([named] + subjects.dropFirst())) \(verb)"
    }
}
