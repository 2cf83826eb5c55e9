/// A failed sound device.
package enum PCMError: Error, Hashable, Sendable {
    /// No such device, or it went away.
    case gone
    /// Somebody else has it.
    case busy
    /// It offers no format that the mixer can serve; says what was asked.
    case unsupported(String)
    /// Anything else that ALSA says (a negative errno, made positive).
    case io(errno: Int32)

    package var kind: FailureKind {
        switch self {
        case .gone: .absent
        case .busy: .retry
        case .unsupported, .io: .broken
        }
    }
}

/// How samples go to a device: always two interleaved channels.
package struct PCMFormat: Hashable, Sendable {
    package enum Sample: String, Hashable, Sendable {
        case int16, float32
    }

    package var sample: Sample
    /// Frames a second: 48000 or 44100.
    package var rate: Int
    /// Frames that are best written at once; the device wakes its writer once for each.
    package var periodFrames: Int
    package var bufferFrames: Int

    package init(sample: Sample, rate: Int, periodFrames: Int, bufferFrames: Int) {
        self.sample = sample
        self.rate = rate
        self.periodFrames = periodFrames
        self.bufferFrames = bufferFrames
    }

    package var bytesPerFrame: Int {
        switch sample {
        case .int16: 4
        case .float32: 8
        }
    }
}

/// A sound device. Only the sound thread calls it, after it was handed over.
package protocol PCMSink: AnyObject, Sendable {
    /// Opens the device. Called only while it is closed.
    func open() throws(PCMError) -> PCMFormat

    /// Hands over `frames` frames in the format that `open` returned, and blocks while the device's
    /// buffer is full. An underrun is recovered inside and only counted; any error thrown means that
    /// the device is closed and must be opened again.
    func write(_ samples: UnsafeRawPointer, frames: Int) throws(PCMError)

    /// Plays out what was written where `draining`, else drops it, and closes. Does nothing while
    /// closed.
    func close(draining: Bool)

    /// Underruns recovered since the sink was made.
    var underruns: Int { get }

    /// Frames that have come out of the device since `open`, those that it only holds apart; it never
    /// goes back while the device is open. Nil where the device cannot tell, and what it took has to
    /// do. Asked by whoever writes.
    var playedFrames: Int? { get }

    /// Whether somebody takes the samples. Where nobody does, a run in virtual time need not make
    /// them; the frames pass all the same.
    var needsSamples: Bool { get }
}

extension PCMSink {
    package var playedFrames: Int? { nil }

    package var needsSamples: Bool { true }
}
