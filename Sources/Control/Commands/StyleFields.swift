import BoundedJSON
import ClockCore

/// One setting of the style: its words, its property, and the change that sets it.
struct StyleField<Value: Sendable>: DescribedStyleField {
    let said: Parameter<Value>
    let change: @Sendable (Value) -> StyleChange
    let get: @Sendable (ClockStyle) -> Value

    init(
        _ key: String, option: String, _ form: Form<Value>, _ help: String,
        _ change: @escaping @Sendable (Value) -> StyleChange,
        get: @escaping @Sendable (ClockStyle) -> Value
    ) {
        said = Parameter(key, option: option, form, help)
        self.change = change
        self.get = get
    }

    init(
        _ key: String, option: String, _ form: Form<Value>, _ help: String,
        _ change: @escaping @Sendable (Value) -> StyleChange,
        _ value: any KeyPath<ClockStyle, Value> & Sendable
    ) {
        self.init(key, option: option, form, help, change, get: { $0[keyPath: value] })
    }

    var parameter: any DescribedParameter { said }

    func changes(_ given: Arguments) -> [StyleChange] { given[said].map { [change($0)] } ?? [] }

    func take(from style: ClockStyle, into arguments: inout Arguments) {
        arguments[said] = get(style)
    }
}

protocol DescribedStyleField: Sendable {
    var parameter: any DescribedParameter { get }
    func changes(_ given: Arguments) -> [StyleChange]
    func take(from style: ClockStyle, into arguments: inout Arguments)
}

/// The table of the style's settings. It defines JSON requests and replies, words, help and limits.
enum StyleFields {
    static let all: [any DescribedStyleField] = [
        time, looks, light, night, motion,
    ].flatMap { $0 }

    static func changes(_ given: Arguments) -> [StyleChange] {
        all.flatMap { $0.changes(given) }
    }

    /// The settings of a style as reply fields.
    static func fields(of style: ClockStyle) -> [String: JSONValue] {
        var arguments = Arguments()
        for field in all { field.take(from: style, into: &arguments) }
        return reported.fields(of: arguments)
    }

    /// Reads the settings in a reply. An older clock omits fields it does not know; they get the defaults.
    static func style(reading reader: inout FieldReader) throws(FieldError) -> ClockStyle {
        var arguments = Arguments()
        try reported.read(from: &reader, zones: NoZones(), into: &arguments)
        var style = ClockStyle()
        for change in changes(arguments) { change.apply(to: &style) }
        return style
    }

    private static let reported = ParameterTree(all.map(\.parameter))

    // MARK: - The table

    private static let time: [any DescribedStyleField] = [
        StyleField(
            "hours", option: "hours", Form<HourFormat>.hourFormat, "12-hour or 24-hour time",
            { .hourFormat($0) }, \.hourFormat),
        StyleField(
            "leadingZero", option: "leading-zero", Form<Bool>.flag,
            "07:30 instead of 7:30 in 12-hour time", { .leadingZero($0) }, \.hasLeadingZero),
        StyleField(
            "badge", option: "badge", Form<Bool>.flag, "Mark the afternoon in 12-hour time",
            { .badge($0) }, \.showsBadge),
        StyleField(
            "colon", option: "colon", Form<ColonStyle>.choice(), "What the colon does",
            { .colon($0) }, \.colon),
        StyleField(
            "seconds", option: "seconds", Form<Bool>.flag, "Show seconds, as digits or a bar",
            { .seconds($0) }, \.showsSeconds),
    ]

    private static let looks: [any DescribedStyleField] = [
        StyleField(
            "color", option: "color", Form<Tint>.color,
            "Colour of the digits, such as amber or '#ff8800'", { .digitColor($0) }, \.digitColor),
        StyleField(
            "background", option: "background", Form<Tint>.color, "Colour behind them",
            { .backgroundColor($0) }, \.backgroundColor),
        StyleField(
            "randomColor", option: "random-color", Form<Bool>.flag,
            "A new readable colour each minute", { .randomColor($0) }, \.hasRandomColor),
        StyleField(
            "family", option: "family",
            Form<String>.line("NAME", completion: .known(.fonts)).orNone(OwnFont.builtInName),
            "A font of your own, in this design and weight", { .fontFamily($0.value) },
            get: { AlarmChanges.Setting($0.fontFamily) }),
        StyleField(
            "font", option: "font", Form<FontDesign>.choice(), "Design of the digits",
            { .fontDesign($0) }, \.fontDesign),
        StyleField(
            "weight", option: "weight", Form<FontWeight>.choice("WEIGHT"),
            "How thick the digits are, from ultraLight to black; such as bold", { .fontWeight($0) },
            \.fontWeight),
        StyleField(
            "size", option: "size", Form<FaceSize>.size, "How large they are", { .size($0) }, \.size
        ),
        StyleField(
            "rotation", option: "rotation", Form<FaceRotation>.rotation,
            "How far the picture is turned, clockwise", { .rotation($0) }, \.rotation),
    ]

    private static let light: [any DescribedStyleField] = [
        StyleField(
            "brightness", option: "brightness", Form<BrightnessSetting>.brightness,
            "By the light of the room, or fixed", { .brightness($0) }, \.brightness),
        StyleField(
            "floor", option: "floor", Form<Percent>.percent, "Lowest automatic brightness",
            { .floor($0) }, \.floor),
        StyleField(
            "ceiling", option: "ceiling", Form<Percent>.percent, "Highest automatic brightness",
            { .ceiling($0) }, \.ceiling),
        StyleField(
            "digitBrightness", option: "digits", Form<Percent>.percent,
            "Brightness of the digits alone", { .digitBrightness($0) }, \.digitBrightness),
        StyleField(
            "overlayBrightness", option: "overlays", Form<Percent>.percent,
            "Brightness of everything else, relative to the digits", { .overlayBrightness($0) },
            \.overlayBrightness),
        StyleField(
            "sleepAfterSeconds", option: "sleep",
            Form<Duration>.length("10s-24h", in: ClockStyle.sleepRange, example: "10m").orNone(
                "off"), "Turn the display off after this long without a key",
            { .sleepAfter($0.value) }, get: { AlarmChanges.Setting($0.sleepAfter) }),
        StyleField(
            "keepsAwake", option: "keep-awake", Form<Bool>.flag,
            "Stay on while noise plays or the time is alone", { .keepsAwake($0) }, \.keepsAwake),
    ]

    private static let night: [any DescribedStyleField] = [
        StyleField(
            "night.hours", option: "night", Form<QuietHours>.hours.orNone("off"),
            "When it is night for the display", { .nightHours($0.value) },
            get: { AlarmChanges.Setting($0.night.hours) }),
        StyleField(
            "night.followsLight", option: "night-by-light", Form<Bool>.flag,
            "Night also while the room is dark", { .nightByLight($0) }, \.night.followsLight),
        StyleField(
            "night.brightness", option: "night-brightness", Form<Percent>.percent,
            "Highest brightness at night", { .nightBrightness($0) }, \.night.brightness),
        StyleField(
            "night.red", option: "night-red", Form<Bool>.flag, "Red digits at night",
            { .nightIsRed($0) }, \.night.isRed),
        StyleField(
            "night.hidesOverlays", option: "night-plain", Form<Bool>.flag,
            "Show only the time at night", { .nightHidesOverlays($0) }, \.night.hidesOverlays),
        StyleField(
            "night.off", option: "night-off", Form<Bool>.flag,
            "Off at night; a key shows the time for 5 s", { .nightIsOff($0) }, \.night.isOff),
    ]

    private static let motion: [any DescribedStyleField] = [
        StyleField(
            "motion.digitChange", option: "change", Form<DigitChange>.choice(),
            "How a digit changes", { .digitChange($0) }, \.motion.digitChange),
        StyleField(
            "motion.rolls", option: "roll", Form<Bool>.flag,
            "The old digit rolls out, the new one in", { .rolls($0) }, \.motion.rolls),
        StyleField(
            "motion.glow", option: "glow", Form<Percent>.percent,
            "How much a digit that changes lights up", { .glow($0) }, \.motion.glow),
        StyleField(
            "motion.transition", option: "transition", Form<FaceTransition>.choice(),
            "How one page gives way to another", { .transition($0) }, \.motion.transition),
        StyleField(
            "motion.reduced", option: "reduced-motion", Form<Bool>.flag,
            "Nothing moves, whatever else is set", { .reducedMotion($0) }, \.motion.isReduced),
    ]
}

extension AlarmChanges.Setting {
    /// Nil if it is cleared.
    fileprivate var value: Value? {
        switch self {
        case .cleared: nil
        case .set(let value): value
        }
    }
}
