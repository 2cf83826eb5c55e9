package import ClockCore
import ClockTime
import FoundationEssentials
import HAL

/// Writes scripts line by line as things happen: the inverse of `Script.parse`, exact to the nanosecond.
package enum ScriptLine {
    /// Names the end of a bus fault.
    static let noFault = "none"
    /// Names every sound output.
    static let allOutputs = "all"

    /// One action, without the line end. A key's edges are written as `hold` and `release`, because the length of the
    /// press is not known yet. Times before the start of the run are written as its start.
    package static func text(_ action: Script.Action, at: Script.At) -> String {
        switch action {
        case .button(let button, isDown: true):
            line(at, .hold, .text(button.rawValue))
        case .button(let button, isDown: false):
            line(at, .release, .text(button.rawValue))
        case .turn(let click, let detents):
            line(at, .turn, .text(click.scriptName), .detents, detents == 1 ? nil : .whole(detents))
        case .light(let light):
            line(at, .light, .number(light.value))
        case .battery(let level, let isCharging):
            line(at, .battery, .whole(level.value), .charging, isCharging ? .flag(true) : nil)
        case .stepClock(let delta, let cause):
            line(at, .stepClock, .text(DurationText.format(delta)), .cause, cause.field)
        case .setClock(let time, let cause):
            line(at, .setClock, .text(instant(time)), .cause, cause.field)
        case .soundDevice(let isPluggedIn, let output):
            soundLine(at, .unplugSound, begins: !isPluggedIn, output)
        case .soundStall(let isStalled, let output):
            soundLine(at, .stallSound, begins: isStalled, output)
        case .breakBus(let fault, let transfers):
            line(at, .busFault, .text(fault.rawValue), .transfers, transfers.map { .whole($0) })
        case .mendBus:
            line(at, .busFault, .text(noFault))
        case .cutPower(let length):
            line(
                at, .powerCut, length > .zero ? .text(DurationText.format(length)) : .flag(true))
        case .client(let words):
            line(at, .client, .text(words))
        }
    }

    private static func soundLine(
        _ at: Script.At, _ verb: ScriptLineReader.Verb, begins: Bool, _ output: Int?
    ) -> String {
        switch (output, begins) {
        case (0, true): line(at, verb, .flag(true))
        case (nil, false): line(at, verb, .flag(false))
        case (let output?, _): line(at, verb, .whole(output), .back, begins ? nil : .flag(true))
        case (nil, true): line(at, verb, .text(allOutputs))
        }
    }

    /// A complete press of known length.
    package static func press(
        _ button: Button, at: Script.At, for length: Duration = Script.tap
    ) -> String {
        let field = length == Script.tap ? nil : Field.text(DurationText.format(length))
        return line(at, .press, .text(button.rawValue), .duration, field)
    }

    fileprivate enum Field: Encodable {
        case flag(Bool)
        case number(Double)
        case whole(Int)
        case text(String)

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            switch self {
            case .flag(let flag): try container.encode(flag)
            case .number(let number): try container.encode(number)
            case .whole(let whole): try container.encode(whole)
            case .text(let text): try container.encode(text)
            }
        }
    }

    private static func line(
        _ at: Script.At, _ verb: ScriptLineReader.Verb, _ value: Field,
        _ companion: ScriptLineReader.Companion? = nil, _ detail: Field? = nil
    ) -> String {
        var fields = ["at": Field.text(text(at)), verb.rawValue: value]
        if let companion, let detail { fields[companion.rawValue] = detail }
        let encoder = JSONEncoder()
        // Alphabetical order puts `at` first.
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // All fields are texts, flags and finite numbers, so this cannot fail.
        guard let data = try? encoder.encode(fields) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }

    private static func text(_ at: Script.At) -> String {
        switch at {
        case .elapsed(let elapsed): "+" + DurationText.format(max(.zero, elapsed))
        case .instant(let time): instant(time)
        }
    }

    /// RFC 3339, with nanoseconds if needed.
    private static func instant(_ time: WallTime) -> String {
        let text = RFC3339.format(time)
        let rest = time.nanoseconds.remainderRoundingDown(by: 1_000_000)
        guard rest > 0 else { return text }
        let digits = String(1_000_000 + rest).dropFirst()
        return text.dropLast() + digits + "Z"
    }
}

extension StepCause {
    /// Omitted if it is the reader's default.
    fileprivate var field: ScriptLine.Field? {
        switch self {
        case .synchronised: nil
        case .user, .outside: .text(scriptName)
        }
    }
}
