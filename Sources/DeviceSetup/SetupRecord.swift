/// A record of what was already applied, so that nothing is applied twice. Each line is a word and a digest.
package struct SetupRecord: Hashable, Sendable {
    /// What a digest is of.
    private enum Kind: String, CaseIterable {
        /// A card fully applied to the system. The files on the card may still be unchanged.
        case taken
        /// A card as the setup left it: nothing remains to be done.
        case settled
        /// An alarm that was set. If an edited file still contains it, it is not set again.
        case alarm
    }

    private var digests: [Kind: [String]] = [:]

    /// The most entries of each kind; the newest are kept, so that the file stays bounded.
    private static let most = 200

    package init() {}

    package init(_ bytes: [UInt8]) {
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard words.count == 2, words[1].utf8.count == 16, let kind = Kind(rawValue: words[0])
            else { continue }
            digests[kind, default: []].append(words[1])
        }
    }

    package var bytes: [UInt8] {
        let lines = Kind.allCases.flatMap { kind in
            (digests[kind] ?? []).map { "\(kind.rawValue) \($0)\n" }
        }
        return Array(lines.joined().utf8)
    }

    package func hasTaken(_ inputs: SetupInputs) -> Bool { has(.taken, inputs.digest) }
    package func hasSettled(_ inputs: SetupInputs) -> Bool { has(.settled, inputs.digest) }
    package func hasSet(_ alarm: SetupAlarm) -> Bool { has(.alarm, Digest.of(alarm)) }

    private func has(_ kind: Kind, _ digest: String) -> Bool {
        digests[kind]?.contains(digest) == true
    }

    /// - Parameter left: the card's content after the passwords were removed. The script is deleted first, so a power
    ///   cut may leave the card without it but otherwise unchanged.
    package mutating func addTaken(_ inputs: SetupInputs, leaving left: SetupInputs) {
        var between = inputs
        between.script = left.script
        for card in [inputs, between] where card != left {
            add(.taken, card.digest)
        }
        add(.settled, left.digest)
    }

    package mutating func add(_ alarm: SetupAlarm) { add(.alarm, Digest.of(alarm)) }

    private mutating func add(_ kind: Kind, _ digest: String) {
        let others = (digests[kind] ?? []).filter { $0 != digest }
        digests[kind] = (others + [digest]).suffix(Self.most)
    }
}

/// The card files that the setup reads.
package struct SetupInputs: Hashable, Sendable {
    package var file: [UInt8]?
    package var script: [UInt8]?
    /// The files of `DeviceSetup.foreignFiles` that are present.
    package var foreignFiles: [String]

    package init(file: [UInt8]? = nil, script: [UInt8]? = nil, foreignFiles: [String] = []) {
        self.file = file
        self.script = script
        self.foreignFiles = foreignFiles
    }

    package var isEmpty: Bool { file == nil && script == nil && foreignFiles.isEmpty }

    var digest: String {
        var digest = Digest()
        for part in [file, script] {
            digest.add([part == nil ? 0 : 1])
            digest.add(String(part?.count ?? 0).utf8)
            digest.add(part ?? [])
        }
        for name in foreignFiles { digest.add(Array(name.utf8) + [0]) }
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
