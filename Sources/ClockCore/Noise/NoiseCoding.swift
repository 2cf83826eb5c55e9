package import BoundedJSON

// How the noise is stored (law, 10). The first clocks had only one sound. "sound" is still written, so that such a
// clock plays the mix's first sound from this state.
extension NoiseState {
    package static let fields: [RecordField<NoiseState>] = [
        RecordField("isPlaying", \.isPlaying, .bool),
        RecordField("volume", \.volume, .percent),
        RecordField("mix", elements: \.storedMix, .sound),
        RecordField("sound", optional: \.first, .sound),
        RecordField("seed", \.storedSeed, .coded(.integer(0...Int.max))),
        RecordField("memory", elements: \.storedMemory, .coded(.object), isSparse: true),
        RecordField("favourites", elements: \.storedFavourites, .coded(.object), isSparse: true),
        RecordField("favourite", optional: \.storedFavourite, .text),
    ]

    private var storedMix: [SoundID] {
        get { mix }
        set {
            var seen: Set<SoundID> = []
            mix = Array(
                newValue.filter { seen.insert($0).inserted }.prefix(NoiseState.mixCapacity))
        }
    }

    /// The only sound of the first clocks.
    private var first: SoundID? {
        get { mix.first }
        set { if mix.isEmpty { mix = newValue.map { [$0] } ?? [] } }
    }

    private var storedSeed: UInt64 {
        get { seed }
        set { seed = newValue & MixCode.seedMask }
    }

    private var storedMemory: [NoiseVoice] {
        get { memory }
        set { memory = newValue.suffix(NoiseState.memoryCapacity) }
    }

    private var storedFavourites: [Favourite] {
        get { favourites.all }
        set { favourites = Favourites(restoring: newValue, present: nil) }
    }

    private var storedFavourite: String? {
        get { favourites.present }
        set { favourites.present = newValue.flatMap { favourites[$0]?.name } }
    }
}
