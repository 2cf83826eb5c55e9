/// What was taken already, so that nothing is taken twice: lines of a word and a digest.
package struct SetupRecord: Hashable, Sendable {
    /// Of cards all of whose parts are on the system; the files on the card may still be as they were.
    private var taken: [String] = []
    /// Of cards as the setup left them: nothing is left to do.
    private var settled: [String] = []
    /// Of alarms that were set: one that is still in an edited file is not set again.
    private var alarms: [String] = []

    /// Of each kind, the newest; the file cannot grow for ever.
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

    /// - Parameter left: what will lie on the card when the passwords are out of it. The script goes first, so
    ///   a power cut may leave the card without it and else as it was.
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

/// The files of a card that the setup looks at.
package struct SetupInputs: Hashable, Sendable {
    package var file: [UInt8]?
    package var script: [UInt8]?
    /// Which of `DeviceSetup.strangers` are there.
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

/// FNV-1a of 64 bits. Nobody gains anything by two cards with the same digest.
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
