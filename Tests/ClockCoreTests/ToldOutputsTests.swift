import ClockTime
import Testing

@testable import ClockCore

@Suite("The shell is told what has changed")
struct ToldOutputsTests {
    @Test("What equals the last is not told again, and silence need not be told first")
    func changes() {
        var told = ToldOutputs()
        var effects: [Effect] = []
        let noise = NoiseIntent(
            voices: [], master: Percent(clamping: 30), fadeIn: .zero, seed: 7)
        let sound = SoundIntent(noise: noise, alarm: nil, noiseFadeOut: .seconds(1))
        for intent in [SoundIntent.silence, sound, sound, .silence] {
            told.tell(intent, &effects)
            #expect(told.noise == intent.noise)
        }
        var shaking = OutputLevels.off
        shaking.motor = true
        for levels in [OutputLevels.off, shaking, shaking, .off] { told.tell(levels, &effects) }
        #expect(
            effects == [.sound(sound), .sound(.silence), .outputs(shaking), .outputs(.off)])
    }

    @Test("The first step always says where to play")
    func choice() {
        var told = ToldOutputs()
        var effects: [Effect] = []
        let usual = SoundOutputSettings()
        var other = usual
        other.device = "a card"
        for choice in [usual, usual, other] { told.tell(choice, &effects) }
        #expect(effects == [.chooseOutputs(usual), .chooseOutputs(other)])
    }
}
