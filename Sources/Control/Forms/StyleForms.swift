import BoundedJSON
import ClockCore
import English

// Values of the style.

extension Form where Value == Tint {
    /// A name, which only words have, or six hexadecimal digits. A shell needs quotes around "#".
    static let color = Form<Tint>(
        "COLOR",
        allowed:
            "\(names.map(\.name).joined(separator: ", ")), or a colour such as '#ff8800', in quotes",
        json: .tint, completion: .words(names.map(\.name)), write: { .string($0.description) }
    ) { word in
        let known = names.first { $0.name == word.lowercased() }?.digits
        return Tint(known ?? word) ?? Tint("#" + word)
    }

    private static let names: [(name: String, digits: String)] = [
        ("red", "#ff0000"), ("orange", "#ff8000"), ("amber", "#ffbf00"), ("yellow", "#ffff00"),
        ("green", "#00ff00"), ("cyan", "#00ffff"), ("blue", "#0000ff"), ("purple", "#8000ff"),
        ("pink", "#ff60a0"), ("white", "#ffffff"),
    ]
}

extension Form where Value == HourFormat {
    static let hourFormat = Form<HourFormat>(
        "12|24", allowed: "12 or 24", json: .hourFormat, completion: .words(["12", "24"]),
        write: { .integer(Int64($0.rawValue)) }
    ) { WholeNumber.read($0).flatMap { HourFormat(rawValue: $0) } }
}

extension Form where Value == FaceRotation {
    static let rotation = Form<FaceRotation>(
        "0|90|180|270", allowed: "0, 90, 180 or 270",
        json: FieldForm("0, 90, 180 or 270") { value in
            guard case .integer(let degrees) = value else { return nil }
            return Int(exactly: degrees).flatMap { FaceRotation(rawValue: $0) }
        }, completion: .words(["0", "90", "180", "270"]),
        write: { .integer(Int64($0.rawValue)) }
    ) { WholeNumber.read($0).flatMap { FaceRotation(rawValue: $0) } }
}

extension Form where Value == BrightnessSetting {
    static let brightness = automaticOrPercent(
        automatic: .automatic, percent: BrightnessSetting.fixed,
        of: { setting in
            if case .fixed(let percent) = setting { percent } else { nil }
        })
}

extension Form where Value == FaceSize {
    static let size = automaticOrPercent(
        automatic: .automatic, percent: FaceSize.percent,
        of: { size in
            if case .percent(let percent) = size { percent } else { nil }
        })
}

extension Form {
    /// "auto" or a percentage; in JSON "automatic" or a number.
    private static func automaticOrPercent(
        automatic: Value, percent: @escaping @Sendable (Percent) -> Value,
        of given: @escaping @Sendable (Value) -> Percent?
    ) -> Form<Value> {
        let name = "automatic"
        return Form(
            "auto|0-100", allowed: "auto, or a number from 0 to 100",
            json: FieldForm("\"\(name)\" or a whole number from 0 to 100") { value in
                if case .string(name) = value { return automatic }
                return FieldForm<Percent>.percent.read(value).map(percent)
            }, completion: .words(["auto"]),
            write: { value in given(value).map(JSONValue.percent) ?? .string(name) }
        ) { word in
            if ["auto", name].contains(word.lowercased()) { return automatic }
            return WholeNumber.readPercent(word).flatMap { Percent($0) }.map(percent)
        }
    }
}

extension Form where Value == QuietHours {
    /// "22:00-07:00"; in JSON an object.
    static let hours = Form<QuietHours>(
        "FROM-TO", allowed: "two times such as 22:00-07:00",
        allowedInJSON: "an object with from and to",
        word: { word, _ in
            let parts = word.split(separator: "-", maxSplits: 1).map(String.init)
            guard parts.count == 2, let from = ScheduleWords.time(parts[0]),
                let to = ScheduleWords.time(parts[1])
            else { return nil }
            return QuietHours(from: from, to: to)
        },
        read: { reader, name, _ in
            guard var hours = try reader.object(name) else { return nil }
            let read = try QuietHours(reading: &hours)
            try hours.finish()
            return read
        },
        write: { hours, name in [name: .object(hours.fields)] })
}
