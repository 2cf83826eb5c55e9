import Glibc

/// An audio file as stereo frames in floating point.
///
/// What the file declares (its length above all) is a claim: the end is where nothing more comes.
struct Decoder {
    let rate: Int
    private let stream: any FrameStream
    private var downmix: Downmix
    private var samples = 0
    private var loudest: Float = 0
    private(set) var clipped = 0
    /// Frames that came, at the file's rate.
    private(set) var frames = 0

    /// Rates that anybody's file has; what lies outside is a damaged header.
    private static let rates = 1000...768_000
    private static let mostChannels = 64
    /// +20 dBFS: a file in floating point can hold any number, and a few may be far too large.
    static let ceiling: Float = 10
    /// If more of the samples are beyond the ceiling, they are of another scale.
    private static let mostClipped = 0.01

    init(_ file: InputFile) throws(ImportProblem) {
        stream = try FileForm.stream(of: file)
        guard Decoder.rates.contains(stream.rate), 1...Decoder.mostChannels ~= stream.channels
        else {
            throw .damaged(
                "it claims \(stream.channels) channels at \(stream.rate) Hz; allowed are 1 to "
                    + "\(Decoder.mostChannels) at \(Decoder.rates.lowerBound) to "
                    + "\(Decoder.rates.upperBound)")
        }
        rate = stream.rate
        downmix = Downmix(map: stream.channelMap, channels: stream.channels)
    }

    /// The next frames as interleaved stereo; empty at the end.
    mutating func next() throws(ImportProblem) -> [Float] {
        var block = try stream.next()
        let count = block.count / stream.channels
        for place in block.indices {
            let size = abs(block[place])
            guard !(size <= Decoder.ceiling) else { continue }
            if !size.isFinite {
                let seconds = Double(frames + place / stream.channels) / Double(rate)
                throw .damaged(
                    "its sample at \(Shortfall.text(seconds, 2)) s is no number (NaN or infinite). "
                        + "Make the file again, or convert it: ffmpeg -i sound.wav sound.flac")
            }
            loudest = max(loudest, size)
            clipped += 1
            block[place] = block[place] < 0 ? -Decoder.ceiling : Decoder.ceiling
        }
        samples += block.count
        frames += count
        return downmix.stereo(block, frames: count)
    }

    /// What has come, in seconds.
    var seconds: Double { Double(frames) / Double(rate) }

    /// What is to be said of the file, once all of it has come.
    func remarks() throws(ImportProblem) -> [String] {
        if let problem = stream.shortfall.problem(read: seconds) { throw problem }
        if Double(clipped) > Decoder.mostClipped * Double(samples) {
            let level = Int((20 * log10(loudest)).rounded())
            throw .damaged(
                "its samples reach \(level) dB beyond full scale, so they are of another scale. "
                    + "Lower them first: ffmpeg -i sound.wav -af volume=-\(level)dB sound.flac")
        }
        var remarks: [String] = []
        if let remark = stream.shortfall.remark(read: seconds) { remarks.append(remark) }
        if clipped > 0 {
            remarks.append(
                "\(clipped) \(clipped == 1 ? "sample was" : "samples were") more than 20 dB beyond full scale, "
                    + "and held there")
        }
        return remarks
    }
}
