import BoundedJSON
import ClockCore
import English

// Values of the style.

extension Form where Value == Tint {
    /// A name, which only words have, or three or six hexadecimal digits. A shell needs quotes around "#".
    static let color = Form<Tint>(
        "COLOR",
        allowed:
            "\(names.map(\.name).joined(separator: ", ")), or a colour such as '#f80', in quotes",
        json: .tint, completion: .words(names.map(\.name))
    ) { word in
        let known = names.first { $0.name == word.lowercased() }?.digits
        return Tint(known ?? word) ?? Tint("#" + word)
    }

    /// Each can be read on black or on white.
    private static let names: [(name: String, digits: String)] = [
        ("red", "#ff0000"), ("orange", "#ff8000"), ("amber", "#ffbf00"), ("yellow", "#ffff00"),
        ("green", "#00ff00"), ("cyan", "#00ffff"), ("blue", "#2050ff"), ("purple", "#8000ff"),
        ("pink", "#ff60a0"), ("white", "#ffffff"), ("black", "#000000"),
    ]
}

extension Form where Value: RawRepresentable & CaseIterable & Sendable, Value.RawValue == Int {
    /// One case of an enum, by number.
    static func number() -> Form<Value> {
        let numbers = Value.allCases.map { "\($0.rawValue)" }
        return Form(
            numbers.joined(separator: "|"), allowed: FieldForm<Value>.choice.allowed, json: .choice,
            completion: .words(numbers)
        ) { WholeNumber.read($0).flatMap { Value(rawValue: $0) } }
    }
}

extension Form where Value == BrightnessSetting {
    static let brightness = automaticOr(
        .automatic, json: .brightness, percent: BrightnessSetting.fixed)
}

extension Form where Value == FaceSize {
    static let size = automaticOr(.automatic, json: .size, percent: FaceSize.percent)
}

extension Form {
    /// "auto" or a percentage.
    private static func automaticOr(
        _ automatic: Value, json: FieldForm<Value>,
        percent: @escaping @Sendable (Percent) -> Value
    ) -> Form<Value> {
        Form(
            "auto|0-100", allowed: "auto, or a number from 0 to 100", json: json,
            completion: .words(["auto"])
        ) { word in
            if ["auto", "automatic"].contains(word.lowercased()) { return automatic }
            return WholeNumber.readPercent(word).flatMap { Percent($0) }.map(percent)
        }
    }
}

extension Form where Value == QuietHours {
    /// "22:00-07:00", "22:00 07:00" or "22:00 to 07:00"; in JSON an object.
    static let hours = Form<QuietHours>(
        "FROM-TO", allowed: "two times such as 22:00-07:00",
        values: FieldForm<QuietHours>.hours.values,
        word: { word, _ in
            let separators: [String] = ["-", "–", " to ", " "]
            let divided = separators.lazy.map { separator -> [String] in
                word.split(separator: separator).map(String.init)
            }
            guard let parts = divided.first(where: { $0.count == 2 }),
                let from = ScheduleWords.time(parts[0]),
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
