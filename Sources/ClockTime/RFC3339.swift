/// Instants as text: RFC 3339, the profile of ISO 8601 for data exchange.
package enum RFC3339 {
    /// The accepted form, for messages.
    package static let allowed =
        "Give a time such as 2026-03-29T00:59:50Z, with Z or an offset such as +01:00, in the years"
        + " 1678 to 2261."

    /// Texts longer than this are refused unread; a fraction of a second needs nine digits.
    private static let longest = 64

    /// Parses a date and time with an offset; a fraction finer than a nanosecond is truncated. A leap second (:60)
    /// becomes the following second, because the kernel's clock cannot represent it.
    package static func parse(_ text: String) throws(TextFormError) -> WallTime {
        guard let time = read(text) else { throw TextFormError(allowed) }
        return time
    }

    /// "2026-03-29T00:59:50.000Z": in UTC, with milliseconds, rounded down.
    package static func format(_ time: WallTime) -> String {
        let rest = time.nanoseconds.remainderRoundingDown(by: nanosecondsPerSecond)
        let civil = CivilTime(secondsAsUTC: time.instant.seconds)
        return "\(civil)." + padded(Int(rest / 1_000_000), to: 3) + "Z"
    }

    private static func read(_ text: String) -> WallTime? {
        let bytes = Array(text.utf8.prefix(longest + 1))
        guard bytes.count <= longest, bytes.count >= 20 else { return nil }
        let shape = Array("0000-00-00T00:00:00".utf8)
        for (byte, expected) in zip(bytes, shape) where expected != UInt8(ascii: "0") {
            let isUpper = expected == UInt8(ascii: "T") && byte == UInt8(ascii: "t")
            guard byte == expected || isUpper else { return nil }
        }
        guard let year = decimal(bytes[0..<4]), let month = decimal(bytes[5..<7]),
            let day = decimal(bytes[8..<10]), let hour = decimal(bytes[11..<13]),
            let minute = decimal(bytes[14..<16]), let second = decimal(bytes[17..<19]),
            let date = CivilDate(year: year, month: month, day: day),
            let time = TimeOfDay(hour: hour, minute: minute), second <= 60
        else { return nil }
        var rest = bytes[19...]
        var nanoseconds: Int64 = 0
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix { $0 != UInt8(ascii: "Z") && isDigit($0) }
            guard !digits.isEmpty else { return nil }
            nanoseconds = billionths(digits)
            rest = rest.dropFirst(1 + digits.count)
        }
        guard let offset = offset(rest) else { return nil }
        let seconds = CivilTime(date: date, time: time).secondsAsUTC + Int64(second) - offset
        guard seconds.magnitude < Int64.max.magnitude / 1_000_000_000 else { return nil }
        return WallTime(nanoseconds: seconds * nanosecondsPerSecond + nanoseconds)
    }

    /// "Z", "z" or "+hh:mm", in seconds.
    private static func offset(_ text: ArraySlice<UInt8>) -> Int64? {
        let bytes = Array(text)
        if bytes.count == 1 { return bytes[0] | 0x20 == UInt8(ascii: "z") ? 0 : nil }
        guard bytes.count == 6, bytes[3] == UInt8(ascii: ":"),
            let hours = decimal(bytes[1..<3]), let minutes = decimal(bytes[4..<6]),
            hours <= 23, minutes <= 59
        else { return nil }
        switch bytes[0] {
        case UInt8(ascii: "+"): return Int64(hours * 3600 + minutes * 60)
        case UInt8(ascii: "-"): return -Int64(hours * 3600 + minutes * 60)
        default: return nil
        }
    }
}

/// Whether the byte is an ASCII digit.
package func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
}

/// The digits after a decimal point as billionths; finer digits are truncated.
func billionths(_ digits: some Collection<UInt8>) -> Int64 {
    var place: Int64 = 100_000_000
    var sum: Int64 = 0
    for digit in digits.prefix(9) {
        sum += Int64(digit - UInt8(ascii: "0")) * place
        place /= 10
    }
    return sum
}
