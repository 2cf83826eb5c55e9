import ClockSound
package import ClockTime
package import HAL
import Synchronization

/// Owns the sound device and the mixer, and feeds one from the other.
///
/// Theory of operation. On its own thread it renders a period, converts it, and blocks in the device's `write` until
/// there is room: the device is the clock. In silence the buffer is kept only half full, so that a new sound is heard
/// soon. After a while of silence the device is closed, and the thread sleeps until a scene is published. In virtual
/// time, on the only thread, `advance` makes as many frames as have elapsed (`SoundHost+VirtualTime`).
///
/// A failing device is closed, reported once, and reopened with growing pauses: of less than a second while a sound
/// waits for it, else of up to twenty; the mixer's time goes on meanwhile. While nothing plays and no stream is open,
/// the device is tested at the start, after a failure, and when it may have come or gone (`SoundOutput.retry`).
/// Rendering and converting do not allocate, lock, release or log; opening and closing a device, waiting, and a
/// requested recorder may.
package struct SoundHost: ~Copyable {
    var mixer: Mixer
    private var converter: SampleConverter
    let route: SoundRoute
    let recorder: SampleRecorder?
    let samples: UnsafeMutablePointer<Float>
    private let converted: UnsafeMutableRawPointer

    var stream: PCMFormat?
    private var failures = 0
    /// The frames that a newly opened device must take before it counts as healthy.
    private(set) var framesToProve = 0
    var retryAt = BootTime(nanoseconds: .min)
    /// When to test an unproven device again in silence; nil: it works, or testing is off.
    var nextLook: BootTime?
    private let looksAfterDevice: Bool
    private let boardKeepsOpen: Bool
    private let lowCut: Int
    var amplifier: AmplifierSwitch
    /// Never closes the device in silence, but feeds it with silence.
    func keepsOpen(on route: SoundRoute) -> Bool {
        boardKeepsOpen && route.output.openWish.value
    }
    var silentFrames = 0
    private var pace = SoundPace(since: BootTime(nanoseconds: 0))
    var progress = SoundProgress()
    /// The time up to which frames were made: by `advance`, and for a recorder.
    var reached: BootTime
    /// Until when the newest scene's starts, and its immediate stops, are still to be reported.
    var reportedBy = BootTime(nanoseconds: .min)
    /// When the noise that a scene fades out is silent.
    var fadedOutBy = BootTime(nanoseconds: .min)

    /// Remaining frames of the fade-in after a device came in the middle of a sound.
    var framesToReturn = 0

    /// Takes rendered samples: interleaved stereo, valid during the call, and the frames per second.
    package typealias SampleRecorder = @Sendable (UnsafeBufferPointer<Float>, Int) -> Void

    /// - Parameters:
    /// - recorder: if given, every frame is rendered for it, whether a device plays it or not.
    /// - looksAfterDevice: whether to test the device at the start, and while it fails or after `SoundOutput.retry`, in
    ///   silence too.
    /// - keepsOpen: whether to feed the device with silence while nothing plays, as long as the output should stay
    ///   open; for amplifiers that click when a stream begins.
    /// - lowCut: in Hz, of the noise; 0 for none.
    /// - amplifier: switched on while something plays.
    package init(
        sink: any PCMSink, output: SoundOutput, seed: UInt64, recorder: SampleRecorder? = nil,
        looksAfterDevice: Bool = false, keepsOpen: Bool = false, lowCut: Int = 0,
        amplifier: Amplifier? = nil, startingAt start: BootTime
    ) {
        route = SoundRoute(sink: sink, output: output)
        self.recorder = recorder
        self.lowCut = lowCut
        mixer = Mixer(rate: SoundHost.defaultRate, lowCut: lowCut)
        converter = SampleConverter(seed: seed)
        samples = .allocate(capacity: 2 * SoundHost.blockFrames)
        samples.initialize(repeating: 0, count: 2 * SoundHost.blockFrames)
        converted = .allocate(
            byteCount: SoundHost.blockFrames * 2 * MemoryLayout<Float>.size, alignment: 16)
        reached = start
        self.looksAfterDevice = looksAfterDevice
        boardKeepsOpen = keepsOpen
        self.amplifier = AmplifierSwitch(amplifier, output: output.index)
        // One output after another, because two names may lead to one device.
        nextLook = looksAfterDevice ? start + SoundHost.lookStagger * output.index : nil
    }

    deinit {
        // A copy, because a struct that ends cannot change.
        var amplifier = self.amplifier
        amplifier.turnOff()
        route.sink.close(draining: false)
        samples.deallocate()
        converted.deallocate()
    }

    // MARK: - On a thread of its own

    /// Runs until `isStopping` returns true. Wakes `engine` when there is something to report.
    package mutating func run(
        waiter: any Waiter, clock: any TimeSource, engine: any Waiter,
        isStopping: @Sendable () -> Bool
    ) {
        let route = route
        let events = route.output.events
        let telemetry = route.output.telemetry
        var reported = events.pushed
        while !isStopping() {
            takeScene(on: route)
            takeRehearsal(at: clock.now().boot, on: route)
            takeChoice(at: clock.now().boot, on: route)
            if isAtRest {
                lookAtDevice(at: clock.now().boot, on: route)
                if telemetry.takeChange() { engine.notify() }
                if stream == nil { passSilence(waiter: waiter, clock: clock, on: route) }
                continue
            }
            if stream == nil, !open(at: clock.now().boot, on: route) {
                progress.endRehearsal(.stood, telling: route.output)
                if telemetry.takeChange() { engine.notify() }
                passTime(waiter: waiter, clock: clock, until: retryAt, on: route)
            } else {
                playBlock(at: clock.now().boot, on: route)
                keepPace(waiter: waiter, clock: clock, on: route)
            }
            if events.pushed != reported || telemetry.takeChange() {
                reported = events.pushed
                engine.notify()
            }
        }
    }

    /// Whether nothing plays, and no stream is open for it.
    var isAtRest: Bool { stream == nil && mixer.isSilent && !progress.isRehearsing }

    /// Tests, while nothing plays, whether the device can be opened; a stream that is to stay open does. It does not
    /// change `retryAt`, so that an alarm right after it still tries for itself.
    mutating func lookAtDevice(at now: BootTime, on route: SoundRoute) {
        let staysOpen = keepsOpen(on: route)
        guard nextLook.map({ $0 <= now }) ?? staysOpen else { return }
        guard !staysOpen else {
            retryAt = min(retryAt, now)
            _ = open(at: now, on: route)
            return
        }
        do throws(PCMError) {
            _ = try route.sink.open()
            route.output.telemetry.setStandIn(route.sink.isStandIn)
            route.sink.close(draining: false)
            nextLook = nil
            route.output.telemetry.setError(nil)
        } catch {
            // We may hold it ourselves: the first output's device by another name.
            if route.output.index > 0, error == .busy {
                nextLook = nil
                return route.output.telemetry.setError(nil)
            }
            nextLook = now + SoundHost.lookInterval
            route.output.telemetry.setError(error)
        }
    }

    /// While no device plays, the sound goes on unheard, so that it is at the right position when a device comes
    /// back.
    private mutating func passTime(
        waiter: any Waiter, clock: any TimeSource, until end: BootTime, on route: SoundRoute
    ) {
        if recorder == nil { reached = clock.now().boot }
        _ = waiter.wait(until: Deadline(boot: end))
        passUnheard(to: clock.now().boot, on: route)
    }

    /// Sleeps until a request comes. A recorder gets the silence.
    private mutating func passSilence(
        waiter: any Waiter, clock: any TimeSource, on route: SoundRoute
    ) {
        guard recorder != nil else {
            _ = waiter.wait(until: Deadline(boot: nextLook))
            return
        }
        let end = clock.now().boot + SoundHost.duration(SoundHost.blockFrames, rate: mixer.rate)
        _ = waiter.wait(until: Deadline(boot: min(end, nextLook ?? end)))
        passUnheard(to: clock.now().boot, on: route)
    }

    /// Advances time without a device; for a recorder everything is rendered.
    private mutating func passUnheard(to now: BootTime, on route: SoundRoute) {
        var frames = max(0, SoundHost.frames(now - reached, rate: mixer.rate))
        reached = reached + SoundHost.duration(frames, rate: mixer.rate)
        guard recorder != nil else {
            return mixer.skip(
                frames: frames, from: route.output.streams, telling: route.output.events)
        }
        while frames > 0 {
            let block = min(frames, SoundHost.blockFrames)
            render(frames: block, on: route)
            frames -= block
        }
    }

    /// Waits until time catches up with the written frames, if the device's `write` does not do so.
    private mutating func keepPace(waiter: any Waiter, clock: any TimeSource, on route: SoundRoute)
    {
        guard let stream else { return }
        let now = clock.now().boot
        var pause = pace.pause(at: now, on: stream)
        if pause == nil, mixer.isSilent {
            pause = SoundPace.pauseInSilence(queued: route.sink.queuedFrames, on: stream)
        }
        guard let pause else { return }
        _ = waiter.wait(until: Deadline(boot: now + pause))
    }

    // MARK: - Both

    mutating func takeScene(on route: SoundRoute) {
        let hadNoise = mixer.isNoiseWanted
        guard mixer.apply(newestOf: route.output.scenes) else { return }
        // The limiter lags by a slice, and a tone falls silent in less than a block: two blocks cover both.
        let settling = SoundHost.duration(2 * SoundHost.blockFrames, rate: mixer.rate)
        reportedBy = reached + settling
        if hadNoise, !mixer.isNoiseWanted {
            fadedOutBy = reportedBy + .milliseconds(Int64(mixer.fadeOutSeconds * 1000))
        }
    }

    mutating func open(at now: BootTime, on route: SoundRoute) -> Bool {
        guard retryAt <= now else { return false }
        do throws(PCMError) {
            let format = try route.sink.open()
            route.output.telemetry.setSoundless(route.sink.isSoundless)
            route.output.telemetry.setStandIn(route.sink.isStandIn)
            if format.rate != mixer.rate {
                var other = Mixer(rate: format.rate, lowCut: lowCut)
                other.apply(sceneOf: mixer)
                mixer = other
                route.output.telemetry.setRate(format.rate)
                route.output.streams.discardAll()
            }
            stream = format
            framesToReturn =
                mixer.isHeard
                ? SoundHost.frames(SoundHost.returnTime, rate: format.rate) : 0
            pace = SoundPace(since: now)
            progress.deviceOpened()
            silentFrames = 0
            nextLook = nil
            // Some devices open and then take nothing, so one counts as playing only once it has taken more than its
            // buffer holds.
            framesToProve = format.bufferFrames + 1
            return true
        } catch {
            fail(error, at: now, on: route)
            return false
        }
    }

    /// Call after the device took frames.
    mutating func prove(frames: Int, on route: SoundRoute) {
        guard framesToProve > 0 else { return }
        framesToProve -= frames
        guard framesToProve <= 0 else { return }
        failures = 0
        route.output.telemetry.setError(nil)
    }

    private mutating func fail(_ error: PCMError, at now: BootTime, on route: SoundRoute) {
        amplifier.turnOff()
        stream = nil
        // We may hold it ourselves, by another name; in a test during silence that is not a fault.
        let isTrial = (progress.isRehearsing || keepsOpen(on: route)) && !mixer.isAlarmHeard
        let isTaken = isTrial && route.output.index > 0 && error == .busy
        route.output.telemetry.setError(isTaken ? nil : error)
        progress.endRehearsal(isTaken ? .taken : .stood, telling: route.output)
        retryAt = now + RetryPause.inSoundAfter(failures: failures)
        if keepsOpen(on: route), mixer.isSilent {
            nextLook = now + RetryPause.inIdleAfter(failures: failures)
        } else {
            nextLook = looksAfterDevice ? retryAt : nil
        }
        failures += 1
    }

    private mutating func playBlock(at now: BootTime, on route: SoundRoute) {
        let frames = min(stream?.periodFrames ?? SoundHost.blockFrames, SoundHost.blockFrames)
        guard !mustWakeAmplifier else {
            let woken = wakeAmplifier(atMost: frames, at: now, on: route)
            reached = reached + SoundHost.duration(woken, rate: mixer.rate)
            return
        }
        render(frames: frames, on: route)
        write(frames: frames, at: now, on: route)
        reached = reached + SoundHost.duration(frames, rate: mixer.rate)
        noteAmplifier(frames: frames, on: route)
    }

    /// Closes a stream that must make way for another device, and tries a newly chosen device without a pause. In
    /// silence, too, one output after the other, because two names may lead to one device.
    mutating func takeChoice(at now: BootTime, on route: SoundRoute) {
        // Slightly later: what was just tried in virtual time is not retried in the same step.
        let pause = route.output.retries.take()
        if pause == .zero {
            retryAt = min(retryAt, now + .milliseconds(1))
            if looksAfterDevice {
                nextLook = earlier(nextLook, now + SoundHost.lookStagger * route.output.index)
            }
        }
        let mustPause = pause.map { $0 > .zero } ?? false
        guard mustPause || (stream != nil && route.sink.mustReopen) else { return }
        amplifier.turnOff()
        // Not drained: the sound goes on at the new device.
        route.sink.close(draining: false)
        stream = nil
        retryAt = now + (pause ?? .zero)
    }

    mutating func render(frames: Int, on route: SoundRoute) {
        mixer.render(
            into: samples, frames: frames, from: route.output.streams, telling: route.output.events)
        route.output.telemetry.setLevel(mixer.takeLevel())
        recorder?(UnsafeBufferPointer(start: samples, count: 2 * frames), mixer.rate)
        if framesToReturn > 0, stream != nil { fadeIn(frames: frames) }
    }

    mutating func write(frames: Int, at now: BootTime, on route: SoundRoute) {
        guard let stream else { return }
        do throws(PCMError) {
            converter.convert(
                samples, to: converted, as: stream.sample.encoding, isMono: stream.channels == 1,
                frames: frames)
            try route.sink.write(converted, frames: frames)
            prove(frames: frames, on: route)
            route.output.telemetry.addFrames(frames)
            pace.count(frames)
            noteProgress(frames: frames, at: now, on: route)
            route.output.telemetry.setUnderruns(route.sink.underruns)
            countSilence(frames: frames, on: route)
        } catch {
            fail(error, at: now, on: route)
        }
    }

    mutating func takeRehearsal(at now: BootTime, on route: SoundRoute) {
        guard route.output.rehearsal.takeRequest() else { return }
        progress.beginRehearsal(at: now)
        // A rehearsal tries at once, however recent the last failure.
        retryAt = min(retryAt, now)
    }

    mutating func noteProgress(frames: Int, at now: BootTime, on route: SoundRoute) {
        progress.note(
            frames: frames, played: route.sink.playedFrames,
            ring: mixer.isAlarmHeard ? mixer.heardSerial : nil, isSilent: mixer.isSilent,
            telling: route.output, at: now)
    }

    mutating func countSilence(frames: Int, on route: SoundRoute) {
        guard stream != nil else { return }
        silentFrames = mixer.isSilent ? silentFrames + frames : 0
        if silentFrames >= SoundHost.frames(AmplifierSwitch.lingering, rate: mixer.rate) {
            amplifier.turnOff()
        }
        let limit = SoundHost.frames(SoundHost.silenceBeforeClosing, rate: mixer.rate)
        guard silentFrames >= limit, !keepsOpen(on: route) else { return }
        route.sink.close(draining: true)
        stream = nil
    }
}

/// The destination of one thread's sound, and where it reports.
///
/// Passed from function to function instead of read from the host at each use: Swift 6.0 counts a reference at each
/// use of a stored one, 6.3 does not.
struct SoundRoute {
    let sink: any PCMSink
    let output: SoundOutput
}

extension PCMFormat.Sample {
    /// The encoding of the mixer's floats for this sample format.
    var encoding: SampleEncoding {
        switch self {
        case .int32: .int32
        case .int24: .int24
        case .int24Packed: .int24Packed
        case .int16: .int16
        case .float32: .float32
        }
    }
}
