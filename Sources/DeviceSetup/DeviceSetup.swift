/// The files that a user puts on the card for the clock's first start, and how they are processed.
///
/// Theory of operation. Any computer can read the card's first partition. The user, or Raspberry Pi Imager on
/// their behalf, puts files there. The clock reads them once, as the system starts. This target consists of
/// pure functions: bytes in, values and bytes out. The client (`noiseclock setup`) reads and writes files,
/// talks to the clock, and chooses an order in which a power cut does no harm.
///
///     noiseclock.json ─ SetupFileReader ─┐
///     firstrun.sh ───── FirstRunScript ──┴─▶ SetupPlan ─▶ files of the system (`SystemFile`)
///                                              │        ─▶ commands to the clock
///                                              │        ─▶ noiseclock.json without its passwords
///                                              └─ what was wrong, and where (`SetupMistake`)
///     outcome ───────── ResultText ─▶ noiseclock-result.txt
///
/// Each part is independent: an alarm is set even if the Wi-Fi is wrong. All errors are reported at once,
/// because a user who must carry the card to the clock should have to do so only once. `SetupValues` alone
/// defines which values are valid, whatever their source. Alarms are parsed like the client's words.
///
/// `firstrun.sh` is a script for another system. It is parsed as data, for the few lines that matter
/// here, and never executed.
package enum DeviceSetup {
    /// The names of the files on the card's first partition.
    package static let fileName = "noiseclock.json"
    package static let resultName = "noiseclock-result.txt"
    package static let scriptName = "firstrun.sh"
    /// Files for other systems, which the clock does not use, with a remark on each: what Raspberry Pi Imager and people
    /// put on cards for Raspberry Pi OS, in all its forms.
    package static let foreignFiles: [(name: String, remark: String)] = {
        var files: [(name: String, remark: String)] = []
        func add(_ names: String..., remark: String) {
            for name in names { files.append((name, "\(name) \(remark)")) }
        }
        add(
            "ssh", "ssh.txt",
            remark: """
                asks for SSH with a password, and the clock has none: it lets in by key alone. Put your public key \
                into noiseclock.json as "ssh"
                """)
        add(
            "noiseclock.json.txt",
            remark: """
                is not read: rename it to noiseclock.json. (Windows hides the .txt unless you turn on file name \
                extensions)
                """)
        add("userconf", "userconf.txt", remark: "names a user; the clock has no users of its own")
        add(
            "wpa_supplicant.conf", "wpa_supplicant.conf.txt",
            remark: "is not read; put the network into noiseclock.json as \"wifi\", and delete it")
        add(
            "custom.toml", "rpi-preseed.toml",
            remark: """
                is for Raspberry Pi OS, and is not read. It may hold the password of your Wi-Fi: delete it. Flash \
                with the NoiseClock's own list in Raspberry Pi Imager, or write noiseclock.json
                """)
        add(
            "user-data", "meta-data",
            remark: """
                is for cloud-init, which the clock does not have, and is not read. Flash with the NoiseClock's own \
                list in Raspberry Pi Imager, or write noiseclock.json
                """)
        add(
            "network-config",
            remark: """
                is for cloud-init, which the clock does not have, and is not read. It may hold the key of your \
                Wi-Fi: delete it
                """)
        return files
    }()

    /// The maximum number of bytes read from a file.
    package static let largestFile = 64 * 1024
    package static let mostNetworks = 16
    package static let mostAlarms = 32
    package static let mostKeys = 16

    /// Replaces a password that the clock has taken over. It may stay in the file: the clock then keeps
    /// its stored network.
    package static let takenPassword = "(kept on the clock)"
}

/// An error and its position.
package struct SetupMistake: Error, Hashable, Sendable {
    package var file: String
    /// Line and column, both from 1.
    package var line: Int?
    package var byte: Int?
    /// A path such as `wifi[0].password`.
    package var field: String?
    /// What was found, and what is allowed.
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

/// Facts that do not follow from the file alone.
package struct SetupSurroundings: Sendable {
    /// The names of the system's board files; nil if this system is not the clock.
    package var boards: Set<String>?
    /// The names of the clock's iwd profiles; nil if this system is not the clock.
    package var profiles: Set<String>?

    package init(boards: Set<String>? = nil, profiles: Set<String>? = nil) {
        self.boards = boards
        self.profiles = profiles
    }
}
