/// An own sound's loudness, measured at import; all in decibels relative to full scale.
package struct OwnSoundLoudness: Hashable, Sendable {
    /// Root mean square, without pauses; sets the level of alarms (law, 6.8).
    package let level: Float
    /// The same, A-weighted; equalises noises.
    package let weighted: Float
    /// The peak sample.
    package let peak: Float

    /// From silence to a little over full scale, because A-weighting raises some tones.
    private static let range: ClosedRange<Float> = -120...3
    /// The A-weighted level of every noise at full volume: pink noise of `SoundDirector.typicalLevel`.
    static let reference: Float = -23.9
    /// The most gain for a sound: more would bring up the recording's own noise.
    static let greatestGain: Float = 12
    /// The gain lifts no peak above this: a limiter that works all night is audible.
    static let highestPeak: Float = -1

    /// Nil if a number is not finite or makes no sense: they come from a file, or from the decoding process.
    package init?(level: Float, weighted: Float, peak: Float) {
        guard OwnSoundLoudness.range.contains(level), OwnSoundLoudness.range.contains(weighted),
            OwnSoundLoudness.range.contains(peak)
        else { return nil }
        self.level = level
        self.weighted = weighted
        self.peak = peak
    }

    /// The gain in decibels that makes it as loud as the built-in noises, within the limits.
    var noiseGain: Float {
        min(
            OwnSoundLoudness.reference - weighted, OwnSoundLoudness.greatestGain,
            OwnSoundLoudness.highestPeak - peak)
    }

    /// By how many decibels it stays softer than the built-in noises, because of the limits; 0 if nobody hears it.
    var audibleShortfall: Float {
        let shortfall = OwnSoundLoudness.reference - weighted - noiseGain
        return shortfall >= OwnSoundLoudness.audible ? shortfall : 0
    }

    /// What a person is told of that when the sound is made.
    var remark: String? {
        let softer = Int(audibleShortfall.rounded())
        guard softer > 0 else { return nil }
        let reason =
            noiseGain >= OwnSoundLoudness.greatestGain
            ? "it is raised by \(Int(OwnSoundLoudness.greatestGain)) dB, and more would bring up its own hiss"
            : "its loudest moments can't be raised"
        return
            "As noise it stays \(softer) dB softer than the clock's own sounds, because \(reason)"
    }

    private static let audible: Float = 1

    /// The level to assume for an alarm. A loud sound rings as an unmeasured one does, because measuring must not
    /// make an alarm softer. The limiter holds its peaks.
    var alarmLevel: Float { min(level, SoundDirector.typicalLevel) }
}
