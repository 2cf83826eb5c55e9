import Foundation
import Testing

@testable import ClockSound

@Suite("The ten bands of the noise colours, and sliders")
struct GraphicBandsTests {
    static let colours: [Generator] = [.white, .pink, .brown, .blue, .violet, .grey]
    private static let centres = (0..<10).map { 31.25 * pow(2, Double($0)) }

    private static func samples(
        _ recipe: Recipe, seconds: Double, rate: Int = 48_000, seed: UInt64 = 3
    ) -> (left: [Float], right: [Float]) {
        var sound = SoloSound(.generated(recipe, seed: seed), rate: rate)
        let slices = Int(seconds * Double(rate)) / Slice.frames
        var left = [Float](repeating: 0, count: slices * Slice.frames)
        var right = left
        sound.render(left: &left, right: &right, slices: slices)
        return (left, right)
    }

    /// How much louder each band's third of an octave becomes, in decibels.
    private static func rises(
        _ colour: Generator, _ positions: [String: Int], rate: Int = 48_000
    ) -> [Double] {
        let recipe = Recipe(default: colour)
        let spectra = [recipe, recipe.moved(positions)].map { recipe in
            Spectrum(samples(recipe, seconds: 1.4, rate: rate).left, rate: rate)
        }
        return centres.map { centre in
            let levels = spectra.map { $0.thirdOctave(centre) { _ in 1 }.decibels }
            return levels[1] - levels[0]
        }
    }

    @Test(
        "A band at 100 raises its octave by 12 dB, at -100 lowers it, and the others hardly move",
        arguments: colours, [100, -100])
    func one(colour: Generator, position: Int) {
        let names = colour.sliders.map(\.name)
        for band in [2, 5, 8] {
            let rises = Self.rises(colour, [names[band]: position])
            for (other, rise) in rises.enumerated() {
                let error = abs(other == band ? rise - 12 * Double(position) / 100 : rise)
                #expect(error < (other == band ? 1.2 : 0.7), "\(names[other]): \(rise)")
            }
        }
    }

    @Test("All bands at 100 are 12 dB, though neighbours overlap", arguments: Mixer.rates)
    func all(rate: Int) {
        let names = Generator.pink.sliders.map(\.name)
        let rises = Self.rises(
            .pink, Dictionary(uniqueKeysWithValues: names.map { ($0, 100) }), rate: rate)
        // The outermost have no neighbour on one side.
        for rise in rises.dropFirst().dropLast() { #expect(abs(rise - 12) < 0.6, "\(rise)") }
        #expect(rises[0] > 9.5 && rises[9] > 9.5)
    }

    @Test("With all bands at 0 a colour is its noise alone, to the bit")
    func none() {
        let memory = RenderMemory()
        var arena = Arena(in: memory, bytes: Arena.voiceBytes)
        let spectrum = Pink.spectrum(rate: 48_000)
        var noise = ShapedNoise(
            in: &arena, spectrum.coefficients, rootMeanSquare: spectrum.rootMeanSquare, seed: 3)
        noise.settle()
        var left = [Float](repeating: 0, count: Slice.frames)
        var right = left
        noise.render(left: &left, right: &right)
        for recipe in [Recipe(default: .pink), Recipe(default: .pink).moved(["1k": 0, "x": 5])] {
            let played = Self.samples(recipe, seconds: 0.1)
            #expect(Array(played.left.prefix(Slice.frames)) == left)
            #expect(Array(played.right.prefix(Slice.frames)) == right)
        }
    }

    @Test("The two channels of a moved colour still have nothing in common")
    func apart() {
        let recipe = Recipe(default: .white).moved(["63": 100, "2k": -100, "8k": 60])
        let (left, right) = Self.samples(recipe, seconds: 1)
        let product = zip(left, right).reduce(0.0) { $0 + Double($1.0 * $1.1) }
        let power = rootMeanSquare(left) * rootMeanSquare(right)
        #expect(abs(product / Double(left.count) / power) < 0.05)
    }

    @Test(
        "Each slider has a short name of its own and moves parameters that there are",
        arguments: Generator.allCases)
    func sliders(generator: Generator) {
        let sliders = generator.sliders
        #expect(Set(sliders.map(\.name)).count == sliders.count)
        let parameters = generator.parameters.map(\.name)
        for slider in sliders {
            #expect(!slider.meaning.isEmpty && !slider.moves.isEmpty, "\(slider.name)")
            for move in slider.moves {
                #expect(parameters.contains(move.parameter), "\(slider.name): \(move.parameter)")
            }
            let usual = Recipe(default: generator)
            let ends = [usual.moved([slider.name: -100]), usual.moved([slider.name: 100])]
            #expect(ends[0] != ends[1] && usual.moved([slider.name: 0]) == usual)
        }
    }
}
