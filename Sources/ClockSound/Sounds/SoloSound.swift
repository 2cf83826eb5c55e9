/// One source in isolation, without mixer, fades and limiter, for measurements and benchmarks.
package struct SoloSound: ~Copyable {
    /// Frames per slice; every run is a multiple of it.
    package static var sliceFrames: Int { Slice.frames }

    private let memory = RenderMemory()
    private let tones: ToneBank
    private let streams = SoundStreams(places: 0)
    private var voice: SoundVoice

    /// - Parameters:
    ///   - source: starts at its beginning; a stream is silent here.
    ///   - rate: one of `Mixer.rates`; anything else is a programmer's error.
    package init(_ source: SoundSource, rate: Int) {
        precondition(Mixer.rates.contains(rate), "sounds run at 48000 or 44100 frames a second")
        source.prepare()
        tones = ToneStore.shared.bank(rate: rate)
        voice = SoundVoice(in: memory, rate: rate)
        voice.begin(source, streams)
    }

    /// Renders the next `slices` times 128 frames of each channel.
    package mutating func render(
        left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>, slices: Int
    ) {
        for slice in 0..<slices {
            let start = slice * Slice.frames
            voice.render(left: left + start, right: right + start, tones: tones)
        }
    }
}
