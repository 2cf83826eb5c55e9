package import HAL

/// What a seven-segment board shows at one moment, read back from a chip model.
package struct LitPicture: Hashable, Sendable {
    /// Left to right.
    package var digits: [Segments]
    package var colon: Bool
    package var lamps: Set<Lamp>
    /// The fraction of time that current flows, and so of full light; 0 is dark.
    package var duty: Double
    /// The chip's own blinking. The lit segments are those of the current phase.
    package var blink: SimulatedHT16K33.Blink

    package init(
        digits: [Segments], colon: Bool = false, lamps: Set<Lamp> = [], duty: Double,
        blink: SimulatedHT16K33.Blink = .steady
    ) {
        self.digits = digits
        self.colon = colon
        self.lamps = lamps
        self.duty = duty
        self.blink = blink
    }

    package var isDark: Bool { duty == 0 }

    /// The digits as three lines of text, with each decimal point after its digit and the colon in the middle,
    /// without trailing blanks:
    ///
    ///                _   _
    ///       | |_| :  _| |_
    ///       |   |    _|  _|.
    package var asciiArt: [String] {
        var lines = ["", "", ""]
        for (index, digit) in digits.enumerated() {
            if index > 0, index == digits.count / 2 {
                lines[0] += "  "
                lines[1] += colon ? ": " : "  "
                lines[2] += "  "
            }
            lines[0] += " " + (digit.contains(.a) ? "_" : " ") + "  "
            lines[1] += Self.row(digit, left: .f, middle: .g, right: .b) + " "
            lines[2] += Self.row(digit, left: .e, middle: .d, right: .c)
            lines[2] += digit.contains(.point) ? "." : " "
        }
        return lines.map(Self.withoutTrailingBlanks)
    }

    /// Brightness, lamps and blinking in one line: `4/16, alarm pm, blinking at 1 Hz`.
    package var caption: String {
        guard !isDark else { return "dark" }
        var parts = ["\(Int((duty * 16).rounded()))/16"]
        if !lamps.isEmpty {
            parts.append(lamps.map(\.rawValue).sorted().joined(separator: " "))
        }
        switch blink {
        case .steady: break
        case .at2Hz: parts.append("blinking at 2 Hz")
        case .at1Hz: parts.append("blinking at 1 Hz")
        case .atHalfHz: parts.append("blinking at 0.5 Hz")
        }
        return parts.joined(separator: ", ")
    }

    private static func row(
        _ digit: Segments, left: Segments, middle: Segments, right: Segments
    ) -> String {
        (digit.contains(left) ? "|" : " ") + (digit.contains(middle) ? "_" : " ")
            + (digit.contains(right) ? "|" : " ")
    }

    private static func withoutTrailingBlanks(_ line: String) -> String {
        var line = line
        while line.last == " " { line.removeLast() }
        return line
    }
}
