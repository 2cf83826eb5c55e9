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
            shape: try reader.optional("shape", .choice),
            sleepFade: try reader.optional("sleepSeconds", .seconds(in: NoiseFades.sleepRange)))
    }
}

extension Form where Value == [SliderID: Int] {
    /// Positions by name: "drops=30,distance=-20".
    static let sliders = Form<[SliderID: Int]>(
        "NAME=N,...", allowed: "names with numbers, such as drops=30,distance=-20",
        json: .sliders
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
        let form = FieldForm<Int>.integer(in: Slider.range)
        let range = "\(Slider.range.lowerBound) to \(Slider.range.upperBound)"
        let most = SoundLimits.sliders
        return FieldForm<[String: JSONValue]>.object.map(
            to: { fields in
                guard fields.count <= most else { return nil }
                var positions: [SliderID: Int] = [:]
                for (name, value) in fields {
                    guard let position = form.read(value) else { return nil }
                    positions[SliderID(name)] = position
                }
                return positions
            },
            from: { positions in
                Dictionary(
                    uniqueKeysWithValues: positions.map { ($0.key.name, form.write($0.value)) })
            }
        ).allowing(
            .described(
                .entries(form.values, most: most),
                "an object of up to \(most) sliders by name, with whole numbers from \(range)"))
    }
}

extension FieldForm where Value == [String] {
    /// Texts that cannot break a line.
    static func lines(most: Int) -> FieldForm {
        FieldForm<String>.line.list(
            "a list of up to \(most) texts without control characters", count: 0...most)
    }
}
