import ClockTime
import English

// What people mean by words that are no command. Each guess can be typed as it stands.

/// Words that people try, and the commands that they mean.
private let synonyms = [
    "set": ["add"], "new": ["add"], "create": ["add"], "delete": ["remove"], "rm": ["remove"],
    "search": ["list"], "find": ["list"], "on": ["enable", "start", "play"],
    "off": ["disable", "stop"],
    "start": ["play"], "rename": ["edit"], "change": ["edit"], "cancel": ["stop"],
    "extend": ["add-minute"],
]

/// `There is no command "alarm ad". Did you mean alarm add?`, or all words that can follow the group's.
package func unknownMessage(of group: String, _ word: String, among verbs: [String]) -> String {
    let near =
        meant(by: word, after: group)
        ?? (synonyms[word.lowercased()]?.first(where: verbs.contains)
        ?? Spelling.suggestion(for: word, among: verbs)).map { "\(group) \($0)" }
        ?? (group == "noise" ? "noise play \(Spelling.argument(word))" : nil)
    let hint = near.map { "Did you mean \($0)?" } ?? "Try one of \(verbs.joined(separator: ", "))."
    return "There is no command \(Spelling.quoted("\(group) \(word)")). \(hint)"
}

/// What a time, a length or a number means in place of a group's command.
private func meant(by word: String, after group: String) -> String? {
    let time = ScheduleWords.time(word) == nil ? nil : word
    let length = LengthWords.length(meantBy: word)
    switch group {
    case "alarm":
        switch word.lowercased() {
        case "schedule": return "alarm enable"
        case "cancel": return "alarm disable"
        case "countdown": return "alarm snooze"
        default: return time.map { "alarm add \($0)" }
        }
    case "display":
        switch word.lowercased() {
        case "format": return "style set --hours"
        case "brightness": return "style set --brightness"
        default: return nil
        }
    case "timer": return length.map { "timer add \($0)" }
    case "nap": return length.map { "nap start \($0)" }
    case "noise":
        switch word.lowercased() {
        case "up", "louder": return "noise volume up"
        case "down", "quieter", "softer": return "noise volume down"
        default: break
        }
        // A number alone is how loud, not how long.
        let number = word.hasPrefix("+") || word.hasPrefix("-") ? word.dropFirst() : word[...]
        if WholeNumber.readPercent(number) != nil { return "noise volume \(word)" }
        return (time ?? length).map { "noise sleep \($0)" }
    default: return nil
    }
}

extension WordReader {
    /// The time or length that follows "until", "at" or "for", if the word is one of these.
    func taken(after preposition: String) -> String? {
        guard ["until", "till", "at", "for", "in", "after"].contains(preposition.lowercased()),
            let word = peek
        else { return nil }
        return ScheduleWords.time(word) != nil ? word : LengthWords.length(meantBy: word)
    }
}
