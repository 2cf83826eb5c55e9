// The urgent alarm tones. The gentle ones are in GentleTones.swift, the built-in last resort in
// DigitalTone.swift.
//
// All have most of their energy within 0.5-4 kHz, which small speakers can play and old ears can hear. Each
// `gain` is measured: a test compares every tone with `ToneBank.rootMeanSquare`.

extension ToneScore {
    /// An alarm clock with two bells on top: a hammer alternates between them, 20 strikes a second, until its
    /// spring pauses for breath.
    ///
    /// A small sheet-metal gong has few modes (about 1, 2.3 and 3.9 times the lowest). Each is double because no
    /// gong is quite round, so they beat; and the bells are never in tune with each other. No hammer keeps time
    /// to the millisecond either: the strikes wander by ±2 ms.
    static func classic(in memory: RenderMemory, _ foundry: ToneFoundry) -> ToneScore {
        let bells = [1530.0, 1717].map { frequency in
            ToneNote(
                partials: [
                    Partial(frequency * 0.62, 0.5, decay: 0.012),
                    Partial(frequency, 1, decay: 0.42),
                    Partial(frequency * 1.006, 0.7, decay: 0.38),
                    Partial(frequency * 2.31, 0.5, decay: 0.26),
                    Partial(frequency * 2.33, 0.3, decay: 0.22),
                    Partial(frequency * 3.94, 0.2, decay: 0.1),
                ], seconds: 1, release: 0.3)
        }
        let strikes = (0..<26).map { number in
            // Multiples of the golden ratio spread without a pattern.
            let chance = (Double(number) * 0.618).truncatingRemainder(dividingBy: 1)
            return (
                at: 0.05 * Double(number) + 0.004 * chance, note: number % 2,
                strength: 0.85 + 0.3 * (chance * 7).truncatingRemainder(dividingBy: 1)
            )
        }
        return ToneScore(
            in: memory, foundry, cycleSeconds: 2, gain: 0.685, notes: bells, strikes: strikes)
    }

    /// Two beeps and a pause, once a second: lower and rounder than the digital tone, with some second and third
    /// harmonic, like a small piezo in a case.
    static func beep(in memory: RenderMemory, _ foundry: ToneFoundry) -> ToneScore {
        let note = ToneNote(
            partials: [
                Partial(1175, 1), Partial(2350, 0.25), Partial(3525, 0.15),
            ], seconds: 0.18, attack: 0.004, release: 0.004)
        return ToneScore(
            in: memory, foundry, cycleSeconds: 1, gain: 0.9736, notes: [note],
            strikes: [(0, 0, 1), (0.28, 0, 1)])
    }

    /// Two tones a fourth apart, half a second each, like fire engines in half of Europe: three times to and fro,
    /// then a rest.
    static func siren(in memory: RenderMemory, _ foundry: ToneFoundry) -> ToneScore {
        let notes = [659.26, 880].map { frequency in
            ToneNote(
                partials: zip(1..., [1, 0.5, 0.33, 0.18, 0.08]).map { harmonic, amplitude in
                    Partial(frequency * Double(harmonic), amplitude)
                }, seconds: 0.525, attack: 0.025, release: 0.025)
        }
        return ToneScore(
            in: memory, foundry, cycleSeconds: 3.6, gain: 0.8456, notes: notes,
            strikes: [(0, 1, 1), (0.5, 0, 1), (1, 1, 1), (1.5, 0, 1), (2, 1, 1), (2.5, 0, 1)])
    }

    /// A buzzer: an armature that strikes 120 times a second. Only its harmonics of 0.6-4 kHz are present,
    /// strongest at 1.5 kHz; the ear hears the 120 Hz as their roughness.
    static func buzzing(in memory: RenderMemory, _ foundry: ToneFoundry) -> ToneScore {
        let partials = (5...33).map { harmonic in
            let frequency = 120 * Double(harmonic)
            let aside = (frequency - 1500) / 1000
            return Partial(frequency, 1 / (1 + aside * aside))
        }
        let note = ToneNote(partials: partials, seconds: 0.3, attack: 0.006, release: 0.012)
        return ToneScore(
            in: memory, foundry, cycleSeconds: 1.6, gain: 0.2983, notes: [note],
            strikes: [(0, 0, 1), (0.4, 0, 1), (0.8, 0, 1)])
    }

    /// A hand bell, struck every other second and never quite still. Its partials are those that bell founders
    /// tune: hum 0.5, prime 1, tierce 1.2, quint 1.5, nominal 2, and the upper ones.
    static func bell(in memory: RenderMemory, _ foundry: ToneFoundry) -> ToneScore {
        let prime = 698.46
        let modes: [(ratio: Double, amplitude: Double, decay: Double)] = [
            (0.5, 0.15, 2), (1, 0.7, 1.3), (1.183, 0.5, 1), (1.506, 0.3, 0.8), (2, 0.9, 0.9),
            (2.004, 0.35, 0.8), (2.514, 0.3, 0.5), (2.662, 0.25, 0.4), (3.011, 0.4, 0.35),
            (4.166, 0.3, 0.2), (5.433, 0.15, 0.12),
        ]
        let note = ToneNote(
            partials: modes.map { Partial(prime * $0.ratio, $0.amplitude, decay: $0.decay) },
            seconds: 2.5, attack: 0.0025, release: 0.8)
        return ToneScore(
            in: memory, foundry, cycleSeconds: 2, gain: 0.8166, notes: [note], strikes: [(0, 0, 1)]
        )
    }

    /// Wind chimes: tubes struck one after another, down a pentatonic scale. The modes of a free tube are at 1,
    /// 2.76 and 5.40 times the lowest, and the upper ones decay first.
    static func chimes(in memory: RenderMemory, _ foundry: ToneFoundry) -> ToneScore {
        let tubes = [1760.0, 1479.98, 1318.51, 1108.73, 987.77, 880].map { frequency in
            ToneNote(
                partials: [
                    Partial(frequency, 1, decay: 0.7), Partial(frequency * 1.003, 0.35, decay: 0.6),
                    Partial(frequency * 2.756, 0.3, decay: 0.25),
                    Partial(frequency * 5.404, 0.12, decay: 0.08),
                ], seconds: 1.6, release: 0.8)
        }
        return ToneScore(
            in: memory, foundry, cycleSeconds: 3, gain: 0.8494, notes: tubes,
            strikes: [
                (0, 0, 1), (0.19, 1, 0.85), (0.36, 2, 0.95), (0.6, 3, 0.85), (0.77, 4, 0.9),
                (1.05, 5, 1), (1.5, 2, 0.6), (1.68, 5, 0.7),
            ])
    }

    /// A counter bell: two strikes on a small bright cup, then a pause.
    static func ding(in memory: RenderMemory, _ foundry: ToneFoundry) -> ToneScore {
        let note = ToneNote(
            partials: [
                Partial(1567.98, 1, decay: 0.6), Partial(1574.3, 0.3, decay: 0.5),
                Partial(4249, 0.3, decay: 0.16), Partial(7683, 0.1, decay: 0.06),
            ], seconds: 1.4, release: 0.5)
        return ToneScore(
            in: memory, foundry, cycleSeconds: 2, gain: 1.3248, notes: [note],
            strikes: [(0, 0, 1), (0.45, 0, 1)])
    }

    /// A spoon against two glasses, as somebody asks for silence: five taps that grow louder, then a pause. The
    /// modes of a wine glass are near 1, 2.32, 4.25 times the lowest, each of them double.
    static func glass(in memory: RenderMemory, _ foundry: ToneFoundry) -> ToneScore {
        let glasses = [1480.0, 1568].map { frequency in
            ToneNote(
                partials: [
                    Partial(frequency, 1, decay: 0.2), Partial(frequency * 1.009, 0.5, decay: 0.18),
                    Partial(frequency * 2.32, 0.6, decay: 0.11),
                    Partial(frequency * 2.335, 0.3, decay: 0.1),
                    Partial(frequency * 4.25, 0.22, decay: 0.05),
                ], seconds: 0.7, release: 0.3)
        }
        return ToneScore(
            in: memory, foundry, cycleSeconds: 1.8, gain: 1.1387, notes: glasses,
            strikes: [
                (0, 0, 0.7), (0.17, 0, 0.8), (0.33, 1, 0.9), (0.49, 0, 1), (0.65, 1, 1),
            ])
    }
}
