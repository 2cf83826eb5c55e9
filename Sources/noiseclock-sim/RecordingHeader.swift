/// What stands before the samples of a recording: stereo, 16 bits.
///
/// A WAV file counts its bytes with 32 bits, enough for six hours at 48 kHz. A longer one is an RF64 (EBU Tech 3306,
/// "MBWF / RF64"), which has a chunk of larger numbers in a place that a shorter one fills with a chunk that readers
/// pass over.
enum RecordingHeader {
    /// In bytes, whatever the length.
    static let size = 80
    static let bytesPerFrame = 4

    static func bytes(frames: Int, rate: Int) -> [UInt8] {
        let data = frames * bytesPerFrame
        let whole = size - 8 + data
        let isLong = whole > Int(UInt32.max)
        func short(_ number: Int) -> [UInt8] {
            isLong ? little(UInt32.max) : little(UInt32(number))
        }
        var bytes = Array((isLong ? "RF64" : "RIFF").utf8) + short(whole) + Array("WAVE".utf8)
        let larger = isLong ? [whole, data, frames].flatMap { little(UInt64($0)) } : []
        bytes += Array((isLong ? "ds64" : "JUNK").utf8) + little(UInt32(28))
        bytes += larger + [UInt8](repeating: 0, count: 28 - larger.count)
        let (pcm, channels, bits) = (UInt16(1), UInt16(2), UInt16(16))
        bytes += Array("fmt ".utf8) + little(UInt32(16)) + little(pcm) + little(channels)
        bytes += little(UInt32(rate)) + little(UInt32(rate * bytesPerFrame))
        bytes += little(UInt16(bytesPerFrame)) + little(bits)
        return bytes + Array("data".utf8) + short(data)
    }

    private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }
}
