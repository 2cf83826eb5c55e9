// Tones for people who prefer to be woken softly. They repeat as reliably as the others. They are softer in how
// they start and in having fewer edges, never in level.

extension ToneScore {
    /// A marimba over two chords that swell and blend into each other.
    ///
    /// A marimba's bars are tuned so that the second mode is two octaves up (3.93) and decays within a tenth of a
    /// second. The chords are slightly detuned pairs of sines, so that they breathe.
    static func dawn(in memory: RenderMemory, _ foundry: ToneFoundry) -> ToneScore {
        let chords = [[523.25, 783.99, 987.77, 1318.51], [587.33, 698.46, 880, 1318.51]]
            .map { tones in
                ToneNote(
                    partials: tones.flatMap { tone in
                        [
                            Partial(tone, 0.25), Partial(tone * 1.0013, 0.25),
                            Partial(tone * 2, 0.04),
                        ]
                    }, seconds: 3.6, attack: 1.4, release: 1.4)
            }
        // G5 C6 E6 A5 F6
        let bars = [783.99, 1046.5, 1318.51, 880, 1396.91].map { frequency in
            ToneNote(
                partials: [
                    Partial(frequency, 1, decay: 0.34),
                    Partial(frequency * 3.93, 0.16, decay: 0.06),
                    Partial(frequency * 9.2, 0.03, decay: 0.02),
                ], seconds: 1, attack: 0.004, release: 0.4)
        }
        return ToneScore(
            in: memory, foundry, cycleSeconds: 5.6, gain: 0.9633, notes: chords + bars,
            strikes: [
                (0, 0, 1), (2.8, 1, 1),
                (0, 2, 0.8), (0.35, 3, 0.9), (0.7, 4, 1), (1.4, 3, 0.8), (1.75, 4, 0.9),
                (2.8, 5, 0.8), (3.15, 3, 0.9), (3.5, 6, 1), (4.2, 4, 0.8), (4.55, 3, 0.8),
            ])
    }

    /// A harp arpeggio that rises and then falls half the way back.
    ///
    /// A string plucked two fifths of its length from the end lacks every fifth harmonic. Higher harmonics decay
    /// sooner, and on a shorter string all of them do.
    static func harp(in memory: RenderMemory, _ foundry: ToneFoundry) -> ToneScore {
        let strings = [523.25, 659.26, 783.99, 1046.5, 1318.51, 1567.98].map { frequency in
            let lasting = 0.8 * (1 - 0.25 * (frequency - 523.25) / 1045)
            return ToneNote(
                partials: (1...8).map { harmonic in
                    let order = Double(harmonic)
                    let pluck = Elementary.sine(turns: 0.2 * order)
                    return Partial(
                        frequency * order, pluck / (order * order) * 1.6,
                        decay: lasting / (1 + 0.4 * (order - 1)))
                }, seconds: 1.3, attack: 0.003, release: 0.5)
        }
        return ToneScore(
            in: memory, foundry, cycleSeconds: 3.4, gain: 0.4741, notes: strings,
            strikes: [
                (0, 0, 0.9), (0.17, 1, 0.9), (0.34, 2, 0.95), (0.51, 3, 1), (0.68, 4, 1),
                (0.86, 5, 1), (1.5, 4, 0.8), (1.72, 3, 0.8), (1.94, 2, 0.8), (2.2, 1, 0.75),
            ])
    }
}
