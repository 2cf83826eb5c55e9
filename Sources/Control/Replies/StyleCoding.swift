package import BoundedJSON
package import ClockCore

// The style, its presets and the display, in replies.

extension ClockStyle: JSONForm {}

private struct ReportedPresets: Codable {
    var builtIn: [String]
    var saved: [String]
}

extension PresetReport: JSONForm {
    package var json: JSONValue {
        JSONValue(encoding: ReportedPresets(builtIn: builtIn, saved: saved))
    }

    package init(json: JSONValue, at path: String) throws(FieldError) {
        let reported = try ReportedPresets(decoding: json, at: path)
        self.init(builtIn: reported.builtIn, saved: reported.saved)
    }
}

private struct ReportedDisplay: Codable {
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
        var reported = ReportedDisplay(
            mode: mode, brightness: (brightness * 10).rounded() / 10, night: isNight,
            asleep: isAsleep, test: isTested, text: message,
            lux: lux.map { ($0 * 100).rounded() / 100 })
        switch shape {
        case .digits(let digits): reported.digits = digits
        case .pixels(let columns, let rows): (reported.columns, reported.rows) = (columns, rows)
        case nil: break
        }
        return JSONValue(encoding: reported)
    }

    package init(json: JSONValue, at path: String) throws(FieldError) {
        let reported = try ReportedDisplay(decoding: json, at: path)
        var shape: DisplayShape?
        if let digits = reported.digits { shape = .digits(digits) }
        if let columns = reported.columns, let rows = reported.rows {
            shape = .pixels(columns: columns, rows: rows)
        }
        self.init(
            shape: shape, mode: reported.mode, brightness: reported.brightness,
            isNight: reported.night,
            isAsleep: reported.asleep, isTested: reported.test, message: reported.text,
            lux: reported.lux)
    }
}
