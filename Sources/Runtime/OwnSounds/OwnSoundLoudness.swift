import ClockSound

/// How loud an own sound is, measured when it was imported; all in decibels under full scale.
package struct OwnSoundLoudness: Hashable, Sendable {
    /// Root mean square, without pauses: what alarms are set by (law, 6.8).
    package let level: Float
    /// The same weighted by the curve A: what noises are made equal by.
    package let weighted: Float
    /// The greatest sample.
    package let peak: Float

    /// From silence to a little over full scale, which the curve A adds to some tones.
    private static let range: ClosedRange<Float> = -120...3
    /// What every noise has at full volume, A-weighted: pink noise of `SoundDesk.typicalLevel`.
    static let reference: Float = -23.9
    /// A sound is made louder by so much at most: more would bring up the recording's own noise.
    static let greatestGain: Float = 12
    /// Nor so much that its peaks pass this: a limiter that works all night is heard.
    static let highestPeak: Float = -1

    /// Nil where a number is none or makes no sense: they come from a file, or from the process that
    /// decoded one.
    package init?(level: Float, weighted: Float, peak: Float) {
        guard OwnSoundLoudness.range.contains(level), OwnSoundLoudness.range.contains(weighted),
            OwnSoundLoudness.range.contains(peak)
        else { return nil }
        self.level = level
        self.weighted = weighted
        self.peak = peak
    }

    /// What makes it as loud as the built-in noises, or as near as is allowed; decibels.
    var noiseGain: Float {
        min(
            OwnSoundLoudness.reference - weighted, OwnSoundLoudness.greatestGain,
            OwnSoundLoudness.highestPeak - peak)
    }

    /// What an alarm takes it to have: a loud sound rings as one that nobody measured, because no alarm is
    /// softer for having been measured. The limiter holds its peaks.
    var alarmLevel: Float { min(level, SoundDesk.typicalLevel) }
}
