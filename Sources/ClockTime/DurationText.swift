/// Durations as people type them: "90s", "50m", "8h", "1h30m", "2d", "1.5s".
package enum DurationText {
    /// The accepted form, for messages.
    package static let allowed =
        "Give a duration such as 90s, 50m, 1h30m, 2d or 1.5s, up to 36525d."

    /// A hundred years: longer than any use, and far below the limit of 64 bits of nanoseconds.
    package static let longest: Duration = .seconds(36_525 * 86_400)

    private static let units: [(letter: UInt8, seconds: Int64)] = [
        (UInt8(ascii: "d"), 86_400), (UInt8(ascii: "h"), 3600), (UInt8(ascii: "m"), 60),
        (UInt8(ascii: "s"), 1),
    ]

    /// Parses a duration. Each unit occurs at most once; the last may have a fraction of up to nine digits. A number
    /// without a unit is refused, because its meaning is ambiguous.
    package static func parse(_ text: String) throws(TextFormError) -> Duration {
        guard let nanoseconds = read(text), .nanoseconds(nanoseconds) <= longest else {
            throw TextFormError(allowed)
        }
        return .nanoseconds(nanoseconds)
    }

    /// The shortest text that `parse` reads as the same duration, to the nanosecond: "1h30m", "1.5s", "0s".
    package static func format(_ duration: Duration) -> String {
        let nanoseconds = duration.wholeNanoseconds
        let magnitude = nanoseconds.magnitude
        var text = nanoseconds < 0 ? "-" : ""
        var seconds = magnitude / 1_000_000_000
        let fraction = Int(magnitude % 1_000_000_000)
        for (letter, unit) in units.dropLast() where seconds >= UInt64(unit) {
            text += String(seconds / UInt64(unit)) + String(UnicodeScalar(letter))
            seconds %= UInt64(unit)
        }
        guard seconds > 0 || fraction > 0 || magnitude == 0 else { return text }
        text += String(seconds)
        if fraction > 0 {
            var digits = padded(fraction, to: 9)
            while digits.last == "0" { digits.removeLast() }
            text += "." + digits
        }
        return text + "s"
    }

    private static func read(_ text: String) -> Int64? {
        // Enough for four numbers of at most 19 digits, a fraction and the letters.
        var rest = Array(text.utf8.prefix(65))[...]
        guard rest.count <= 64, !rest.isEmpty else { return nil }
        var total: Int64 = 0
        var remaining = units[...]
        while !rest.isEmpty {
            let digits = rest.prefix(while: isDigit)
            rest = rest.dropFirst(digits.count)
            var fraction: ArraySlice<UInt8> = []
            if rest.first == UInt8(ascii: ".") {
                fraction = rest.dropFirst().prefix(while: isDigit)
                rest = rest.dropFirst(1 + fraction.count)
                guard (1...9).contains(fraction.count), rest.count == 1 else { return nil }
            }
            guard let whole = decimal(digits), let letter = rest.popFirst(),
                let position = remaining.firstIndex(where: { $0.letter == letter })
            else { return nil }
            let unit = units[position].seconds
            remaining = remaining[(position + 1)...]
            // A billionth of a unit is as many nanoseconds as the unit has seconds.
            let part = saturatingProduct(Int64(whole), unit * nanosecondsPerSecond)
            total = saturatingSum(saturatingSum(total, part), billionths(fraction) * unit)
        }
        return total
    }
}
