import Control

// The words and help of `setup`, with which the client itself processes the files of a card.

/// What to do with a card's files.
enum SetupOrder: Hashable, Sendable {
    /// Report what is wrong with a file.
    case check(file: String)
    /// Report whether the card in a folder has a setup that was not yet applied.
    case pending(card: String, system: String)
    /// Apply it.
    case apply(card: String, system: String)
    /// Write the clock's addresses into the result.
    case addresses(card: String, [String])
}

extension WordReader {
    /// Parses the words after "setup".
    mutating func setupOrder() throws(UsageError) -> ClientAction {
        topic = [ClientHelp.setup]
        try checkOptions(own: [])
        let verbs = ["check", "pending", "apply", "addresses"]
        guard let verb = next() else {
            throw error("What about setup? Add one of " + verbs.joined(separator: ", ") + ".")
        }
        guard verbs.contains(verb) else {
            throw error(unknownMessage(of: ClientHelp.setup, verb, among: verbs))
        }
        guard let path = next(), !path.isEmpty else {
            throw error(
                verb == "check"
                    ? "Which file? Give noiseclock.json or firstrun.sh."
                    : "Which folder? Give the one where the card is mounted.")
        }
        let order: SetupOrder
        switch verb {
        case "check": order = .check(file: path)
        case "addresses":
            var addresses: [String] = []
            while let address = next() { addresses.append(address) }
            guard !addresses.isEmpty else { throw error("Which addresses? Give one at least.") }
            order = .addresses(card: path, addresses)
        default:
            let system = next() ?? "/"
            order =
                verb == "apply"
                ? .apply(card: path, system: system) : .pending(card: path, system: system)
        }
        try finish()
        return .setup(order, isJSON: isJSON, socket: options[ClientWords.socket])
    }
}

extension ClientHelp {
    static let setup = "setup"

    static let setupCommand = OwnCommand(
        usages: ["setup check FILE"], usage: "setup check FILE",
        summary: "Check a noiseclock.json before the clock gets it",
        explanation: """
            Checks a noiseclock.json, or the firstrun.sh of Raspberry Pi Imager, and says what the clock would
            take from it and what it would not, with line and field. It asks no clock. Only a clock can look up
            the names of board files.

            The clock's own system calls three more commands. CARD is the folder where the card's first
            partition is mounted, SYSTEM the root of the system (default: /).

              setup pending CARD [SYSTEM]      exit status 0 if there is something to take, else 1
              setup apply CARD [SYSTEM]        take it, and write noiseclock-result.txt
              setup addresses CARD ADDRESS...  write the clock's addresses into that file
            """,
        json: "Print what is taken and what is wrong as JSON",
        examples: ["noiseclock setup check noiseclock.json"])
}
