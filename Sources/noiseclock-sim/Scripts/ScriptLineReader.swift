import BoundedJSON
import ClockCore
import ClockTime
import HAL

/// Reads one line of a script: a flat JSON object whose fields must all be known and valid.
struct ScriptLineReader {
    /// The actions; each line has exactly one.
    enum Verb: String, CaseIterable {
        case press, hold, release, turn, light, battery
        case stepClock = "step-clock"
        case setClock = "set-clock"
        case unplugSound = "unplug-sound"
        case stallSound = "stall-sound"
        case busFault = "bus-fault"
        case powerCut = "power-cut"
        case client = "noiseclock"

        /// The fields allowed beside it.
        var companions: Set<Companion> {
            switch self {
            case .press: [.duration]
            case .turn: [.detents]
            case .battery: [.charging]
            case .stepClock, .setClock: [.cause]
            case .busFault: [.transfers]
            case .unplugSound, .stallSound: [.back]
            case .hold, .release, .light, .powerCut, .client: []
            }
        }
    }

    enum Companion: String, CaseIterable {
        case duration = "for"
        case detents
        case charging
        case cause = "by"
        case transfers
        case back
    }

    private static let form =
        "a line is one JSON object like {\"at\": \"+1.5s\", \"press\": \"snooze\"}"

    private let number: Int
    private var fields: FieldReader

    init(_ line: ArraySlice<UInt8>, number: Int) throws(ScriptError) {
        self.number = number
        let json: JSONValue
        do throws(JSONError) {
            json = try JSONValue.parse(line, limit: Script.longestLine)
        } catch {
            throw ScriptError(line: number, "\(error.explanation); \(ScriptLineReader.form)")
        }
        guard case .object(let object) = json else {
            throw ScriptError(line: number, "is not a JSON object; \(ScriptLineReader.form)")
        }
        fields = FieldReader(object)
    }

    /// The line's action as single steps.
    mutating func steps() throws(ScriptError) -> [Script.Step] {
        do throws(FieldError) {
            let verb = try verb()
            let at = try fields.required("at", .moment)
            return try actions(verb).map { delay, action in
                Script.Step(at: at.later(by: delay), action, line: number)
            }
        } catch {
            throw ScriptError(line: number, error.message)
        }
    }

    private mutating func actions(_ verb: Verb) throws(FieldError) -> [(Duration, Script.Action)] {
        let name = verb.rawValue
        let action: Script.Action
        switch verb {
        case .press:
            let button = try fields.required(name, FieldForm<Button>.choice)
            let length = try optional(.duration, .press) ?? Script.tap
            return [
                (.zero, .button(button, isDown: true)), (length, .button(button, isDown: false)),
            ]
        case .hold: action = .button(try fields.required(name, .choice), isDown: true)
        case .release: action = .button(try fields.required(name, .choice), isDown: false)
        case .turn:
            let detents = try optional(.detents, .integer(in: 1...Script.mostDetents))
            action = .turn(
                try fields.required(name, .named(QuadratureDecoder.Click.inScripts)),
                detents: detents ?? 1)
        case .light: action = .light(Lux(try fields.required(name, .light)))
        case .battery:
            let level = Percent(clamping: try fields.required(name, .integer(in: 0...100)))
            action = .battery(level, isCharging: try optional(.charging, .bool) ?? false)
        case .stepClock: action = .stepClock(by: try fields.required(name, .change), try cause())
        case .setClock: action = .setClock(to: try fields.required(name, .instant), try cause())
        case .unplugSound:
            let (output, begins) = try soundFault(name)
            action = .soundDevice(isPluggedIn: !begins, output: output)
        case .stallSound:
            let (output, begins) = try soundFault(name)
            action = .soundStall(begins, output: output)
        case .busFault: action = try busFault(name)
        case .powerCut: action = .cutPower(for: try fields.required(name, .cut))
        case .client: action = .client(try fields.required(name, .words))
        }
        return [(.zero, action)]
    }

    // MARK: - Which fields

    private mutating func verb() throws(FieldError) -> Verb {
        for verb in Verb.allCases { _ = fields.raw(verb.rawValue) }
        for companion in Companion.allCases { _ = fields.raw(companion.rawValue) }
        _ = fields.raw("at")
        try fields.finish()
        let present = Verb.allCases.filter { fields.has($0.rawValue) }
        guard let verb = present.first else {
            let verbs = Verb.allCases.map(\.rawValue).joined(separator: ", ")
            throw FieldError("", "says nothing that happens; one of \(verbs) must")
        }
        guard present.count == 1 else {
            let names = present.map(\.rawValue).joined(separator: ", ")
            throw FieldError("", "says \(names); one thing happens in a line")
        }
        for companion in Companion.allCases
        where fields.has(companion.rawValue) && !verb.companions.contains(companion) {
            throw fields.error(companion.rawValue, "does not go with \"\(verb.rawValue)\"")
        }
        return verb
    }

    // MARK: - What they hold

    private mutating func optional<Value>(
        _ companion: Companion, _ form: FieldForm<Value>
    ) throws(FieldError) -> Value? {
        try fields.optional(companion.rawValue, form)
    }

    private mutating func cause() throws(FieldError) -> StepCause {
        try optional(.cause, .named(StepCause.inScripts.map { ($0.scriptName, $0) }))
            ?? .synchronised
    }

    /// The output, nil for all, and whether its fault begins.
    private mutating func soundFault(
        _ name: String
    ) throws(FieldError) -> (output: Int?, begins: Bool) {
        let isBack = try optional(.back, .bool)
        switch try fields.required(name, .soundOutput) {
        case .number(let output): return (output, !(isBack ?? false))
        case .all: return (nil, !(isBack ?? false))
        case .short(let begins):
            guard isBack == nil else {
                throw fields.error(
                    Companion.back.rawValue,
                    "goes with the number of an output, or with \"all\"")
            }
            return (begins ? 0 : nil, begins)
        }
    }

    private mutating func busFault(_ name: String) throws(FieldError) -> Script.Action {
        let faults = Script.BusFault.allCases.map { ($0.rawValue, Script.BusFault?.some($0)) }
        let fault = try fields.required(name, .named(faults + [(ScriptLine.noFault, nil)]))
        let transfers = try optional(.transfers, .integer(in: 1...Script.mostTransfers))
        if let fault { return .breakBus(fault, transfers: transfers) }
        guard transfers == nil else {
            throw fields.error(
                Companion.transfers.rawValue, "does not go with a bus-fault of \"none\"")
        }
        return .mendBus
    }
}

/// Which sound outputs an action means.
private enum ScriptedOutput {
    case number(Int)
    case all
    /// The first goes away, or all come back.
    case short(begins: Bool)
}

// MARK: - Forms

extension FieldForm where Value: Sendable {
    /// A text that `read` understands. Scripts are only read by these forms; `ScriptLine` writes them.
    fileprivate static func text(
        _ words: String, _ read: @escaping @Sendable (String) -> Value?
    ) -> FieldForm {
        FieldForm(
            .described(.text, words),
            read: { value in
                if case .string(let text) = value { read(text) } else { nil }
            }, write: { _ in .null })
    }

    fileprivate static func named(_ all: [(String, Value)]) -> FieldForm {
        text("one of " + all.map(\.0).joined(separator: ", ")) { name in
            all.first { $0.0 == name }?.1
        }
    }
}

extension FieldForm where Value == Script.At {
    fileprivate static var moment: FieldForm {
        text("\"+1.5s\" after the start, or a time like \"2026-03-29T00:59:50Z\"") { text in
            if text.first == "+", let elapsed = try? DurationText.parse(String(text.dropFirst())) {
                return .elapsed(elapsed)
            }
            return (try? RFC3339.parse(text)).map(Script.At.instant)
        }
    }
}

extension FieldForm where Value == WallTime {
    fileprivate static var instant: FieldForm {
        text("a time like \"2026-03-29T00:59:50Z\", in the years 1678 to 2261") {
            try? RFC3339.parse($0)
        }
    }
}

extension FieldForm where Value == Duration {
    private static var longest: String { DurationText.format(DurationText.longest) }

    fileprivate static var press: FieldForm {
        let longest = DurationText.format(Script.longestPress)
        return text("a duration like \"3s\", more than 0s, at most \(longest)") { text in
            guard let length = try? DurationText.parse(text), length > .zero,
                length <= Script.longestPress
            else { return nil }
            return length
        }
    }

    fileprivate static var change: FieldForm {
        text("a duration with or without a sign, like \"-1h\", up to \(longest)") { text in
            let hasSign = text.first == "+" || text.first == "-"
            let length = try? DurationText.parse(String(text.dropFirst(hasSign ? 1 : 0)))
            return length.map { text.first == "-" ? .zero - $0 : $0 }
        }
    }

    fileprivate static var cut: FieldForm {
        let allowed =
            "how long the power is off, like \"5m\", up to \(longest), or true for no time"
        let length = text(allowed) { try? DurationText.parse($0) }
        return FieldForm(
            length.values, read: { $0 == .bool(true) ? .zero : length.read($0) },
            write: length.write)
    }
}

extension FieldForm where Value == ScriptedOutput {
    fileprivate static var soundOutput: FieldForm {
        let outputs = FieldForm<Int>.integer(in: 0...Script.lastSoundOutput)
        return FieldForm(
            .described(
                outputs.values,
                "true or false, a sound output from 0 to \(Script.lastSoundOutput), or \"all\""),
            read: { value in
                switch value {
                case .bool(let begins): .short(begins: begins)
                case .string(ScriptLine.allOutputs): .all
                default: outputs.read(value).map(ScriptedOutput.number)
                }
            }, write: { _ in .null })
    }
}

extension FieldForm where Value == Double {
    fileprivate static var light: FieldForm {
        number(in: 0...Script.brightest).described(
            "lux, a number from 0 to \(Int(Script.brightest))")
    }
}

extension FieldForm where Value == String {
    fileprivate static var words: FieldForm {
        text("what is typed after noiseclock, like \"noise play pink --volume 50\"") { text in
            text.contains { !$0.isWhitespace }
                && !text.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
        }
    }
}

extension Script.At {
    func later(by duration: Duration) -> Script.At {
        switch self {
        case .elapsed(let elapsed): .elapsed(elapsed + duration)
        case .instant(let instant): .instant(instant + duration)
        }
    }
}

extension QuadratureDecoder.Click {
    static var inScripts: [(String, QuadratureDecoder.Click)] {
        [QuadratureDecoder.Click.clockwise, .counterclockwise].map { ($0.scriptName, $0) }
    }

    /// The name in scripts.
    var scriptName: String {
        switch self {
        case .clockwise: "right"
        case .counterclockwise: "left"
        }
    }
}

extension StepCause {
    static let inScripts: [StepCause] = [.user, .synchronised, .outside]

    /// The name in scripts.
    var scriptName: String {
        switch self {
        case .user: "user"
        case .synchronised: "sync"
        case .outside: "outside"
        }
    }
}
