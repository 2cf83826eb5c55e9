import ClockTime

/// Lengths of time in words that are no length, but whose meaning is plain.
package enum LengthWords {
    /// What a length in other words means, if it is allowed. A number alone is minutes, or seconds where nothing longer
    /// than a minute is allowed.
    package static func meant(by word: String, in range: ClosedRange<Duration>) -> String? {
        let seconds = range.upperBound <= .seconds(60) ? word + "s" : nil
        return [meant(by: word), seconds].compactMap(\.self).first { guess in
            (try? DurationText.parse(guess)).map(range.contains) == true
        }
    }

    /// What a length in other words means: "10m" for "10min". A number alone is refused, because it could be anything;
    /// most people mean minutes.
    package static func meant(by word: String) -> String? {
        let word = word.lowercased()
        let digits = word.prefix { $0.isASCII && $0.isNumber }
        guard (1...6).contains(digits.count), let number = Int(digits) else { return nil }
        switch word.dropFirst(digits.count).drop(while: { $0 == " " }) {
        case "", "min", "mins", "minute", "minutes": return "\(number)m"
        case "sec", "secs", "second", "seconds": return "\(number)s"
        case "hr", "hrs", "hour", "hours": return "\(number)h"
        default: return nil
        }
    }

    /// Whether a word where a number, a name or a length may stand is a length: "20m", not "20".
    package static func isNoName(_ word: String) -> Bool {
        WholeNumber.read(word) == nil && length(meantBy: word) != nil
    }

    /// The word if it is a length, or else the length that it means.
    package static func length(meantBy word: String) -> String? {
        (try? DurationText.parse(word.lowercased())) != nil ? word : meant(by: word)
    }
}

/// Numbers as people type them.
///
/// `Int` would parse "+10" as 10. Users who type that mean ten more. `noise volume` supports that; all other
/// commands refuse it.
package enum WholeNumber {
    package static func read(_ word: some StringProtocol) -> Int? {
        word.hasPrefix("+") ? nil : Int(word)
    }

    /// With or without a percent sign.
    package static func readPercent(_ word: some StringProtocol) -> Int? {
        word.hasSuffix("%") ? read(word.dropLast()) : read(word[...])
    }
}
