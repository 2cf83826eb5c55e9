import CFLAC
import Glibc

/// FLAC of 4 to 32 bits, bare or in Ogg, by libFLAC.
///
/// Each frame says where it belongs, so what a damaged place takes away is known exactly. The library gives silence
/// for a frame that does not match its checksum; it is left out, as what is missing is.
final class FlacStream: FrameStream {
    private(set) var rate = 0
    private(set) var channels = 0
    private let decoder: UnsafeMutablePointer<FLAC__StreamDecoder>
    fileprivate let input: InputFile
    private var block: [Float] = []
    /// As the header states; 0: it does not say.
    private var statedFrames = 0
    private var frames = 0
    /// Where the next frame belongs.
    private var expected: Int?
    private var firstFrame = 0
    private var isAfterDamage = false
    private var isDamaged = false
    private var isEnded = false
    private var endOfFrames = 0
    private let isOgg: Bool

    /// Samples of a second that nobody waits for: a length beyond these is none.
    private static let mostFrames = 1 << 40

    init(_ file: InputFile, isOgg: Bool) throws(ImportProblem) {
        guard let decoder = FLAC__stream_decoder_new() else {
            throw .system("the decoder of FLAC could not be made")
        }
        self.decoder = decoder
        self.isOgg = isOgg
        input = file
        let context = Unmanaged.passUnretained(self).toOpaque()
        let start = isOgg ? FLAC__stream_decoder_init_ogg_stream : FLAC__stream_decoder_init_stream
        let status = start(
            decoder, flacRead, nil, flacTell, nil, nil, flacWrite, flacMetadata, flacError, context)
        guard status == FLAC__STREAM_DECODER_INIT_STATUS_OK else {
            throw .system("the decoder of FLAC takes no settings")
        }
        // The first frame says what the header does not.
        while block.isEmpty, !isEnded { step() }
        try input.check()
        guard rate > 0, channels > 0, !block.isEmpty else {
            throw .damaged(
                "it begins like a FLAC, and no whole frame of sound follows. Get the file again")
        }
    }

    deinit {
        FLAC__stream_decoder_finish(decoder)
        FLAC__stream_decoder_delete(decoder)
    }

    func next() throws(ImportProblem) -> [Float] {
        while block.isEmpty, !isEnded { step() }
        try input.check()
        let whole = block
        block = []
        frames += whole.count / max(1, channels)
        return whole
    }

    private func step() {
        guard FLAC__stream_decoder_process_single(decoder) != 0 else {
            isEnded = true
            return
        }
        switch FLAC__stream_decoder_get_state(decoder) {
        case FLAC__STREAM_DECODER_END_OF_STREAM, FLAC__STREAM_DECODER_ABORTED,
            FLAC__STREAM_DECODER_OGG_ERROR, FLAC__STREAM_DECODER_MEMORY_ALLOCATION_ERROR:
            isEnded = true
        default: break
        }
    }

    // MARK: - What the library calls

    fileprivate func take(_ info: FLAC__StreamMetadata_StreamInfo) {
        guard rate == 0 else { return }
        rate = Int(info.sample_rate)
        channels = Int(info.channels)
        statedFrames = Int(info.total_samples)
    }

    fileprivate func take(
        _ header: FLAC__FrameHeader, _ planes: UnsafePointer<UnsafePointer<FLAC__int32>?>
    ) {
        if rate == 0 { (rate, channels) = (Int(header.sample_rate), Int(header.channels)) }
        let count = Int(header.blocksize)
        let place = Int(clamping: header.number.sample_number)
        var position: UInt64 = 0
        if FLAC__stream_decoder_get_decode_position(decoder, &position) != 0 {
            endOfFrames = Int(clamping: position)
        }
        guard Int(header.channels) == channels, Int(header.sample_rate) == rate,
            1...32 ~= header.bits_per_sample
        else {
            isDamaged = true
            return
        }
        let scale =
            1 / Float(sign: .plus, exponent: Int(header.bits_per_sample) - 1, significand: 1)
        var samples = [Float](repeating: 0, count: count * channels)
        var isSilent = true
        for channel in 0..<channels {
            guard let plane = planes[channel] else { continue }
            for frame in 0..<count where plane[frame] != 0 {
                isSilent = false
                samples[frame * channels + channel] = Float(plane[frame]) * scale
            }
        }
        // What stands in for a frame that could not be read.
        if isAfterDamage, isSilent { return }
        isAfterDamage = false
        if expected == nil { firstFrame = place }
        expected = place + count
        block += samples
    }

    fileprivate func takeError() {
        isAfterDamage = true
        isDamaged = true
    }

    // MARK: - What is missing

    var shortfall: Shortfall {
        var shortfall = Shortfall()
        let rate = Double(max(1, rate))
        let stated = statedFrames > 0 && statedFrames < FlacStream.mostFrames ? statedFrames : nil
        // What the frames themselves say: a recording may begin anywhere.
        let span = max(0, (expected ?? 0) - firstFrame)
        let lost = span < FlacStream.mostFrames ? max(0, span - frames) : 0
        let isCut = isDamaged || endOfFrames < endOfSound
        if let stated, stated > frames, isCut {
            shortfall.missingSeconds = Double(stated - frames) / rate
        } else if lost > 0 {
            shortfall.missingSeconds = Double(lost) / rate
        } else if isCut {
            shortfall.isCutOff = true
        }
        if let stated, stated != frames, shortfall.missingSeconds == 0, !isCut {
            shortfall.wrongSeconds = Double(stated) / rate
        }
        return shortfall
    }

    /// Without the tags that some programs put behind. In Ogg, places are those of pages.
    private var endOfSound: Int {
        if isOgg || endOfFrames == 0 { return endOfFrames }
        return Tags.end(in: input, from: endOfFrames) >= input.length ? endOfFrames : input.length
    }
}

private func stream(_ context: UnsafeMutableRawPointer?) -> FlacStream? {
    context.map { Unmanaged<FlacStream>.fromOpaque($0).takeUnretainedValue() }
}

private func flacRead(
    _: UnsafePointer<FLAC__StreamDecoder>?, _ buffer: UnsafeMutablePointer<FLAC__byte>?,
    _ count: UnsafeMutablePointer<Int>?, _ context: UnsafeMutableRawPointer?
) -> FLAC__StreamDecoderReadStatus {
    guard let buffer, let count, let stream = stream(context) else {
        return FLAC__STREAM_DECODER_READ_STATUS_ABORT
    }
    count.pointee = stream.input.read(buffer, count.pointee)
    return count.pointee == 0
        ? FLAC__STREAM_DECODER_READ_STATUS_END_OF_STREAM : FLAC__STREAM_DECODER_READ_STATUS_CONTINUE
}

private func flacTell(
    _: UnsafePointer<FLAC__StreamDecoder>?, _ place: UnsafeMutablePointer<FLAC__uint64>?,
    _ context: UnsafeMutableRawPointer?
) -> FLAC__StreamDecoderTellStatus {
    place?.pointee = FLAC__uint64(stream(context)?.input.place ?? 0)
    return FLAC__STREAM_DECODER_TELL_STATUS_OK
}

private func flacWrite(
    _: UnsafePointer<FLAC__StreamDecoder>?, _ frame: UnsafePointer<FLAC__Frame>?,
    _ planes: UnsafePointer<UnsafePointer<FLAC__int32>?>?, _ context: UnsafeMutableRawPointer?
) -> FLAC__StreamDecoderWriteStatus {
    guard let frame, let planes, let stream = stream(context) else {
        return FLAC__STREAM_DECODER_WRITE_STATUS_ABORT
    }
    stream.take(frame.pointee.header, planes)
    return FLAC__STREAM_DECODER_WRITE_STATUS_CONTINUE
}

private func flacMetadata(
    _: UnsafePointer<FLAC__StreamDecoder>?, _ metadata: UnsafePointer<FLAC__StreamMetadata>?,
    _ context: UnsafeMutableRawPointer?
) {
    guard let metadata, metadata.pointee.type == FLAC__METADATA_TYPE_STREAMINFO else { return }
    stream(context)?.take(metadata.pointee.data.stream_info)
}

private func flacError(
    _: UnsafePointer<FLAC__StreamDecoder>?, _ status: FLAC__StreamDecoderErrorStatus,
    _ context: UnsafeMutableRawPointer?
) {
    stream(context)?.takeError()
}
