package import ClockCore

/// The log: key=value, one line a change, never one per failure or tick, and no secrets (product, H3).
package struct Log: Sendable {
    package typealias Level = EventLevel

    private let level: Level
    private let write: @Sendable (Level, String) -> Void

    /// - Parameters:
    /// - level: lines of lesser importance are left out.
    /// - write: takes a whole line without its end.
    package init(level: Level = .info, write: @escaping @Sendable (Level, String) -> Void) {
        self.level = level
        self.write = write
    }

    /// Logs an event.
    package func callAsFunction(_ line: EventLine) {
        let importance = line.level
        guard importance.rawValue <= level.rawValue else { return }
        let fields = line.fields.map { "\($0.key)=\(Log.quoted($0.value))" }
        write(importance, fields.joined(separator: " "))
    }

    /// A value with anything but plain characters is quoted, so that a line splits at its spaces.
    private static func quoted(_ value: String) -> String {
        let isPlain = value.unicodeScalars.allSatisfy { scalar in
            scalar.isASCII && scalar.value > 0x20 && scalar != "\"" && scalar != "="
                && scalar != "\\" && scalar.value != 0x7f
        }
        if isPlain, !value.isEmpty { return value }
        var text = "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case let control where control.value < 0x20 || control.value == 0x7f: text += "?"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}
