import ClockSound

extension Measurement {
    /// How much sound a second of processor time makes: the whole mixer, from the generator to the
    /// limiter and the meter, at 48 kHz in stereo.
    static let noise = Measurement(
        name: "noise", summary: "sound rendered per second of processor time; peer: sox"
    ) { conditions in
        NoiseSound.allCases.flatMap { sound in
            race("noise/\(sound)", Scene(noise: noise(sound)), sox(sound), conditions)
        }
            + race(
                "noise/pink with alarm", Scene(noise: noise(.pink), alarm: alarm), nil, conditions)
    }

    private static let rate = 48_000
    /// The device's period on the Pi, and as many slices as fit.
    private static let blockFrames = 1024

    private static func noise(_ sound: NoiseSound) -> Scene.Noise {
        Scene.Noise(sound: sound, gain: 0.5, fadeFrames: 4800)
    }

    private static let alarm = Scene.Alarm(
        tone: .digital, levelDecibels: -12, startDecibels: -30, rampFrames: 48_000, serial: 1)

    private static func race(
        _ name: String, _ scene: Scene, _ peer: Peer?, _ conditions: Conditions
    ) -> [Row] {
        let stage = MixerStage(scene)
        let secondsOfBlock = Double(blockFrames) / Double(rate)
        let ours = Contender.timed(
            "generator, fades, limiter and meter; stereo", seconds: conditions.raceSeconds,
            figure: { secondsOfBlock * 1e9 / $0 }, work: stage.render(blocks:))
        // A peer counts in seconds of sound.
        return Race.run(
            name, .timesRealTime, ours: ours, against: peer.map { [$0] } ?? [],
            seconds: conditions.raceSeconds, figure: { 1e9 / $0 })
    }

    /// The generator alone, its samples thrown away.
    private static func sox(_ sound: NoiseSound) -> Peer {
        Peer(
            name: "sox", remark: "synth \(sound)noise alone; stereo, written to /dev/null",
            arguments: { seconds in
                [
                    "-n", "-r", "\(rate)", "-c", "2", "-t", "raw", "-e", "floating-point", "-b",
                    "32",
                    "/dev/null", "synth", "\(seconds)", "\(sound)noise", "\(sound)noise",
                ]
            }, start: 1, limit: 36_000)
    }

    /// A mixer and what it plays into.
    private final class MixerStage {
        private var mixer: Mixer
        private let events = SoundEventRing()
        private let block: UnsafeMutablePointer<Float>

        init(_ scene: Scene) {
            mixer = Mixer(rate: rate, seed: 1)
            mixer.apply(scene)
            block = UnsafeMutablePointer<Float>.allocate(capacity: 2 * blockFrames)
            block.initialize(repeating: 0, count: 2 * blockFrames)
        }

        deinit { block.deallocate() }

        func render(blocks: Int) -> UInt64 {
            var sum: UInt64 = 0
            for _ in 0..<blocks {
                mixer.render(into: block, frames: blockFrames, telling: events)
                while events.pop() != nil { sum &+= 1 }
                sum &+= UInt64(block[0].bitPattern)
            }
            return sum
        }
    }
}
