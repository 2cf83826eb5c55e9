import Testing

@testable import ClockSound

@Suite("The alarm tone")
struct AlarmToneTests {
    /// The alarm's left channel, without the limiter's delay.
    private static func ring(_ scene: Scene, seconds: Double, rate: Int = 48_000) -> [Float] {
        let stage = Stage(rate: rate)
        stage.apply(scene)
        return Array(channel(0, of: stage.play(seconds: seconds)).dropFirst(Slice.frames))
    }

    @Test(
        "An asked level is met within 0.5 dB RMS over each pulse, at both rates",
        arguments: [-30, -18, -6], Mixer.rates)
    func level(asked: Int, rate: Int) {
        let samples = AlarmToneTests.ring(.alarm(Float(asked)), seconds: 1.5, rate: rate)
        for pulse in 0..<4 {
            let start = pulse * rate / 8
            let on = samples[start..<start + rate * 80 / 1000]
            #expect(abs(decibels(rootMeanSquare(on)) - Double(asked)) < 0.5)
        }
    }

    @Test("It is four pulses of 80 ms and a pause, every second", arguments: Mixer.rates)
    func pattern(rate: Int) {
        let samples = AlarmToneTests.ring(.alarm(-12), seconds: 2.5, rate: rate)
        func isSilent(_ from: Int, _ to: Int) -> Bool { peak(samples[from..<to]) == 0 }
        for second in 0..<2 {
            for pulse in 0..<4 {
                let start = second * rate + pulse * rate / 8
                #expect(samples[start] != 0)
                #expect(isSilent(start + rate * 80 / 1000, second * rate + (pulse + 1) * rate / 8))
            }
            #expect(isSilent(second * rate + rate / 2, (second + 1) * rate))
        }
    }

    @Test("It is 2 kHz, and its energy lies within 0.5 to 4 kHz", arguments: Mixer.rates)
    func spectrum(rate: Int) {
        let samples = AlarmToneTests.ring(.alarm(-6), seconds: 1.5, rate: rate)
        let spectrum = Spectrum(Array(samples.prefix(1 << 16)), rate: rate)
        #expect(abs(spectrum.strongest - 2000) < 10)
        #expect(spectrum.share(from: 500, to: 4000) > 0.9999)
    }

    @Test("Nothing clicks: no step is larger than the sine's own, at start, edges, stop, restart")
    func noClicks() {
        let stage = Stage()
        stage.apply(.alarm(-6, serial: 1))
        var samples = stage.play(frames: 1000)
        stage.apply(.alarm(-6, serial: 2))
        samples += stage.play(frames: 7000)
        stage.apply(.silence)
        samples += stage.play(frames: 5000)
        let left = channel(0, of: samples)
        let amplitude = peak(left)
        let steepest = amplitude * 2 * Float(Elementary.pi) * 2000 / 48_000
        var largest: Float = 0
        for index in 1..<left.count { largest = max(largest, abs(left[index] - left[index - 1])) }
        #expect(largest <= steepest * 1.02)
        #expect(largest > steepest * 0.8)
    }

    @Test(
        "A stopped alarm is silent within 20 ms of the stop, limiter included",
        arguments: Mixer.rates)
    func stop(rate: Int) {
        let stage = Stage(rate: rate)
        stage.apply(.alarm(-6))
        _ = stage.play(frames: 1024)
        stage.apply(.silence)
        let after = stage.play(frames: rate / 10)
        let bound = 2 * (rate * 20 / 1000 + Slice.frames)
        #expect(peak(after[bound...]) == 0)
        #expect(peak(after[..<(2 * rate / 100)]) > 0.05)
    }

    @Test("A crescendo rises in decibels along a straight line and never falls")
    func crescendo() {
        let stage = Stage()
        stage.apply(.alarm(-10, start: -40, ramp: 10))
        var gains: [Double] = []
        for _ in 0..<100 {
            _ = stage.play(frames: 4800, block: 4800)
            gains.append(decibels(Double(stage.alarmGain)) - 3.0103)
        }
        for (index, gain) in gains.enumerated() {
            // It changes in whole slices, so it may be up to one behind or ahead.
            #expect(abs(gain - (-40 + 0.3 * Double(index + 1))) < 0.02)
        }
        #expect(zip(gains, gains.dropFirst()).allSatisfy { $0 <= $1 })
        _ = stage.play(frames: 48_000)
        #expect(abs(decibels(Double(stage.alarmGain)) - 3.0103 + 10) < 0.001)
    }

    @Test("A long ramp is made to pass -30 dBFS within ten seconds, whatever start was asked")
    func lawfulStart() {
        let stage = Stage()
        stage.apply(.alarm(-6, start: -90, ramp: 60))
        _ = stage.play(frames: 48_000 * 10 + 512, block: 4096)
        #expect(decibels(Double(stage.alarmGain)) - 3.0103 >= -30)
        let quick = Stage()
        quick.apply(.alarm(-6, start: -90, ramp: 10))
        _ = quick.play(frames: 128, block: 128)
        #expect(abs(decibels(Double(quick.alarmGain)) - 3.0103 + 50) < 0.1)
    }

    @Test(
        "With a ramp, the dawn begins below hearing and passes -30 within ten seconds; others do not",
        arguments: [5, 60] as [Float])
    func opening(ramp: Float) {
        for (tone, depth) in [(ToneSound.dawn, 40.0), (.harp, 0)] {
            let stage = Stage()
            let start = AlarmLevel.lowestStart(level: -18, rampSeconds: ramp)
            stage.apply(.alarm(-18, of: .tone(tone), start: start, ramp: ramp))
            _ = stage.play(frames: 1)
            let unit = decibels(ToneBank.rootMeanSquare(tone))
            let first = decibels(Double(stage.alarmGain)) + unit
            #expect(abs(first - (Double(start) - depth)) < 0.5, "\(tone) begins at \(first)")
            var last = first
            for _ in 0..<10 {
                stage.skip(frames: 48_000)
                let now = decibels(Double(stage.alarmGain)) + unit
                #expect(now >= last)
                last = now
            }
            #expect(last >= -30.1, "\(tone) has \(last) after ten seconds")
        }
        let stage = Stage()
        stage.apply(.alarm(-18, of: .tone(.dawn)))
        _ = stage.play(frames: 1)
        #expect(abs(decibels(Double(stage.alarmGain) * ToneBank.rootMeanSquare(.dawn)) + 18) < 0.1)
    }

    @Test("A louder level under the same serial goes up without a new start of pattern or events")
    func escalation() {
        let stage = Stage()
        stage.apply(.alarm(-18))
        _ = stage.play(frames: 48_000)
        stage.apply(.alarm(-12))
        _ = stage.play(frames: 9600)
        #expect(abs(decibels(Double(stage.alarmGain)) - 3.0103 + 12) < 0.001)
        #expect(stage.events() == [.alarmStarted(frame: 128)])
    }

    @Test("A boost goes on top of the level up to full scale, without a click or a new start")
    func boost() {
        let stage = Stage()
        stage.apply(.alarm(-18, ramp: 1))
        _ = stage.play(frames: 96_000)
        for (boost, level) in [(Float(6), -12.0), (12, -6), (18, 0), (24, 0)] {
            stage.apply(.alarm(-18, boost: boost))
            let samples = channel(0, of: stage.play(frames: 48_000))
            #expect(abs(decibels(Double(stage.alarmGain)) - 3.0103 - level) < 0.001)
            #expect(peak(samples) <= 0.8413951)
            // No step is larger than that of the sine at its own peak or the limiter's.
            var largest: Float = 0
            for index in 1..<samples.count {
                largest = max(largest, abs(samples[index] - samples[index - 1]))
            }
            let amplitude = min(0.8413951, Float(Elementary.amplitude(decibels: level + 3.0103)))
            let steepest = 2 * Float(Elementary.sine(turns: 1000 / 48_000)) * amplitude
            #expect(largest <= steepest * 1.02, "\(boost) dB")
        }
        #expect(stage.events() == [.alarmStarted(frame: 128)])
        // As loud as the ceiling allows: the limiter holds a sine 1.5 dB below full scale.
        let loud = channel(0, of: stage.play(frames: 48_000))
        #expect(abs(decibels(rootMeanSquare(loud[1000..<3000])) - -4.51) < 0.1)
    }

    @Test("A boost that is none leaves the level as it is", arguments: [Float(-6), .nan, 0])
    func noBoost(boost: Float) {
        let stage = Stage()
        stage.apply(.alarm(-18, boost: boost))
        _ = stage.play(frames: 1024)
        #expect(abs(decibels(Double(stage.alarmGain)) - 3.0103 + 18) < 0.01)
    }

    @Test("The mixer says which ring its output holds, pauses included, rendered or skipped")
    func heardRing() {
        let stage = Stage()
        #expect(!stage.isAlarmHeard)
        stage.apply(.alarm(-18, serial: 7))
        _ = stage.play(frames: 1024)
        #expect(stage.isAlarmHeard && stage.heardSerial == 7)
        // In the pause between pulses.
        stage.skip(frames: 36_000)
        #expect(stage.isAlarmHeard && stage.heardSerial == 7)
        stage.apply(.alarm(-18, serial: 8))
        _ = stage.play(frames: 2048)
        #expect(stage.isAlarmHeard && stage.heardSerial == 8)
        stage.apply(.silence)
        _ = stage.play(frames: 2048)
        #expect(!stage.isAlarmHeard)
    }

    @Test(
        "A level out of the law's range, or none at all, is held to it",
        arguments: [
            (Float(3), -6.0), (-80, -30), (.nan, -6), (.infinity, -6),
        ])
    func bounds(asked: Float, heard: Double) {
        let stage = Stage()
        stage.apply(.alarm(asked, start: -6))
        _ = stage.play(frames: 1024)
        #expect(abs(decibels(Double(stage.alarmGain)) - 3.0103 - heard) < 0.01)
    }
}
