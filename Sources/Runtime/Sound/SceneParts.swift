import ClockCore
import ClockSound

// What `SoundDirector` puts into a scene for the mixer, made from what the machine intends.

extension Scene.FadeShape {
    init(_ shape: FadeShape) {
        switch shape {
        case .linear: self = .linear
        case .equalPower: self = .equalPower
        case .exponential: self = .exponential
        }
    }
}

extension Scene.Chirp {
    init(_ intent: ChirpIntent) {
        self.init(
            serial: intent.serial, gain: VolumeCurve.gain(percent: intent.volume.value))
    }
}

extension AlarmLevel {
    /// dBFS RMS of an alarm while its sound is on (law, 6.8).
    static func decibels(of making: SoundShelf.Making?, at volume: Percent) -> Float {
        let level = decibels(volumePercent: volume.value)
        guard case .tone(let tone)? = making else { return level }
        return max(quietest, level - tone.softness)
    }
}

/// Numbers for sound names, because events from the sound thread carry no strings. They are never dropped: a clock
/// meets a few hundred names at most.
struct SoundTags {
    private var names = [""]
    private var tags: [String: UInt32] = [:]

    mutating func tag(of name: String) -> UInt32 {
        if let tag = tags[name] { return tag }
        let tag = UInt32(names.count)
        names.append(name)
        tags[name] = tag
        return tag
    }

    func name(of tag: UInt32) -> String {
        names.indices.contains(Int(tag)) ? names[Int(tag)] : ""
    }
}
