import ClockTime
import HAL

/// How far ahead of time a sound thread may be. Most devices keep it in step by taking no more than their
/// buffer holds; this looks after what they do not.
struct SoundPace {
    private var since: BootTime
    private var frames = 0

    init(since: BootTime) { self.since = since }

    mutating func count(_ frames: Int) { self.frames += frames }

    /// A device's buffer is what keeps the thread in step with time. Some have none (ALSA's `null`, and
    /// `file` on top of it): they take whatever comes, and would have the thread play a night in a
    /// second, at real-time priority. Whoever is further ahead than any buffer reaches has to wait.
    ///
    /// - Returns: how long; nil: not at all.
    mutating func pause(at now: BootTime, on stream: PCMFormat) -> Duration? {
        let due = SoundHost.frames(now - since, rate: stream.rate)
        if due > frames + stream.bufferFrames {
            // A pause, of the device or of the machine: what was not played then is not owed.
            self = SoundPace(since: now)
        }
        let limit = stream.bufferFrames + SoundHost.frames(.milliseconds(100), rate: stream.rate)
        let ahead = frames - due - limit
        guard ahead > 0 else { return nil }
        return SoundHost.duration(ahead + limit - stream.bufferFrames, rate: stream.rate)
    }

    /// What waits in a device's buffer is what a sound that begins now has to wait for. While there is but
    /// silence in it, half a buffer does: a sound that is chosen or rings is heard 40 ms sooner, and
    /// what is left still bridges two periods in which the processor is taken. In the wait the thread can be
    /// woken; in a full buffer's it cannot.
    ///
    /// - Parameter queued: frames in the buffer; nil where nobody knows.
    /// - Returns: how long to wait before more is handed over; nil: not at all.
    static func pauseInSilence(queued: Int?, on stream: PCMFormat) -> Duration? {
        guard let queued, queued > stream.bufferFrames / 2 else { return nil }
        let surplus = min(queued, stream.bufferFrames) - stream.bufferFrames / 2
        return SoundHost.duration(surplus, rate: stream.rate)
    }
}
