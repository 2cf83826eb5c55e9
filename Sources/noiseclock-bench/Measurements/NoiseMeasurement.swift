import ClockSound

extension Measurement {
    /// How much sound a second of processor time makes: the generator alone, its samples thrown away, at
    /// 48 kHz in stereo.
    static let noise = Measurement(
        name: "noise", summary: "sound generated per second of processor time; peers: sox, …"
    ) { conditions in
        do throws(RunFailure) {
            let folder = try TemporaryFolder()
            let score = "noise.csd"
            try folder.write(csoundScore, to: score)
            // The folder goes when nobody uses it any more.
            return withExtendedLifetime(folder) {
                let path = folder.file(score)
                return Generator.allCases.flatMap { race($0, path, conditions) }
            }
        } catch {
            return [
                Row(name: "noise", unit: .timesRealTime, outcome: .failed(error.reason))
            ]
        }
    }

    private static let rate = 48_000

    private static func race(
        _ generator: Generator, _ score: String, _ conditions: Conditions
    ) -> [Row] {
        let player = SoloPlayer(generator)
        // A peer counts in seconds of sound.
        return Race.run(
            "noise/\(generator)", .timesRealTime,
            ours: Contender.timed(
                "the generator alone; decorrelated stereo", seconds: conditions.raceSeconds,
                figure: { SoloPlayer.seconds * 1e9 / $0 }, work: player.render(times:)),
            against: peers(generator, score), seconds: conditions.raceSeconds,
            figure: { 1e9 / $0 })
    }

    /// Those that make a noise of the same name. The bars are those of the sound design (B1 to B3).
    static func peers(_ generator: Generator, _ score: String) -> [Peer] {
        switch generator.rawValue {
        case "white": [sox("white", 20), ffmpeg("white", nil), csound("rand", 1, score, nil)]
        case "pink":
            [
                sox("pink", 7), ffmpeg("pink", 12), csound("pinker", 2, score, 4),
                gstreamer("pink", 6),
            ]
        case "brown": [sox("brown", nil), ffmpeg("brown", nil)]
        case "blue", "violet": [ffmpeg(generator.rawValue, nil)]
        default: []
        }
    }

    private static func sox(_ colour: String, _ leastRatio: Double?) -> Peer {
        Peer(
            name: "sox", remark: "synth \(colour)noise, stereo",
            arguments: { seconds in
                [
                    "-n", "-r", "\(rate)", "-c", "2", "-t", "raw", "-e", "floating-point", "-b",
                    "32", "/dev/null", "synth", "\(seconds)", "\(colour)noise",
                    "\(colour)noise",
                ]
            }, start: 1, limit: 36_000, leastRatio: leastRatio)
    }

    private static func ffmpeg(_ colour: String, _ leastRatio: Double?) -> Peer {
        Peer(
            name: "ffmpeg", remark: "anoisesrc twice, merged",
            arguments: { seconds in
                let sources = (1...2).flatMap { seed in
                    [
                        "-f", "lavfi", "-i",
                        "anoisesrc=color=\(colour):sample_rate=\(rate):seed=\(seed):duration=\(seconds)",
                    ]
                }
                return ["-v", "error", "-nostdin", "-threads", "1"] + sources + [
                    "-filter_complex", "amerge", "-f", "f32le", "-y", "/dev/null",
                ]
            }, start: 1, limit: 36_000, leastRatio: leastRatio)
    }

    private static func csound(
        _ opcode: String, _ instrument: Int, _ score: String, _ leastRatio: Double?
    ) -> Peer {
        Peer(
            name: "csound", remark: "\(opcode) twice",
            arguments: { seconds in
                // Written nowhere by -n: csound takes what -o names away and makes it anew, which run as
                // root leaves a file where /dev/null was.
                [
                    "-d", "-m0", "-n", "--smacro:NUMBER=\(instrument)",
                    "--smacro:SECONDS=\(seconds)", score,
                ]
            }, start: 1, limit: 36_000, leastRatio: leastRatio)
    }

    private static func gstreamer(_ colour: String, _ leastRatio: Double?) -> Peer {
        Peer(
            name: "gst-launch-1.0", remark: "audiotestsrc, two channels, not quite independent",
            arguments: { seconds in
                [
                    "-q", "audiotestsrc", "wave=\(colour)-noise",
                    "samplesperbuffer=\(rate / 10)", "num-buffers=\(10 * seconds)", "!",
                    "audio/x-raw,format=F32LE,rate=\(rate),channels=2", "!", "fakesink",
                ]
            }, start: 1, limit: 36_000, leastRatio: leastRatio)
    }

    /// Two instruments, of which the command line names one, and for how long.
    private static let csoundScore = """
        <CsoundSynthesizer>
        <CsInstruments>
        sr = \(rate)
        ksmps = 128
        nchnls = 2
        0dbfs = 1
        instr 1
        a1 rand 0.1, 2
        a2 rand 0.1, 2
        outs a1, a2
        endin
        instr 2
        a1 pinker
        a2 pinker
        outs a1 * 0.1, a2 * 0.1
        endin
        </CsInstruments>
        <CsScore>
        i $NUMBER 0 $SECONDS
        </CsScore>
        </CsoundSynthesizer>

        """

    /// A generator and what it plays into.
    private final class SoloPlayer {
        private static let slices = 8
        private static let frames = slices * SoloSound.sliceFrames
        /// Of sound that one time makes.
        static let seconds = Double(frames) / Double(rate)

        private var sound: SoloSound
        private let left = UnsafeMutablePointer<Float>.allocate(capacity: frames)
        private let right = UnsafeMutablePointer<Float>.allocate(capacity: frames)

        init(_ generator: Generator) {
            sound = SoloSound(.generated(Recipe(default: generator), seed: 1), rate: rate)
        }

        deinit {
            left.deallocate()
            right.deallocate()
        }

        func render(times: Int) -> UInt64 {
            var sum: UInt64 = 0
            for _ in 0..<times {
                sound.render(left: left, right: right, slices: SoloPlayer.slices)
                sum &+= UInt64(left[0].bitPattern ^ right[0].bitPattern)
            }
            return sum
        }
    }
}
