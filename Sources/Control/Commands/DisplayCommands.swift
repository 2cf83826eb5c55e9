import BoundedJSON
import ClockCore
import ClockTime
import English

/// Commands about the display itself.
enum DisplayCommands {
    static let all = [
        CommandDescription(
            "display.status", "Show the display's size, mode and brightness, and the room's light",
            "Shows what the display is and what it does now, and the light that the sensor measured.",
            kind: .query, examples: ["display", "display status --json"], isAlone: true
        ) { _ in .display(.show) },
        CommandDescription(
            "display.picture", "Show what the display lights now",
            """
            Draws what the display lights now. With --json, you get the colour of each pixel, or the
            lit segments of each digit, and the brightness of the whole.
            """,
            kind: .query, examples: ["display picture", "display picture --json"]
        ) { _ in .display(.picture) },
        CommandDescription(
            "display.mode", "Show the time alone, or everything",
            """
            "face" shows the time alone, as large as the display allows; "normal" shows dates,
            alarms and the rest around it. Holding stop on the clock switches, too.
            """,
            parameters: [mode], examples: ["display mode face", "display mode normal"]
        ) { .display(.setMode(try $0.required(mode))) },
        CommandDescription(
            "display.off", "Switch the display off, until you press a button",
            """
            The display is dark until somebody presses a button, which does nothing else, or until
            "display on". A ring, a sunrise and a missed alarm are seen all the same. Refused while
            anything rings.
            """
        ) { _ in .display(.setLit(false)) },
        CommandDescription(
            "display.on", "Switch the display on again", "Ends \"display off\", as a button does."
        ) { _ in .display(.setLit(true)) },
        text, test,
    ]

    private static let mode = Parameter(
        "mode", argument: "the mode", Form<DisplayMode>.choice(),
        question: "Which? Give normal or face.")

    // MARK: - Texts

    private static let shown = Parameter(
        "text", requestOnly: Form<String>.line("WORDS", TestPicture.texts), isRequired: true)

    private static let text = CommandDescription(
        "display.text", "Show a text on the display",
        """
        Shows your words for half a minute, or for as long as you say. A text that is too long
        for the display moves through it. Any button and any ring ends it.
        """,
        parameters: [shown, length], usage: "WORDS",
        examples: ["display text Dinner is ready", "display text 192.168.1.23 --for 5m"],
        words: { words, arguments in arguments[shown] = try readText(&words) }
    ) {
        .display(.text(try $0.required(shown), for: $0[length] ?? .seconds(30)))
    }

    private static func readText(_ words: inout WordReader) throws(UsageError) -> String {
        var text: [String] = []
        while let word = words.next() { text.append(word) }
        let line = text.joined(separator: " ")
        guard TestPicture.texts.characters.contains(line.count) else {
            throw words.error(
                "Which text? Give up to \(TestPicture.texts.characters.upperBound) characters.")
        }
        return line
    }

    // MARK: - Test pictures

    private static let length = Parameter(
        "seconds", option: "for",
        Form<Duration>.length(
            "1s-10m", in: Duration.seconds(1)...Duration.seconds(600), example: "30s"),
        "How long (default: 10s for a picture, 30s for a text)")
    private static let color = Parameter(
        "color", option: "color", Form<Tint>.color, "In this colour")
    private static let picture = Parameter("picture", requestOnly: pictureForm, isRequired: true)

    private static let test = CommandDescription(
        "display.test", "Show a test picture, to find a wrong wire",
        """
        Shows a picture for a few seconds, at full brightness. Any button and any ring ends it.
        X and columns count from 0 at the left, Y and rows from 0 at the top, and digits from
        1 at the left. A PICTURE is:

          all            everything lit
          rows, columns  one after the other
          row N, column N, pixel X Y, digit N
          letter F       a segment of all digits: a to m, g1, g2 or dp
          text WORDS     a text
          off            ends the picture
        """,
        parameters: [picture, length, color],
        usage: "PICTURE",
        examples: [
            "display test all", "display test pixel 0 0 --for 30s",
            "display test text Hello --color green", "display test off",
        ],
        words: { words, arguments in arguments[picture] = try read(&words) },
        completing: [
            .words([
                "all", "rows", "columns", "row", "column", "pixel", "digit", "letter", "text",
                "off",
            ])
        ]
    ) { given in
        switch try given.required(picture) {
        case .off: return .display(.endTest)
        case .on(let content):
            return .display(
                .test(
                    TestPicture(content, color: given[color]),
                    for: given[length] ?? DisplayCommands.defaultLength))
        }
    }

    private static let defaultLength = Duration.seconds(10)

    /// A picture, or the end of one.
    private enum TestChoice: Sendable {
        case on(TestPicture.Content)
        case off
    }

    private static let question =
        "Which picture? Give all, rows, columns, row N, column N, pixel X Y, digit N, letter F, "
        + "text WORDS, or off."

    private static func read(_ words: inout WordReader) throws -> TestChoice {
        func number(_ what: String) throws -> Int {
            guard let word = words.next(), let number = WholeNumber.read(word), number <= 999 else {
                throw words.error("Which \(what)? Give a number.")
            }
            return number
        }
        guard let kind = words.next() else { throw words.error(question) }
        switch kind.lowercased() {
        case "all": return .on(.all)
        case "rows": return .on(.rows)
        case "columns": return .on(.columns)
        case "off": return .off
        case "row": return .on(.row(try number("row")))
        case "column": return .on(.column(try number("column")))
        case "digit": return .on(.digit(try number("digit")))
        case "pixel":
            let column = try number("column (X)")
            return .on(.pixel(column: column, row: try number("row (Y)")))
        case "letter":
            guard let letter = words.next(),
                let letter = TestPicture.Letter(rawValue: letter.lowercased())
            else { throw words.error("Which segment? Give a to m, g1, g2 or dp.") }
            return .on(.letter(letter.rawValue))
        case "text": return .on(.text(try readText(&words)))
        default: throw words.error(question)
        }
    }

    /// In JSON, an object with the kind and what it needs: {"kind": "pixel", "x": 3, "y": 0}; null ends the picture.
    private static let pictureForm = Form<TestChoice>(
        "PICTURE", allowed: "a test picture",
        values: .described(
            .orNull(TestPicture.values), "an object with a kind, or null to end the picture"),
        word: { _, _ in nil },
        read: { reader, name, _ in
            if reader.raw(name) == .null { return TestChoice.off }
            guard var fields = try reader.object(name) else { return nil }
            let kind: TestPicture.Kind = try fields.required(
                "kind", .choice)
            let content = try TestPicture.Content(kind, reading: &fields)
            try fields.finish()
            return .on(content)
        },
        write: { choice, name in
            switch choice {
            case .off: [name: .null]
            case .on(let content): [name: .object(content.fields)]
            }
        })
}

extension TestPicture {
    /// The kinds of pictures, by their names in JSON.
    enum Kind: String, CaseIterable, Sendable {
        case all, rows, columns, row, column, pixel, digit, letter, text
    }

    enum Letter: String, CaseIterable, Sendable {
        case a, b, c, d, e, f, g, g1, g2, h, i, j, k, l, m, dp
    }

    /// A text on the display.
    static let texts = TextLimits(1...60)
    /// Rows, columns and digits; the machine knows how many there are.
    static var places: FieldForm<Int> { .integer(in: 0...999) }

    /// A picture as requests have it: its kind, and what that needs.
    static let values: AllowedValues = {
        func set(_ kinds: [Kind], _ fields: [(String, AllowedValues)] = []) -> [AllowedField] {
            let kind = ("kind", AllowedValues.choice(kinds.map { .string($0.rawValue) }))
            return ([kind] + fields).map { AllowedField($0.0, $0.1, isRequired: true) }
        }
        let place = places.values
        return .fields([
            set([.all, .rows, .columns]), set([.row, .column, .digit], [("number", place)]),
            set([.pixel], [("x", place), ("y", place)]),
            set([.letter], [("segment", FieldForm<Letter>.choice.values)]),
            set([.text], [("text", .limited(texts))]),
        ])
    }()
}

extension TestPicture.Content {
    init(
        _ kind: TestPicture.Kind, reading fields: inout FieldReader
    ) throws(FieldError) {
        let places = TestPicture.places
        switch kind {
        case .all: self = .all
        case .rows: self = .rows
        case .columns: self = .columns
        case .row: self = .row(try fields.required("number", places))
        case .column: self = .column(try fields.required("number", places))
        case .digit: self = .digit(try fields.required("number", places))
        case .pixel:
            self = .pixel(
                column: try fields.required("x", places), row: try fields.required("y", places))
        case .letter:
            let letter: TestPicture.Letter = try fields.required("segment", .choice)
            self = .letter(letter.rawValue)
        case .text:
            self = .text(try fields.required("text", .text(TestPicture.texts)))
        }
    }

    var fields: [String: JSONValue] {
        switch self {
        case .all: ["kind": .string("all")]
        case .rows: ["kind": .string("rows")]
        case .columns: ["kind": .string("columns")]
        case .row(let row): ["kind": .string("row"), "number": .integer(Int64(row))]
        case .column(let column): ["kind": .string("column"), "number": .integer(Int64(column))]
        case .digit(let digit): ["kind": .string("digit"), "number": .integer(Int64(digit))]
        case .pixel(let column, let row):
            ["kind": .string("pixel"), "x": .integer(Int64(column)), "y": .integer(Int64(row))]
        case .letter(let letter): ["kind": .string("letter"), "segment": .string(letter)]
        case .text(let text): ["kind": .string("text"), "text": .string(text)]
        }
    }
}
