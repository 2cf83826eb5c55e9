import ClockSound
import Foundation
import SoundMeasuring
import Testing

@Suite("The detectors find what is there, and nothing else")
struct DetectorTests {
    @Test("A transform is the sum that defines it", arguments: [16, 32, 64, 512, 8192, 32_768])
    func transform(length: Int) {
        let take = TestSignals.white(seed: 1, frames: length)
        let (real, imaginary) = (SampleMemory(length), SampleMemory(length))
        real.base.update(from: take.left.base, count: length)
        imaginary.base.update(from: take.right.base, count: length)
        let transform = FourierTransform(length: length)
        transform.transform(real: real.base, imaginary: imaginary.base)
        for bin in [0, 1, 3, length / 4 + 1, length / 2, length - 1] {
            var (re, im) = (0.0, 0.0)
            for index in 0..<length {
                let turn = -2 * Double.pi * Double(bin * index % length) / Double(length)
                let (x, y) = (Double(take.left.base[index]), Double(take.right.base[index]))
                re += x * cos(turn) - y * sin(turn)
                im += x * sin(turn) + y * cos(turn)
            }
            let place = transform.place(of: bin)
            let bound = 1e-5 * Double(length).squareRoot()
            #expect(abs(Double(real.base[place]) - re) < bound, "bin \(bin)")
            #expect(abs(Double(imaginary.base[place]) - im) < bound, "bin \(bin)")
        }
    }

    @Test("A sine has its level, A-weighted as the standard's table has it")
    func weightedLevel() {
        // IEC 61672-1, table 3: 0, -19.1, -2.5 (at 10 kHz) decibels.
        for (frequency, weight) in [(1000.0, 0.0), (100, -19.1), (10_000, -2.5)] {
            let spectrum = PowerSpectrum(
                TestSignals.sine(frequency, frames: 96_000), length: 1 << 14)
            #expect(abs(spectrum.weightedLevel - (weight - 3.01)) < 0.1)
            #expect(abs(spectrum.strongest - frequency) < 3)
        }
    }

    @Test("White noise is white and not pink, and half a decibel more treble is seen")
    func colour() {
        let white = TestSignals.white(seed: 2, frames: 1 << 19)
        let range = 100.0...16_000
        let flat = ColourFit(PowerSpectrum(white), exponent: 0, range: range)
        #expect(flat.ripple(beyond: 4) < 0.02)
        #expect(abs(flat.slope) < 0.02)
        #expect(ColourFit(PowerSpectrum(white), exponent: -1, range: range).ripple > 5)
        // 1 - 0.03 z^-1 rises by half a decibel from the lowest to the highest frequency.
        var last: (Float, Float) = (0, 0)
        white.change { _, frame in
            defer { last = frame }
            return (frame.0 - 0.03 * last.0, frame.1 - 0.03 * last.1)
        }
        let tilted = ColourFit(PowerSpectrum(white), exponent: 0, range: range)
        #expect(tilted.ripple(beyond: 4) > 0.15)
    }

    @Test("Clipping, an offset and what is no number are seen; their absence too")
    func levels() {
        let take = TestSignals.sine(100, frames: 48_000, amplitude: 0.5)
        let clean = LevelMeter(take)
        #expect(clean.clipped == 0 && clean.offset < 1e-6)
        #expect(abs(clean.crest - 3.01) < 0.01 && abs(clean.peak - 0.5) < 1e-5)
        take.change { _, frame in (frame.0 + 0.01, frame.1) }
        #expect(abs(LevelMeter(take).offset - 0.01) < 1e-5)
        take.left.base[7] = 1
        take.right.base[9] = .nan
        #expect(LevelMeter(take).clipped == 2)
    }

    @Test("A click in noise is found where it is, and noise alone has none")
    func clicks() {
        let take = TestSignals.white(seed: 3, frames: 480_000, amplitude: 0.1)
        #expect(ClickMeter(take).strongest.strength < 7)
        // White noise of this amplitude has a deviation of 0.058, its second difference 0.14.
        take.right.base[200_000] += 0.9
        let found = ClickMeter(take).strongest
        #expect(found.strength > ClickMeter.audible)
        #expect((199_999...200_003).contains(found.frame))
    }

    @Test("A sine that begins anew out of phase clicks, one that goes on does not")
    func seam() {
        let take = TestSignals.sine(440, frames: 96_000, amplitude: 0.3)
        take.change { index, frame in
            let gain = min(1, Float(index) / 4800)
            return (frame.0 * gain, frame.1 * gain)
        }
        #expect(ClickMeter(take).strongest.strength < ClickMeter.audible)
        take.loop(every: 48_030)
        let found = ClickMeter(take).strongest
        #expect(found.strength > 50)
        #expect(abs(found.frame - 48_030) < 4)
    }

    @Test("Small breaks at each slice are found by their grid, and none where there are none")
    func grid() {
        let take = TestSignals.white(seed: 4, frames: 480_000, amplitude: 0.1)
        var clean = GridMeter(period: 128)
        clean.add(take.left.base, take.right.base, frames: take.frames)
        #expect(clean.strongest < 5)
        take.change { index, frame in
            index % 128 == 0 ? (frame.0 * 1.3, frame.1 * 1.3) : frame
        }
        #expect(ClickMeter(take).strongest.strength < ClickMeter.audible)
        var broken = GridMeter(period: 128)
        broken.add(take.left.base, take.right.base, frames: take.frames)
        #expect(broken.strongest > 8)
    }

    private static func repetition(_ take: Take, lag: Int = 1 << 18) -> RepetitionMeter.Finding {
        let meter = RepetitionMeter(rate: take.rate, longestLag: lag)
        meter.add(take.left.base, take.right.base, frames: take.frames)
        return meter.soundRepetition()
    }

    @Test("Noise that comes again after three seconds is found, and one that does not is none")
    func repetition() {
        let take = TestSignals.white(seed: 5, frames: 1 << 19)
        #expect(DetectorTests.repetition(take).strength < RepetitionMeter.audible)
        take.loop(every: 150_000)
        let found = DetectorTests.repetition(take)
        #expect(found.strength > 100)
        #expect(abs(found.lag - 3.125) < 1e-4)
    }

    @Test("A faint repetition is found too: a twentieth of the amplitude")
    func faintRepetition() {
        let take = TestSignals.white(seed: 6, frames: 1 << 19)
        let echo = TestSignals.white(seed: 6, frames: 1 << 19, amplitude: 0.05)
        take.change { index, frame in
            let from = index - 100_000
            guard from >= 0 else { return frame }
            return (frame.0 + echo.left.base[from], frame.1 + echo.right.base[from])
        }
        let found = DetectorTests.repetition(take)
        #expect(found.strength > 2 * RepetitionMeter.audible)
        #expect(abs(found.lag - 100_000.0 / 48_000) < 1e-4)
    }

    @Test("A hum, which is like itself for ever, is no repetition of the noise over it")
    func hum() {
        let take = TestSignals.white(seed: 7, frames: 1 << 19, amplitude: 0.1)
        for overtone in 1...6 {
            take.add(TestSignals.sine(Double(120 * overtone), frames: 1 << 19, amplitude: 0.1))
        }
        #expect(DetectorTests.repetition(take).strength < RepetitionMeter.audible)
    }

    @Test("The envelope shows a loop longer than the sound's own lags, and a swell like clockwork")
    func envelope() {
        func measured(_ take: Take) -> (RepetitionMeter.Finding, RepetitionMeter.Finding) {
            let meter = RepetitionMeter(rate: take.rate, longestLag: 1 << 16)
            meter.add(take.left.base, take.right.base, frames: take.frames)
            let found = meter.envelopeRepetition()
            return (found.sharpest, found.correlation)
        }
        let frames = 100 * 44_100
        let plain = TestSignals.white(seed: 8, rate: 44_100, frames: frames)
        let (none, still) = measured(plain)
        #expect(none.strength < RepetitionMeter.audible && still.strength < 0.2)
        plain.change { index, frame in
            let swell = Float(1 + 0.5 * sin(2 * Double.pi * Double(index) / 44_100 / 8))
            return (frame.0 * swell, frame.1 * swell)
        }
        let (sharp, swelling) = measured(plain)
        #expect(sharp.strength < RepetitionMeter.audible)
        #expect(swelling.strength > 0.5)
        #expect(abs(swelling.lag.remainder(dividingBy: 8)) < 0.3)
        let looped = TestSignals.white(seed: 9, rate: 44_100, frames: frames)
        looped.loop(every: 33 * 44_100)
        let (loop, _) = measured(looped)
        #expect(loop.strength > 20 && abs(loop.lag - 33) < 0.02)
    }

    @Test("Channels that are one another's echo are alike, independent ones are not")
    func stereo() {
        let take = TestSignals.white(seed: 10, frames: 1 << 18)
        #expect(StereoMeter(take).correlation() < 0.015)
        let echo = Take(rate: 48_000, frames: take.frames) { index in
            (take.left.base[index], index < 700 ? 0 : take.left.base[index - 700])
        }
        #expect(abs(StereoMeter(echo).correlation() - 1) < 0.05)
        echo.change { index, frame in (frame.0, frame.1 + 10 * take.right.base[index]) }
        #expect(abs(StereoMeter(echo).correlation() - 0.1) < 0.02)
    }

    @Test(
        "What gets louder at once startles, unless it was as loud within the minute; a swell does not"
    )
    func startle() {
        func figures(_ decibels: (Double) -> Double) -> StartleMeter {
            let take = TestSignals.white(seed: 12, frames: 14 * 48_000)
            take.change { index, frame in
                let gain = Float(pow(10, decibels(Double(index) / 48_000) / 20))
                return (gain * frame.0, gain * frame.1)
            }
            var meter = StartleMeter(rate: take.rate)
            meter.add(take.left.base, take.right.base, frames: take.frames)
            return meter
        }
        let step = figures { $0 < 12 ? -30 : -10 }
        #expect(abs(step.rise - 20) < 1 && abs(step.startle - 20) < 1)
        // Two seconds of the twelve were as loud: 7.8 dB over their mean.
        let again = figures { $0 < 2 || $0 > 12 ? -10 : -30 }
        #expect(abs(again.rise - 20) < 1 && abs(again.startle - 7.8) < 1)
        // 10 dB a second.
        let swell = figures { $0 < 12 ? -30 : -30 + 10 * ($0 - 12) }
        #expect(abs(swell.rise - 3) < 1 && swell.startle < 4)
    }

    @Test("Between samples a sine at a quarter of the rate reaches 3 dB over them")
    func truePeak() {
        let tricky = TestSignals.sine(12_000, frames: 4800, amplitude: 0.9, turns: 0.125)
        #expect(abs(LevelMeter(tricky).peak - 0.6364) < 1e-3)
        #expect(abs(TruePeakMeter(tricky).peak - 0.9) < 0.005)
        let plain = TestSignals.sine(100, frames: 48_000, amplitude: 0.9)
        #expect(abs(TruePeakMeter(plain).peak - 0.9) < 1e-3)
    }

    @Test("A hundredth of a third overtone is -40 dB of distortion, and a sine has none")
    func distortion() {
        func measured(_ take: Take) -> Double {
            ToneCheck.distortion(
                UnsafeBufferPointer(start: take.left.base, count: take.frames), frequency: 100,
                rate: 48_000)
        }
        let take = TestSignals.sine(100, frames: 48_000)
        #expect(measured(take) < -110)
        take.add(TestSignals.sine(300, frames: 48_000, amplitude: 0.01))
        #expect(abs(measured(take) + 40) < 0.01)
    }

    @Test("A ramp is even; a step in it, a bend back and a sudden end are seen")
    func ramps() {
        func check(_ gain: (Int) -> Double) -> RampCheck {
            let take = TestSignals.sine(997, frames: 96_000)
            take.change { index, frame in (frame.0 * Float(gain(index)), frame.1) }
            return RampCheck(
                UnsafeBufferPointer(start: take.left.base, count: take.frames), frequency: 997,
                rate: 48_000, amplitude: 1, floor: -55)
        }
        func even(_ index: Int) -> Double { pow(10, -Double(index) / 48_000) }
        let good = check(even)
        #expect(good.steepest < 0.1 && good.reverse < 1e-3)
        #expect(check { even($0) * ($0 < 30_000 ? 1 : 0.9) }.steepest > 0.5)
        #expect(check { even($0) * (1 + 0.3 * sin(Double($0) / 2000)) }.reverse > 0.3)
        #expect(check { $0 < 50_000 ? 1 : pow(10, -2) }.steepest > 30)
    }

    @Test("A seam that is 3 dB softer is measured as that, an even one as none")
    func seamPower() {
        let take = TestSignals.white(seed: 11, frames: 96_000)
        #expect(abs(SeamCheck.powerError(take, at: 48_000)) < 0.4)
        take.change { index, frame in
            (47_000..<49_000).contains(index) ? (frame.0 * 0.7079, frame.1 * 0.7079) : frame
        }
        #expect(abs(SeamCheck.powerError(take, at: 48_000) + 3) < 0.4)
    }
}
