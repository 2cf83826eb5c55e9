import CMpg123
import Glibc

/// MPEG audio by libmpg123, which is fed the whole frames of a file alone.
final class MpegStream: FrameStream {
    let rate: Int
    /// One channel goes to both, so that a file may go from one to two.
    let channels = 2
    private(set) var shortfall: Shortfall
    private let decoder: OpaquePointer
    private let input: InputFile
    /// Room for a frame.
    private var samples = [Float](repeating: 0, count: 2 * 1152)
    private var isFed = false
    private var isFlushed = false
    private var errors = 0

    private static let feedBytes = 16_384
    /// Frames in a row that cannot be decoded.
    private static let mostErrors = 100_000
    /// No encoder goes so far: a frame with more is damaged inside, and would be a bang.
    private static let loudest: Float = 4

    init(_ frames: MpegFrames, of file: InputFile) throws(ImportProblem) {
        rate = frames.rate
        shortfall = frames.shortfall
        input = InputFile(file, parts: frames.parts)
        var problem: Int32 = 0
        guard mpg123_init() == 0, let decoder = mpg123_new(nil, &problem) else {
            throw .system("the decoder of MP3 could not be made (error \(problem))")
        }
        self.decoder = decoder
        let flags = Int(
            MPG123_QUIET.rawValue | MPG123_FORCE_FLOAT.rawValue | MPG123_GAPLESS.rawValue)
        guard noiseclock_mpg123_option(decoder, MPG123_ADD_FLAGS, flags) == 0,
            noiseclock_mpg123_option(decoder, MPG123_RESYNC_LIMIT, -1) == 0,
            mpg123_format_none(decoder) == 0,
            mpg123_format(
                decoder, rate, Int32(MPG123_STEREO.rawValue), Int32(MPG123_ENC_FLOAT_32.rawValue))
                == 0,
            mpg123_open_feed(decoder) == 0
        else { throw .system("the decoder of MP3 takes no settings") }
    }

    deinit { mpg123_delete(decoder) }

    func next() throws(ImportProblem) -> [Float] {
        var food: [UInt8] = []
        while errors < MpegStream.mostErrors {
            var done = 0
            let size = samples.count * MemoryLayout<Float>.size
            let result = samples.withUnsafeMutableBytes { output in
                food.withUnsafeBytes { input in
                    mpg123_decode(
                        decoder, input.bindMemory(to: UInt8.self).baseAddress, input.count,
                        output.baseAddress, size, &done)
                }
            }
            food = []
            let count = done / MemoryLayout<Float>.size
            if count > 0 {
                errors = 0
                let block = samples[..<(count - count % channels)]
                if block.allSatisfy({ abs($0) <= MpegStream.loudest }) { return Array(block) }
                shortfall.missingSeconds += Double(block.count / channels) / Double(rate)
                continue
            }
            switch result {
            case MPG123_NEED_MORE.rawValue:
                guard !isFed else {
                    guard !isFlushed else { return [] }
                    // The last frame comes when something stands behind it.
                    isFlushed = true
                    food = [UInt8](repeating: 0, count: MpegStream.feedBytes)
                    continue
                }
                food = input.bytes(at: input.place, MpegStream.feedBytes)
                _ = input.seek(food.count, SEEK_CUR)
                try input.check()
                isFed = input.place >= input.length
            case MPG123_DONE.rawValue: return []
            // A new format, or a frame that makes no sense inside: the next one may.
            default: errors += 1
            }
        }
        return []
    }
}
