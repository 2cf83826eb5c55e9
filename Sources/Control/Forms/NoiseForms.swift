package import BoundedJSON
package import ClockCore
import ClockTime
import English

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

extension Form where Value == [SliderID: Int] {
    /// Positions by name: "drops=30,distance=-20".
    static let sliders = Form<[SliderID: Int]>(
        "NAME=N,...", allowed: "names with numbers, such as drops=30,distance=-20",
        json: .sliders,
        write: { positions in
            let fields = positions.map { ($0.key.name, JSONValue.integer(Int64($0.value))) }
            return .object(Dictionary(uniqueKeysWithValues: fields))
        }
    ) { word in
        var positions: [SliderID: Int] = [:]
        for piece in word.split(separator: ",", omittingEmptySubsequences: false) {
            guard let sign = piece.firstIndex(of: "="), sign > piece.startIndex else { return nil }
            let slider = SliderID(piece[..<sign].lowercased())
            let number = piece[piece.index(after: sign)...]
            guard let position = WholeNumber.read(number), Slider.range.contains(position) else {
                throw TextFormError(
                    "The slider \(Spelling.quoted(slider.name)) can't be at "
                        + "\(Spelling.quoted(String(number))). Give a number from "
                        + "\(Slider.range.lowerBound) to \(Slider.range.upperBound).")
            }
            guard positions.updateValue(position, forKey: slider) == nil else {
                throw TextFormError("The slider \(Spelling.quoted(slider.name)) is there twice.")
            }
        }
        return positions.count <= SoundLimits.sliders ? positions : nil
    }
}

extension FieldForm where Value == [SliderID: Int] {
    static var sliders: FieldForm {
        let range = "\(Slider.range.lowerBound) to \(Slider.range.upperBound)"
        let most = SoundLimits.sliders
        return FieldForm(
            "an object of up to \(most) sliders by name, with whole numbers from \(range)"
        ) { value in
            guard case .object(let fields) = value, fields.count <= most else { return nil }
            var positions: [SliderID: Int] = [:]
            for (name, value) in fields {
                let form = FieldForm<Int>.integer(in: Slider.range)
                guard let position = form.read(value) else { return nil }
                positions[SliderID(name)] = position
            }
            return positions
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
