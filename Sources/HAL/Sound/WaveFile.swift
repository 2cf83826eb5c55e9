/// WAV files of 16-bit stereo PCM in RIFF (Microsoft and IBM, "Multimedia Programming Interface and Data
/// Specifications 1.0", 1991): the format of recordings and of stored own sounds.
package enum WaveFile {
    /// Bytes before the first sample.
    package static let headerSize = 44
    package static let bytesPerFrame = 4
    /// Size of the `loopMark` chunk in bytes.
    package static let loopMarkSize = 68

    /// The limit of the format's 32-bit size, which excludes the first eight bytes: 6 hours and 12 minutes at
    /// 48 kHz.
    package static let mostFrames =
        (Int(UInt32.max) - (headerSize - 8) - loopMarkSize) / bytesPerFrame

    /// Size in bytes of the largest valid file.
    package static let largestSize = headerSize + mostFrames * bytesPerFrame + loopMarkSize

    /// The 44-byte header for `frames` frames of interleaved little-endian samples. Clamps to `mostFrames`, where
    /// the writer must stop.
    ///
    /// - Parameters:
    ///   - rate: frames per second.
    ///   - isLoop: whether `loopMark` follows the samples.
    package static func header(frames: Int, rate: Int, isLoop: Bool = false) -> [UInt8] {
        let size = UInt32(min(max(0, frames), mostFrames) * bytesPerFrame)
        let rate = UInt32(clamping: rate)
        let rest = UInt32(headerSize - 8 + (isLoop ? loopMarkSize : 0))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(headerSize)
        bytes += Array("RIFF".utf8) + littleEndian(size + rest)
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

    /// The chunk after the samples of a file whose end runs into its beginning: a `smpl` chunk ("New Multimedia
    /// Data Types and Data Techniques", Microsoft, 1994) with one endless loop over all frames.
    package static func loopMark(frames: Int, rate: Int) -> [UInt8] {
        let nanosecondsPerFrame = UInt32(1_000_000_000 / max(1, rate))
        let lastFrame = UInt32(min(max(1, frames), mostFrames) - 1)
        let middleC: UInt32 = 60
        let loops: UInt32 = 1
        let numbers: [UInt32] = [
            0, 0, nanosecondsPerFrame, middleC, 0, 0, 0, loops, 0,
            // The loop: number, forwards, first frame, last frame, no fraction, endless.
            0, 0, 0, lastFrame, 0, 0,
        ]
        return Array("smpl".utf8) + littleEndian(UInt32(loopMarkSize - 8))
            + numbers.flatMap { littleEndian($0) }
    }

    /// Parses the first 44 bytes of a file, if they have the form that `header` writes.
    ///
    /// - Parameters:
    ///   - bytes: the first 44 bytes of the file, or fewer if it is shorter.
    ///   - size: the size of the whole file in bytes.
    /// - Returns: nil for any other kind of WAV, for one without frames, and for one shorter than its header
    ///   claims.
    package static func content(ofHeader bytes: [UInt8], size: Int) -> WaveContent? {
        guard bytes.count == headerSize else { return nil }
        let data = number(bytes[40..<44])
        let rate = number(bytes[24..<28])
        let frames = data / bytesPerFrame
        guard frames > 0, data % bytesPerFrame == 0, headerSize + data <= size else { return nil }
        for isLoop in [true, false]
        where bytes == header(frames: frames, rate: rate, isLoop: isLoop) {
            guard !isLoop || headerSize + data + loopMarkSize <= size else { return nil }
            return WaveContent(frames: frames, rate: rate, isLoop: isLoop)
        }
        return nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private static func littleEndian(_ value: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
}

/// The content of one of our WAV files.
package struct WaveContent: Hashable, Sendable {
    package var frames: Int
    /// Frames per second.
    package var rate: Int
    /// Whether the end runs seamlessly into the beginning.
    package var isLoop: Bool

    package init(frames: Int, rate: Int, isLoop: Bool) {
        self.frames = frames
        self.rate = rate
        self.isLoop = isLoop
    }
}
