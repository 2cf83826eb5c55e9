import CSndfile
import Glibc

/// What libsndfile decodes: WAV, AIFF, CAF with plain samples, Ogg Vorbis and Opus.
final class LibraryStream: FrameStream {
    let rate: Int
    let channels: Int
    let channelMap: [Int]?
    /// What the library takes the length to be.
    let claimedFrames: Int
    private(set) var frames = 0
    private let file: OpaquePointer
    private let input: InputFile
    private var buffer: [Float]
    private let blockFrames: Int
    private let missingShare: Double
    private let isOfPages: Bool
    private let isCutOff: Bool

    /// Samples decoded at once.
    private static let blockSamples = 16_384

    /// - Parameters:
    ///   - missingShare: what is missing of the file's samples, as a share of those that are there.
    ///   - isOfPages: damaged places are passed over, and the library knows the whole length.
    init(
        _ input: InputFile, name: String, ending: String, missingShare: Double = 0,
        isOfPages: Bool = false, isCutOff: Bool = false
    ) throws(ImportProblem) {
        _ = input.seek(0, SEEK_SET)
        var calls = SF_VIRTUAL_IO(
            get_filelen: inputLength, seek: inputSeek, read: inputRead, write: inputWrite,
            tell: inputTell)
        var info = SF_INFO()
        // The library keeps the pointer; `input` outlives it as the member beside it.
        let context = Unmanaged.passUnretained(input).toOpaque()
        guard let file = sf_open_virtual(&calls, Int32(SFM_READ), &info, context) else {
            try input.check()
            throw LibraryStream.openingProblem(name, ending)
        }
        guard info.channels > 0, Int(info.channels) <= LibraryStream.blockSamples else {
            sf_close(file)
            throw .damaged("it claims \(info.channels) channels")
        }
        self.file = file
        self.input = input
        rate = Int(info.samplerate)
        channels = Int(info.channels)
        channelMap = LibraryStream.channelMap(of: file, channels: channels)
        claimedFrames = Int(info.frames)
        blockFrames = LibraryStream.blockSamples / channels
        buffer = [Float](repeating: 0, count: blockFrames * channels)
        self.missingShare = missingShare
        self.isOfPages = isOfPages
        self.isCutOff = isCutOff
    }

    deinit { sf_close(file) }

    func next() throws(ImportProblem) -> [Float] {
        let count = Int(sf_readf_float(file, &buffer, Int64(blockFrames)))
        try input.check()
        guard count > 0, count <= blockFrames else { return [] }
        frames += count
        return Array(buffer[..<(count * channels)])
    }

    var shortfall: Shortfall {
        var shortfall = Shortfall(
            missingSeconds: Double(frames) * missingShare / Double(max(1, rate)), isCutOff: isCutOff
        )
        // A length beyond reason is none: the library gives the greatest number where it knows no length.
        if isOfPages, claimedFrames > frames, claimedFrames < Int.max / 2 {
            shortfall.missingSeconds += Double(claimedFrames - frames) / Double(max(1, rate))
        }
        return shortfall
    }

    /// Why the library could not open a file. Its own words are for programmers.
    private static func openingProblem(_ name: String, _ ending: String) -> ImportProblem {
        sf_error(nil) == SF_ERR_UNSUPPORTED_ENCODING
            ? .foreign("the codec in this \(name) file", ending)
            : .damaged(
                "its \(name) header makes no sense. Get the file again, or try to mend it: "
                    + "ffmpeg -i sound.\(ending) sound.flac")
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
