import BoundedJSON
import ClockTime
import HAL

// The forms of values in board files.

extension FieldForm where Value == String {
    /// Bounded and free of control characters, because it reaches the log and ALSA.
    static var shortText: FieldForm {
        text("a text of 1 to 128 characters, none of them a control character") { text in
            (1...128).contains(text.utf8.count)
                && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        }
    }

    static func name(of folder: String) -> FieldForm {
        let allowed = "the name of a folder in \(folder)"
        return text(allowed) { shortText.read(.string($0)) != nil && isFolder($0) }
    }

    private static func isFolder(_ name: String) -> Bool {
        !name.contains("/") && name != "." && name != ".."
    }
}

extension FieldForm where Value == I2CAddress {
    static var address: FieldForm {
        FieldForm<String>.text.map(
            to: { text in
                guard text.hasPrefix("0x"), text.utf8.count == 4,
                    text.dropFirst(2).allSatisfy(\.isHexDigit)
                else { return nil }
                return Int(text.dropFirst(2), radix: 16).flatMap { I2CAddress($0) }
            }, from: \.description
        ).described("an I2C address from \"0x08\" to \"0x77\", as in \"0x70\"")
    }
}

extension FieldForm where Value == BoardDescription.MemoryBits {
    static var memoryBits: FieldForm {
        let words = "[byte, mask]: a memory byte from 0 to 15 and its bits from 1 to 255"
        return FieldForm<Int>.integer.list(words).map(
            to: { numbers in
                guard numbers.count == 2, (0...15).contains(numbers[0]),
                    (1...255).contains(numbers[1])
                else { return nil }
                return BoardDescription.MemoryBits(byte: numbers[0], mask: UInt8(numbers[1]))
            }, from: { [$0.byte, Int($0.mask)] })
    }
}

extension FieldForm where Value == BoardDescription.LightResistor.CalibrationPoint {
    static var calibrationPoint: FieldForm {
        let words =
            "[a, b]: a charge time of 1 to 10000000 microseconds, and 0 to 100000 lux at it"
        return FieldForm<Double>.number(in: -1e300...1e300).list(words).map(
            to: { pair in
                guard pair.count == 2, (1...10_000_000).contains(pair[0]),
                    (0...100_000).contains(pair[1])
                else { return nil }
                return BoardDescription.LightResistor.CalibrationPoint(
                    chargeTime: .nanoseconds(Int64(pair[0] * 1000)), illuminance: Lux(pair[1]))
            }, from: { [Double($0.chargeTime.wholeNanoseconds) / 1000, $0.illuminance.value] })
    }
}

extension FieldForm where Value == BoardDescription.Overlay {
    static var overlay: FieldForm {
        FieldForm<String>.text.map(to: { BoardDescription.Overlay($0) }, from: \.name).described(
            BoardDescription.Overlay.allowed)
    }
}

extension FieldForm where Value == Int {
    /// A cut of all below that many Hz.
    static var lowCut: FieldForm {
        integer(in: 0...40).map(to: { $0 == 0 || $0 >= 20 ? $0 : nil }, from: { $0 })
            .described("a whole number from 20 to 40, or 0 for none")
    }

    /// A number or a name.
    private static var keyCode: FieldForm {
        FieldForm(
            .described(
                .either(.integer(InputKeyNames.codes), .text),
                "a key code from 1 to 767, or the kernel's name of one, as \"KEY_STOPCD\""),
            read: { value in
                if case .string(let name) = value { return InputKeyNames.code(of: name) }
                return integer(in: InputKeyNames.codes).read(value)
            }, write: { .integer(Int64($0)) })
    }
}

extension FieldForm where Value == [Int] {
    static var digitBytes: FieldForm {
        FieldForm<Int>.integer(in: 0...15).list(
            "a list of at most 16 different whole numbers from 0 to 15"
        ).different(atMost: 16)
    }

    /// One code, or a list of them.
    static var keyCodes: FieldForm {
        // More than any button needs.
        let most = 8
        let one = FieldForm<Int>.keyCode
        let list = one.list("\(one.allowed); or a list of 1 to \(most) different ones")
            .different(atMost: most)
        return FieldForm(
            list.values,
            read: { value in
                let codes = one.read(value).map { [$0] } ?? list.read(value)
                return codes?.isEmpty == false ? codes : nil
            }, write: list.write)
    }

    private func different(atMost limit: Int) -> FieldForm {
        map(to: { $0.count <= limit && Set($0).count == $0.count ? $0 : nil }, from: { $0 })
    }
}
