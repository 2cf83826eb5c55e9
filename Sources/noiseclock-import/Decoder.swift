import CSndfile
import Glibc

/// An audio file as floating-point frames, by libsndfile.
///
/// What the file declares (its length above all) is a claim: the end is where nothing more comes.
struct Decoder: ~Copyable {
    let rate: Int
    private let channels: Int
    private let file: OpaquePointer
    private let input: InputFile
    private var downmix: Downmix
    private var buffer: [Float]
    private let blockFrames: Int

    /// Rates that anybody's file has; what lies outside is a damaged header.
    private static let rates = 1000...768_000
    private static let mostChannels = 64
    /// Samples decoded at once.
    private static let blockSamples = 16_384

    init(_ input: InputFile) throws(ImportProblem) {
        _ = input.seek(0, SEEK_SET)
        var calls = SF_VIRTUAL_IO(
            get_filelen: inputLength, seek: inputSeek, read: inputRead, write: inputWrite,
            tell: inputTell)
        var info = SF_INFO()
        // The library keeps the pointer; `input` outlives it as the member beside it.
        let context = Unmanaged.passUnretained(input).toOpaque()
        guard let file = sf_open_virtual(&calls, Int32(SFM_READ), &info, context) else {
            throw .damaged(Decoder.openingProblem())
        }
        guard Decoder.rates.contains(Int(info.samplerate)),
            1...Decoder.mostChannels ~= Int(info.channels)
        else {
            sf_close(file)
            throw .damaged(
                "it claims \(info.channels) channels at \(info.samplerate) Hz; allowed are 1 to "
                    + "\(Decoder.mostChannels) at \(Decoder.rates.lowerBound) to "
                    + "\(Decoder.rates.upperBound)")
        }
        self.file = file
        self.input = input
        rate = Int(info.samplerate)
        channels = Int(info.channels)
        downmix = Downmix(map: Decoder.channelMap(of: file, channels: channels), channels: channels)
        blockFrames = Decoder.blockSamples / channels
        buffer = [Float](repeating: 0, count: blockFrames * channels)
    }

    deinit { sf_close(file) }

    /// The next frames as interleaved stereo; empty at the end.
    mutating func next() throws(ImportProblem) -> [Float] {
        let frames = Int(sf_readf_float(file, &buffer, Int64(blockFrames)))
        if let failure = input.failure {
            throw ImportProblem(
                code: .readFailed, message: "reading failed: \(String(cString: strerror(failure)))")
        }
        // A file that was cut off ends with an error, and all before it is sound.
        guard frames > 0, frames <= blockFrames else { return [] }
        let stereo = downmix.stereo(buffer, frames: frames)
        guard stereo.allSatisfy({ $0.isFinite }) else {
            throw .damaged("some of its samples aren't numbers")
        }
        return stereo
    }

    /// Why the library could not open a file.
    private static func openingProblem() -> String {
        sf_strerror(nil).map { String(cString: $0) } ?? "it cannot be decoded"
    }

    /// Which channel is which, where the file says so.
    private static func channelMap(of file: OpaquePointer, channels: Int) -> [Int]? {
        var map = [Int32](repeating: 0, count: channels)
        let size = Int32(channels * MemoryLayout<Int32>.size)
        let isKnown = sf_command(file, Int32(SFC_GET_CHANNEL_MAP_INFO), &map, size)
        return isKnown == Int32(SF_TRUE) ? map.map { Int($0) } : nil
    }
}

// The library calls these with the file's own `InputFile`.

private func inputFile(_ context: UnsafeMutableRawPointer?) -> InputFile? {
    context.map { Unmanaged<InputFile>.fromOpaque($0).takeUnretainedValue() }
}

private func inputLength(_ context: UnsafeMutableRawPointer?) -> sf_count_t {
    sf_count_t(inputFile(context)?.length ?? 0)
}

private func inputSeek(
    _ offset: sf_count_t, _ whence: Int32, _ context: UnsafeMutableRawPointer?
) -> sf_count_t {
    sf_count_t(inputFile(context)?.seek(Int(offset), whence) ?? -1)
}

private func inputRead(
    _ buffer: UnsafeMutableRawPointer?, _ count: sf_count_t, _ context: UnsafeMutableRawPointer?
) -> sf_count_t {
    guard let buffer, count > 0 else { return 0 }
    return sf_count_t(inputFile(context)?.read(buffer, Int(count)) ?? 0)
}

private func inputWrite(
    _ buffer: UnsafeRawPointer?, _ count: sf_count_t, _ context: UnsafeMutableRawPointer?
) -> sf_count_t { 0 }

private func inputTell(_ context: UnsafeMutableRawPointer?) -> sf_count_t {
    sf_count_t(inputFile(context)?.place ?? 0)
}
