import ClockSound
import HAL
import LinuxHost

extension Measurement {
    /// What playing one sound costs: from the generator through fade, mixer, limiter and meter to 16
    /// bits with dither.
    static let soundShare = Measurement(
        name: "sound-share", summary: "what playing each sound takes of a processor core"
    ) { conditions in
        let alarm = Scene.Alarm(
            source: .tone(.digital), levelDecibels: -12, startDecibels: -30, rampSeconds: 1,
            serial: 1)
        var louder = Scene.mix([.pink], voices: 1)
        louder.alarm = alarm
        let sounds = Generator.allCases.map { ("\($0)", Scene.mix([$0], voices: 1)) }
        return (sounds + [("pink with alarm", louder)]).flatMap { name, scene in
            let stage = MixerStage()
            stage.apply(scene)
            let ours = Contender.timed(
                "generator, fades, limiter, meter and 16 bits; stereo",
                seconds: conditions.raceSeconds,
                figure: { 100 * $0 / (MixerStage.secondsOfBlock * 1e9) },
                work: { stage.render(blocks: $0) })
            return Race.run(
                "sound-share/\(name)", .shareOfCore, ours: ours, against: [],
                seconds: conditions.raceSeconds)
        }
    }

    /// How much of a mix a second of processor time makes.
    static let mix = Measurement(
        name: "mix", summary: "sixteen voices mixed per second of processor time; peer: sox -m"
    ) { conditions in
        [generated(conditions), device(conditions)].flatMap { $0 } + fromFiles(conditions)
    }

    private static func race(
        _ name: String, _ remark: String, against peers: [Peer] = [], bar: Double? = nil,
        _ conditions: Conditions, work: @escaping (Int) -> UInt64
    ) -> [Row] {
        let ours = Contender.timed(
            remark, seconds: conditions.raceSeconds,
            figure: { MixerStage.secondsOfBlock * 1e9 / $0 }, work: work)
        return Race.run(
            name, .timesRealTime, ours: ours, against: peers, seconds: conditions.raceSeconds,
            bar: bar, figure: { 1e9 / $0 })
    }

    private static func generated(_ conditions: Conditions) -> [Row] {
        let stage = MixerStage()
        stage.apply(.mix(Generator.allCases, voices: Scene.mostVoices))
        return race("mix/16 generators", "all sounds in turn; to 16 bits", conditions) {
            stage.render(blocks: $0)
        }
    }

    // MARK: - A device

    /// Sound design, B6.
    private static let deviceBar = 1200.0

    private static func device(_ conditions: Conditions) -> [Row] {
        let name = "mix/4 voices on null"
        let sink = ALSASink(device: "null")
        defer { sink.close(draining: false) }
        let stage: MixerStage
        do throws(PCMError) {
            stage = MixerStage(as: encoding(of: try sink.open()))
        } catch {
            let reason = "ALSA's null device cannot be opened: \(error)"
            return [Row(name: name, unit: .timesRealTime, outcome: .skipped(reason))]
        }
        stage.apply(.mix([.pink], voices: 4))
        return race(name, "pink, handed to ALSA", bar: deviceBar, conditions) { blocks in
            var failures: UInt64 = 0
            let sum = stage.render(blocks: blocks) {
                do throws(PCMError) {
                    try sink.write(stage.samples, frames: MixerStage.blockFrames)
                } catch {
                    failures += 1
                }
            }
            return sum &+ failures
        }
    }

    private static func encoding(of format: PCMFormat) -> SampleEncoding {
        switch format.sample {
        case .int32: .int32
        case .int24: .int24
        case .int24Packed: .int24Packed
        case .int16: .int16
        case .float32: .float32
        }
    }

    // MARK: - Files

    /// Of the one file that is played sixteen times: 60 s, in whole blocks.
    private static let fileBlocks = 2812
    /// Sound design, B5.
    private static let leastRatio = 15.0

    private static func fromFiles(_ conditions: Conditions) -> [Row] {
        let name = "mix/16 files"
        do throws(RunFailure) {
            let folder = try TemporaryFolder()
            return try race(name, filesIn: folder, conditions)
        } catch {
            return [Row(name: name, unit: .timesRealTime, outcome: .failed(error.reason))]
        }
    }

    private static func race(
        _ name: String, filesIn folder: borrowing TemporaryFolder, _ conditions: Conditions
    ) throws(RunFailure) -> [Row] {
        let samples = noiseSamples()
        try folder.write(samples, to: "noise.raw")
        let path = folder.file("noise.raw")
        // csound alone wants to be told by the file itself what is in it.
        let header = WaveFile.header(
            frames: fileBlocks * MixerStage.blockFrames, rate: MixerStage.rate)
        try folder.write(header + samples, to: "noise.wav")
        try folder.write(csoundScore(folder.file("noise.wav")), to: "mix.csd")
        let score = folder.file("mix.csd")
        let stage = try stage(playing: path)
        return race(
            name, "16-bit stereo, read, mixed, limited; to 16 bits",
            against: [sox(path), ffmpeg(path), csound(score)], conditions
        ) { stage.render(blocks: $0) }
    }

    private static func stage(playing path: String) throws(RunFailure) -> MixerStage {
        let stage = MixerStage(files: Scene.mostVoices)
        let bytes = 4 * fileBlocks * MixerStage.blockFrames
        var scene = Scene()
        for place in 0..<Scene.mostVoices {
            guard let source = stage.source(file: path, bytes: bytes) else {
                throw RunFailure(reason: "\(path) cannot be read")
            }
            scene.voices.append(Scene.Voice(tag: UInt32(place), source: source, gain: 0.5))
        }
        stage.apply(scene)
        return stage
    }

    private static func noiseSamples() -> [UInt8] {
        let stage = MixerStage()
        stage.apply(.mix([.pink], voices: 1))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(4 * fileBlocks * MixerStage.blockFrames)
        _ = stage.render(blocks: fileBlocks) {
            bytes += UnsafeRawBufferPointer(
                start: stage.samples, count: 4 * MixerStage.blockFrames)
        }
        return bytes
    }

    private static func sox(_ path: String) -> Peer {
        let input = [
            "-t", "raw", "-r", "\(MixerStage.rate)", "-e", "signed-integer", "-b", "16", "-c", "2",
            path,
        ]
        return Peer(
            name: "sox", remark: "-m, the same file sixteen times; 16 bits",
            arguments: { seconds in
                ["-m"] + (0..<Scene.mostVoices).flatMap { _ in input } + [
                    "-t", "raw", "-e", "signed-integer", "-b", "16", "/dev/null", "trim", "0",
                    "\(seconds)",
                ]
            }, start: 1, limit: 59, leastRatio: leastRatio)
    }

    private static func ffmpeg(_ path: String) -> Peer {
        let input = ["-f", "s16le", "-ar", "\(MixerStage.rate)", "-ac", "2", "-i", path]
        return Peer(
            name: "ffmpeg", remark: "amix and alimiter, the same file sixteen times; 16 bits",
            arguments: { seconds in
                ["-v", "error", "-nostdin"] + (0..<Scene.mostVoices).flatMap { _ in input } + [
                    "-filter_complex", "amix=inputs=\(Scene.mostVoices),alimiter", "-t",
                    "\(seconds)", "-f", "s16le", "-y", "/dev/null",
                ]
            }, start: 1, limit: 59)
    }

    private static func csound(_ score: String) -> Peer {
        Peer(
            name: "csound", remark: "diskin2 sixteen times and compress2, the same file; 16 bits",
            arguments: { seconds in
                [
                    "-d", "-m0", "-s", "-h", "-o", "stdout", "--smacro:SECONDS=\(seconds)", score,
                ]
            }, start: 1, limit: 59)
    }

    /// Each voice begins elsewhere in the file, and none is resampled; the limiter looks 3 ms ahead, as ours.
    private static func csoundScore(_ path: String) -> String {
        let voices = (0..<Scene.mostVoices).map {
            "i 1 0 $SECONDS \(Double($0) * 0.79)"
        }.joined(separator: "\n")
        return """
            <CsoundSynthesizer>
            <CsInstruments>
            sr = \(MixerStage.rate)
            ksmps = 128
            nchnls = 2
            0dbfs = 1
            gaLeft init 0
            gaRight init 0
            instr 1
            aLeft, aRight diskin2 "\(path)", 1, p4, 1, 0, 1
            gaLeft = gaLeft + aLeft * 0.25
            gaRight = gaRight + aRight * 0.25
            endin
            instr 2
            aLeft compress2 gaLeft, gaLeft, -90, -3, -1, 100, 0.001, 0.15, 0.003
            aRight compress2 gaRight, gaRight, -90, -3, -1, 100, 0.001, 0.15, 0.003
            outs aLeft, aRight
            clear gaLeft, gaRight
            endin
            </CsInstruments>
            <CsScore>
            \(voices)
            i 2 0 $SECONDS
            </CsScore>
            </CsoundSynthesizer>

            """
    }
}
