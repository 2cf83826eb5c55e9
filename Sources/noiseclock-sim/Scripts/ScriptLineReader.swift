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

    /// A field value of the kinds that scripts use.
    private enum Value {
        case flag(Bool)
        case number(Double)
        case text(String)
        /// Null, a list or an object: never allowed.
        case other

        init(_ json: JSONValue) {
            self =
                switch json {
                case .bool(let flag): .flag(flag)
                case .integer(let number): .number(Double(number))
                case .number(let number): .number(number)
                case .string(let text): .text(text)
                case .null, .list, .object: .other
                }
        }
    }

    private static let time = "at"
    private static let form =
        "a line is one JSON object like {\"at\": \"+1.5s\", \"press\": \"snooze\"}"

    private let number: Int
    private let fields: [String: Value]

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
        fields = object.mapValues(Value.init)
    }

    /// The line's action as single steps.
    mutating func steps() throws(ScriptError) -> [Script.Step] {
        let verb = try self.verb()
        let at = try self.at()
        switch verb {
        case .press:
            let button = try self.button(verb)
            let length = try pressLength()
            return [
                step(at, .button(button, isDown: true)),
                step(at.later(by: length), .button(button, isDown: false)),
            ]
        case .hold: return [step(at, .button(try button(verb), isDown: true))]
        case .release: return [step(at, .button(try button(verb), isDown: false))]
        case .turn:
            let click = try named(verb.rawValue, QuadratureDecoder.Click.inScripts)
            return [step(at, .turn(click, detents: try detents()))]
        case .light: return [step(at, .light(try light()))]
        case .battery: return [step(at, try battery())]
        case .stepClock:
            let cause = try self.cause()
            return [step(at, .stepClock(by: try signedDuration(verb), cause))]
        case .setClock:
            let cause = try self.cause()
            return [step(at, .setClock(to: try instant(verb), cause))]
        case .unplugSound:
            let (output, begins) = try soundFault(verb)
            return [step(at, .soundDevice(isPluggedIn: !begins, output: output))]
        case .stallSound:
            let (output, begins) = try soundFault(verb)
            return [step(at, .soundStall(begins, output: output))]
        case .busFault: return [step(at, try busFault())]
        case .powerCut: return [step(at, .cutPower(for: try powerCut()))]
        case .client: return [step(at, .client(try words()))]
        }
    }

    private func step(_ at: Script.At, _ action: Script.Action) -> Script.Step {
        Script.Step(at: at, action, line: number)
    }

    // MARK: - Which fields

    private func verb() throws(ScriptError) -> Verb {
        let verbs = Verb.allCases.map(\.rawValue)
        let known = [ScriptLineReader.time] + verbs + Companion.allCases.map(\.rawValue)
        if let stranger = fields.keys.filter({ !known.contains($0) }).min() {
            throw wrong(
                "there is no \(Spelling.quoted(stranger)); there are "
                    + known.joined(separator: ", ") + meant(stranger, known))
        }
        let present = Verb.allCases.filter { fields[$0.rawValue] != nil }
        guard let verb = present.first else {
            throw wrong("says nothing that happens; one of \(verbs.joined(separator: ", ")) must")
        }
        guard present.count == 1 else {
            let names = present.map(\.rawValue).joined(separator: ", ")
            throw wrong("says \(names); one thing happens in a line")
        }
        for companion in Companion.allCases
        where fields[companion.rawValue] != nil && !verb.companions.contains(companion) {
            throw wrong("\"\(companion.rawValue)\" does not go with \"\(verb.rawValue)\"")
        }
        return verb
    }

    private func at() throws(ScriptError) -> Script.At {
        let form = "\"+1.5s\" after the start, or a time like \"2026-03-29T00:59:50Z\""
        guard let value = fields[ScriptLineReader.time] else {
            throw wrong("\"at\" is missing; it is \(form)")
        }
        if case .text(let text) = value {
            if text.first == "+", let elapsed = try? DurationText.parse(String(text.dropFirst())) {
                return .elapsed(elapsed)
            }
            if let instant = try? RFC3339.parse(text) { return .instant(instant) }
        }
        throw refused(ScriptLineReader.time, value, form)
    }

    // MARK: - What they hold

    private func button(_ verb: Verb) throws(ScriptError) -> Button {
        try named(verb.rawValue, Button.allCases.map { ($0.rawValue, $0) })
    }

    private func pressLength() throws(ScriptError) -> Duration {
        let name = Companion.duration.rawValue
        guard let value = fields[name] else { return Script.tap }
        guard case .text(let text) = value, let length = try? DurationText.parse(text),
            length > .zero, length <= Script.longestPress
        else {
            let longest = DurationText.format(Script.longestPress)
            throw refused(name, value, "a duration like \"3s\", more than 0s, at most \(longest)")
        }
        return length
    }

    private func detents() throws(ScriptError) -> Int {
        let name = Companion.detents.rawValue
        return fields[name] == nil ? 1 : try whole(name, 1...Script.mostDetents)
    }

    private func light() throws(ScriptError) -> Lux {
        let number = try number(Verb.light.rawValue, 0...Script.brightest, "lux, a number")
        return Lux(number)
    }

    private func battery() throws(ScriptError) -> Script.Action {
        let level = try whole(Verb.battery.rawValue, 0...100)
        let charging = Companion.charging.rawValue
        let isCharging = fields[charging] == nil ? false : try flag(charging)
        return .battery(Percent(clamping: level), isCharging: isCharging)
    }

    private func cause() throws(ScriptError) -> StepCause {
        guard fields[Companion.cause.rawValue] != nil else { return .synchronised }
        return try named(
            Companion.cause.rawValue, StepCause.inScripts.map { ($0.scriptName, $0) })
    }

    private func signedDuration(_ verb: Verb) throws(ScriptError) -> Duration {
        let value = fields[verb.rawValue] ?? .other
        if case .text(let text) = value {
            let hasSign = text.first == "+" || text.first == "-"
            if let length = try? DurationText.parse(String(text.dropFirst(hasSign ? 1 : 0))) {
                return text.first == "-" ? .zero - length : length
            }
        }
        let longest = DurationText.format(DurationText.longest)
        throw refused(
            verb.rawValue, value,
            "a duration with or without a sign, like \"-1h\", up to \(longest)")
    }

    private func instant(_ verb: Verb) throws(ScriptError) -> WallTime {
        let value = fields[verb.rawValue] ?? .other
        if case .text(let text) = value, let time = try? RFC3339.parse(text) { return time }
        throw refused(
            verb.rawValue, value,
            "a time like \"2026-03-29T00:59:50Z\", in the years 1678 to 2261")
    }

    /// The output, nil for all, and whether its fault begins.
    private func soundFault(_ verb: Verb) throws(ScriptError) -> (output: Int?, begins: Bool) {
        let value = fields[verb.rawValue] ?? .other
        let back = Companion.back.rawValue
        let begins = fields[back] == nil ? true : !(try flag(back))
        switch value {
        case .flag(let flag):
            guard fields[back] == nil else {
                throw wrong("\"back\" goes with the number of an output, or with \"all\"")
            }
            return flag ? (0, true) : (nil, false)
        case .text(ScriptLine.allOutputs): return (nil, begins)
        case .number(let number):
            if let output = Int(exactly: number), (0...Script.lastSoundOutput).contains(output) {
                return (output, begins)
            }
        case .text, .other: break
        }
        throw refused(
            verb.rawValue, value,
            "true or false, a sound output from 0 to \(Script.lastSoundOutput), or \"all\"")
    }

    private func busFault() throws(ScriptError) -> Script.Action {
        let transfers = Companion.transfers.rawValue
        let faults = Script.BusFault.allCases.map { ($0.rawValue, Script.BusFault?.some($0)) }
        let fault = try named(Verb.busFault.rawValue, faults + [(ScriptLine.noFault, nil)])
        guard let fault else {
            guard fields[transfers] == nil else {
                throw wrong("\"transfers\" does not go with a bus-fault of \"none\"")
            }
            return .mendBus
        }
        guard fields[transfers] != nil else { return .breakBus(fault, transfers: nil) }
        return .breakBus(fault, transfers: try whole(transfers, 1...Script.mostTransfers))
    }

    private func powerCut() throws(ScriptError) -> Duration {
        let value = fields[Verb.powerCut.rawValue] ?? .other
        switch value {
        case .flag(true): return .zero
        case .text(let text):
            if let length = try? DurationText.parse(text) { return length }
        case .flag(false), .number, .other: break
        }
        let longest = DurationText.format(DurationText.longest)
        throw refused(
            Verb.powerCut.rawValue, value,
            "how long the power is off, like \"5m\", up to \(longest), or true for no time")
    }

    private func words() throws(ScriptError) -> String {
        let value = fields[Verb.client.rawValue] ?? .other
        guard case .text(let text) = value, text.contains(where: { !$0.isWhitespace }),
            !text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7F })
        else {
            throw refused(
                Verb.client.rawValue, value,
                "what is typed after noiseclock, like \"noise play pink --volume 50\"")
        }
        return text
    }

    // MARK: - Forms

    private func flag(_ name: String) throws(ScriptError) -> Bool {
        let value = fields[name] ?? .other
        guard case .flag(let flag) = value else { throw refused(name, value, "true or false") }
        return flag
    }

    private func number(
        _ name: String, _ range: ClosedRange<Double>, _ what: String
    ) throws(ScriptError) -> Double {
        let value = fields[name] ?? .other
        guard case .number(let number) = value, range.contains(number) else {
            let bounds = "\(Int(range.lowerBound)) to \(Int(range.upperBound))"
            throw refused(name, value, "\(what) from \(bounds)")
        }
        return number
    }

    private func whole(_ name: String, _ range: ClosedRange<Int>) throws(ScriptError) -> Int {
        let value = fields[name] ?? .other
        guard case .number(let number) = value, let whole = Int(exactly: number),
            range.contains(whole)
        else {
            let bounds = "\(range.lowerBound) to \(range.upperBound)"
            throw refused(name, value, "a whole number from \(bounds)")
        }
        return whole
    }

    private func named<Named>(
        _ name: String, _ all: [(String, Named)]
    ) throws(ScriptError) -> Named {
        let value = fields[name] ?? .other
        let allowed = "one of " + all.map(\.0).joined(separator: ", ")
        guard case .text(let text) = value else { throw refused(name, value, allowed) }
        guard let found = all.first(where: { $0.0 == text }) else {
            throw wrong(
                "\"\(name)\" is \(Spelling.quoted(text)); allowed is \(allowed)"
                    + meant(text, all.map(\.0)))
        }
        return found.1
    }

    private func meant(_ word: String, _ names: [String]) -> String {
        let suggestion = Spelling.suggestion(for: word, among: names)
        return suggestion.map { "; did you mean \"\($0)\"?" } ?? ""
    }

    private func refused(_ name: String, _ value: Value, _ allowed: String) -> ScriptError {
        let shown =
            switch value {
            case .flag(let flag): "\(flag)"
            case .number(let number): Int(exactly: number).map { "\($0)" } ?? "\(number)"
            case .text(let text): Spelling.quoted(text)
            case .other: "no text, number, true or false"
            }
        return wrong("\"\(name)\" is \(shown); allowed is \(allowed)")
    }

    private func wrong(_ message: String) -> ScriptError {
        ScriptError(line: number, message)
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
