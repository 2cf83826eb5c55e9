package import HAL

/// What a display shows at one moment, read back from its chip models.
package struct LitPicture: Hashable, Sendable {
    package var content: Content
    /// The fraction of full light that the whole display is set to, by duty cycle, current or contrast; 0 is dark.
    package var duty: Double
    /// The chip's own blinking. The content is that of the current phase.
    package var blink: Blink
    /// The segments that each character of the display has, lit or not; without meaning for pixels.
    package var shape: SegmentGeometry.Shape

    package enum Content: Hashable, Sendable {
        case segments(SegmentPicture)
        /// Pixels with levels of their own are relative to `duty`.
        case pixels(PixelPicture)
    }

    /// A display's own blinking, at the rates of the HT16K33.
    package enum Blink: UInt8, Sendable {
        case steady, at2Hz, at1Hz, atHalfHz
    }

    package init(
        content: Content, duty: Double, blink: Blink = .steady,
        shape: SegmentGeometry.Shape = .seven
    ) {
        self.content = content
        self.duty = duty
        self.blink = blink
        self.shape = shape
    }

    package var isDark: Bool { duty == 0 }

    /// The content of a display of segments; nil for pixels.
    package var segments: SegmentPicture? {
        guard case .segments(let picture) = content else { return nil }
        return picture
    }

    /// The content of a display of pixels; nil for segments.
    package var pixels: PixelPicture? {
        guard case .pixels(let picture) = content else { return nil }
        return picture
    }

    /// The light of the brightest lit part, as a fraction of the full light; 0 if nothing is lit.
    package var peak: Double {
        switch content {
        case .segments: duty
        case .pixels(let picture):
            duty * Double(picture.pixels.map(\.level).max() ?? 0) / 255
        }
    }

    /// Brightness, lamps and blinking in one line: `4/16, alarm pm, blinking at 1 Hz`.
    package var caption: String {
        guard !isDark else { return "dark" }
        var parts: [String] = []
        switch content {
        case .segments(let picture):
            parts.append("\(Int((duty * 16).rounded()))/16")
            if !picture.lamps.isEmpty {
                parts.append(picture.lamps.map(\.rawValue).sorted().joined(separator: " "))
            }
        case .pixels:
            parts.append("\(Int((duty * 255).rounded()))/255")
        }
        switch blink {
        case .steady: break
        case .at2Hz: parts.append("blinking at 2 Hz")
        case .at1Hz: parts.append("blinking at 1 Hz")
        case .atHalfHz: parts.append("blinking at 0.5 Hz")
        }
        return parts.joined(separator: ", ")
    }

    /// The lit parts as lines of text, without trailing blanks.
    package var asciiArt: [String] {
        switch content {
        case .segments(let picture):
            shape == .seven ? picture.asciiArt : picture.fourteenSegmentArt
        case .pixels(let picture): picture.asciiArt
        }
    }
}

extension LitPicture {
    /// Puts the modules of a display side by side, as the board file says that they are wired and mounted. The display
    /// is as bright as its brightest module.
    init(modules: [LitPicture], of display: BoardDescription.Display, first: LitPicture) {
        self = first
        duty = modules.map(\.duty).max() ?? 0
        switch first.content {
        case .segments:
            content = .segments(Self.row(of: modules.compactMap(\.segments)))
        case .pixels:
            content = .pixels(Self.row(of: modules, asBrightAs: duty, display))
        }
    }

    private static func row(of modules: [SegmentPicture]) -> SegmentPicture {
        SegmentPicture(
            digits: modules.flatMap(\.digits), colon: modules.contains(where: \.colon),
            lamps: modules.reduce(into: []) { $0.formUnion($1.lamps) })
    }

    private static func row(
        of modules: [LitPicture], asBrightAs duty: Double, _ display: BoardDescription.Display
    ) -> PixelPicture {
        var whole = PixelPicture(columns: 0, rows: 0)
        for module in modules {
            guard case .pixels(var picture) = module.content else { continue }
            if module.duty < duty { picture.dim(by: module.duty / duty) }
            if display.isTransposed { picture = picture.transposed }
            if display.isMirrored { picture = picture.mirrored }
            whole = whole.columns == 0 ? picture : whole.joined(with: picture)
        }
        return whole.turned(by: display.rotation)
    }
}

extension PixelPicture {
    fileprivate mutating func dim(by share: Double) {
        func dimmed(_ level: UInt8) -> UInt8 { UInt8((Double(level) * share).rounded()) }
        for (place, light) in pixels.enumerated() {
            pixels[place] = PixelLight(
                red: dimmed(light.red), green: dimmed(light.green), blue: dimmed(light.blue))
        }
    }
}

extension SegmentPicture {
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
        return lines.map(withoutTrailingBlanks)
    }

    private static func row(
        _ digit: Segments, left: Segments, middle: Segments, right: Segments
    ) -> String {
        (digit.contains(left) ? "|" : " ") + (digit.contains(middle) ? "_" : " ")
            + (digit.contains(right) ? "|" : " ")
    }
}

extension PixelPicture {
    /// One line for each row: a character for each pixel, without trailing blanks. A pixel of full light is `#`, dimmer
    /// ones are `+` and `.`; a colour is the first letter of the nearest of red, green, blue, yellow, cyan and magenta,
    /// as a capital if it is bright.
    package var asciiArt: [String] {
        (0..<rows).map { row in
            withoutTrailingBlanks(
                String((0..<columns).map { self[$0, row].asciiCharacter }))
        }
    }
}

extension PixelLight {
    fileprivate var asciiCharacter: Character {
        guard level > 0 else { return " " }
        let isBright = level >= 128
        // A primary belongs to the colour if it has at least half of the strongest one's light.
        let half = (Int(level) + 1) / 2
        let letter: Character? =
            switch (Int(red) >= half, Int(green) >= half, Int(blue) >= half) {
            case (true, false, false): "r"
            case (false, true, false): "g"
            case (false, false, true): "b"
            case (true, true, false): "y"
            case (false, true, true): "c"
            case (true, false, true): "m"
            case (true, true, true), (false, false, false): nil
            }
        if let letter { return isBright ? Character(letter.uppercased()) : letter }
        return isBright ? "#" : level >= 32 ? "+" : "."
    }
}

func withoutTrailingBlanks(_ line: String) -> String {
    var line = line
    while line.last == " " { line.removeLast() }
    return line
}
