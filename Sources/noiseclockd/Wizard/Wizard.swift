import BoardFiles
import ClockCore
import HAL
import Runtime

/// `--probe --wizard`: asks a person about each part of a clock, and writes a board file that works.
///
/// What the probe found is the start. The wizard shows, plays and switches what the person then confirms. It decides
/// everything, and reaches the person and the wires only through its console.
struct Wizard<Console: WizardConsole> {
    let findings: ProbeFindings
    let path: String
    var console: Console
    var draft: BoardDraft

    init(_ findings: ProbeFindings, path: String, console: Console) {
        self.findings = findings
        self.path = path
        self.console = console
        draft = BoardProposal(findings).draft
        draft.keys = []
    }

    /// - Returns: whether the file was written.
    mutating func run() throws(WizardEnded) -> Bool {
        console.say(
            "This writes a board file for your clock. ? explains a question; Ctrl-C ends, and nothing "
                + "is left on."
        )
        try chooseFile()
        do throws(WizardEnded) {
            guard try chooseDisplay() else { return false }
            try chooseLight()
            try chooseKeys()
            try chooseSound()
            draft.vibration = try chooseOutput("vibration motor", like: 12)
            draft.buzzer = try chooseOutput("buzzer", like: 13)
        } catch {
            console.makeDark()
            throw error
        }
        return save()
    }

    // MARK: - Questions

    /// Asks until the answer is yes or no; Enter means `byDefault`.
    mutating func confirm(
        _ question: String, _ explanation: String, byDefault: Bool? = nil
    ) throws(WizardEnded) -> Bool {
        let choices = byDefault.map { $0 ? "(Y/n)" : "(y/N)" } ?? "(y/n)"
        while true {
            switch try ask("\(question) \(choices)") {
            case "y", "yes": return true
            case "n", "no": return false
            case "": if let byDefault { return byDefault }
            case "?":
                console.say(explanation)
                continue
            default: break
            }
            console.say("Type y for yes or n for no.")
        }
    }

    private static func trimmed(_ text: String) -> String {
        let isBlank = { (character: Character) in character.isWhitespace }
        let start = text.drop(while: isBlank)
        return String(start.reversed().drop(while: isBlank).reversed())
    }

    /// In lower case, without blanks around it.
    mutating func ask(_ question: String) throws(WizardEnded) -> String {
        guard let answer = console.answer(to: question) else { throw WizardEnded() }
        return Wizard.trimmed(answer).lowercased()
    }

    // MARK: - The file

    private mutating func chooseFile() throws(WizardEnded) {
        guard console.hasFile(path) else { return }
        let isMeant = try confirm(
            "\(path) is there already. Replace it in the end?",
            "The file stays as it is until all questions are answered. With n, the wizard ends now."
        )
        if !isMeant { throw WizardEnded() }
    }

    private mutating func save() -> Bool {
        let text = draft.text
        do throws(FirmwareError) {
            // As the clock does when it starts.
            let board = try FirmwareBoard(Array(text.utf8), path: path)
            for problem in board.problems { console.say("\(path): warning: \(problem)") }
        } catch {
            console.say("The file would be wrong: \(error.message). It is not written.")
            return false
        }
        if let problem = console.save(text, to: path) {
            console.say("\(problem).")
            return false
        }
        console.say("Written and checked: \(path). Start the clock: noiseclockd --board \(path)")
        return true
    }

    // MARK: - Light

    private mutating func chooseLight() throws(WizardEnded) {
        guard let light = draft.light else {
            console.say("No light sensor answers. The clock's brightness is what you set.")
            return
        }
        let isMeant = try confirm(
            "\(light.driver) answers at \(light.address). Use it for the brightness?",
            "A light sensor makes the display dim in a dark room.", byDefault: true)
        if !isMeant { draft.light = nil }
    }

    // MARK: - Keys

    private mutating func chooseKeys() throws(WizardEnded) {
        guard let chip = findings.keyChip else {
            console.say("There is no GPIO chip, so there are no keys.")
            return
        }
        for button in BoardDescription.Button.allCases {
            let lines = freeLines
            guard !lines.isEmpty, let line = try press(button, among: lines, of: chip.path) else {
                continue
            }
            draft.keys.append(BoardDraft.Key(button: button, line: line))
            console.say("\(button.rawValue) is GPIO\(line).")
        }
    }

    /// Nil for a key that the clock does not have.
    private mutating func press(
        _ button: BoardDescription.Button, among lines: [Int], of path: String
    ) throws(WizardEnded) -> Int? {
        while true {
            let question = "Press \(button.rawValue) now. Enter: this clock has no such key."
            switch console.press(question, among: lines, ofChip: path) {
            case .line(let line): return line
            case .typed(let text) where Wizard.trimmed(text).isEmpty: return nil
            case .typed(let text):
                console.say(
                    Wizard.trimmed(text) == "?"
                        ? "A key joins its line to ground. All free lines are watched."
                        : "Press the key, or Enter alone.")
            case .failed(let problem):
                console.say("The lines can't be watched: \(problem). The keys are left out.")
                return nil
            case .ended: throw WizardEnded()
            }
        }
    }

    /// The header's lines that nothing has, neither another program nor the file so far.
    var freeLines: [Int] {
        // The bus, the memory of boards on the header, and the serial console.
        var taken: Set<Int> = [2, 3, 0, 1, 14, 15]
        taken.formUnion(draft.keys.map(\.line))
        // Whatever card is heard in the end: one that is on these lines needs them.
        let hasI2S = findings.cards.contains { BoardDescription.Audio.isI2SCard("CARD=\($0.id),") }
        if hasI2S { taken.formUnion(BoardDescription.i2sLines) }
        taken.formUnion([draft.vibration, draft.buzzer].compactMap { $0 })
        guard let chip = findings.keyChip else { return [] }
        return BoardDescription.gpioLines.filter { !taken.contains($0) && chip.isFree($0) }
    }

    // MARK: - Sound and outputs

    private mutating func chooseSound() throws(WizardEnded) {
        draft.card = nil
        for card in SoundCard.ranked(findings.cards) {
            let problem = console.playTone(on: BoardDraft.device(ofCard: card.id))
            if let problem {
                console.say("\(card.id) cannot play: \(problem).")
                continue
            }
            let isHeard = try confirm(
                "A tone was played on \(card.id). Did you hear it?",
                "If not, the next card is tried. Look at the loudspeaker's wires, too.")
            if isHeard {
                draft.card = card.id
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
        while true {
            let answer = try ask(
                "Which GPIO has the \(name)? A number like \(example), or Enter for none.")
            if answer.isEmpty { return nil }
            let lines = freeLines.filter { $0 >= 9 }
            guard let line = Int(answer), lines.contains(line) else {
                console.say(
                    answer == "?"
                        ? "The line that its transistor hangs on. It is switched on for 2 s."
                        : "Give one of \(lines.map(String.init).joined(separator: ", ")).")
                continue
            }
            if let problem = console.tryOutput(line, of: board) {
                console.say("The \(name) can't be switched: \(problem).")
                continue
            }
            let isHeard = try confirm(
                "Did the \(name) work?", "If not, give another line, or none.")
            if isHeard { return line }
        }
    }

    /// The board so far, for trying its parts.
    var board: BoardDescription {
        (try? BoardFile.parse(Array(draft.text.utf8))) ?? BoardDescription(name: "")
    }
}

/// The person has gone, by the end of the input or by a signal, or wants no file.
struct WizardEnded: Error {}
