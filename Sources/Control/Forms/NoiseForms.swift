package import BoundedJSON
package import ClockCore

// JSON forms of values about sounds.

extension FadeChanges {
    /// Reads the fades from the reader's object.
    package init(reading reader: inout FieldReader) throws(FieldError) {
        self.init(
            fadeIn: try reader.optional("inSeconds", .seconds(in: NoiseFades.range)),
            fadeOut: try reader.optional("outSeconds", .seconds(in: NoiseFades.range)),
            shape: try reader.optional("shape", .fadeShape),
            sleepFade: try reader.optional("sleepSeconds", .seconds(in: NoiseFades.sleepRange)))
    }
}

extension FieldForm where Value == VariantID {
    static var variant: FieldForm {
        FieldForm("the name of a sound's form") { value in
            guard case .string(let name) = value, !name.isEmpty else { return nil }
            return VariantID(name)
        }
    }
}

extension FieldForm where Value == Pan {
    static var pan: FieldForm {
        FieldForm("a whole number from -100 (left) to 100 (right)") { value in
            guard case .integer(let number) = value else { return nil }
            return Int(exactly: number).flatMap { Pan($0) }
        }
    }
}

extension FieldForm where Value == FadeShape {
    static var fadeShape: FieldForm { name(of: FadeShape.allCases.map(\.rawValue)) }
}

extension FieldForm where Value == [String] {
    /// Texts that cannot break a line.
    static func lines(most: Int) -> FieldForm {
        FieldForm("a list of up to \(most) texts without control characters") { value in
            guard case .list(let values) = value, values.count <= most else { return nil }
            let texts = values.compactMap { FieldForm<String>.line.read($0) }
            return texts.count == values.count ? texts : nil
        }
    }
}
