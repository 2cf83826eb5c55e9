/// An error from a sound device.
package enum PCMError: Error, Hashable, Sendable {
    /// The device does not exist or was removed.
    case gone
    /// Another user holds the device.
    case busy
    /// The device offers no format that the mixer can produce. The text says what was requested.
    case unsupported(String)
    /// Any other ALSA error (its negative errno, made positive).
    case io(errno: Int32)
}

/// The sample format of a device: interleaved, little-endian.
package struct PCMFormat: Hashable, Sendable {
    /// In order of preference (sound design, 5): first the full-width formats that a converter accepts without a
    /// plugin, last floats, which no hardware supports natively.
    package enum Sample: String, Hashable, Sendable, CaseIterable {
        case int32
        /// 24 bits in the low three bytes of four, sign-extended into the fourth.
        case int24
        /// 24 bits in three bytes, without padding.
        case int24Packed
        case int16
        /// Full scale is 1.
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
    /// 2, or 1 for a mono device, which plays the mean of left and right.
    package var channels: Int
    /// Frames per second: 48000 or 44100.
    package var rate: Int
    /// The preferred number of frames per write. The device wakes its writer once per period.
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

/// A sound device. After the handover, only the sound thread calls it.
package protocol PCMSink: AnyObject, Sendable {
    /// Opens the device. Call it only while the device is closed.
    func open() throws(PCMError) -> PCMFormat

    /// Writes `frames` frames in the format that `open` returned. Blocks while the device's buffer is full. The
    /// sink recovers from underruns and only counts them. After any thrown error the device is closed and must be
    /// reopened.
    func write(_ samples: UnsafeRawPointer, frames: Int) throws(PCMError)

    /// Closes the device. If `draining`, plays out the buffered frames first; otherwise drops them. Does nothing
    /// while closed.
    func close(draining: Bool)

    /// Underruns recovered since the sink was created.
    var underruns: Int { get }

    /// Frames that the device has played since `open`, without those still buffered. Never decreases while the
    /// device is open. Nil if the device cannot tell; use the count of written frames instead. Call it on the
    /// writing thread.
    var playedFrames: Int? { get }

    /// Frames in the device's buffer, ahead of the next frame written. Nil if the device cannot tell or is
    /// closed. Call it on the writing thread.
    var queuedFrames: Int? { get }

    /// Whether anything consumes the samples. If not, a run in virtual time need not render them; it still counts
    /// the frames.
    var needsSamples: Bool { get }

    /// Whether the output has no jack, so that nobody hears it: a kernel dummy or loopback device. Call it on the
    /// writing thread; meaningless while closed.
    var isSoundless: Bool { get }

    /// Whether the device is another than the wanted one. Call it on the writing thread; meaningless while closed.
    var isStandIn: Bool { get }

    /// Whether somebody chose another device since `open`, so that closing and reopening would switch to it. Call
    /// it on the writing thread, between two writes. False while closed.
    var mustReopen: Bool { get }
}

extension PCMSink {
    package var playedFrames: Int? { nil }

    package var queuedFrames: Int? { nil }

    package var needsSamples: Bool { true }

    package var isSoundless: Bool { false }

    package var isStandIn: Bool { false }

    package var mustReopen: Bool { false }
}

extension OutputChoice {
    /// Selects other devices and trusts the first to be audible.
    package func choose(_ devices: [String]) { choose(devices, believing: devices.first) }
}

/// The devices that a sound output tries. It can change at run time. All members are thread-safe.
package protocol OutputChoice: AnyObject, Sendable {
    /// Sets the devices to try from the next opening on: the preferred one, then its fallbacks, in order. Each
    /// opening starts with the first. A stream on any other device than the first continues, but its sink then
    /// reports `mustReopen`.
    ///
    /// - Parameters:
    ///   - devices: at least one, or nothing happens; only the first 16 count. Names must come from an
    ///     `AudioDeviceList` or the board file, never from a stranger: some ALSA names run programs.
    ///   - believed: the device that somebody chose. It counts as audible even without a jack.
    func choose(_ devices: [String], believing believed: String?)

    /// Makes a playing fallback give way: its sink reports `mustReopen`, and reopening starts with the first
    /// device. Does nothing while the first device plays or none does.
    func reconsider()

    /// The most recent choice.
    var devices: [String] { get }

    /// The device that is playing; nil while closed.
    var openDevice: String? { get }
}
