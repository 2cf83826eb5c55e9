import ClockSound
package import HAL

/// Plays a tone on a sound device without a clock, so that a person can say whether it is heard.
package enum ToneTrial {
    /// A quiet A: loud enough for any loudspeaker, and no shock from one at full volume.
    private static let frequency = 440.0
    private static let level = 0.1
    /// The beginning and the end rise and fall for so long, without a click.
    private static let edge = 0.02

    /// Plays for a second, less if `isStopping` returns true, and closes the device.
    package static func play(on sink: any PCMSink, isStopping: () -> Bool) throws(PCMError) {
        let format = try sink.open()
        let bytes = UnsafeMutableRawPointer.allocate(
            byteCount: format.rate * format.bytesPerFrame, alignment: 4)
        defer { bytes.deallocate() }
        var converter = SampleConverter(seed: 1)
        converter.convert(
            second(of: format.rate), to: bytes, as: format.sample.encoding,
            isMono: format.channels == 1, frames: format.rate)
        let block = max(1, format.periodFrames)
        for start in stride(from: 0, to: format.rate, by: block) where !isStopping() {
            try sink.write(
                bytes + start * format.bytesPerFrame, frames: min(block, format.rate - start))
        }
        sink.close(draining: !isStopping())
    }

    /// Interleaved stereo.
    private static func second(of rate: Int) -> [Float] {
        (0..<rate).flatMap { frame -> [Float] in
            let time = Double(frame) / Double(rate)
            let rise = min(1, time / edge, (1 - time) / edge)
            // A rounded triangle, which needs no sine: three quarters of a period from its middle.
            let phase = (time * frequency).truncatingRemainder(dividingBy: 1)
            let triangle = abs(4 * phase - 2) - 1
            let wave = triangle * (1.5 - 0.5 * triangle * triangle)
            let sample = Float(level * rise * wave)
            return [sample, sample]
        }
    }
}
