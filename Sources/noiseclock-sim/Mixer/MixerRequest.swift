import ClockCore

/// A request from the mixer to the clock.
enum MixerRequest: Hashable {
    case listSounds
    case add(SoundID)
    case remove(SoundID)
    case set(SoundID, VoiceChanges)
    case setMaster(Percent)
    case toggle

    /// The request in the client's words. Ids are a-z, 0-9 and hyphens, so nothing needs quotes.
    var words: String {
        switch self {
        case .listSounds: "sound list"
        case .add(let sound): "mix add \(sound)"
        case .remove(let sound): "mix remove \(sound)"
        case .set(let sound, let changes):
            "mix set \(sound)"
                + (changes.variant.map { " --variant \($0)" } ?? "")
                + (changes.volume.map { " --volume \($0.value)" } ?? "")
                + (changes.pan.map { " --pan \($0.value)" } ?? "")
                + sliders(changes.sliders)
        case .setMaster(let volume): "noise volume \(volume.value)"
        case .toggle: "noise toggle"
        }
    }

    private func sliders(_ positions: [SliderID: Int]) -> String {
        guard !positions.isEmpty else { return "" }
        let places = positions.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
        return " --slider " + places.joined(separator: ",")
    }

    /// Whether a recorded script must contain it.
    var isChange: Bool { self != .listSounds }

    /// This request merged with a later one; nil if both must be sent.
    func merged(with later: MixerRequest) -> MixerRequest? {
        switch (self, later) {
        case (.listSounds, .listSounds), (.setMaster, .setMaster): return later
        case (.set(let sound, var changes), .set(let other, let more)) where sound == other:
            changes.variant = more.variant ?? changes.variant
            changes.volume = more.volume ?? changes.volume
            changes.pan = more.pan ?? changes.pan
            changes.sliders.merge(more.sliders) { $1 }
            return .set(sound, changes)
        default: return nil
        }
    }
}
