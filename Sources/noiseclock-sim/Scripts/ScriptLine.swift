import BoundedJSON
import ClockCore
import ClockTime
import HAL

/// Writes scripts line by line as things happen: the inverse of `Script.parse`, exact to the nanosecond.
enum ScriptLine {
    /// Names the end of a bus fault.
    static let noFault = "none"
    /// Names every sound output.
    static let allOutputs = "all"

    /// One action, without the line end. A key's edges are written as `hold` and `release`, because the length of the
    /// press is not known yet. Times before the start of the run are written as its start.
    static func text(_ action: Script.Action, at: Script.At) -> String {
        switch action {
        case .button(let button, isDown: true):
            line(at, .hold, .string(button.rawValue))
        case .button(let button, isDown: false):
            line(at, .release, .string(button.rawValue))
        case .turn(let click, let detents):
            line(
                at, .turn, .string(click.scriptName), .detents,
                detents == 1 ? nil : .integer(Int64(detents)))
        case .light(let light):
            line(at, .light, .number(light.value))
        case .battery(let level, let isCharging):
            line(
                at, .battery, .integer(Int64(level.value)), .charging,
                isCharging ? .bool(true) : nil)
        case .stepClock(let delta, let cause):
            line(at, .stepClock, .string(DurationText.format(delta)), .cause, cause.field)
        case .setClock(let time, let cause):
            line(at, .setClock, .string(instant(time)), .cause, cause.field)
        case .soundDevice(let isPluggedIn, let output):
            soundLine(at, .unplugSound, begins: !isPluggedIn, output)
        case .soundStall(let isStalled, let output):
            soundLine(at, .stallSound, begins: isStalled, output)
        case .breakBus(let fault, let transfers):
            line(
                at, .busFault, .string(fault.rawValue), .transfers,
                transfers.map { .integer(Int64($0)) })
        case .mendBus:
            line(at, .busFault, .string(noFault))
        case .cutPower(let length):
            line(
                at, .powerCut, length > .zero ? .string(DurationText.format(length)) : .bool(true))
        case .client(let words):
            line(at, .client, .string(words))
        }
    }

    private static func soundLine(
        _ at: Script.At, _ verb: ScriptLineReader.Verb, begins: Bool, _ output: Int?
    ) -> String {
        switch (output, begins) {
        case (0, true): line(at, verb, .bool(true))
        case (nil, false): line(at, verb, .bool(false))
        case (let output?, _):
            line(at, verb, .integer(Int64(output)), .back, begins ? nil : .bool(true))
        case (nil, true): line(at, verb, .string(allOutputs))
        }
    }

    private static func line(
        _ at: Script.At, _ verb: ScriptLineReader.Verb, _ value: JSONValue,
        _ companion: ScriptLineReader.Companion? = nil, _ detail: JSONValue? = nil
    ) -> String {
        var fields = ["at": JSONValue.string(text(at)), verb.rawValue: value]
        if let companion, let detail { fields[companion.rawValue] = detail }
        // Alphabetical order puts `at` first.
        return JSONValue.object(fields).text
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
    fileprivate var field: JSONValue? {
        switch self {
        case .synchronised: nil
        case .user, .outside: .string(scriptName)
        }
    }
}
