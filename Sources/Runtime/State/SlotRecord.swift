/// One record in a state slot: a header, the payload, and a checksum over both.
///
///     0  magic "NOISECLK"
///     8  form of this header, 32 bits, little-endian: 1
///     12 sequence, 64 bits
///     20 length of the payload in bytes, 32 bits
///     24 CRC-32C of bytes 0 to 23 and the payload
///     28 payload
///
/// A record that was torn by a power cut, or that the card returned wrongly, fails its checksum and
/// counts as not there. Whatever a later form has in its payload, it keeps this header, so that a record
/// of a newer program is told from a damaged one.
struct SlotRecord: Equatable {
    var sequence: UInt64
    var payload: [UInt8]

    static let magic = Array("NOISECLK".utf8)
    static let form: UInt32 = 1
    static let headerLength = 28

    enum Fault: Error, Equatable {
        /// It was cut off, torn or changed.
        case damaged
        /// A newer program wrote it, whole.
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
        // There is none after the last number.
        guard sequence < .max else { throw .damaged }
        guard form == SlotRecord.form else {
            throw form > SlotRecord.form ? .newerForm(sequence: sequence) : .damaged
        }
        self.sequence = sequence
        self.payload = Array(payload)
    }

    /// What a header says of the payload after it, in bytes; nil where these bytes are none.
    static func payloadLength(inHeader bytes: [UInt8]) -> Int? {
        guard bytes.count == headerLength, bytes.starts(with: magic) else { return nil }
        return Int(littleEndian(bytes[20..<24]) as UInt32)
    }

    /// A slot is long and is looked at before the clock shows anything: eight bytes at a time.
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
