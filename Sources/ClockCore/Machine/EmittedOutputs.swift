/// Remembers what the shell was last asked to play, drive and use, so that only a change becomes an effect.
///
/// Theory of operation. After each step, the parent computes anew what should be heard and felt. It does not track what
/// the step has changed: this compares each target with the last one, and drops those that are equal.
struct EmittedOutputs: Hashable, Sendable {
    private var sound = SoundIntent.silence
    private var levels = OutputLevels.off
    /// Nil before the first step, which emits it in any case.
    private var choice: SoundOutputSettings?

    /// The noise that was emitted last.
    var noise: NoiseIntent? { sound.noise }

    mutating func emit(_ new: SoundIntent, _ effects: inout [Effect]) {
        guard new != sound else { return }
        sound = new
        effects.append(.sound(new))
    }

    mutating func emit(_ new: OutputLevels, _ effects: inout [Effect]) {
        guard new != levels else { return }
        levels = new
        effects.append(.outputs(new))
    }

    mutating func emit(_ new: SoundOutputSettings, _ effects: inout [Effect]) {
        guard new != choice else { return }
        choice = new
        effects.append(.chooseOutputs(new))
    }
}
