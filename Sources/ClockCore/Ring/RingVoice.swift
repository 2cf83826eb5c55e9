/// What whoever falls due brings to the ring.
package struct RingVoice: Hashable, Sendable {
    /// Nil: silence, where the board has a motor.
    package var sound: SoundID?
    package var volume: Percent
    package var ramp: Duration
    package var vibration: VibrationPattern?
    package var isMustWake: Bool

    package init(
        sound: SoundID?, volume: Percent = AlarmDefaults.volume,
        ramp: Duration = AlarmDefaults.ramp, vibration: VibrationPattern? = nil,
        isMustWake: Bool = false
    ) {
        self.sound = sound
        self.volume = volume
        self.ramp = ramp
        self.vibration = vibration
        self.isMustWake = isMustWake
    }
}
