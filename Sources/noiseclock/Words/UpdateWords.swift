import Control

// The words and help of `update status` and `update FILE`, which the system's updater executes.

/// What the system's updater must do.
enum UpdateOrder: Hashable, Sendable {
    case status
    /// The path, as given.
    case install(file: String)
}

extension WordReader {
    /// Parses an order to the updater; nil if the words ask for something else.
    mutating func updateOrder() throws(UsageError) -> UpdateOrder? {
        guard peek == ClientHelp.update, !ClientHelp.areUpdateQuestion(peekSecond) else {
            return nil
        }
        _ = next()
        topic = [ClientHelp.update]
        try checkOptions(own: [])
        guard let word = next(), !word.isEmpty else {
            throw error(
                "What about update? Add check, ready, status, or a file such as noiseclock.raucb.")
        }
        try finish()
        return word == "status" ? .status : .install(file: word)
    }
}

extension ClientHelp {
    static let update = "update"

    static func areUpdateQuestion(_ verb: String?) -> Bool {
        verb.map { verb in CommandBook["\(update).\(verb)"] != nil } ?? false
    }

    static let updateRows = [
        ("update status", "Show the version and how the last update went"),
        ("update FILE", "Install an update and restart; not close to a ring"),
    ]

    static let updateRemark = """
        FILE is an update, as image/build makes it. "update status" and "update FILE"
        need root, and a system that was flashed as an image. Update any other system
        with apt.
        """
}
