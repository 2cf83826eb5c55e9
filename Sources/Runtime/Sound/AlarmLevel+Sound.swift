import ClockCore
import ClockSound

extension AlarmLevel {
    /// dBFS RMS of an alarm while its sound is on (law, 6.8).
    static func decibels(of making: SoundShelf.Making?, at volume: Percent) -> Float {
        let level = decibels(volumePercent: volume.value)
        guard case .tone(let tone)? = making else { return level }
        return max(quietest, level - tone.softness)
    }
}
