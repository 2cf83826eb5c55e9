import SoundMeasuring

/// Prints the texture of a sound beside what it must be.
enum TextureReport {
    /// A line for each seed and ear; returns whether all hold.
    static func print(of sound: BuiltInSound, seeds: [UInt64]) -> Bool {
        var holds = true
        for seed in seeds {
            let take = sound.minute(seed: seed)
            let textures = Texture.both(take)
            for ear in Texture.Ear.allCases {
                guard let texture = textures[ear] else { continue }
                let swells = Swells(take, ear)
                let figures = TextureBound.all(of: sound).map { bound in
                    let value = bound.value(texture, swells)
                    let isIn = bound.range.contains(value)
                    holds = holds && isIn
                    return "\(bound.name) \(rounded(value))" + (isIn ? "" : " (\(bound.allowed))")
                }
                Swift.print(
                    "\(sound.name), seed \(seed), \(ear.rawValue): rise \(rounded(texture.rise)), "
                        + figures.joined(separator: ", "))
            }
        }
        return holds
    }

    static func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}

extension TextureBound {
    /// For a report.
    fileprivate var allowed: String {
        if range.lowerBound == -1000 { return "AT MOST \(range.upperBound)" }
        if range.upperBound == 1000 { return "AT LEAST \(range.lowerBound)" }
        return "\(range.lowerBound) TO \(range.upperBound)"
    }
}
