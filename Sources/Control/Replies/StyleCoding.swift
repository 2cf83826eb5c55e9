package import BoundedJSON
package import ClockCore

// The style, its presets and the display, in replies.

extension ClockStyle: JSONForm {
    package var json: JSONValue { .object(StyleFields.fields(of: self)) }

    package init(json: JSONValue, at path: String) throws(FieldError) {
        guard case .object(let fields) = json else { throw FieldError(path, "must be an object") }
        var reader = FieldReader(fields, path: path, isLenient: true)
        self = try StyleFields.style(reading: &reader)
    }
}

private struct ToldPresets: Codable {
    var builtIn: [String]
    var saved: [String]
}

extension PresetReport: JSONForm {
    package var json: JSONValue {
        JSONValue(encoding: ToldPresets(builtIn: builtIn, saved: saved))
    }

    package init(json: JSONValue, at path: String) throws(FieldError) {
        let told = try ToldPresets(decoding: json, at: path)
        self.init(builtIn: told.builtIn, saved: told.saved)
    }
}

private struct ToldDisplay: Codable {
    var digits: Int?
    var columns: Int?
    var rows: Int?
    var mode: DisplayMode
    var brightness: Double
    var night: Bool
    var asleep: Bool
    /// It shows a test picture.
    var test: Bool
    /// Somebody's words that it shows.
    var text: String?
    var lux: Double?
}

extension DisplayReport: JSONForm {
    package var json: JSONValue {
        var told = ToldDisplay(
            mode: mode, brightness: (brightness * 10).rounded() / 10, night: isNight,
            asleep: isAsleep, test: isTested, text: message,
            lux: lux.map { ($0 * 100).rounded() / 100 })
        switch shape {
        case .digits(let digits): told.digits = digits
        case .pixels(let columns, let rows): (told.columns, told.rows) = (columns, rows)
        case nil: break
        }
        return JSONValue(encoding: told)
    }

    package init(json: JSONValue, at path: String) throws(FieldError) {
        let told = try ToldDisplay(decoding: json, at: path)
        var shape: DisplayShape?
        if let digits = told.digits { shape = .digits(digits) }
        if let columns = told.columns, let rows = told.rows {
            shape = .pixels(columns: columns, rows: rows)
        }
        self.init(
            shape: shape, mode: told.mode, brightness: told.brightness, isNight: told.night,
            isAsleep: told.asleep, isTested: told.test, message: told.text, lux: told.lux)
    }
}
