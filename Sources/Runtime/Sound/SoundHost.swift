import ClockSound
package import ClockTime
package import HAL
import Synchronization

/// Owns the sound device and the mixer, and keeps the one fed by the other.
///
/// Theory of operation. With a thread of its own it renders a period, converts it, and blocks in the
/// device's `write` until there is room: the device is the clock. In silence the device is closed
/// after a while and the thread sleeps until somebody publishes a scene. In virtual time, on the one
/// thread that there is, `advance` makes as many frames as have gone by; where nobody takes the
/// samples they are skipped instead of rendered, with the same events and gains.
///
/// A failing device is closed, said once, and opened again with growing pauses; the mixer's time goes
/// on meanwhile. Rendering and converting neither allocate, lock, release nor log; opening and closing a
/// device, waiting, and a recorder that somebody asked for may.
package struct SoundHost: ~Copyable {
    private var mixer: Mixer
    private var converter: SampleConverter
    private let sink: any PCMSink
    private let output: SoundOutput
    private let recorder: SampleRecorder?
    private let samples: UnsafeMutablePointer<Float>
    private let converted: UnsafeMutableRawPointer

    private var stream: PCMFormat?
    private var failures = 0
    /// What a device that was opened must take before it counts as well again.
    private var framesToProve = 0
    private var retryAt = BootTime(nanoseconds: .min)
    /// When, in silence, a device that is not known to work is tried again; nil: it is, or nobody asks.
    private var nextLook: BootTime?
    private let looksAfterDevice: Bool
    /// The device is never closed in silence, and fed with it.
    private let keepsOpen: Bool
    private var silentFrames = 0
    private var rehearsal: RunningRehearsal?
    private var pace = Pace(since: BootTime(nanoseconds: 0), frames: 0)
    /// Where `advance` has got to.
    private var reached: BootTime
    /// Until when what the newest scene begins, or what it ends at once, is still to be told.
    private var toldBy = BootTime(nanoseconds: .min)
    /// When the noise that a scene faded out is silent.
    private var fadedOutBy = BootTime(nanoseconds: .min)

    private var ring = RingProgress()
    /// Frames of the way back to full level that are still to come, after a device came in mid-sound.
    private var framesToReturn = 0

    /// Takes what was rendered: interleaved stereo, valid during the call.
    package typealias SampleRecorder = @Sendable (UnsafeBufferPointer<Float>) -> Void

    /// - Parameters:
    ///   - recorder: where given, every frame is rendered for it, and the device is kept open.
    ///   - looksAfterDevice: whether the device is tried at the start, and while it fails, in silence
    ///     too. Only on a thread of its own.
    ///   - keepsOpen: whether the device is fed with silence while nothing plays, for amplifiers that
    ///     click when a stream begins. Only on a thread of its own.
    package init(
        sink: any PCMSink, output: SoundOutput, seed: UInt64, recorder: SampleRecorder? = nil,
        looksAfterDevice: Bool = false, keepsOpen: Bool = false, startingAt start: BootTime
    ) {
        self.sink = sink
        self.output = output
        self.recorder = recorder
        mixer = Mixer(rate: SoundHost.usualRate)
        converter = SampleConverter(seed: seed)
        samples = .allocate(capacity: 2 * SoundHost.blockFrames)
        samples.initialize(repeating: 0, count: 2 * SoundHost.blockFrames)
        converted = .allocate(
            byteCount: SoundHost.blockFrames * 2 * MemoryLayout<Float>.size, alignment: 16)
        reached = start
        self.looksAfterDevice = looksAfterDevice
        self.keepsOpen = keepsOpen
        // One output after another, because two names may lead to one device.
        nextLook = looksAfterDevice ? start + SoundHost.lookStagger * output.index : nil
    }

    deinit {
        sink.close(draining: false)
        samples.deallocate()
        converted.deallocate()
    }

    // MARK: - On a thread of its own

    /// Runs until `isStopping` says so. `engine` is woken when something came of a scene.
    package mutating func run(
        waiter: any Waiter, clock: any TimeSource, engine: any Waiter,
        isStopping: @Sendable () -> Bool
    ) {
        var told = output.events.pushed
        while !isStopping() {
            takeScene()
            takeRehearsal(at: clock.now().boot)
            takeChoice(at: clock.now().boot)
            if stream == nil, mixer.isSilent, recorder == nil, rehearsal == nil, !keepsOpen {
                lookAtDevice(at: clock.now().boot)
                if output.telemetry.takeChange() { engine.notify() }
                _ = waiter.wait(until: Deadline(boot: nextLook))
                continue
            }
            if stream == nil, !open(at: clock.now().boot) {
                endRehearsal(.stood)
                if output.telemetry.takeChange() { engine.notify() }
                passTime(waiter: waiter, clock: clock, until: retryAt)
            } else {
                playBlock(at: clock.now().boot)
                keepPace(waiter: waiter, clock: clock)
            }
            if output.events.pushed != told || output.telemetry.takeChange() {
                told = output.events.pushed
                engine.notify()
            }
        }
    }

    /// Finds out, while nothing plays, whether the device can be had. It leaves `retryAt` alone, so that
    /// an alarm which comes right after tries for itself.
    private mutating func lookAtDevice(at now: BootTime) {
        guard let look = nextLook, look <= now else { return }
        do throws(PCMError) {
            _ = try sink.open()
            sink.close(draining: false)
            nextLook = nil
            output.telemetry.setError(nil)
        } catch {
            // Who has it may be ourselves: the first output's device by another name.
            if output.index > 0, error == .busy {
                nextLook = nil
                return output.telemetry.setError(nil)
            }
            nextLook = now + SoundHost.lookInterval
            output.telemetry.setError(error)
        }
    }

    /// While no device plays, the sound goes on unheard, so that it is where it should be when a
    /// device comes back.
    private mutating func passTime(
        waiter: any Waiter, clock: any TimeSource, until end: BootTime
    ) {
        let before = clock.now().boot
        _ = waiter.wait(until: Deadline(boot: end))
        let passed = clock.now().boot - before
        mixer.skip(
            frames: SoundHost.frames(passed, rate: mixer.rate), from: output.streams,
            telling: output.events)
    }

    /// A device's buffer is what keeps this thread in step with time. Some have none (ALSA's `null`, and
    /// `file` on top of it): they take whatever comes, and would have this thread play a night in a
    /// second, at real-time priority. Whoever is further ahead than any buffer reaches has to wait.
    private mutating func keepPace(waiter: any Waiter, clock: any TimeSource) {
        guard let stream else { return }
        let now = clock.now().boot
        let due = SoundHost.frames(now - pace.since, rate: stream.rate)
        if due > pace.frames + stream.bufferFrames {
            // A pause, of the device or of the machine: what was not played then is not owed.
            pace = Pace(since: now, frames: 0)
        }
        let limit = stream.bufferFrames + SoundHost.frames(.milliseconds(100), rate: stream.rate)
        let ahead = pace.frames - due - limit
        guard ahead > 0 else { return }
        let pause = SoundHost.duration(ahead + limit - stream.bufferFrames, rate: stream.rate)
        _ = waiter.wait(until: Deadline(boot: now + pause))
    }

    // MARK: - In virtual time

    /// Makes all frames up to `now`.
    package mutating func advance(to now: BootTime) {
        takeScene()
        takeRehearsal(at: now)
        takeChoice(at: now)
        openOrFindOut(at: now)
        var due = SoundHost.frames(now - reached, rate: mixer.rate)
        reached = reached + SoundHost.duration(due, rate: mixer.rate)
        guard isListenedTo else {
            mixer.skip(frames: due, from: output.streams, telling: output.events)
            output.telemetry.setLevel(mixer.takeLevel())
            if stream != nil { noteProgress(frames: due, at: now) }
            countSilence(frames: due)
            return
        }
        while due > 0 {
            let frames = min(due, SoundHost.blockFrames)
            render(frames: frames)
            write(frames: frames, at: now)
            due -= frames
        }
    }

    /// Takes what was published since `advance`, so that `nextWake` knows of it.
    package mutating func takeNewest(at now: BootTime) {
        takeScene()
        takeRehearsal(at: now)
        takeChoice(at: now)
    }

    /// Whether anybody takes the samples: a recorder, or a device that plays them.
    private var isListenedTo: Bool { recorder != nil || (stream != nil && sink.needsSamples) }

    /// When `advance` must be called next: to keep a device's buffer from running dry, to tell in
    /// time what became of a scene, or to try the device again; nil where nothing is to come.
    package var nextWake: BootTime? {
        let block = reached + SoundHost.duration(SoundHost.blockFrames, rate: mixer.rate)
        if sink.needsSamples, stream != nil || !mixer.isSilent { return block }
        var wake = reached < toldBy ? block : nil
        if reached < fadedOutBy { wake = earlier(wake, fadedOutBy) }
        if stream == nil, !mixer.isSilent, reached < retryAt { wake = earlier(wake, retryAt) }
        if rehearsal != nil { wake = earlier(wake, block) }
        return wake
    }

    private mutating func openOrFindOut(at now: BootTime) {
        if stream == nil {
            if !mixer.isSilent || rehearsal != nil, !open(at: now) { endRehearsal(.stood) }
        } else {
            // A device that went away is noticed by writing, if only nothing.
            write(frames: 0, at: now)
        }
    }

    // MARK: - Both

    private mutating func takeScene() {
        let hadNoise = mixer.isNoiseWanted
        guard mixer.apply(newestOf: output.scenes) else { return }
        // The limiter is a slice late and a tone takes less than a block to fall silent: two blocks
        // hold both.
        let settling = SoundHost.duration(2 * SoundHost.blockFrames, rate: mixer.rate)
        toldBy = reached + settling
        if hadNoise, !mixer.isNoiseWanted {
            fadedOutBy = toldBy + .milliseconds(Int64(mixer.fadeOutSeconds * 1000))
        }
    }

    private mutating func open(at now: BootTime) -> Bool {
        guard retryAt <= now else { return false }
        do throws(PCMError) {
            let format = try sink.open()
            if format.rate != mixer.rate {
                var other = Mixer(rate: format.rate)
                other.apply(sceneOf: mixer)
                mixer = other
                output.telemetry.setRate(format.rate)
                output.streams.discardAll()
            }
            stream = format
            framesToReturn =
                mixer.isHeard
                ? SoundHost.frames(SoundHost.returnTime, rate: format.rate) : 0
            pace = Pace(since: now, frames: 0)
            ring = RingProgress()
            silentFrames = 0
            nextLook = nil
            // Some open and then take nothing; only a device that has taken more than it can hold plays.
            // Where nobody takes the samples there is nothing to prove.
            framesToProve = sink.needsSamples ? format.bufferFrames + 1 : 0
            if framesToProve == 0 { beWell() }
            return true
        } catch {
            fail(error, at: now)
            return false
        }
    }

    private mutating func beWell() {
        failures = 0
        output.telemetry.setError(nil)
    }

    private mutating func fail(_ error: PCMError, at now: BootTime) {
        stream = nil
        // Who has it may be ourselves, by another name; tried in silence that is no fault.
        let isTrial = rehearsal != nil && !mixer.isAlarmHeard
        let isTaken = isTrial && output.index > 0 && error == .busy
        output.telemetry.setError(isTaken ? nil : error)
        endRehearsal(isTaken ? .taken : .stood)
        retryAt = now + RetryPause.after(failures: failures)
        nextLook = looksAfterDevice ? retryAt : nil
        failures += 1
    }

    private mutating func playBlock(at now: BootTime) {
        let frames = min(stream?.periodFrames ?? SoundHost.blockFrames, SoundHost.blockFrames)
        render(frames: frames)
        write(frames: frames, at: now)
    }

    /// Closes a stream that is to make way for another device, and tries a device that was chosen without
    /// a pause.
    private mutating func takeChoice(at now: BootTime) {
        // In a moment: what was just tried in virtual time is not tried again in the same step.
        if output.retries.take() { retryAt = min(retryAt, now + .milliseconds(1)) }
        guard stream != nil, sink.mustReopen else { return }
        // Not drained: the sound goes on there.
        sink.close(draining: false)
        stream = nil
        retryAt = now
    }

    private mutating func render(frames: Int) {
        mixer.render(
            into: samples, frames: frames, from: output.streams, telling: output.events)
        output.telemetry.setLevel(mixer.takeLevel())
        recorder?(UnsafeBufferPointer(start: samples, count: 2 * frames))
        if framesToReturn > 0, stream != nil { comeBack(frames: frames) }
    }

    /// A device that comes, or comes back, in the middle of a sound does not begin with a leap.
    private mutating func comeBack(frames: Int) {
        let whole = SoundHost.frames(SoundHost.returnTime, rate: mixer.rate)
        for frame in 0..<min(frames, framesToReturn) {
            let gain = Float(whole - framesToReturn + frame) / Float(whole)
            samples[2 * frame] = samples[2 * frame] * gain  // no *=: 6.3 and TSan
            samples[2 * frame + 1] = samples[2 * frame + 1] * gain
        }
        framesToReturn = max(0, framesToReturn - frames)
    }

    private mutating func write(frames: Int, at now: BootTime) {
        guard let stream else { return }
        do throws(PCMError) {
            converter.convert(
                samples, to: converted, as: stream.sample.encoding, isMono: stream.channels == 1,
                frames: frames)
            try sink.write(converted, frames: frames)
            if framesToProve > 0 {
                framesToProve -= frames
                if framesToProve <= 0 { beWell() }
            }
            output.telemetry.addFrames(frames)
            pace.frames += frames
            noteProgress(frames: frames, at: now)
            output.telemetry.setUnderruns(sink.underruns)
            countSilence(frames: frames)
        } catch {
            fail(error, at: now)
        }
    }

    // MARK: - A rehearsal

    private mutating func takeRehearsal(at now: BootTime) {
        guard output.rehearsal.takeRequest() else { return }
        rehearsal = RunningRehearsal(until: now + SoundDesk.longestStandstill, baseline: nil)
        // Whoever asks wants to know now, however long ago the last failure was.
        retryAt = min(retryAt, now)
    }

    /// Looks whether the device has played anything; `ring.written` counts what it was handed.
    private mutating func lookAtRehearsal(at now: BootTime) {
        guard let running = rehearsal else { return }
        let played = sink.playedFrames ?? ring.written
        guard let baseline = running.baseline else {
            rehearsal?.baseline = played
            return
        }
        if played > baseline {
            endRehearsal(.moved)
        } else if now >= running.until {
            endRehearsal(.stood)
        }
    }

    private mutating func endRehearsal(_ answer: SoundRehearsal.Answer) {
        guard rehearsal != nil else { return }
        rehearsal = nil
        output.rehearsal.give(answer)
        output.telemetry.tell()
    }

    /// Tells of a ring's frames that came out since the last time; `frames` more were handed over.
    private mutating func noteProgress(frames: Int, at now: BootTime) {
        let before = ring.written
        ring.written += frames
        lookAtRehearsal(at: now)
        guard mixer.isAlarmHeard else { return ring.serial = nil }
        let serial = mixer.heardSerial
        if ring.serial != serial {
            ring.serial = serial
            ring.reached = before
        }
        let played = sink.playedFrames ?? ring.written
        guard played > ring.reached else { return }
        ring.reached = played
        output.telemetry.ringMoved(serial, at: now)
    }

    private mutating func countSilence(frames: Int) {
        guard stream != nil else { return }
        silentFrames = mixer.isSilent ? silentFrames + frames : 0
        let limit = SoundHost.frames(SoundHost.silenceBeforeClosing, rate: mixer.rate)
        guard recorder == nil, !keepsOpen, silentFrames >= limit else { return }
        sink.close(draining: true)
        stream = nil
    }
}
