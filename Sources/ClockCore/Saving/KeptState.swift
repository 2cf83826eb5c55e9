import ClockTime

/// All persistent state that does not change by time alone: a step that changes it ends with a save. Any field of
/// `PersistentState` that is not derived from these must be added here and in `ClockMachine.hasChanged`.
struct KeptState: Hashable, Sendable {
    var trust: ClockTrust
    var zone: String
    var pauses: Pauses
    var freeDays: FreeDays
    @OnHeap var settings: Settings
    var noise: NoiseState
    var rehearsal: RehearsalResult?
    var keptAlarms: KeptAlarms
    var hasWarnedOfBattery: Bool
    var nightUntil: Instant?
    var isDateGuessed: Bool
    var alarms: AlarmMachine.Kept
    var timers: TimerMachine
    var nap: NapMachine
    var sleep: SleepTimer.State

    /// Takes back what a repeating key adjusts, so that only its release is a change.
    mutating func takeAdjusted(from former: KeptState) {
        noise.volume = former.noise.volume
        settings.style.brightness = former.settings.style.brightness
    }
}
