/// A record of what was already applied, so that nothing is applied twice. Each line is a word and a digest.
package struct SetupRecord: Hashable, Sendable {
    /// Digests of cards fully applied to the system. The files on the card may still be unchanged.
    private var taken: [String] = []
    /// Digests of cards as the setup left them: nothing remains to be done.
    private var settled: [String] = []
    /// Digests of alarms that were set. If an edited file still contains one, it is not set again.
    private var alarms: [String] = []

    /// The most entries of each kind; the newest are kept, so that the file stays bounded.
    private static let most = 200

    package init() {}

    package init(_ bytes: [UInt8]) {
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 2, words[1].utf8.count == 16 else { continue }
            switch words[0] {
            case "taken": taken.append(words[1])
            case "settled": settled.append(words[1])
            case "alarm": alarms.append(words[1])
            default: break
            }
        }
    }

    package var bytes: [UInt8] {
        let lines =
            taken.map { "taken \($0)\n" } + settled.map { "settled \($0)\n" }
            + alarms.map { "alarm \($0)\n" }
        return Array(lines.joined().utf8)
    }

    package func hasTaken(_ inputs: SetupInputs) -> Bool { taken.contains(inputs.digest) }
    package func hasSettled(_ inputs: SetupInputs) -> Bool { settled.contains(inputs.digest) }
    package func hasSet(_ alarm: SetupAlarm) -> Bool { alarms.contains(Digest.of(alarm)) }

    /// - Parameter left: the card's content after the passwords were removed. The script is deleted first, so a power
    ///   cut may leave the card without it but otherwise unchanged.
    package mutating func addTaken(_ inputs: SetupInputs, leaving left: SetupInputs) {
        var between = inputs
        between.script = left.script
        for card in [inputs, between] where card != left {
            SetupRecord.add(card.digest, to: &taken)
        }
        SetupRecord.add(left.digest, to: &settled)
    }

    package mutating func add(_ alarm: SetupAlarm) {
        SetupRecord.add(Digest.of(alarm), to: &alarms)
    }

    private static func add(_ digest: String, to list: inout [String]) {
        list.removeAll { $0 == digest }
        list.append(digest)
        list.removeFirst(max(0, list.count - most))
    }
}

/// The card files that the setup reads.
package struct SetupInputs: Hashable, Sendable {
    package var file: [UInt8]?
    package var script: [UInt8]?
    /// The files of `DeviceSetup.strangers` that are present.
    package var strangers: [String]

    package init(file: [UInt8]? = nil, script: [UInt8]? = nil, strangers: [String] = []) {
        self.file = file
        self.script = script
        self.strangers = strangers
    }

    package var isEmpty: Bool { file == nil && script == nil && strangers.isEmpty }

    var digest: String {
        var digest = Digest()
        for part in [file, script] {
            digest.add([part == nil ? 0 : 1])
            digest.add(String(part?.count ?? 0).utf8)
            digest.add(part ?? [])
        }
        for name in strangers { digest.add(Array(name.utf8) + [0]) }
        return digest.text
    }
}

/// 64-bit FNV-1a. A collision would gain an attacker nothing.
struct Digest {
    private var state: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
    }

    var text: String {
        let digits = String(state, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    static func of(_ alarm: SetupAlarm) -> String {
        var digest = Digest()
        digest.add(alarm.words.utf8)
        return digest.text
    }
}
