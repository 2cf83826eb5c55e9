import ClockTime
import Glibc

/// Holds the level for a moment and then lets it fall, like a meter's needle.
struct LevelMeter {
    private var peak = 0.0
    private var rms = 0.0
    private var readAt = BootTime(nanoseconds: 0)

    /// The needle's decay per second: to a hundredth.
    private static let fall = 4.6

    mutating func level(
        _ level: (peak: Double, rms: Double), at now: BootTime
    ) -> (peak: Double, rms: Double) {
        let seconds = min(1, max(0, (now - readAt).inSeconds))
        let share = exp(-LevelMeter.fall * seconds)
        readAt = now
        peak = max(level.peak, peak * share)
        rms = max(level.rms, rms * share)
        // Below a sixteenth of a 16-bit step nothing is audible, so the meter rests.
        if peak < 2e-6 { (peak, rms) = (0, 0) }
        return (peak, rms)
    }
}
