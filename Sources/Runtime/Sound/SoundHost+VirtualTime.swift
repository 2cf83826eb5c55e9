import ClockSound
package import ClockTime
import HAL

/// The host in virtual time, on the only thread. It does what `run` does on a thread of its own, at the same times.
///
/// Frames that nobody takes are skipped instead of rendered, with the same events and gains. So hours of silence on an
/// open stream cost nothing: the host asks to be called only when something changes by itself. A plug that is pulled
/// changes nothing by itself; whoever pulls it steps the clock.
extension SoundHost {
    /// Makes all frames up to `now`.
    package mutating func advance(to now: BootTime) {
        let route = route
        takeNewest(at: now)
        if isAtRest {
            lookAtDevice(at: now, on: route)
        } else if stream == nil {
            if !open(at: now, on: route) { progress.endRehearsal(.stood, telling: route.output) }
        } else {
            // Only a write, even an empty one, notices that the device is gone.
            write(frames: 0, at: now, on: route)
        }
        var due = SoundHost.frames(now - reached, rate: mixer.rate)
        reached = reached + SoundHost.duration(due, rate: mixer.rate)
        while due > 0, isListenedTo || mustWakeAmplifier {
            let frames = min(due, SoundHost.blockFrames)
            if mustWakeAmplifier {
                due -= wakeAmplifier(atMost: frames, at: now, on: route)
                continue
            }
            render(frames: frames, on: route)
            write(frames: frames, at: now, on: route)
            noteAmplifier(frames: frames, on: route)
            due -= frames
        }
        if !isListenedTo { skip(frames: due, at: now, on: route) }
    }

    private mutating func skip(frames: Int, at now: BootTime, on route: SoundRoute) {
        mixer.skip(frames: frames, from: route.output.streams, telling: route.output.events)
        route.output.telemetry.setLevel(mixer.takeLevel())
        guard stream != nil else { return }
        prove(frames: frames, on: route)
        noteProgress(frames: frames, at: now, on: route)
        countSilence(frames: frames, on: route)
        noteAmplifier(frames: frames, on: route)
    }

    /// Takes what was published since `advance`, so that `nextWake` accounts for it.
    package mutating func takeNewest(at now: BootTime) {
        let route = route
        takeScene(on: route)
        takeRehearsal(at: now, on: route)
        takeChoice(at: now, on: route)
    }

    /// Whether a recorder takes the samples, or a device that plays them.
    private var isListenedTo: Bool { recorder != nil || (stream != nil && route.sink.needsSamples) }

    /// When `advance` must be called next: to keep a device's buffer from running dry, to report on a scene in time,
    /// or to try the device; nil if nothing is pending.
    package var nextWake: BootTime? {
        let block = reached + SoundHost.duration(SoundHost.blockFrames, rate: mixer.rate)
        if route.sink.needsSamples, stream != nil || !mixer.isSilent { return block }
        var wake = reached < reportedBy ? block : nil
        if reached < fadedOutBy { wake = earlier(wake, fadedOutBy) }
        if progress.isRehearsing || mustWakeAmplifier { wake = earlier(wake, block) }
        if isAtRest {
            return earlier(wake, nextLook ?? (keepsOpen(on: route) ? block : nil))
        }
        guard stream != nil else {
            return reached < retryAt ? earlier(wake, retryAt) : wake
        }
        if framesToProve > 0 || progress.awaitsSound(at: reached) { wake = earlier(wake, block) }
        return earlier(wake, mixer.isSilent ? nextEndOfSilence : nextTrialOfAmplifier)
    }

    private var nextTrialOfAmplifier: BootTime? {
        guard amplifier.isStuck else { return nil }
        return reached + SoundHost.duration(amplifier.framesToRetry, rate: mixer.rate)
    }

    /// When enough silence has flowed to switch the amplifier off, or to close the stream.
    private var nextEndOfSilence: BootTime? {
        var limit: Duration?
        if !keepsOpen(on: route) { limit = SoundHost.silenceBeforeClosing }
        if amplifier.isOn { limit = AmplifierSwitch.lingering }
        // One frame more, because both conversions round down.
        return limit.map {
            let frames = SoundHost.frames($0, rate: mixer.rate) - silentFrames + 1
            return reached + SoundHost.duration(max(1, frames), rate: mixer.rate)
        }
    }
}
