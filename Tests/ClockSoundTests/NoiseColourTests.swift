import Foundation
import Testing

@testable import ClockSound

@Suite("Noise colours")
struct NoiseColourTests {
    /// The specification of a colour.
    struct Promise: CustomTestStringConvertible {
        var sound: Generator
        var spectrum: @Sendable (Int) -> NoiseSpectrum
        var from: Double
        var to = 16_000.0
        /// The permitted error of the fit, in decibels.
        var error: Double
        /// The specified density in decibels, up to a constant.
        var density: @Sendable (Double) -> Double
        var testDescription: String { sound.rawValue }
    }

    static let promises = [
        Promise(sound: .pink, spectrum: Pink.spectrum, from: 20, to: 20_000, error: 0.05) {
            -10 * log10($0)
        },
        Promise(sound: .brown, spectrum: Brown.spectrum, from: 40, error: 0.12) { -20 * log10($0) },
        Promise(sound: .blue, spectrum: Blue.spectrum, from: 100, error: 0.1) { 10 * log10($0) },
        Promise(sound: .violet, spectrum: Violet.spectrum, from: 100, error: 0.01) {
            20 * log10($0)
        },
        Promise(sound: .grey, spectrum: Grey.spectrum, from: 63, error: 0.035) { -weighting($0) },
    ]

    /// The A-weighting of IEC 61672-1, in decibels.
    private static func weighting(_ frequency: Double) -> Double {
        let f = frequency * frequency
        let response =
            148_693_636 * f * f
            / ((f + 424.36) * ((f + 11_599.29) * (f + 544_496.41)).squareRoot() * (f + 148_693_636))
        return 20 * log10(response) + 2
    }

    /// The theoretical power spectrum of the coefficients: both parts with a source of variance 1.
    private static func density(
        _ coefficients: ShapedNoise.Coefficients, at frequency: Double, rate: Int
    ) -> Double {
        let angle = 2 * Double.pi * frequency / Double(rate)
        var fast = (re: 0.0, im: 0.0)
        for tap in 0..<8 {
            fast.re += Double(coefficients.taps[tap]) * cos(angle * Double(tap))
            fast.im -= Double(coefficients.taps[tap]) * sin(angle * Double(tap))
        }
        // The slow part runs at an eighth of the rate.
        let (re, im) = (cos(8 * angle), -sin(8 * angle))
        var slow = (re: 0.0, im: 0.0)
        for pole in 0..<4 {
            let p = Double(coefficients.poles[pole])
            let size = 1 - 2 * p * re + p * p
            slow.re += Double(coefficients.weights[pole]) * (1 - p * re) / size
            slow.im += Double(coefficients.weights[pole]) * p * im / size
        }
        var power = slow.re * slow.re + slow.im * slow.im
        for section in [coefficients.highPass, coefficients.steeper] where section[0] != 0 {
            let (g, a, b) = (Double(section[0]), Double(section[1]), Double(section[2]))
            let (re2, im2) = (re * re - im * im, 2 * re * im)
            let below = (1 + a * re + b * re2, a * im + b * im2)
            let difference = (1 - re) * (1 - re) + im * im
            power *=
                g * g * difference * difference / (below.0 * below.0 + below.1 * below.1)
        }
        // Linear interpolation between samples has a triangle's response.
        let sinc = sin(4 * angle) / sin(angle / 2)
        let line = sinc * sinc / 8
        return fast.re * fast.re + fast.im * fast.im + power * line * line / 8
    }

    @Test(
        "On paper each colour is within its promise at every sixth of an octave",
        arguments: promises, Mixer.rates)
    func paper(promise: Promise, rate: Int) {
        let spectrum = promise.spectrum(rate)
        var errors: [Double] = []
        var frequency = promise.from
        while frequency <= promise.to {
            let density = NoiseColourTests.density(
                spectrum.coefficients, at: frequency, rate: rate)
            errors.append(10 * log10(density) - promise.density(frequency))
            frequency *= pow(2, 1.0 / 6)
        }
        let (least, greatest) = (errors.min() ?? 0, errors.max() ?? 9)
        #expect(greatest - least < 2 * promise.error)
    }

    @Test(
        "Rendered, each colour has its slope and its loudness, within four deviations of chance",
        arguments: promises, Mixer.rates)
    func rendered(promise: Promise, rate: Int) {
        let (left, right) = NoiseTests.samples(
            promise.sound, rate: rate, seed: 3, count: 1 << 17)
        let spectrum = Spectrum(left + right, rate: rate)
        let centres = [50.0, 125, 250, 500, 1000, 2000, 4000, 8000, 12_500, 14_000]
            .filter { $0 * 0.89 >= promise.from }
        let bands = centres.map { centre in
            spectrum.thirdOctave(centre) { pow(10, -promise.density($0) / 10) }
        }
        let reference = bands.suffix(4).map(\.decibels).reduce(0, +) / 4
        for (centre, band) in zip(centres, bands) {
            let error = abs(band.decibels - reference)
            #expect(error < 2 * promise.error + 4 * band.deviation, "\(centre) Hz")
        }
        var weighted = 0.0
        for (bin, power) in spectrum.power.enumerated().dropFirst() {
            let frequency = Double(bin) * spectrum.rate / Double(spectrum.length)
            weighted += power * pow(10, NoiseColourTests.weighting(frequency) / 10)
        }
        // A Hann window has a power of 3/8, and each bin also stands for its mirror image.
        let length = Double(spectrum.length)
        let level = 10 * log10(2 * weighted / (length * length * 3 / 8 * Double(spectrum.segments)))
        #expect(abs(level - (promise.sound == .brown ? -25.8 : -23.9)) < 0.2)
        // No direct current. Below 25 Hz there is little power, or what pink noise has by nature.
        #expect(spectrum.share(from: 0, to: 25) < 0.3)
    }

    @Test(
        "A colour begins as loud as it goes on, and differs by seed alone",
        arguments: promises.map(\.sound))
    func begin(sound: Generator) {
        let (first, _) = NoiseTests.samples(sound, rate: 48_000, seed: 8, count: 1 << 14)
        let (again, _) = NoiseTests.samples(sound, rate: 48_000, seed: 8, count: 1 << 14)
        let (other, _) = NoiseTests.samples(sound, rate: 48_000, seed: 9, count: 1 << 14)
        #expect(first == again)
        #expect(first != other)
        var begins = 0.0
        let seeds = 24
        for seed in 0..<seeds {
            let (left, right) = NoiseTests.samples(
                sound, rate: 48_000, seed: UInt64(seed), count: 1024)
            begins += pow(rootMeanSquare(left + right), 2)
        }
        let begin = decibels((begins / Double(seeds)).squareRoot())
        #expect(abs(begin - decibels(rootMeanSquare(first))) < 2)
    }
}
