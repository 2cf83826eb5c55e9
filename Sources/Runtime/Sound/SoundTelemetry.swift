import ClockCore
import ClockSound
import ClockTime
import HAL
import Synchronization

/// What the sound thread reports about itself; any thread can read it at any time.
package final class SoundTelemetry: Sendable {
    private let peakBits = Atomic<UInt32>(0)
    private let meanBits = Atomic<UInt32>(0)
    private let device = Atomic<UInt64>(0)
    private let underrunCount = Atomic<Int>(0)
    private let frameCount = Atomic<Int>(0)

    /// The peak sample of the last block; 1 is full scale.
    package var peak: Double { Double(Float(bitPattern: peakBits.load(ordering: .relaxed))) }

    /// The root mean square of the last block over both channels; 1 is full scale.
    package var rootMeanSquare: Double {
        Double(Float(bitPattern: meanBits.load(ordering: .relaxed)))
    }

    func setLevel(_ level: OutputLevel) {
        peakBits.store(level.peak.bitPattern, ordering: .relaxed)
        meanBits.store(level.rootMeanSquare.bitPattern, ordering: .relaxed)
    }

    private let ratePerSecond = Atomic<Int>(SoundHost.defaultRate)

    /// The mixer's rate in frames per second.
    var rate: Int { ratePerSecond.load(ordering: .relaxed) }

    func setRate(_ rate: Int) { ratePerSecond.store(rate, ordering: .relaxed) }

    package var underruns: Int { underrunCount.load(ordering: .relaxed) }

    func setUnderruns(_ count: Int) { underrunCount.store(count, ordering: .relaxed) }

    /// Frames handed to the device since the start.
    package var frames: Int { frameCount.load(ordering: .relaxed) }

    func addFrames(_ count: Int) {
        frameCount.store(frames + count, ordering: .relaxed)
    }

    /// Counts failures and recoveries, so that a failure that is already over is noticed.
    var errorChanges: Int { errors.load(ordering: .relaxed) }
    private let errors = Atomic<Int>(0)

    /// The failure that keeps the device closed, in words for people; nil while all is well.
    package var problem: String? { problem(of: "the sound device") }

    /// The same for a device that people know by another name. It is stored as a kind and an error number, because
    /// the sound thread makes no strings.
    func problem(of name: String) -> String? { fault(of: name)?.text }

    /// The same, and whether another device plays in its place.
    func fault(of name: String) -> OutputProblem? {
        let packed = device.load(ordering: .acquiring)
        let errno = Int32(truncatingIfNeeded: packed)
        switch packed >> 32 {
        case 0:
            if isAmplifierStuck.load(ordering: .relaxed) {
                return .failed("the amplifier of \(name) can't be switched on")
            }
            return isStandIn.load(ordering: .relaxed)
                ? .standIn("\(name) is a stand-in: the chosen one can't play the alarm") : nil
        case 1: return .failed("\(name) is gone")
        case 2: return .failed("another program uses \(name)")
        case 3: return .failed("\(name) supports no format that the clock plays")
        default: return .failed("\(name) failed (\(SystemError.text(errno)))")
        }
    }

    private let isStandIn = Atomic<Bool>(false)

    /// Sets whether the device that is open, or was tested last, is another than the wanted one.
    func setStandIn(_ isOn: Bool) {
        let old = isStandIn.exchange(isOn, ordering: .relaxed)
        if old != isOn { isChanged.store(true, ordering: .releasing) }
    }

    /// Whether it is.
    var playsOnStandIn: Bool { isStandIn.load(ordering: .relaxed) }

    private let isSoundless = Atomic<Bool>(false)

    /// Sets whether the open device lacks a jack: then taking frames does not prove sound.
    func setSoundless(_ isOn: Bool) { isSoundless.store(isOn, ordering: .relaxed) }

    private let isAmplifierStuck = Atomic<Bool>(false)

    /// Sets whether the line that switches the amplifier failed: then taking frames does not prove sound either.
    func setAmplifierStuck(_ isOn: Bool) {
        let old = isAmplifierStuck.exchange(isOn, ordering: .relaxed)
        if old != isOn { isChanged.store(true, ordering: .releasing) }
    }

    // MARK: - A ring's frames

    /// One more than the serial of the last ring whose frames were played; 0 before the first.
    private let ring = Atomic<UInt64>(0)
    private let ringMovedAt = Atomic<Int64>(.min)

    /// When frames of this ring were last seen to be played; nil if never. The serial is read first, so that a ring
    /// that begins meanwhile can only make the time later.
    func lastMovement(ofRing serial: UInt32) -> BootTime? {
        guard ring.load(ordering: .acquiring) == UInt64(serial) + 1 else { return nil }
        return BootTime(nanoseconds: ringMovedAt.load(ordering: .relaxed))
    }

    /// Records that frames of this ring were played since the last call.
    func ringMoved(_ serial: UInt32, at now: BootTime) {
        guard provesSound else { return }
        ringMovedAt.store(now.nanoseconds, ordering: .relaxed)
        let word = UInt64(serial) + 1
        let old = ring.exchange(word, ordering: .acquiringAndReleasing)
        if old != word { isChanged.store(true, ordering: .releasing) }
    }

    /// Whether frames that move are heard, as far as anybody can tell.
    private var provesSound: Bool {
        !isSoundless.load(ordering: .relaxed) && !isAmplifierStuck.load(ordering: .relaxed)
    }

    // MARK: - Frames of other sounds

    private let hasSoundMoved = Atomic<Bool>(false)

    /// Records that the first frames of a sound without a ring were played. Returns whether that proves anything.
    func soundMoved() -> Bool {
        guard provesSound else { return false }
        hasSoundMoved.store(true, ordering: .relaxed)
        report()
        return true
    }

    /// Whether such a sound has begun to move since the last call.
    func takeSoundMoved() -> Bool { hasSoundMoved.exchange(false, ordering: .relaxed) }

    // MARK: - Changes

    private let isChanged = Atomic<Bool>(false)

    /// Whether there is something new to check: a changed problem, or a ring whose frames began to move.
    func takeChange() -> Bool { isChanged.exchange(false, ordering: .acquiringAndReleasing) }

    /// Asks the engine to check.
    func report() { isChanged.store(true, ordering: .releasing) }

    func setError(_ error: PCMError?) {
        let packed: UInt64 =
            switch error {
            case nil: 0
            case .gone: 1 << 32
            case .busy: 2 << 32
            case .unsupported: 3 << 32
            case .io(let errno): 4 << 32 | UInt64(UInt32(bitPattern: errno))
            }
        let old = device.exchange(packed, ordering: .acquiringAndReleasing)
        guard old != packed else { return }
        errors.wrappingAdd(1, ordering: .relaxed)
        isChanged.store(true, ordering: .releasing)
    }
}
