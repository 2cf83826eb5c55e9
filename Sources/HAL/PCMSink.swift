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
}

/// How samples go to a device: interleaved, the lowest byte first.
package struct PCMFormat: Hashable, Sendable {
    /// The best first (sound design, 5): what a converter takes without a plugin in between, at its full
    /// width; floats last, as no hardware has them.
    package enum Sample: String, Hashable, Sendable, CaseIterable {
        case int32
        /// The low three bytes of four, the sign in all of the fourth.
        case int24
        /// Three bytes and no more.
        case int24Packed
        case int16
        /// 1 is full scale.
        case float32

        package var bytes: Int {
            switch self {
            case .int32, .int24, .float32: 4
            case .int24Packed: 3
            case .int16: 2
            }
        }
    }

    package var sample: Sample
    /// 2, or 1 of a device with a single channel, which plays the mean of left and right.
    package var channels: Int
    /// Frames a second: 48000 or 44100.
    package var rate: Int
    /// Frames that are best written at once; the device wakes its writer once for each.
    package var periodFrames: Int
    package var bufferFrames: Int

    package init(
        sample: Sample, channels: Int = 2, rate: Int, periodFrames: Int, bufferFrames: Int
    ) {
        self.sample = sample
        self.channels = channels
        self.rate = rate
        self.periodFrames = periodFrames
        self.bufferFrames = bufferFrames
    }

    package var bytesPerFrame: Int { channels * sample.bytes }
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

    /// Frames in the device's buffer, which a frame that is written now comes out after; nil where the
    /// device cannot tell, or is closed. Asked by whoever writes.
    var queuedFrames: Int? { get }

    /// Whether somebody takes the samples. Where nobody does, a run in virtual time need not make
    /// them; the frames pass all the same.
    var needsSamples: Bool { get }

    /// Whether what takes the samples has no jack: a kernel's dummy or loopback, whose frames nobody hears.
    /// Asked by whoever writes; of no use while closed.
    var isSoundless: Bool { get }

    /// Whether somebody has chosen another device since `open`, so that closing and opening leads to that
    /// one. Asked by whoever writes, between two writes; false while closed.
    var mustReopen: Bool { get }
}

extension PCMSink {
    package var playedFrames: Int? { nil }

    package var queuedFrames: Int? { nil }

    package var needsSamples: Bool { true }

    package var isSoundless: Bool { false }

    package var mustReopen: Bool { false }
}

extension OutputChoice {
    /// Takes other devices, the first of which is believed.
    package func choose(_ devices: [String]) { choose(devices, believing: devices.first) }
}

/// Which devices a sound output tries, changed while it runs. All of it from any thread.
package protocol OutputChoice: AnyObject, Sendable {
    /// Takes other devices from the next opening on: the preferred one, then what stands in for it, in this
    /// order; each opening begins with the first again. A stream on a device that is not the first of them
    /// goes on until its sink is asked, and says that it `mustReopen`.
    ///
    /// - Parameters:
    ///   - devices: at least one, or nothing happens; the first 16 count. Names of an
    ///     `AudioDeviceList` or of the board file, never a stranger's: some of ALSA's name programs to run.
    ///   - believed: of these what somebody chose: it is heard, even if it is one without a jack.
    func choose(_ devices: [String], believing believed: String?)

    /// Has a stand-in that plays make way: its sink says that it `mustReopen`, and opening begins with the first
    /// device. Does nothing while the first plays, or none does.
    func reconsider()

    /// As last chosen.
    var devices: [String] { get }

    /// The one that plays; nil while closed.
    var openDevice: String? { get }
}
