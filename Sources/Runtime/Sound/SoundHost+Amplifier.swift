import ClockSound
import ClockTime
import HAL

/// How a sound begins on a device that is not ready for it at once.
extension SoundHost {
    /// Fades in on a device that comes, or comes back, in the middle of a sound.
    mutating func fadeIn(frames: Int) {
        let whole = SoundHost.frames(SoundHost.returnTime, rate: mixer.rate)
        for frame in 0..<min(frames, framesToReturn) {
            let gain = Float(whole - framesToReturn + frame) / Float(whole)
            samples[2 * frame] = samples[2 * frame] * gain  // no *=: 6.3 and TSan
            samples[2 * frame + 1] = samples[2 * frame + 1] * gain
        }
        framesToReturn = max(0, framesToReturn - frames)
    }

    /// Whether silence must come before the sound that is due.
    var mustWakeAmplifier: Bool { stream != nil && !mixer.isSilent && amplifier.mustWake }

    /// Writes silence, and lets the sound begin only after it.
    ///
    /// - Returns: the frames of silence; 0: the sound may begin.
    mutating func wakeAmplifier(
        atMost limit: Int, at now: BootTime, on route: SoundRoute
    ) -> Int {
        // A stream that was silent already needs no silence before the amplifier comes on.
        if silentFrames > 0 { amplifier.silenceFlowed(frames: 0, rate: mixer.rate) }
        guard amplifier.mustWake else { return 0 }
        let frames = amplifier.framesToWake > 0 ? min(limit, amplifier.framesToWake) : limit
        samples.update(repeating: 0, count: 2 * frames)
        recorder?(UnsafeBufferPointer(start: samples, count: 2 * frames), mixer.rate)
        write(frames: frames, at: now, on: route)
        // The mixer has not moved meanwhile.
        reportedBy = reportedBy + SoundHost.duration(frames, rate: mixer.rate)
        // A device that failed has switched it off.
        if stream != nil { amplifier.silenceFlowed(frames: frames, rate: mixer.rate) }
        return frames
    }

    /// Call after frames were written: while they sound, a line that failed is tried again.
    mutating func noteAmplifier(frames: Int, on route: SoundRoute) {
        if !mixer.isSilent { amplifier.soundFlowed(frames: frames, rate: mixer.rate) }
        route.output.telemetry.setAmplifierStuck(amplifier.isStuck)
    }
}
