import CALSA
import CLinux
import Glibc
package import HAL
import Synchronization

// Theory of operation.
//
// One playback PCM, blocking writes, interleaved. The device is opened nonblocking (a busy one would make the caller
// wait for its owner) and then set to blocking, so that writes pace the sound thread. It wakes once per period of
// 1024 frames, 47 times a second, and four periods (85 ms) are buffered. Playback starts by itself with three
// periods. ALSAParameters.swift has the parameters.
//
// After an underrun or a suspend the stream is recovered and continues; this is counted, and allowed at most three
// times a second. Every other failure closes the device; the caller reopens it later, or opens another one.

/// An ALSA playback device.
///
/// Writing takes no lock: the handle is in an atomic word that only the sound thread changes, and `underruns` is an
/// atomic that any thread may read.
package final class ALSASink: PCMSink {
    /// Like `snd_pcm_writei`: frames written, or a negative errno. A C function, because calling a Swift closure may
    /// count references.
    typealias Transfer = @convention(c) (OpaquePointer?, UnsafeRawPointer?, UInt) -> Int

    /// Like a silent `snd_pcm_recover`: 0, or a negative errno.
    typealias Recovery = @convention(c) (OpaquePointer?, Int32) -> Int32

    /// Like `snd_pcm_state`.
    typealias State = @convention(c) (OpaquePointer?) -> snd_pcm_state_t

    /// Like `snd_pcm_delay`: 0 and the frames still to be played, or a negative errno.
    typealias Delay = @convention(c) (OpaquePointer?, UnsafeMutablePointer<Int>?) -> Int32

    /// Nanoseconds of a monotonic clock.
    typealias Now = @convention(c) () -> Int64

    /// How often to retry a write that neither moves frames nor fails: a blocking device returns 0 only if its plugin
    /// is faulty.
    private static let idleWrites = 3

    /// Without a handler of its own libasound writes to stderr; set once per process.
    private static let silenced: Void = noiseclock_alsa_silence()

    /// Call this before any use of libasound.
    static func silenceLibrary() { _ = silenced }

    package let device: String
    /// Tried first; then the other one of 48000 and 44100.
    private let preferredRate: Int

    private let transfer: Transfer
    private let recovery: Recovery
    private let delay: Delay
    private let state: State
    private let now: Now
    /// The PCM's address; 0 while closed.
    private let handle = Atomic<UInt>(0)
    private let bytesPerFrame = Atomic<Int>(0)
    private let bufferFrames = Atomic<Int>(0)
    private let recovered = Atomic<Int>(0)
    private let soundless = Atomic<Bool>(false)
    /// Frames written since `open`, and how many of them had been played at the last query.
    private let written = Atomic<Int>(0)
    private let played = Atomic<Int>(0)
    /// Used only after a stream has broken off.
    private let budget = Mutex(RecoveryBudget())

    /// - Parameters:
    ///   - device: an ALSA name, such as `default`, `plughw:CARD=Device`, `file:'x',raw`. Do not take it from
    ///     strangers: some names run programs (`file:'|…'`).
    ///   - preferredRate: frames per second, 48000 or 44100; the other one is used if the device lacks it.
    package convenience init(device: String, preferredRate: Int = 48_000) {
        self.init(
            device: device, preferredRate: preferredRate, transfer: ALSASink.writeFrames)
    }

    /// - Parameters:
    /// - transfer: replaces `writeFrames` in tests.
    /// - recovery: replaces `recover`.
    /// - delay: replaces `framesToCome`.
    /// - state: replaces `currentState`.
    /// - now: replaces `monotonicNanoseconds`.
    init(
        device: String, preferredRate: Int = 48_000, transfer: @escaping Transfer,
        recovery: @escaping Recovery = ALSASink.recover,
        delay: @escaping Delay = ALSASink.framesToCome,
        state: @escaping State = ALSASink.currentState,
        now: @escaping Now = ALSASink.monotonicNanoseconds
    ) {
        self.device = device
        self.preferredRate = preferredRate
        self.transfer = transfer
        self.recovery = recovery
        self.delay = delay
        self.state = state
        self.now = now
        ALSASink.silenceLibrary()
    }

    static let writeFrames: Transfer = { snd_pcm_writei($0, $1, $2) }

    static let recover: Recovery = { snd_pcm_recover($0, $1, 1) }

    static let framesToCome: Delay = { snd_pcm_delay($0, $1) }

    static let currentState: State = { snd_pcm_state($0) }

    static let monotonicNanoseconds: Now = { noiseclock_nanoseconds(CLOCK_MONOTONIC) }

    deinit { close(draining: false) }

    package var underruns: Int { recovered.load(ordering: .relaxed) }

    /// The frames written, less those that ALSA says are still to be played. While ALSA cannot say, as in an
    /// underrun, the count stays where it was.
    package var playedFrames: Int? {
        let before = played.load(ordering: .relaxed)
        let pcm = OpaquePointer(bitPattern: handle.load(ordering: .acquiring))
        var left = 0
        guard let pcm, delay(pcm, &left) == 0 else { return before }
        // The delay can be negative if a device ran dry and did not stop.
        let now = max(before, written.load(ordering: .relaxed) - max(0, left))
        played.store(now, ordering: .relaxed)
        return now
    }

    /// Uses the buffer's free space instead of the delay, which also counts what a radio link holds: far more than
    /// any buffer.
    package var queuedFrames: Int? {
        let pcm = OpaquePointer(bitPattern: handle.load(ordering: .acquiring))
        guard let pcm else { return nil }
        let room = snd_pcm_avail(pcm)
        // An underrun; the next write recovers from it.
        guard room >= 0 else { return nil }
        return max(0, bufferFrames.load(ordering: .relaxed) - room)
    }

    package var isSoundless: Bool { soundless.load(ordering: .relaxed) }

    package func open() throws(PCMError) -> PCMFormat {
        close(draining: false)
        if let card = ALSAParameters.cardItself(of: device) {
            do throws(PCMError) {
                return try open(card)
            } catch {
                // Then with the plugin that the name asks for.
                guard case .unsupported = error else { throw error }
            }
        }
        return try open(device)
    }

    private func open(_ name: String) throws(PCMError) -> PCMFormat {
        var opened: OpaquePointer?
        let code = snd_pcm_open(
            &opened, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
        // ALSA's answer to a card number that no card has: the name cannot be resolved.
        guard code != -EINVAL else { throw .gone }
        try ALSASink.check(code)
        guard let pcm = opened else { throw .gone }
        do throws(PCMError) {
            try ALSASink.check(snd_pcm_nonblock(pcm, 0))
            let format = try ALSAParameters.configure(pcm, preferredRate: preferredRate)
            try ALSAParameters.setThresholds(pcm, format)
            try ALSASink.check(snd_pcm_prepare(pcm))
            bytesPerFrame.store(format.bytesPerFrame, ordering: .relaxed)
            bufferFrames.store(format.bufferFrames, ordering: .relaxed)
            written.store(0, ordering: .relaxed)
            played.store(0, ordering: .relaxed)
            soundless.store(CardDriver.isSoundless(under: pcm), ordering: .relaxed)
            handle.store(UInt(bitPattern: pcm), ordering: .releasing)
            // A device may have loaded a plugin. If memory is short it plays all the same.
            try? MemoryLock.lockLibraries()
            return format
        } catch {
            snd_pcm_close(pcm)
            throw error
        }
    }

    package func write(_ samples: UnsafeRawPointer, frames: Int) throws(PCMError) {
        guard let pcm = OpaquePointer(bitPattern: handle.load(ordering: .acquiring)) else {
            throw .gone
        }
        let size = bytesPerFrame.load(ordering: .relaxed)
        var done = 0
        var idle = 0
        while done < frames {
            let moved = transfer(pcm, samples + done * size, UInt(frames - done))
            if moved > 0 {
                done += moved
                written.wrappingAdd(moved, ordering: .relaxed)
                idle = 0
                continue
            }
            do throws(PCMError) {
                try resume(pcm, after: moved, idle: &idle)
            } catch {
                close(draining: false)
                throw error
            }
        }
    }

    package func close(draining: Bool) {
        let pcm = OpaquePointer(bitPattern: handle.exchange(0, ordering: .acquiringAndReleasing))
        guard let pcm else { return }
        // If draining fails, closing drops the rest; there is nobody to tell.
        _ = draining ? snd_pcm_drain(pcm) : snd_pcm_drop(pcm)
        snd_pcm_close(pcm)
    }

    /// Makes the stream ready for another write after one that moved nothing.
    private func resume(
        _ pcm: OpaquePointer, after result: Int, idle: inout Int
    ) throws(PCMError) {
        let code = Int32(clamping: result)
        switch -code {
        case EPIPE, ESTRPIPE:
            guard state(pcm) != SND_PCM_STATE_DISCONNECTED else { throw .gone }
            guard budget.withLock({ $0.admit(at: now()) }) else {
                throw .io(errno: -code)
            }
            try ALSASink.check(recovery(pcm, code))
            recovered.wrappingAdd(1, ordering: .relaxed)
        case 0, EINTR, EAGAIN:
            idle += 1
            guard idle < ALSASink.idleWrites else { throw .io(errno: EIO) }
            _ = snd_pcm_wait(pcm, 100)
        default:
            try ALSASink.check(code)
        }
    }

    /// Translates a negative ALSA code for the caller.
    static func check(_ code: Int32) throws(PCMError) {
        guard code < 0 else { return }
        switch -code {
        // No such definition or card; unplugged; unplugged while open.
        case ENOENT, ENODEV, ENXIO, EBADFD, ESHUTDOWN: throw .gone
        case EBUSY, EAGAIN: throw .busy
        default: throw .io(errno: -code)
        }
    }
}
