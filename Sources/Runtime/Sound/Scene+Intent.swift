import ClockCore
import ClockSound

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
