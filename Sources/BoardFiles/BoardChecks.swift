import BoundedJSON
import HAL

/// Constraints between the parts of a board, which no single value can reveal.
extension BoardDescription {
    func check() throws(FieldError) {
        try checkLines()
        try checkCodes()
        try checkAddresses()
        if let display { try display.wiring.check() }
    }

    /// No line may have two uses.
    private func checkLines() throws(FieldError) {
        var users: [Int: String] = [:]
        if i2cBus == 1, !i2cParts.isEmpty {
            users[2] = "I2C bus 1"
            users[3] = "I2C bus 1"
        }
        if let audio, audio.usesI2S {
            for line in Self.i2sLines { users[line] = "the I2S sound card" }
        }
        users.merge(linesOfOverlays) { user, _ in user }
        try Self.checkUses(usedLines, takenBy: users) { line, user in
            "\(line) is taken by \(user); each line has one use"
        }
    }

    /// Nothing may be used twice.
    ///
    /// - Parameters:
    ///   - taken: what is in use already, and by what.
    ///   - explanation: why a use is wrong, with the earlier user.
    private static func checkUses<Used: Hashable>(
        _ uses: [(path: String, used: Used)], takenBy taken: [Used: String] = [:],
        explanation: (_ used: Used, _ user: String) -> String
    ) throws(FieldError) {
        var users = taken
        for (path, used) in uses {
            if let user = users[used] {
                throw FieldError(path, explanation(used, user))
            }
            users[used] = path
        }
    }

    /// In the order in which people write them, so that the error names the later one.
    private var usedLines: [(path: String, used: Int)] {
        var lines: [(String, Int)] = []
        switch light {
        case .digital(let line, _): lines.append(("light.gpio", line))
        case .resistor(let resistor): lines.append(("light.gpio", resistor.line))
        case .absent, .chip, .industrialIO, .fixed: break
        }
        for button in Button.allCases {
            guard let line = buttons.keys[button]?.line else { continue }
            lines.append(("buttons.keys.\(button.rawValue).gpio", line.offset))
        }
        if let encoder = buttons.encoder {
            lines.append(("buttons.encoder.a", encoder.a))
            lines.append(("buttons.encoder.b", encoder.b))
            if let line = encoder.switchLine { lines.append(("buttons.encoder.switch", line)) }
        }
        if case .line(let line) = vibration { lines.append(("vibration.gpio", line.line)) }
        if let buzzer { lines.append(("buzzer.gpio", buzzer.line)) }
        if let amplifier = audio?.amplifier {
            lines.append(("audio.amplifier.gpio", amplifier.line.line))
        }
        return lines
    }

    /// No key code may mean two buttons.
    private func checkCodes() throws(FieldError) {
        let uses = Button.allCases.flatMap { button in
            (buttons.keys[button]?.codes ?? []).map { code in
                (path: "buttons.keys.\(button.rawValue).evdev", used: code)
            }
        }
        try Self.checkUses(uses) { code, user in
            "the code \(InputKeyNames.text(of: code)) is taken by \(user); each code has one button"
        }
    }

    private func checkAddresses() throws(FieldError) {
        try Self.checkUses(i2cParts) { address, user in
            "\(address) is taken by \(user); each address has one chip"
        }
    }

    private var i2cParts: [(path: String, used: I2CAddress)] {
        var parts: [(String, I2CAddress)] = []
        for (index, address) in (display?.addresses ?? []).enumerated() {
            parts.append(("display.addresses[\(index)]", address))
        }
        if case .chip(let chip) = light { parts.append(("light.address", chip.address)) }
        if case .chip(let chip) = vibration { parts.append(("vibration.address", chip.address)) }
        if case .gauge(let chip) = battery { parts.append(("battery.address", chip.address)) }
        return parts
    }
}

extension BoardDescription.SevenSegmentWiring {
    /// The bits of a digit for its segments a to g. On boards without other lamps, the decimal point may serve as
    /// one.
    private static let segmentBits: UInt8 = 0x7F

    /// No memory bit may have two meanings.
    func check() throws(FieldError) {
        var used: [Int: UInt8] = [:]
        for byte in digitBytes { used[byte] = Self.segmentBits }
        var marks: [(path: String, bits: BoardDescription.MemoryBits)] = []
        if let colon { marks.append(("display.colon", colon)) }
        for lamp in Lamp.allCases {
            if let bits = lamps[lamp] { marks.append(("display.dots.\(lamp.rawValue)", bits)) }
        }
        for (path, bits) in marks {
            let taken = used[bits.byte] ?? 0
            guard taken & bits.mask == 0 else {
                throw FieldError(
                    path,
                    "a digit or another dot already has bits of [\(bits.byte), \(bits.mask)]; each "
                        + "bit lights one thing")
            }
            used[bits.byte] = taken | bits.mask
        }
    }
}
