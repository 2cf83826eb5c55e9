/// What a person lays on the card for the clock's first start, and what becomes of it.
///
/// Theory of operation. The card's first partition is one that any computer can read. A person, or
/// Raspberry Pi Imager for them, leaves files there; the clock reads them once, as the system comes up.
/// This target is all pure functions: bytes in, values and bytes out. Reading and writing files,
/// speaking with the clock, and the order in which a power cut does no harm, are the client's
/// (`noiseclock setup`).
///
///     noiseclock.json ─ SetupFileReader ─┐
///     firstrun.sh ───── FirstRunScript ──┴─▶ SetupPlan ─▶ files of the system (`SystemFile`)
///                                              │        ─▶ commands to the clock
///                                              │        ─▶ noiseclock.json without its passwords
///                                              └─ what was wrong, and where (`SetupMistake`)
///     what came of it ─ ResultText ─▶ noiseclock-result.txt
///
/// Every part stands by itself: an alarm is set even where the Wi-Fi is wrong, and all that is wrong is
/// said at once, because a person who must walk to the clock with the card should do so once. What a
/// value may be is said in one place (`SetupValues`), wherever the value came from; alarms are read as the
/// client reads its words.
///
/// `firstrun.sh` is a script, made for another system. It is read as data, for the few lines that mean
/// something here, and never run.
package enum DeviceSetup {
    /// The names of the files, on the card's first partition.
    package static let fileName = "noiseclock.json"
    package static let resultName = "noiseclock-result.txt"
    package static let scriptName = "firstrun.sh"
    /// Files that ask other systems for something, and mean nothing to the clock; what to say of each.
    package static let strangers: [(name: String, remark: String)] = [
        (
            "ssh",
            "the file ssh asks for SSH with a password, and the clock has none: it lets in by key alone."
                + " Put your public key into noiseclock.json as \"ssh\""
        ),
        (
            "noiseclock.json.txt",
            "noiseclock.json.txt is not read: rename it to noiseclock.json. (Windows hides the .txt"
                + " unless you turn on file name extensions)"
        ),
        (
            "userconf.txt",
            "userconf.txt names a user; the clock has no users of its own"
        ),
        (
            "wpa_supplicant.conf",
            "wpa_supplicant.conf is not read; put the network into noiseclock.json as \"wifi\", and delete it"
        ),
        (
            "user-data",
            "user-data is for cloud-init, which the clock does not have, and is not read. Flash with the"
                + " NoiseClock's own list in Raspberry Pi Imager, or write noiseclock.json"
        ),
        (
            "network-config",
            "network-config is for cloud-init, which the clock does not have, and is not read. It may hold"
                + " the key of your Wi-Fi: delete it"
        ),
    ]

    /// The most that is read of a file.
    package static let largestFile = 64 * 1024
    package static let mostNetworks = 16
    package static let mostAlarms = 32
    package static let mostKeys = 16

    /// What stands in the place of a password that the clock has taken. It may stay there: then the clock
    /// keeps the network as it knows it.
    package static let takenPassword = "(kept on the clock)"
}

/// What is wrong, and where.
package struct SetupMistake: Error, Hashable, Sendable {
    package var file: String
    /// Both from 1.
    package var line: Int?
    package var byte: Int?
    /// As in `wifi[0].password`.
    package var field: String?
    /// What is there, and what is allowed.
    package var message: String

    package init(
        file: String, line: Int? = nil, byte: Int? = nil, field: String? = nil, message: String
    ) {
        self.file = file
        self.line = line
        self.byte = byte
        self.field = field
        self.message = message
    }

    /// "noiseclock.json, line 4, wifi[0].password: ..."
    package var text: String {
        var places = [file]
        if let line { places.append("line \(line)") }
        if let field, !field.isEmpty { places.append(field) }
        return places.joined(separator: ", ") + ": " + message
    }
}

/// What cannot be told from the file alone.
package struct SetupSurroundings: Sendable {
    /// The names of the board files that the system has; nil where this system is not the clock.
    package var boards: Set<String>?
    /// The names of iwd's profiles that the clock has; nil where this system is not the clock.
    package var profiles: Set<String>?

    package init(boards: Set<String>? = nil, profiles: Set<String>? = nil) {
        self.boards = boards
        self.profiles = profiles
    }
}
