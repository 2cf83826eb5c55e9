import ClockTime

/// A key as a terminal reports it.
enum TerminalKey: Hashable, Sendable {
    case character(Character)
    /// Control and a lower-case letter or one of `[\]^_@`.
    case control(Character)
    case up, down, left, right
    case home, end, pageUp, pageDown
    case enter, tab, backspace, delete, escape
}

/// Decodes a terminal's bytes into keys.
///
/// Works byte by byte, so a sequence may be split anywhere. Sequences without a meaning here (Alt with a letter,
/// function keys, reports) are swallowed whole, because their letters must not press buttons. The buffer for an
/// unfinished sequence is bounded, and the sequence is dropped if the rest does not arrive in time.
struct TerminalKeyDecoder: Sendable {
    private enum State: Hashable {
        case ground
        case escape
        /// After ESC `[`, with the parameters and intermediates so far.
        case sequence([UInt8])
        /// After ESC `O`.
        case singleShift
        /// Inside an operating system command or another string.
        case string
        /// After ESC inside a string.
        case stringEscape
        case unicode([UInt8], length: Int)
    }

    /// How long the rest of a sequence may take. On a slow line the bytes of one key may arrive apart; a person
    /// who pressed Escape should not notice the wait.
    static let patience = Duration.milliseconds(50)
    /// No meaningful sequence is longer.
    private static let longestSequence = 16

    private var state = State.ground
    /// When to drop an unfinished sequence; nil if there is none.
    private(set) var deadline: BootTime?

    init() {}

    mutating func decode(_ bytes: [UInt8], at now: BootTime) -> [TerminalKey] {
        // An empty read must not extend the deadline, or Escape would never be recognised.
        guard !bytes.isEmpty else { return [] }
        let keys = bytes.flatMap { next($0) }
        deadline = state == .ground ? nil : now + TerminalKeyDecoder.patience
        return keys
    }

    /// Ends an unfinished sequence whose time is up: a lone ESC is the Escape key.
    mutating func expire(at now: BootTime) -> [TerminalKey] {
        guard let deadline, deadline <= now else { return [] }
        let keys: [TerminalKey] = state == .escape ? [.escape] : []
        state = .ground
        self.deadline = nil
        return keys
    }

    private mutating func next(_ byte: UInt8) -> [TerminalKey] {
        switch state {
        case .ground:
            return ground(byte)
        case .escape:
            return escape(byte)
        case .sequence(let bytes):
            return sequence(byte, after: bytes)
        case .singleShift:
            state = .ground
            return TerminalKeyDecoder.final(byte, parameters: []).map { [$0] } ?? []
        case .string:
            if byte == 0x07 { state = .ground }
            if byte == 0x1B { state = .stringEscape }
            return []
        case .stringEscape:
            state = byte == 0x5C ? .ground : .string
            return []
        case .unicode(let bytes, let length):
            return unicode(byte, after: bytes, length)
        }
    }

    private mutating func ground(_ byte: UInt8) -> [TerminalKey] {
        state = .ground
        switch byte {
        case 0x1B:
            state = .escape
            return []
        case 0x0A, 0x0D: return [.enter]
        case 0x09: return [.tab]
        case 0x08, 0x7F: return [.backspace]
        case 0x00..<0x20:
            let letter = Character(Unicode.Scalar(byte + 0x40))
            return [.control(Character(letter.lowercased()))]
        case 0x20..<0x7F: return [.character(Character(Unicode.Scalar(byte)))]
        case 0xC2...0xDF: state = .unicode([byte], length: 2)
        case 0xE0...0xEF: state = .unicode([byte], length: 3)
        case 0xF0...0xF4: state = .unicode([byte], length: 4)
        default: break
        }
        return []
    }

    private mutating func escape(_ byte: UInt8) -> [TerminalKey] {
        switch byte {
        case 0x5B: state = .sequence([])
        case 0x4F: state = .singleShift
        case 0x50, 0x58, 0x5D, 0x5E, 0x5F: state = .string
        case 0x1B: return [.escape]
        case 0x00..<0x20:
            return [.escape] + ground(byte)
        default: state = .ground
        }
        return []
    }

    private mutating func sequence(_ byte: UInt8, after bytes: [UInt8]) -> [TerminalKey] {
        switch byte {
        case 0x20...0x3F:
            // Swallow an overlong sequence to its end without storing it.
            if bytes.count < TerminalKeyDecoder.longestSequence {
                state = .sequence(bytes + [byte])
            }
            return []
        case 0x40...0x7E:
            state = .ground
            return TerminalKeyDecoder.final(byte, parameters: bytes).map { [$0] } ?? []
        default:
            return ground(byte)
        }
    }

    private mutating func unicode(
        _ byte: UInt8, after bytes: [UInt8], _ length: Int
    ) -> [TerminalKey] {
        guard (0x80...0xBF).contains(byte) else { return ground(byte) }
        let all = bytes + [byte]
        guard all.count == length else {
            state = .unicode(all, length: length)
            return []
        }
        state = .ground
        let text = String(decoding: all, as: UTF8.self)
        guard let character = text.first, text.count == 1, character != "\u{FFFD}" else {
            return []
        }
        return [.character(character)]
    }

    /// The key for a sequence's final byte. Modifiers (`1;2` before it) are ignored.
    private static func final(_ byte: UInt8, parameters: [UInt8]) -> TerminalKey? {
        switch byte {
        case 0x41: .up
        case 0x42: .down
        case 0x43: .right
        case 0x44: .left
        case 0x46: .end
        case 0x48: .home
        case 0x7E:
            switch String(decoding: parameters.prefix { $0 != 0x3B }, as: UTF8.self) {
            case "1", "7": .home
            case "3": .delete
            case "4", "8": .end
            case "5": .pageUp
            case "6": .pageDown
            default: nil
            }
        default: nil
        }
    }
}
