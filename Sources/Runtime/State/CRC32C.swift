/// The Castagnoli checksum (RFC 3720, appendix B.4), reflected, as iSCSI, ext4 and Btrfs use it.
struct CRC32C {
    private var register: UInt32 = .max

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1
        }
    }

    var value: UInt32 { ~register }

    mutating func update(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            register = register >> 8 ^ CRC32C.table[Int((register ^ UInt32(byte)) & 0xff)]
        }
    }
}

/// Reads a little-endian number that fills the whole slice.
func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(
    _ bytes: ArraySlice<UInt8>
) -> Number {
    precondition(bytes.count == MemoryLayout<Number>.size)
    return bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(as: Number.self)) }
}

/// Appends the number in little-endian order.
func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
}
