/// noiseclock-result.txt: the outcome of the setup, readable on any computer. Line ends are those of Windows.
package struct ResultText: Sendable {
    /// The time by the clock.
    package var time: String
    package var taken: [String] = []
    package var mistakes: [String] = []
    package var remarks: [String] = []
    package var hostname: String
    /// Whether the card held passwords, or a script that contains some.
    package var hadSecrets = false

    package init(time: String, hostname: String) {
        self.time = time
        self.hostname = hostname
    }

    package static let addressStart = "Address: "
    private static let noAddress =
        "not known yet. It is written here once the clock is in a network; that takes up to two minutes"

    package var bytes: [UInt8] {
        var lines = ["NoiseClock: what became of the setup", "Written: \(time)", ""]
        lines += ResultText.section("Taken", taken, orElse: "nothing")
        if !mistakes.isEmpty {
            lines += ResultText.section("Not taken", mistakes, orElse: "")
            lines += [
                "Correct it in \(DeviceSetup.fileName) and start the clock again: it reads a changed file",
                "",
            ]
        }
        if !remarks.isEmpty { lines += ResultText.section("Passed over", remarks, orElse: "") }
        if hadSecrets {
            lines += [
                "Passwords that were taken are no longer in the files here. A card keeps traces of what was"
                    + " deleted, so destroy it, or change the password, before you give it away.",
                "",
            ]
        }
        lines += ["Name: \(hostname).local", ResultText.addressStart + ResultText.noAddress]
        return Array(lines.map { $0 + "\r\n" }.joined().utf8)
    }

    private static func section(_ title: String, _ entries: [String], orElse nothing: String)
        -> [String]
    {
        ["\(title):"] + (entries.isEmpty ? [nothing] : entries).map { "  - \($0)" } + [""]
    }

    /// Inserts the addresses into their line; nil if the text has no such line.
    package static func adding(addresses: [String], to bytes: [UInt8]) -> [UInt8]? {
        guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
        var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false).map(String.init)
        guard let place = lines.lastIndex(where: { $0.hasPrefix(addressStart) }) else { return nil }
        lines[place] = addressStart + addresses.joined(separator: ", ")
        return Array(lines.joined(separator: "\r\n").utf8)
    }
}
