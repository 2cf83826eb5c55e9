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
        var converter = SampleConverter(seed: 1)
        let count = format.rate
        let block = max(1, format.periodFrames)
        var bytes = [UInt8](repeating: 0, count: block * format.bytesPerFrame)
        var made = 0
        while made < count, !isStopping() {
            let frames = min(block, count - made)
            let samples = samples(from: made, frames, of: format.rate)
            bytes.withUnsafeMutableBytes { target in
                guard let base = target.baseAddress else { return }
                samples.withUnsafeBufferPointer { source in
                    guard let first = source.baseAddress else { return }
                    converter.convert(
                        first, to: base, as: format.sample.encoding,
                        isMono: format.channels == 1, frames: frames)
                }
            }
            try write(bytes, frames, to: sink)
            made += frames
        }
        sink.close(draining: !isStopping())
    }

    private static func write(
        _ bytes: [UInt8], _ frames: Int, to sink: any PCMSink
    ) throws(PCMError) {
        let failure = bytes.withUnsafeBytes { bytes -> PCMError? in
            guard let base = bytes.baseAddress else { return nil }
            do throws(PCMError) {
                try sink.write(base, frames: frames)
                return nil
            } catch {
                return error
            }
        }
        if let failure { throw failure }
    }

    /// Interleaved stereo.
    private static func samples(from start: Int, _ frames: Int, of rate: Int) -> [Float] {
        (start..<start + frames).flatMap { frame -> [Float] in
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
