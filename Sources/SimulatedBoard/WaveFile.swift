/// The head of a WAV file: 16-bit stereo PCM in RIFF (Microsoft and IBM, "Multimedia Programming
/// Interface and Data Specifications 1.0", 1991).
package enum WaveFile {
    /// Bytes before the first sample.
    package static let headerSize = 44
    package static let bytesPerFrame = 4

    /// The format counts in 32 bits, all but the first eight bytes: 6 hours and 12 minutes at 48 kHz.
    package static let mostFrames =
        (Int(UInt32.max) - (headerSize - 8)) / bytesPerFrame

    /// The 44 bytes before so many frames of interleaved little-endian samples. More than `mostFrames`
    /// are told as that many; who writes stops there.
    ///
    /// - Parameter rate: frames a second.
    package static func header(frames: Int, rate: Int) -> [UInt8] {
        let size = UInt32(min(max(0, frames), mostFrames) * bytesPerFrame)
        let rate = UInt32(clamping: rate)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(headerSize)
        bytes += Array("RIFF".utf8) + littleEndian(size + UInt32(headerSize - 8))
        bytes += Array("WAVE".utf8)
        bytes += Array("fmt ".utf8) + littleEndian(UInt32(16))
        let pcm: UInt16 = 1
        let channels: UInt16 = 2
        let bits: UInt16 = 16
        bytes += littleEndian(pcm) + littleEndian(channels) + littleEndian(rate)
        bytes += littleEndian(rate &* UInt32(bytesPerFrame))
        bytes += littleEndian(UInt16(bytesPerFrame)) + littleEndian(bits)
        bytes += Array("data".utf8) + littleEndian(size)
        return bytes
    }

    private static func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}
