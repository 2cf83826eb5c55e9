import ClockTime
import Glibc

/// Holds the level for a moment and lets it fall, as a meter's needle does.
struct LevelMeter {
    private var peak = 0.0
    private var rms = 0.0
    private var readAt = BootTime(nanoseconds: 0)

    /// How far the needle falls in a second: to a hundredth.
    private static let fall = 4.6

    mutating func level(
        _ level: (peak: Double, rms: Double), at now: BootTime
    ) -> (peak: Double, rms: Double) {
        let seconds = min(1, max(0, (now - readAt).inSeconds))
        let share = exp(-LevelMeter.fall * seconds)
        readAt = now
        peak = max(level.peak, peak * share)
        rms = max(level.rms, rms * share)
        // Below a sixteenth of a 16-bit step nothing is heard: the meter rests.
        if peak < 2e-6 { (peak, rms) = (0, 0) }
        return (peak, rms)
    }
}
