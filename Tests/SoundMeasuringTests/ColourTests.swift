import ClockSound
import SoundMeasuring
import Testing

/// Q1, Q2 and Q4 of the sound design, as far as 22 seconds show; `board/sound-hours` measures an hour.
@Suite("The colours of noise")
struct ColourTests {
    @Test(
        "Each colour keeps to its slope, within the design's bounds and four deviations of chance",
        arguments: Colour.all, Mixer.rates)
    func slope(colour: Colour, rate: Int) {
        let take = colour.sound.take(seconds: 22, rate: rate, seed: 5)
        let fit = ColourFit(PowerSpectrum(take), exponent: colour.exponent, range: colour.range)
        #expect(fit.bands.count > 15)
        for band in fit.bands {
            #expect(
                abs(band.error) < colour.bound + 4 * band.deviation,
                "\(colour), \(Int(band.centre)) Hz: \(band.error) dB off")
        }
        // All bands together determine the slope about thirty times as precisely as one of them.
        #expect(abs(fit.slope - fit.wantedSlope) < 0.04, "\(colour): \(fit.slope) dB an octave")
    }

    @Test(
        "The channels of a colour have nothing to do with one another, within 20 ms",
        arguments: ["white", "pink", "brown", "grey", "blue", "violet"])
    func channels(colour: String) throws {
        let sound = try #require(BuiltInSound.named(colour))
        let take = sound.take(seconds: 22, rate: 48_000, seed: 6)
        #expect(StereoMeter(take).correlation() < 0.02, "\(colour)")
    }
}
