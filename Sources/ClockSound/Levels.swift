/// Converts the noise volume that a person sets to a gain.
package enum VolumeCurve {
    /// 0 is mute; 1 ... 100 % map to -60 ... 0 dB by a square law in decibels that drops faster at the bottom:
    /// 0.3 dB per step near full volume, 0.9 dB near the lowest, -22.8 dB in the middle. Every step is audible
    /// and none is a jump. Clamped to that range.
    package static func gain(percent: Int) -> Float {
        guard percent > 0 else { return 0 }
        let below = Double(100 - min(percent, 100)) / 99
        return Float(Elementary.amplitude(decibels: -30 * below - 30 * below * below))
    }
}

/// The volume of an alarm. It is separate and never uses the noise's curve.
package enum AlarmLevel {
    /// The legal range (law, 6.8) in dBFS RMS while the tone is on.
    package static var quietest: Float {
        @_noLocks get { -30 }
    }
    package static var loudest: Float {
        @_noLocks get { -6 }
    }
    /// The target of a boost. At this level the limiter holds the peaks at its ceiling.
    package static var full: Float {
        @_noLocks get { 0 }
    }
    /// The longest ramp, and the time by which a ramp must pass the quietest level, in seconds.
    static var longestRamp: Int {
        @_noLocks get { 60 }
    }
    private static var quietestBySeconds: Double {
        @_noLocks get { 10 }
    }
    /// How far below the quietest level a ramp may start.
    private static var depth: Double {
        @_noLocks get { 20 }
    }

    /// Maps 0 ... 100 % linearly to -30 ... -6 dBFS RMS; clamped.
    package static func decibels(volumePercent: Int) -> Float {
        let percent = Float(min(max(volumePercent, 0), 100))
        return quietest + (loudest - quietest) * percent / 100
    }

    /// The lowest permitted start of a ramp to `level`: 20 dB below the quietest level, or higher as needed for a
    /// ramp longer than ten seconds to pass the quietest level within ten. The mixer enforces it for every ramp.
    package static func lowestStart(level: Float, rampSeconds: Float) -> Float {
        Float(lowest(level: Double(level), seconds: Double(rampSeconds)))
    }

    @_noLocks
    static func lowest(level: Double, seconds: Double) -> Double {
        let floor = -30 - depth
        guard seconds > quietestBySeconds else { return floor }
        // The line from `start` to `level` is at -30 after 10 s if
        // (-30 - start) * seconds = 10 * (level - start).
        let start = (-30 * seconds - quietestBySeconds * level) / (seconds - quietestBySeconds)
        return start > floor ? (start < level ? start : level) : floor
    }
}

/// Decibels and gains, for code that builds scenes.
package enum Loudness {
    package static func decibels(_ gain: Double) -> Float {
        Float(Elementary.logarithm2(gain) / Elementary.octavesPerDecibel)
    }

    package static func gain(decibels: Float) -> Float {
        Float(Elementary.amplitude(decibels: Double(decibels)))
    }
}
