/// A mix in the form that clocks exchange.
package struct SharedMix: Hashable, Sendable {
    /// At most 32 bits.
    package var seed: UInt64
    /// 1 to 16 voices, each sound once.
    package var voices: [NoiseVoice]
}

/// A mix as a short text that users can read out, print or paste (product, N11a).
///
/// Theory of operation. The code is a bit string in an alphabet of 32 characters without look-alikes
/// (Crockford's, without I, L, O and U). Reading accepts lower case, maps look-alikes to what they look like,
/// and skips blanks and hyphens. Sounds and variants appear by id, letter by letter, five bits each. That is
/// as short as a hash, does not depend on a catalogue's order, and lets a clock name the sounds it lacks.
///
/// | bits          | what                                                                                |
/// | ------------- | ----------------------------------------------------------------------------------- |
/// | 5             | version: 1, or 2 if any slider is moved                                             |
/// | 4             | sounds, less one                                                                    |
/// | 32            | seed                                                                                |
/// | for each      | id, variant (empty: the usual one), 7 of volume, then 0, or 1 and 8 of pan plus 100 |
/// | in version 2  | after each voice: 4 of how many sliders, for each its name and 8 of its place + 100 |
/// | to the next 5 | zeros                                                                               |
/// | 30            | checksum over all characters before it                                              |
///
/// A text uses 5 bits per character: 1-26 a letter, 27 a hyphen, 28 and 4 bits a digit, 0 the end. The checksum
/// is that of Bitcoin addresses (BIP 173). It detects any four wrong characters in up to 89, and nearly all
/// other errors.
package enum MixCode {
    /// The newest that this clock reads. Older clocks read a mix whose sliders stand at 0.
    package static let version: UInt64 = 2
    private static let withSliders: UInt64 = 2
    /// A mix of 16 with the longest names has some 300 characters, and some 1,300 with all sliders moved.
    package static let longest = 2_400
    static let seedMask: UInt64 = 0xffff_ffff
    static let checksumLength = 6
    private static let groupLength = 5
    static let alphabet = Array("0123456789ABCDEFGHJKMNPQRSTVWXYZ".unicodeScalars)

    /// Why a text is not a code.
    package enum Problem: Error, Hashable, Sendable {
        /// It contains a character that codes do not use.
        case foreign
        case tooShort
        case tooLong
        /// The checksum does not match: a character is wrong, missing or extra.
        case mistyped
        case newer(version: Int)
        /// The checksum matches, but the content is invalid.
        case malformed
    }

    /// - Parameter mix: its ids must be valid catalogue ids.
    package static func encode(_ mix: SharedMix) -> String {
        var bits = BitWriter()
        let version: UInt64 = mix.voices.allSatisfy(\.sliders.isEmpty) ? 1 : withSliders
        bits.append(version, count: 5)
        bits.append(UInt64(mix.voices.count - 1), count: 4)
        bits.append(mix.seed & seedMask, count: 32)
        for voice in mix.voices {
            append(voice.sound.name, to: &bits)
            append(voice.variant?.name ?? "", to: &bits)
            bits.append(UInt64(voice.volume.value), count: 7)
            bits.append(voice.pan == .middle ? 0 : 1, count: 1)
            if voice.pan != .middle { bits.append(UInt64(voice.pan.value + 100), count: 8) }
            if version == withSliders { append(voice.sliders, to: &bits) }
        }
        let digits = bits.digits
        let characters = (digits + checksum(of: digits)).map { alphabet[Int($0)] }
        var text = ""
        for (place, character) in characters.enumerated() {
            if place > 0, place % groupLength == 0 { text += "-" }
            text.unicodeScalars.append(character)
        }
        return text
    }

    package static func decode(_ text: String) throws(Problem) -> SharedMix {
        guard text.utf8.count <= longest else { throw .tooLong }
        var digits: [UInt8] = []
        for scalar in text.uppercased().unicodeScalars where scalar != "-" && scalar != " " {
            guard let digit = digit(scalar) else { throw .foreign }
            digits.append(digit)
        }
        // The minimum: version, count, seed and one sound with a one-letter id.
        guard digits.count >= 13 + checksumLength else { throw .tooShort }
        let body = Array(digits.dropLast(checksumLength))
        guard Array(digits.suffix(checksumLength)) == checksum(of: body) else { throw .mistyped }
        var bits = BitReader(body)
        guard let version = bits.read(5) else { throw .malformed }
        guard version <= MixCode.version else { throw .newer(version: Int(version)) }
        guard version > 0, let mix = mix(in: &bits, hasSliders: version == withSliders) else {
            throw .malformed
        }
        return mix
    }

    private static func mix(in bits: inout BitReader, hasSliders: Bool) -> SharedMix? {
        guard let count = bits.read(4), let seed = bits.read(32) else { return nil }
        var voices: [NoiseVoice] = []
        for _ in 0...count {
            guard var voice = voice(in: &bits),
                !voices.contains(where: { $0.sound == voice.sound })
            else { return nil }
            if hasSliders {
                guard let sliders = sliders(in: &bits) else { return nil }
                voice.sliders = sliders
            }
            voices.append(voice)
        }
        // One mix has one code.
        guard hasSliders != voices.allSatisfy(\.sliders.isEmpty) else { return nil }
        return bits.isAtEnd ? SharedMix(seed: seed, voices: voices) : nil
    }

    private static func voice(in bits: inout BitReader) -> NoiseVoice? {
        guard let sound = text(in: &bits), let variant = text(in: &bits),
            let volume = bits.read(7).flatMap({ Percent(Int($0)) }), let hasPan = bits.read(1)
        else { return nil }
        var pan = Pan.middle
        if hasPan == 1 {
            guard let given = bits.read(8).flatMap({ Pan(Int($0) - 100) }) else { return nil }
            pan = given
        }
        let id = SoundID(sound)
        guard id.isWellFormed else { return nil }
        return NoiseVoice(
            sound: id, variant: variant.isEmpty ? nil : VariantID(variant), volume: volume, pan: pan
        )
    }

    private static func append(_ sliders: SliderPositions, to bits: inout BitWriter) {
        let moved = sliders.inOrder.prefix(SoundLimits.sliders)
        bits.append(UInt64(moved.count), count: 4)
        for (slider, position) in moved {
            append(slider.name, to: &bits)
            bits.append(UInt64(position - Slider.range.lowerBound), count: 8)
        }
    }

    private static func sliders(in bits: inout BitReader) -> SliderPositions? {
        guard let count = bits.read(4), count <= SoundLimits.sliders else { return nil }
        var sliders = SliderPositions()
        var last: SliderID?
        for _ in 0..<count {
            guard let slider = text(in: &bits).map(SliderID.init), slider.isAllowed,
                last.map({ $0 < slider }) ?? true, let place = bits.read(8)
            else { return nil }
            let position = Int(place) + Slider.range.lowerBound
            guard position != 0, Slider.range.contains(position) else { return nil }
            sliders[slider] = position
            last = slider
        }
        return sliders
    }

    // MARK: - Texts

    private static let hyphen: UInt64 = 27
    private static let aDigit: UInt64 = 28

    private static func append(_ text: String, to bits: inout BitWriter) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"):
                bits.append(UInt64(byte - UInt8(ascii: "a")) + 1, count: 5)
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                bits.append(aDigit, count: 5)
                bits.append(UInt64(byte - UInt8(ascii: "0")), count: 4)
            // Ids contain no other character.
            default: bits.append(hyphen, count: 5)
            }
        }
        bits.append(0, count: 5)
    }

    private static func text(in bits: inout BitReader) -> String? {
        var bytes: [UInt8] = []
        while let letter = bits.read(5) {
            switch letter {
            case 0: return String(decoding: bytes, as: UTF8.self)
            case 1...26: bytes.append(UInt8(ascii: "a") + UInt8(letter - 1))
            case hyphen: bytes.append(UInt8(ascii: "-"))
            case aDigit:
                guard let digit = bits.read(4), digit <= 9 else { return nil }
                bytes.append(UInt8(ascii: "0") + UInt8(digit))
            default: return nil
            }
            guard bytes.count <= SoundLimits.idLength else { return nil }
        }
        return nil
    }

    // MARK: - Characters

    private static func digit(_ scalar: Unicode.Scalar) -> UInt8? {
        switch scalar {
        case "O": 0
        case "I", "L": 1
        default: alphabet.firstIndex(of: scalar).map { UInt8($0) }
        }
    }

    /// Exposed for tests with random input, which would almost never pass the checksum.
    static func checksum(of digits: [UInt8]) -> [UInt8] {
        let generator: [UInt32] = [
            0x3b6a_57b2, 0x2650_8e6d, 0x1ea1_19fa, 0x3d42_33dd, 0x2a14_62b3,
        ]
        var sum: UInt32 = 1
        for digit in digits + [UInt8](repeating: 0, count: checksumLength) {
            let top = sum >> 25
            sum = (sum & 0x1ff_ffff) << 5 ^ UInt32(digit)
            for place in 0..<5 where top >> place & 1 == 1 { sum ^= generator[place] }
        }
        return (0..<checksumLength).map { (place: Int) -> UInt8 in
            UInt8(sum >> UInt32(5 * (5 - place)) & 31)
        }
    }
}

/// Packs bits into 5-bit digits, the first bit highest.
private struct BitWriter {
    private(set) var digits: [UInt8] = []
    private var room = 0

    mutating func append(_ value: UInt64, count: Int) {
        for place in (0..<count).reversed() {
            if room == 0 {
                digits.append(0)
                room = 5
            }
            room -= 1
            digits[digits.count - 1] |= UInt8(value >> UInt64(place) & 1) << UInt8(room)
        }
    }
}

private struct BitReader {
    private let digits: [UInt8]
    private var position = 0

    init(_ digits: [UInt8]) {
        self.digits = digits
    }

    /// Nil if fewer bits are left.
    mutating func read(_ count: Int) -> UInt64? {
        guard position + count <= digits.count * 5 else { return nil }
        var value: UInt64 = 0
        for _ in 0..<count {
            let bit = digits[position / 5] >> UInt8(4 - position % 5) & 1
            value = value << 1 | UInt64(bit)
            position += 1
        }
        return value
    }

    /// Only the zeros that pad the last digit are left.
    var isAtEnd: Bool {
        guard digits.count * 5 - position < 5 else { return false }
        var rest = self
        while let bit = rest.read(1) {
            if bit != 0 { return false }
        }
        return true
    }
}
