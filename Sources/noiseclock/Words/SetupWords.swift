import Control

// `setup`, which the client does by itself with the files of a card: its words and its help.

/// What is to be done with a card's files.
enum SetupOrder: Hashable, Sendable {
    /// Say what is wrong with a file.
    case check(file: String)
    /// Whether the card in a folder asks for something that was not done yet.
    case pending(card: String, system: String)
    /// Do it.
    case apply(card: String, system: String)
    /// Write into the result by which addresses the clock is reached.
    case addresses(card: String, [String])
}

extension WordReader {
    /// Reads what follows "setup".
    mutating func setupOrder() throws(UsageError) -> ClientAction {
        topic = [ClientHelp.setup]
        try checkOptions(own: [])
        let verbs = ["check", "pending", "apply", "addresses"]
        guard let verb = next() else {
            throw error("setup needs one of these words: " + verbs.joined(separator: ", "))
        }
        guard verbs.contains(verb) else {
            throw error(unknownMessage(verb, "word for setup", among: verbs))
        }
        guard let path = next(), !path.isEmpty else {
            throw error(
                verb == "check"
                    ? "which file? Give noiseclock.json or firstrun.sh" : "which folder?")
        }
        let order: SetupOrder
        switch verb {
        case "check": order = .check(file: path)
        case "addresses":
            var addresses: [String] = []
            while let address = next() { addresses.append(address) }
            guard !addresses.isEmpty else { throw error("which addresses?") }
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
        summary: "say what is wrong with a noiseclock.json, before it goes into the clock",
        explanation: """
            Checks a noiseclock.json, or the firstrun.sh of Raspberry Pi Imager, and says all that the clock
            would not take from it, with line and field, and what it would. It asks no clock. The names of board
            files are looked up on a clock only.

            The clock's own system calls three more. CARD is the folder where the card's first partition is
            mounted, SYSTEM the root of the system (default: /):

              noiseclock setup pending CARD [SYSTEM]   exit status 0 if there is something to take, else 1
              noiseclock setup apply CARD [SYSTEM]     take it, and write noiseclock-result.txt
              noiseclock setup addresses CARD ADDRESS...  write the clock's addresses into that file
            """,
        json: "print what is taken and what is wrong as one line of JSON",
        examples: ["noiseclock setup check noiseclock.json"])
}
