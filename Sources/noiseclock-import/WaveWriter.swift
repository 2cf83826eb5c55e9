import ClockSound
import Glibc
import HAL

/// The WAV file that comes out, by its descriptor, within its bounds.
struct WaveWriter: ~Copyable {
    private let descriptor: Int32
    private let rate: Int
    private let gain: Float
    private let isLoop: Bool
    private let mostFrames: Int
    private let longestFrames: Int
    private let options: ImportOptions
    private var converter: SampleConverter
    private(set) var frames = 0
    /// The greatest sample before it was held to 16 bits, the gain applied.
    private(set) var peak: Float = 0
    /// Of what was written, but for the dither.
    private(set) var loudness = LoudnessMeter()

    /// The dither of a file need not differ from that of another.
    private static let ditherSeed: UInt64 = 0x1D17_4E12

    /// - Parameter gain: what all samples are multiplied by.
    init(_ options: ImportOptions, rate: Int, gain: Float) {
        descriptor = options.output
        self.rate = rate
        self.gain = gain
        self.options = options
        isLoop = options.crossfade != nil
        let room = options.largest - WaveFile.headerSize - (isLoop ? WaveFile.loopMarkSize : 0)
        mostFrames = min(max(0, room) / WaveFile.bytesPerFrame, WaveFile.mostFrames)
        longestFrames = options.longest * rate
        converter = SampleConverter(seed: WaveWriter.ditherSeed)
    }

    /// Adds interleaved frames at the end.
    mutating func append(_ block: [Float]) throws(ImportProblem) {
        let count = block.count / 2
        guard frames + count <= longestFrames else {
            throw ImportProblem(
                code: .tooLong, message: "the sound is longer than \(options.longest) s")
        }
        guard frames + count <= mostFrames else {
            throw ImportProblem(
                code: .tooLarge,
                message: "the sound needs more than \(options.largest) bytes, which hold "
                    + "\(mostFrames / rate) s")
        }
        let scaled = block.map { $0 * gain }
        for sample in scaled { peak = max(peak, abs(sample)) }
        loudness.append(scaled)
        var samples = [Int16](repeating: 0, count: block.count)
        converter.convert(scaled, to: &samples, as: .int16, frames: count)
        for index in samples.indices { samples[index] = samples[index].littleEndian }
        var failure: ImportProblem?
        let place = WaveFile.headerSize + frames * WaveFile.bytesPerFrame
        samples.withUnsafeBytes { failure = write($0, at: place) }
        if let failure { throw failure }
        frames += count
    }

    /// Puts the header before the frames, and the mark of a loop behind them.
    mutating func finish() throws(ImportProblem) {
        var failure: ImportProblem?
        if isLoop {
            let place = WaveFile.headerSize + frames * WaveFile.bytesPerFrame
            WaveFile.loopMark(frames: frames, rate: rate).withUnsafeBytes {
                failure = write($0, at: place)
            }
        }
        if failure == nil {
            WaveFile.header(frames: frames, rate: rate, isLoop: isLoop).withUnsafeBytes {
                failure = write($0, at: 0)
            }
        }
        if let failure { throw failure }
    }

    private func write(_ bytes: UnsafeRawBufferPointer, at place: Int) -> ImportProblem? {
        var done = 0
        while done < bytes.count {
            let rest = UnsafeRawBufferPointer(rebasing: bytes[done...])
            let count = pwrite(descriptor, rest.baseAddress, rest.count, place + done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                return ImportProblem(
                    code: .writeFailed,
                    message: "writing failed: \(String(cString: strerror(errno)))")
            }
            done += count
        }
        return nil
    }
}
