import CZlib

/// Compression by zlib.
enum Gzip {
    /// The bytes in the form of gzip (RFC 1952), as short as it gets. Without memory for it they are empty.
    static func compress(_ bytes: [UInt8]) -> [UInt8] {
        var stream = z_stream()
        guard noiseclock_gzip_begin(&stream) == Z_OK else { return [] }
        defer { deflateEnd(&stream) }
        var bytes = bytes
        let most = Int(deflateBound(&stream, uLong(bytes.count)))
        return [UInt8](unsafeUninitializedCapacity: most) { room, count in
            bytes.withUnsafeMutableBufferPointer { bytes in
                stream.next_in = bytes.baseAddress
                stream.avail_in = uInt(bytes.count)
                stream.next_out = room.baseAddress
                stream.avail_out = uInt(most)
                count = deflate(&stream, Z_FINISH) == Z_STREAM_END ? Int(stream.total_out) : 0
            }
        }
    }

    /// Differs between two texts that differ, as good as surely: CRC-32 and Adler-32.
    static func checksum(_ bytes: [UInt8]) -> UInt64 {
        let count = uInt(bytes.count)
        return UInt64(crc32(0, bytes, count)) << 32 | UInt64(adler32(1, bytes, count))
    }
}
