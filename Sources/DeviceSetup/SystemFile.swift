import ClockTime

/// A file that the setup installs on the system.
package struct SystemFile: Hashable, Sendable {
    package enum Content: Hashable, Sendable {
        case bytes([UInt8])
        /// A symbolic link to this path.
        case link(to: String)
        /// The bytes of one of the system's board files.
        case board(named: String)
    }

    /// The path relative to the system's root, without a leading slash.
    package var path: String
    package var content: Content
    package var mode: UInt32

    package static let stateFolder = "var/lib/system-state"
    package static let profileFolder = "var/lib/iwd"
    package static let boardFolder = "usr/share/noiseclock/boards"
    /// The record of what was applied (`SetupRecord`).
    package static let recordPath = "\(stateFolder)/setup-applied"
    /// The remaining steps for the script that mounts the card, one per line.
    package static let stepsPath = "\(stateFolder)/setup-steps"

    static func text(_ path: String, _ text: String, mode: UInt32 = 0o644) -> SystemFile {
        SystemFile(path: "\(stateFolder)/\(path)", content: .bytes(Array(text.utf8)), mode: mode)
    }
}

/// A network in iwd's format (iwd.network(5)).
package enum WirelessProfile {
    /// A name of letters, digits, blanks, hyphens and underscores is used as it is; any other is encoded
    /// in hexadecimal digits.
    package static func fileName(of network: WirelessNetwork) -> String {
        let isPlain = network.name.utf8.allSatisfy {
            SetupValues.isLetterOrDigit($0) || " -_".utf8.contains($0)
        }
        let name = isPlain ? network.name : "=" + Spelling.hexadecimal(network.name.utf8)
        return name + (network.secret == .open ? ".open" : ".psk")
    }

    /// Nil if the clock must keep its existing profile.
    static func file(of network: WirelessNetwork) -> SystemFile? {
        var text = ""
        switch network.secret {
        case .kept: return nil
        case .open: break
        case .passphrase(let passphrase):
            text = "[Security]\nPassphrase=\(escaped(passphrase))\n"
        case .key(let key): text = "[Security]\nPreSharedKey=\(key)\n"
        }
        if network.isHidden { text += "[Settings]\nHidden=true\n" }
        return SystemFile(
            path: "\(SystemFile.profileFolder)/\(fileName(of: network))",
            content: .bytes(Array(text.utf8)), mode: 0o600)
    }

    /// Escapes blanks at the ends, which iwd would strip, and backslashes, which start an escape.
    private static func escaped(_ text: String) -> String {
        let start = text.prefix { $0 == " " }.count
        let end =
            start == text.count ? start : text.count - text.reversed().prefix { $0 == " " }.count
        var written = ""
        for (place, character) in text.enumerated() {
            switch character {
            case " " where place < start || place >= end: written += "\\s"
            case "\\": written += "\\\\"
            default: written.append(character)
            }
        }
        return written
    }
}
