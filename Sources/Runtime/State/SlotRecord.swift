import BoundedJSON

/// One record in a state slot: a header, the payload, and a checksum over both.
///
///     0  magic "NOISECLK"
///     8  form of this header, 32 bits, little-endian: 1
///     12 sequence, 64 bits
///     20 length of the payload in bytes, 32 bits
///     24 CRC-32C of bytes 0 to 23 and the payload
///     28 payload
///
/// A record that a power cut tore, or that the card returned wrongly, fails its checksum and counts as absent. Every
/// later form keeps this header, so that a record of a newer program can be told from a damaged one.
struct SlotRecord: Equatable {
    var sequence: UInt64
    var payload: [UInt8]

    static let magic = Array("NOISECLK".utf8)
    static let form: UInt32 = 1
    static let headerLength = 28

    enum Fault: Error, Equatable {
        /// Truncated, torn or changed.
        case damaged
        /// Intact, but written by a newer program.
        case newerForm(sequence: UInt64)
    }

    init(sequence: UInt64, payload: [UInt8]) {
        self.sequence = sequence
        self.payload = payload
    }

    init(parsing bytes: [UInt8]) throws(Fault) {
        guard bytes.count >= SlotRecord.headerLength,
            bytes[0..<8].elementsEqual(SlotRecord.magic)
        else { throw .damaged }
        let form: UInt32 = littleEndian(bytes[8..<12])
        let length = Int(littleEndian(bytes[20..<24]) as UInt32)
        guard length <= bytes.count - SlotRecord.headerLength else { throw .damaged }
        let payload = bytes[28..<(28 + length)]
        var checksum = CRC32C()
        checksum.update(bytes[0..<24])
        checksum.update(payload)
        guard checksum.value == littleEndian(bytes[24..<28]) else { throw .damaged }
        let sequence: UInt64 = littleEndian(bytes[12..<20])
        // The last number has no successor.
        guard sequence < .max else { throw .damaged }
        guard form == SlotRecord.form else {
            throw form > SlotRecord.form ? .newerForm(sequence: sequence) : .damaged
        }
        self.sequence = sequence
        self.payload = Array(payload)
    }

    /// The payload's length in bytes from a header; nil if the bytes are not a header.
    static func payloadLength(inHeader bytes: [UInt8]) -> Int? {
        guard bytes.count == headerLength, bytes.starts(with: magic) else { return nil }
        return Int(littleEndian(bytes[20..<24]) as UInt32)
    }

    /// Checks eight bytes at a time, because a slot is long and is checked before the clock shows anything.
    static func isBlank(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { raw in
            let words = raw.count / 8 * 8
            var offset = 0
            while offset < words {
                let word = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                if word != 0 { return false }
                offset += 8
            }
            return raw[words...].allSatisfy { $0 == 0 }
        }
    }

    var bytes: [UInt8] {
        var bytes = SlotRecord.magic
        bytes.reserveCapacity(SlotRecord.headerLength + payload.count)
        append(SlotRecord.form, to: &bytes)
        append(sequence, to: &bytes)
        append(UInt32(payload.count), to: &bytes)
        var checksum = CRC32C()
        checksum.update(bytes[...])
        checksum.update(payload[...])
        append(checksum.value, to: &bytes)
        bytes += payload
        return bytes
    }
}
