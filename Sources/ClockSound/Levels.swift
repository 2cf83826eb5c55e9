/// The volume that a person sets for noise, as a gain.
package enum VolumeCurve {
    /// 0 is mute; 1 ... 100 % are -60 ... 0 dB on a line in decibels that bends down at the bottom
    /// by a square law: 0.3 dB for a step near full volume, 0.9 dB near the lowest, -22.8 dB in the
    /// middle, so that each step is heard and none is a leap. Beyond that range the nearest end.
    package static func gain(percent: Int) -> Float {
        guard percent > 0 else { return 0 }
        let below = Double(100 - min(percent, 100)) / 99
        return Float(Elementary.amplitude(decibels: -30 * below - 30 * below * below))
    }
}

/// The volume of an alarm, which is its own and never the noise's curve.
package enum AlarmLevel {
    /// The range of the law (law, 6.8), dBFS RMS while the tone is on.
    package static var quietest: Float {
        @_noLocks get { -30 }
    }
    package static var loudest: Float {
        @_noLocks get { -6 }
    }
    /// Where a boost ends: what is above the limiter's ceiling at this level, the limiter holds.
    package static var full: Float {
        @_noLocks get { 0 }
    }
    /// The longest ramp, and by when one must have passed the quietest level, in seconds.
    static var longestRamp: Int {
        @_noLocks get { 60 }
    }
    private static var quietestBySeconds: Double {
        @_noLocks get { 10 }
    }
    /// How far below the quietest level a ramp may begin.
    private static var depth: Double {
        @_noLocks get { 20 }
    }

    /// 0 ... 100 % lie evenly on -30 ... -6 dBFS RMS. Beyond that range the nearest end.
    package static func decibels(volumePercent: Int) -> Float {
        let percent = Float(min(max(volumePercent, 0), 100))
        return quietest + (loudest - quietest) * percent / 100
    }

    /// The lowest level from which a ramp to `level` may begin: 20 dB under the quietest, or so
    /// much higher that a ramp longer than ten seconds passes the quietest within ten. The mixer
    /// holds every ramp to it.
    package static func lowestStart(level: Float, rampSeconds: Float) -> Float {
        Float(lowest(level: Double(level), seconds: Double(rampSeconds)))
    }

    @_noLocks
    static func lowest(level: Double, seconds: Double) -> Double {
        let floor = -30 - depth
        guard seconds > quietestBySeconds else { return floor }
        // The line from `start` to `level` is at -30 after 10 s where
        // (-30 - start) * seconds = 10 * (level - start).
        let start = (-30 * seconds - quietestBySeconds * level) / (seconds - quietestBySeconds)
        return start > floor ? (start < level ? start : level) : floor
    }
}

/// Decibels and gains, for those who work out scenes.
package enum Loudness {
    package static func decibels(_ gain: Double) -> Float {
        Float(Elementary.logarithm2(gain) / Elementary.octavesPerDecibel)
    }

    package static func gain(decibels: Float) -> Float {
        Float(Elementary.amplitude(decibels: Double(decibels)))
    }
}
