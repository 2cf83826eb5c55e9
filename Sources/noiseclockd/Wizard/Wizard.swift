import BoardFiles
import ClockCore
import HAL
import Runtime

/// What the wizard needs of the world: a person at a terminal, and the wires. Tests play both.
protocol WizardConsole {
    mutating func say(_ text: String)

    /// The next line that the person types, or the number of the line that is pulled to ground meanwhile; nil at the
    /// end of the input, or after a signal.
    ///
    /// - Parameter path: the chip of the lines; nil where none are watched.
    mutating func answer(to question: String, orPress lines: [Int], ofChip path: String?) -> String?

    func bus(_ number: Int) -> any I2CBus

    /// Plays a tone of a second. Returns what went wrong.
    mutating func playTone(on device: String) -> String?

    /// Switches an output on and off for two seconds. Returns what went wrong.
    mutating func tryOutput(_ line: Int, of board: BoardDescription) -> String?
}

/// The person has gone, by the end of the input or by a signal, or wants no file.
struct WizardEnded: Error {}

/// `--probe --wizard`: asks a person about each part of a clock, and works out a board file that fits.
///
/// What the probe found is the start. The wizard shows, plays and switches what the person then confirms. It decides
/// everything, and reaches the person and the wires only through its console.
struct Wizard<Console: WizardConsole> {
    private let findings: ProbeFindings
    private(set) var console: Console
    private(set) var draft: BoardDraft
    /// What is lit.
    private var trial: DisplayTrial?

    init(_ findings: ProbeFindings, console: Console) {
        self.findings = findings
        self.console = console
        draft = BoardProposal(findings).draft
        draft.keys = [:]
    }

    /// - Returns: the text of the file.
    mutating func run(for path: String, isThere: Bool) throws(WizardEnded) -> String {
        console.say(
            "This writes a board file for your clock. ? explains a question; Ctrl-C ends, and nothing "
                + "is left on."
        )
        if isThere {
            let isMeant = try confirm(
                "\(path) is there already. Replace it in the end?",
                "The file stays as it is until all questions are answered. With n, the wizard ends now."
            )
            if !isMeant { throw WizardEnded() }
        }
        try chooseDisplay()
        try chooseLight()
        try chooseKeys()
        try chooseSound()
        draft.vibration = try chooseOutput("vibration motor", like: 12)
        draft.buzzer = try chooseOutput("buzzer", like: 13)
        return draft.text
    }

    // MARK: - Questions

    /// Asks until the answer means something; `?` explains the question.
    ///
    /// - Parameter meaning: of an answer in lower case, without blanks around it; nil: it has none.
    private mutating func ask<Meaning>(
        _ question: String, _ explanation: String, else hint: String, orPress lines: [Int] = [],
        ofChip path: String? = nil, meaning: (String) -> Meaning?
    ) throws(WizardEnded) -> Meaning {
        while true {
            guard let typed = console.answer(to: question, orPress: lines, ofChip: path) else {
                throw WizardEnded()
            }
            let answer = typed.lowercased().split(whereSeparator: \.isWhitespace)
                .joined(separator: " ")
            if let meaning = meaning(answer) { return meaning }
            console.say(answer == "?" ? explanation : hint)
        }
    }

    /// Enter means `byDefault`.
    private mutating func confirm(
        _ question: String, _ explanation: String, byDefault: Bool? = nil
    ) throws(WizardEnded) -> Bool {
        let choices = byDefault == nil ? "(y/n)" : "(Y/n)"
        return try ask(
            "\(question) \(choices)", explanation, else: "Type y for yes or n for no."
        ) { answer in
            answer.isEmpty
                ? byDefault : ["y": true, "yes": true, "n": false, "no": false][answer]
        }
    }

    /// Asks for one of these lines; Enter means none.
    private mutating func askLine(
        _ question: String, _ explanation: String, else hint: String, of lines: [Int],
        pressedOn path: String? = nil
    ) throws(WizardEnded) -> Int? {
        try ask(question, explanation, else: hint, orPress: lines, ofChip: path) {
            answer -> Int?? in
            if answer.isEmpty { return .some(nil) }
            guard let line = Int(answer), lines.contains(line) else { return nil }
            return .some(line)
        }
    }

    // MARK: - The display

    private mutating func chooseDisplay() throws(WizardEnded) {
        defer { makeDark() }
        var reason = "No display answers."
        if let place = findings.display {
            console.say("A display answers at \(place.address) on I2C bus \(place.busNumber).")
            draft.bus = place.busNumber
            for driver in place.displays where driver != BoardDraft.largeDriver {
                draft.display = BoardDraft.Display(
                    driver: driver, address: place.address.description)
                if let problem = show("12") {
                    console.say("\(driver): \(problem).")
                    continue
                }
                let isSeen = try confirm(
                    "It was driven as \(driver). Do you see 12, however it is turned?",
                    "One chip is on many displays. With n, the next one of them is tried.")
                if isSeen { return try refine(driver) }
            }
            reason = "No picture was right."
        }
        draft.display = nil
        let isMeant = try confirm(
            "\(reason) Go on without a display?",
            "A clock without one still rings. With n, the wizard ends: look at the wires, and start it again."
        )
        if !isMeant { throw WizardEnded() }
    }

    /// What tells displays with one driver's wiring apart, and how a display of pixels hangs.
    private mutating func refine(_ driver: String) throws(WizardEnded) {
        if driver == BoardDraft.defaultDriver {
            let isLarge = try confirm(
                "Are the digits 3 cm high, with dots at the left and the right?",
                "The 1.2\" display has three single dots, which show PM and alarms.")
            if isLarge { draft.display?.driver = BoardDraft.largeDriver }
        }
        guard case .pixels? = (try? BoardDrivers(for: board))?.panel.geometry else { return }
        let turns = ["y": 0, "yes": 0, "right": 90, "left": 270, "down": 180, "mirrored": 360]
        while true {
            if let problem = show("F") {
                return console.say("The picture cannot be shown: \(problem).")
            }
            let turn = try ask(
                "Is the F upright? y, or how it is turned: right, left, down, mirrored.",
                "right: the top of the F points to the right. down: it is upside down. mirrored: "
                    + "its arms point to the left.", else: "Type y, right, left, down or mirrored."
            ) { turns[$0] }
            if turn == 0 { return }
            if turn == turns["mirrored"] { draft.display?.isMirrored.toggle() }
            draft.display.map { draft.display?.rotation = ($0.rotation + turn) % 360 }
        }
    }

    /// Shows a text until `makeDark`. Returns what went wrong.
    private mutating func show(_ text: String) -> String? {
        makeDark()
        do {
            var trial = try DisplayTrial(
                TestPicture(.text(text)), on: BoardDrivers(for: board).panel,
                bus: console.bus(draft.bus))
            try trial.begin()
            self.trial = trial
            return nil
        } catch {
            return (error as? DeviceError).map { "the display \($0.text)" } ?? "\(error)"
        }
    }

    private mutating func makeDark() {
        // A display that is gone is dark.
        try? trial?.finish()
        trial = nil
    }

    /// The board so far, for trying its parts.
    private var board: BoardDescription {
        (try? BoardFile.parse(Array(draft.text.utf8))) ?? BoardDescription(name: "")
    }

    // MARK: - Light and keys

    private mutating func chooseLight() throws(WizardEnded) {
        guard let light = draft.light else {
            return console.say(
                "No light sensor answers. The clock's brightness is what you set.")
        }
        let isMeant = try confirm(
            "\(light.driver) answers at \(light.address). Use it for the brightness?",
            "A light sensor makes the display dim in a dark room.", byDefault: true)
        if !isMeant { draft.light = nil }
    }

    private mutating func chooseKeys() throws(WizardEnded) {
        guard let chip = findings.keyChip else {
            return console.say("There is no GPIO chip, so there are no keys.")
        }
        for button in BoardDescription.Button.usual where !freeLines.isEmpty {
            let line = try askLine(
                "Press \(button.rawValue) now. Enter: this clock has no such key.",
                "A key joins its line to ground. All free lines are watched.",
                else: "Press the key, or Enter alone.", of: freeLines, pressedOn: chip.path)
            guard let line else { continue }
            draft.keys[button] = line
            console.say("\(button.rawValue) is GPIO\(line).")
        }
    }

    /// The header's lines that nothing has, neither another program nor the file so far.
    private var freeLines: [Int] {
        // The bus, the memory of boards on the header, and the serial console.
        var taken: Set<Int> = [2, 3, 0, 1, 14, 15]
        taken.formUnion(draft.keys.values)
        taken.formUnion([draft.vibration, draft.buzzer].compactMap { $0 })
        // Whatever card is heard in the end: one that is on these lines needs them.
        if findings.cards.contains(where: { BoardDescription.Audio.isI2SCard($0.device) }) {
            taken.formUnion(BoardDescription.i2sLines)
        }
        guard let chip = findings.keyChip else { return [] }
        return BoardDescription.gpioLines.filter { !taken.contains($0) && chip.isFree($0) }
    }

    // MARK: - Sound and outputs

    private mutating func chooseSound() throws(WizardEnded) {
        draft.device = nil
        for card in findings.rankedCards {
            if let problem = console.playTone(on: card.device) {
                console.say("\(card.id) cannot play: \(problem).")
                continue
            }
            let isHeard = try confirm(
                "A tone was played on \(card.id). Did you hear it?",
                "If not, the next card is tried. Look at the loudspeaker's wires, too.")
            if isHeard {
                draft.device = card.device
                return
            }
        }
        console.say("No card was heard. The file names the system's own choice, \"default\".")
    }

    /// Asks for the line of an output, and tries it. A line that drives whatever else hangs on it may harm it, so only
    /// the person can name it.
    private mutating func chooseOutput(_ name: String, like example: Int) throws(WizardEnded)
        -> Int?
    {
        let lines = freeLines.filter { $0 >= 9 }
        while true {
            let line = try askLine(
                "Which GPIO has the \(name)? A number like \(example), or Enter for none.",
                "The line that its transistor hangs on. It is switched on for 2 s.",
                else: "Give one of \(lines.map(String.init).joined(separator: ", ")).", of: lines)
            guard let line else { return nil }
            if let problem = console.tryOutput(line, of: board) {
                console.say("The \(name) can't be switched: \(problem).")
                continue
            }
            let isWorking = try confirm(
                "Did the \(name) work?", "If not, give another line, or none.")
            if isWorking { return line }
        }
    }
}
