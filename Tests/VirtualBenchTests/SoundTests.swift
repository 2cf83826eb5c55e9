import ClockSound
import ClockTime
import Glibc
import Testing

@testable import ClockCore
@testable import Runtime

extension RealTimeBench {
    /// The output of the card.
    @Suite("The sound")
    struct Sound {
        @Test("The alarm's tone comes out of the card as the mixer renders it, ramp and all")
        func tone() throws {
            // The ramp and one more second. A busy host must leave the recorder and the firmware alone for that long.
            let wanted = 3 * Recorder.rate
            let heard: [Int16] = try VirtualBench.undisturbed {
                let clock = try BenchClock(at: "2037-03-10T06:20:00Z")
                let recorder = try Recorder()
                defer { recorder.stop() }
                #expect(try clock.rings("--ramp", "2s", "--volume", "80"))
                #expect(VirtualBench.wait { recorder.firstSound() != nil })
                let start = try #require(recorder.firstSound())
                _ = VirtualBench.wait { recorder.frames >= start + wanted }
                let samples = Array(recorder.samples[(2 * start)...].prefix(2 * wanted))
                let gaps = try clock.underruns()
                return recorder.failure == 0 && gaps == 0 ? samples : nil
            }
            #expect(heard.count == 2 * wanted)

            let rendered = Sound.render(frames: wanted + Recorder.rate)
            let about = try #require(rendered.firstIndex { abs($0) > 2 }) / 2
            // The first sample above the dither may differ between the two by some dozens of
            // frames. At one offset in that range everything must match.
            let misfits = (max(0, about - 100)...(about + 100)).map { offset in
                Sound.misfits(heard, rendered[(2 * offset)...])
            }
            #expect(misfits.contains(0), "at best \(misfits.min() ?? 0) of \(heard.count)")
        }

        /// The number of samples that differ by more than rounding and 16-bit dither, which is two steps. It stops
        /// counting when a match is impossible.
        private static func misfits(
            _ heard: [Int16], _ rendered: ArraySlice<Float>
        ) -> Int {
            var count = 0
            for (sample, wanted) in zip(heard, rendered) where abs(Float(sample) - wanted) > 2 {
                count += 1
                if count > 1000 { break }
            }
            return count
        }

        /// The same tone from the test's own mixer, in 16-bit steps.
        private static func render(frames: Int) -> [Float] {
            let alarm = AlarmIntent(
                sound: SoundID("digital"), volume: Percent(clamping: 80), ramp: .seconds(2),
                outputs: 1, boostDecibels: 0, serial: 1)
            var director = SoundDirector([SoundOutput()])
            let scene = director.scene(
                for: SoundIntent(noise: nil, alarm: alarm, noiseFadeOut: .seconds(5)), output: 0)
            var mixer = Mixer(rate: Recorder.rate)
            let streams = SoundStreams(places: 1)
            mixer.apply(scene)
            let events = SoundEventRing()
            var samples = [Float](repeating: 0, count: 2 * frames)
            samples.withUnsafeMutableBufferPointer { buffer in
                guard let base = buffer.baseAddress else { return }
                for start in stride(from: 0, to: frames, by: 1024) {
                    mixer.render(
                        into: base + 2 * start, frames: min(1024, frames - start),
                        from: streams, telling: events)
                }
            }
            return samples.map { $0 * 32_767 }
        }

        @Test("From the alarm's minute to its first sample")
        func alarmToSound() throws {
            let clock = try BenchClock(at: "2037-03-10T05:59:50Z")
            var minute = 0
            // From the sound design (R3), plus the card's buffer; a busy host only adds to it, as below.
            let bound: Int64 = 250_000_000
            var delays: [Int64] = []
            while delays.count < 5 || delays.allSatisfy({ $0 >= bound }), delays.count < 10 {
                delays.append(
                    try VirtualBench.undisturbed {
                        minute += 1
                        return try Sound.delay(ofAlarmAt: minute, of: clock)
                    })
            }
            Figures.note("alarm's minute to its first sample heard", nanoseconds: delays)
            #expect(delays.allSatisfy { $0 > 0 })
            #expect(try #require(delays.min()) < bound, "\(delays)")
        }

        /// The delay from an alarm's time, in minutes after 6 o'clock, to its sound; nil if the recorder lost data,
        /// so that its times are meaningless.
        private static func delay(ofAlarmAt minute: Int, of clock: BenchClock) throws -> Int64? {
            func time(_ minute: Int) -> String { "06:\(minute < 10 ? "0" : "")\(minute)" }
            let recorder = try Recorder()
            defer { recorder.stop() }
            try clock.say("alarm", "add", time(minute), "--ramp", "0s")
            try VirtualBench.setWallClock("2037-03-10T\(time(minute - 1)):58.000Z")
            let wallAhead = VirtualBench.wallTime - VirtualBench.bootTime
            let boundary = (VirtualBench.wallTime / 60_000_000_000 + 1) * 60_000_000_000
            #expect(VirtualBench.wait { recorder.firstSound() != nil })
            let heard = try #require(recorder.firstSound().flatMap(recorder.time(ofFrame:)))
            try clock.say("alarm", "stop")
            // Longer than the tone's pauses.
            #expect(VirtualBench.wait { recorder.peak(ofLast: 1000) <= 2 })
            return recorder.failure == 0 ? heard + wallAhead - boundary : nil
        }

        @Test("Noise that a press begins is heard, and falls silent after the press that ends it")
        func noise() throws {
            let clock = try BenchClock()
            // The limit (product, N6), plus the half of the card's buffer that is full in silence. A busy host adds
            // dozens of milliseconds to some measurements and never shortens any, so the shortest is the firmware's
            // own delay.
            let bound: Int64 = 110_000_000
            var delays: [Int64] = []
            while delays.count < 3 || delays.allSatisfy({ $0 >= bound }), delays.count < 10 {
                delays.append(
                    try VirtualBench.undisturbed { try Sound.delay(ofNoiseFrom: clock) })
            }
            Figures.note("stop let go to noise heard", nanoseconds: delays)
            #expect(delays.allSatisfy { $0 > 0 })
            #expect(try #require(delays.min()) < bound, "\(delays)")
        }

        /// The delay from the press to the sound, nil if the recorder lost data. It is silent again afterwards.
        private static func delay(ofNoiseFrom clock: BenchClock) throws -> Int64? {
            let recorder = try Recorder()
            defer { recorder.stop() }
            // A key with a different meaning when held acts on release.
            let tap = try clock.pins.tap(.stop)
            // The card was silent, so the first non-zero sample belongs to the noise, however soft.
            #expect(VirtualBench.wait { recorder.firstSound(above: 0) != nil })
            let heard = try #require(
                recorder.firstSound(above: 0).flatMap(recorder.time(ofFrame:)))
            VirtualBench.rest(.milliseconds(300))
            try clock.pins.tap(.stop)
            // The fade takes 5 s; another press would reverse it midway.
            #expect(VirtualBench.wait { recorder.peak(ofLast: 300) == 0 })
            return recorder.failure == 0 ? heard - tap.released : nil
        }
    }
}
