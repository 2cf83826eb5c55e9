// How the noise is stored (law, 10). The first clocks had only one sound. "sound" is still written, so that such a
// clock plays the mix's first sound from this state.
extension NoiseState: Codable {
    private enum Key: String, CodingKey {
        case isPlaying, sound, volume, mix, seed, memory, favourites, favourite
    }

    package init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: Key.self)
        isPlaying = try record.decodeIfPresent(Bool.self, forKey: .isPlaying) ?? isPlaying
        volume = try record.decodeIfPresent(Percent.self, forKey: .volume) ?? volume
        let first = try record.decodeIfPresent(SoundID.self, forKey: .sound)
        let stored =
            try record.decodeIfPresent([SoundID].self, forKey: .mix) ?? first.map { [$0] } ?? []
        var seen: Set<SoundID> = []
        mix = Array(
            stored.filter { seen.insert($0).inserted }.prefix(NoiseState.mixCapacity))
        seed = try record.decodeIfPresent(UInt64.self, forKey: .seed) ?? seed
        seed &= MixCode.seedMask
        memory = Array(
            try record.decodeIfPresent([NoiseVoice].self, forKey: .memory)?
                .suffix(NoiseState.memoryCapacity) ?? [])
        favourites = Favourites(
            restoring: try record.decodeIfPresent([Favourite].self, forKey: .favourites) ?? [],
            present: try record.decodeIfPresent(String.self, forKey: .favourite))
        unknown = try UnknownFields(in: decoder, besides: Key.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Key.self)
        try record.encode(isPlaying, forKey: .isPlaying)
        try record.encodeIfPresent(mix.first, forKey: .sound)
        try record.encode(volume, forKey: .volume)
        try record.encode(mix, forKey: .mix)
        try record.encode(seed, forKey: .seed)
        if !memory.isEmpty { try record.encode(memory, forKey: .memory) }
        if !favourites.all.isEmpty { try record.encode(favourites.all, forKey: .favourites) }
        try record.encodeIfPresent(favourites.present, forKey: .favourite)
        try unknown.encode(to: encoder)
    }
}

extension PersistentState {
    /// The sleep timer; if both fields are nil, there is none.
    package struct SleepRecord: Hashable, Sendable, Codable {
        package var running: RunningRecord?
        package var paused: PausedRecord?
    }
}
