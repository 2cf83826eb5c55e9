/// The Castagnoli checksum (RFC 3720, appendix B.4), reflected, as iSCSI, ext4 and Btrfs use it.
package struct CRC32C {
    private var register: UInt32 = .max

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { value, _ in
            value & 1 == 1 ? value >> 1 ^ 0x82F6_3B78 : value >> 1
        }
    }

    package init() {}

    package var value: UInt32 { ~register }

    package mutating func update(_ bytes: ArraySlice<UInt8>) {
        for byte in bytes {
            register = register >> 8 ^ CRC32C.table[Int((register ^ UInt32(byte)) & 0xff)]
        }
    }
}
