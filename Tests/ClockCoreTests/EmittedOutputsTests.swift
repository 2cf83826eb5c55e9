import ClockTime
import Testing

@testable import ClockCore

@Suite("Only what has changed becomes an effect")
struct EmittedOutputsTests {
    @Test("What equals the last is not emitted again, nor silence at first")
    func changes() {
        var emitted = EmittedOutputs()
        var effects: [Effect] = []
        let noise = NoiseIntent(
            voices: [], master: Percent(clamping: 30), fadeIn: .zero, seed: 7)
        let sound = SoundIntent(noise: noise, alarm: nil, noiseFadeOut: .seconds(1))
        for intent in [SoundIntent.silence, sound, sound, .silence] {
            emitted.emit(intent, &effects)
            #expect(emitted.noise == intent.noise)
        }
        var shaking = OutputLevels.off
        shaking.motor = true
        for levels in [OutputLevels.off, shaking, shaking, .off] { emitted.emit(levels, &effects) }
        #expect(
            effects == [.sound(sound), .sound(.silence), .outputs(shaking), .outputs(.off)])
    }

    @Test("The first step always says where to play")
    func choice() {
        var emitted = EmittedOutputs()
        var effects: [Effect] = []
        let standard = SoundOutputSettings()
        var other = standard
        other.device = "a card"
        for choice in [standard, standard, other] { emitted.emit(choice, &effects) }
        #expect(effects == [.chooseOutputs(standard), .chooseOutputs(other)])
    }
}
