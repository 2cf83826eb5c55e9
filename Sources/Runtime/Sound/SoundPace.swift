import ClockTime
import HAL

/// Limits how far ahead of time a sound thread may run. Most devices do this by taking no more than their buffer
/// holds; this covers the rest.
struct SoundPace {
    private var since: BootTime
    private var frames = 0

    init(since: BootTime) { self.since = since }

    mutating func count(_ frames: Int) { self.frames += frames }

    /// A device's buffer normally keeps the thread in step with time. Some devices have none (ALSA's `null`, and
    /// `file` on top of it): they take everything, and would let the thread play a night in a second, at real-time
    /// priority. A thread that is further ahead than any buffer reaches has to wait.
    ///
    /// - Returns: how long to wait; nil: not at all.
    mutating func pause(at now: BootTime, on stream: PCMFormat) -> Duration? {
        let due = SoundHost.frames(now - since, rate: stream.rate)
        if due > frames + stream.bufferFrames {
            // The device or the machine paused; what was not played then is not owed.
            self = SoundPace(since: now)
        }
        let limit = stream.bufferFrames + SoundHost.frames(.milliseconds(100), rate: stream.rate)
        let ahead = frames - due - limit
        guard ahead > 0 else { return nil }
        return SoundHost.duration(ahead + limit - stream.bufferFrames, rate: stream.rate)
    }

    /// A new sound has to wait for what is in the device's buffer. While that is only silence, half a buffer is
    /// enough: a sound that is chosen or rings is heard 40 ms sooner, and the rest still bridges two periods in which
    /// the processor is busy. This wait can be interrupted; the wait for a full buffer cannot.
    ///
    /// - Parameter queued: frames in the buffer; nil if unknown.
    /// - Returns: how long to wait before writing more; nil: not at all.
    static func pauseInSilence(queued: Int?, on stream: PCMFormat) -> Duration? {
        guard let queued, queued > stream.bufferFrames / 2 else { return nil }
        let surplus = min(queued, stream.bufferFrames) - stream.bufferFrames / 2
        return SoundHost.duration(surplus, rate: stream.rate)
    }
}
