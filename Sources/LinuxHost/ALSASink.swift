import CALSA
import CLinux
import Glibc
package import HAL
import Synchronization

// Theory of operation.
//
// One playback PCM, blocking writes, interleaved stereo. The device is opened without blocking (a
// busy one would make the caller wait for its owner) and then set to blocking, so that writing
// paces the sound thread: it wakes once per period of 1024 frames, 47 times a second, and four
// periods (85 ms) are buffered. Playback starts by itself when three are in.
//
// After an underrun or a suspend the stream is recovered and goes on, counted, at most three times
// a second. Every other failure closes the device; the caller opens again, later or another one.

/// An ALSA playback device.
///
/// It has no lock on its way of writing: the handle lies in an atomic word that only the sound
/// thread changes, and `underruns` is an atomic that anybody may read.
package final class ALSASink: PCMSink {
    /// Like `snd_pcm_writei`: frames written, or a negative errno. A C function, because calling a
    /// Swift closure may count references.
    typealias Transfer = @convention(c) (OpaquePointer?, UnsafeRawPointer?, UInt) -> Int

    /// Like `snd_pcm_recover` without its words: 0, or a negative errno.
    typealias Recovery = @convention(c) (OpaquePointer?, Int32) -> Int32

    /// Like `snd_pcm_delay`: 0 and the frames that are still to come out, or a negative errno.
    typealias Delay = @convention(c) (OpaquePointer?, UnsafeMutablePointer<Int>?) -> Int32

    /// Preferred first. 48 kHz is what the cheap converters run at.
    private static let rates: [UInt32] = [48_000, 44_100]
    private static let periodFrames = 1024
    private static let periods = 4
    /// A write that neither moves frames nor fails is tried again this often: a blocking device
    /// gives 0 only where its plugin is at fault.
    private static let idleWrites = 3

    /// Without a handler of its own libasound writes to stderr; set once per process.
    private static let silenced: Void = noiseclock_alsa_silence()

    package let device: String

    private let transfer: Transfer
    private let recovery: Recovery
    private let delay: Delay
    /// The PCM's address; 0 while closed.
    private let handle = Atomic<UInt>(0)
    private let bytesPerFrame = Atomic<Int>(0)
    private let recovered = Atomic<Int>(0)
    /// Frames handed over since `open`, and how many of them had come out when last asked.
    private let written = Atomic<Int>(0)
    private let played = Atomic<Int>(0)
    /// Touched only when a stream has already broken off.
    private let budget = Mutex(RecoveryBudget())

    /// - Parameter device: an ALSA name, as in `default`, `plughw:CARD=Device`, `file:'x',raw`.
    package convenience init(device: String) {
        self.init(device: device, transfer: ALSASink.writeFrames)
    }

    /// - Parameters:
    ///   - transfer: stands in for `writeFrames` where a test breaks it.
    ///   - recovery: the same for `recover`.
    ///   - delay: the same for `framesToCome`.
    init(
        device: String, transfer: @escaping Transfer,
        recovery: @escaping Recovery = ALSASink.recover,
        delay: @escaping Delay = ALSASink.framesToCome
    ) {
        self.device = device
        self.transfer = transfer
        self.recovery = recovery
        self.delay = delay
        _ = ALSASink.silenced
    }

    static let writeFrames: Transfer = { snd_pcm_writei($0, $1, $2) }

    static let recover: Recovery = { snd_pcm_recover($0, $1, 1) }

    static let framesToCome: Delay = { snd_pcm_delay($0, $1) }

    deinit { close(draining: false) }

    package var underruns: Int { recovered.load(ordering: .relaxed) }

    /// What was written, less what ALSA says is still to come out. A stream that it can say nothing of, as
    /// in an underrun, stands where it was.
    package var playedFrames: Int? {
        let before = played.load(ordering: .relaxed)
        let pcm = OpaquePointer(bitPattern: handle.load(ordering: .acquiring))
        var left = 0
        guard let pcm, delay(pcm, &left) == 0 else { return before }
        // A delay can be negative, where a device ran dry and was not stopped by it.
        let now = max(before, written.load(ordering: .relaxed) - max(0, left))
        played.store(now, ordering: .relaxed)
        return now
    }

    package func open() throws(PCMError) -> PCMFormat {
        close(draining: false)
        var opened: OpaquePointer?
        let code = snd_pcm_open(
            &opened, device, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
        // ALSA's answer to a card number that no card has: the name cannot be worked out.
        guard code != -EINVAL else { throw .gone }
        try ALSASink.check(code)
        guard let pcm = opened else { throw .gone }
        do throws(PCMError) {
            try ALSASink.check(snd_pcm_nonblock(pcm, 0))
            let format = try ALSASink.configure(pcm)
            try ALSASink.setThresholds(pcm, format)
            try ALSASink.check(snd_pcm_prepare(pcm))
            bytesPerFrame.store(format.bytesPerFrame, ordering: .relaxed)
            written.store(0, ordering: .relaxed)
            played.store(0, ordering: .relaxed)
            handle.store(UInt(bitPattern: pcm), ordering: .releasing)
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
        // What cannot be drained any more is dropped by closing; there is nobody to tell.
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
            guard snd_pcm_state(pcm) != SND_PCM_STATE_DISCONNECTED else { throw .gone }
            guard budget.withLock({ $0.admit(at: ALSASink.monotonicNanoseconds()) }) else {
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

    private static func monotonicNanoseconds() -> Int64 {
        noiseclock_nanoseconds(CLOCK_MONOTONIC)
    }

    /// What a negative code of ALSA's means for whoever opened the device.
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

// What is asked of the hardware.
extension ALSASink {
    private static func configure(_ pcm: OpaquePointer) throws(PCMError) -> PCMFormat {
        let wanted = periodFrames * periods
        let format = try configure(pcm, bufferFrames: wanted)
        if format.bufferFrames >= 2 * format.periodFrames { return format }
        // Some drivers of the Pi give a buffer of one period, which can only underrun; asked for
        // twice as much they give two.
        let second = try configure(pcm, bufferFrames: 2 * wanted)
        guard second.bufferFrames >= 2 * second.periodFrames else {
            throw .unsupported(
                "a buffer of at least two periods; it gives \(second.bufferFrames) frames "
                    + "for a period of \(second.periodFrames)")
        }
        return second
    }

    private static func configure(
        _ pcm: OpaquePointer, bufferFrames: Int
    ) throws(PCMError) -> PCMFormat {
        var allocated: OpaquePointer?
        try check(snd_pcm_hw_params_malloc(&allocated))
        guard let parameters = allocated else { throw .io(errno: ENOMEM) }
        defer { snd_pcm_hw_params_free(parameters) }
        try check(snd_pcm_hw_params_any(pcm, parameters))
        try require(
            "interleaved writing",
            snd_pcm_hw_params_set_access(pcm, parameters, SND_PCM_ACCESS_RW_INTERLEAVED))
        let sample = try chooseSample(pcm, parameters)
        try require("two channels", snd_pcm_hw_params_set_channels(pcm, parameters, 2))
        let rate = rates.first { snd_pcm_hw_params_test_rate(pcm, parameters, $0, 0) == 0 }
        guard let rate else { throw .unsupported("48000 or 44100 frames a second") }
        try require("\(rate) Hz", snd_pcm_hw_params_set_rate(pcm, parameters, rate, 0))
        var period = snd_pcm_uframes_t(periodFrames)
        try check(snd_pcm_hw_params_set_period_size_near(pcm, parameters, &period, nil))
        var buffer = snd_pcm_uframes_t(bufferFrames)
        try check(snd_pcm_hw_params_set_buffer_size_near(pcm, parameters, &buffer))
        try check(snd_pcm_hw_params(pcm, parameters))
        try check(snd_pcm_hw_params_get_period_size(parameters, &period, nil))
        try check(snd_pcm_hw_params_get_buffer_size(parameters, &buffer))
        return PCMFormat(
            sample: sample, rate: Int(rate), periodFrames: Int(period), bufferFrames: Int(buffer))
    }

    private static func chooseSample(
        _ pcm: OpaquePointer, _ parameters: OpaquePointer
    ) throws(PCMError) -> PCMFormat.Sample {
        if snd_pcm_hw_params_set_format(pcm, parameters, SND_PCM_FORMAT_S16) == 0 { return .int16 }
        if snd_pcm_hw_params_set_format(pcm, parameters, SND_PCM_FORMAT_FLOAT) == 0 {
            return .float32
        }
        throw .unsupported("16-bit integers or 32-bit floats")
    }

    /// A refused wish is `unsupported` and says what was asked, unless the device went away.
    private static func require(_ what: String, _ code: Int32) throws(PCMError) {
        guard code < 0 else { return }
        guard code != -EINVAL else { throw .unsupported(what) }
        try check(code)
    }

    private static func setThresholds(
        _ pcm: OpaquePointer, _ format: PCMFormat
    ) throws(PCMError) {
        var allocated: OpaquePointer?
        try check(snd_pcm_sw_params_malloc(&allocated))
        guard let parameters = allocated else { throw .io(errno: ENOMEM) }
        defer { snd_pcm_sw_params_free(parameters) }
        try check(snd_pcm_sw_params_current(pcm, parameters))
        let start = snd_pcm_uframes_t(format.bufferFrames - format.periodFrames)
        try check(snd_pcm_sw_params_set_start_threshold(pcm, parameters, start))
        let wake = snd_pcm_uframes_t(format.periodFrames)
        try check(snd_pcm_sw_params_set_avail_min(pcm, parameters, wake))
        try check(snd_pcm_sw_params(pcm, parameters))
    }
}
