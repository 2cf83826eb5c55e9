import ClockSound
import Glibc
import Resampling

/// The import of an own sound: any audio file in, a WAV file out that the clock can stream.
///
/// Theory of operation. A stranger's file is decoded in a process of its own, which has two open files and
/// nothing else (`Sandbox`). The sound passes through in blocks and is never held whole: a library
/// decodes (`FileForm`, `Decoder`), more or fewer channels become two (`Downmix`), libsoxr makes 48 kHz of any rate,
/// the silence at both ends goes, and a loop gets its seam (ClockSound's `SilenceTrimmer` and `LoopBaker`);
/// what comes out is written as 16 bits with dither (`WaveWriter`). Loudness is measured on the way
/// (`LoudnessMeter`) and left as it is, because the clock can do the rest as it plays: only where samples
/// would be clipped, all of it is done once more at the gain at which none is.
///
/// Memory, time and size are bounded by limits that the kernel holds. The one line that says what came of
/// it goes to standard output; who started it waits for that.
enum Import {
    /// Frames a second of all own sounds.
    static let rate = 48_000
    /// The shortest sound that is played once, in milliseconds: a beep.
    static let shortestOnce = 100

    /// Runs with the arguments that follow the program's name; returns its exit code.
    static func run(_ arguments: [String]) -> Int32 {
        do throws(ImportProblem) {
            switch try ImportRequest.parse(arguments) {
            case .help: say(ImportHelp.text)
            case .run(let options): say(ImportLine.text(try run(options)))
            }
            return 0
        } catch {
            say(ImportLine.text(error))
            return error.exitCode
        }
    }

    private static func run(_ options: ImportOptions) throws(ImportProblem) -> ImportResult {
        let input = try InputFile(options.input)
        try empty(options.output)
        try Sandbox.enter(options)
        let result = try pass(input, options, gain: 1)
        guard result.peak > 1 else { return result }
        // A hair less, so that rounding and dither find room.
        return try pass(input, options, gain: 0.999 / result.peak)
    }

    /// One time through the file.
    private static func pass(
        _ input: InputFile, _ options: ImportOptions, gain: Float
    ) throws(ImportProblem) -> ImportResult {
        var writer = WaveWriter(options, rate: rate, gain: gain)
        var trimmer = SilenceTrimmer()
        var baker = LoopBaker(
            crossfade: options.crossfade ?? LoopBaker.defaultCrossfade, rate: rate)
        let isLoop = options.crossfade != nil
        var decoder = try Decoder(input)
        let heard = try resampled(&decoder) { block throws(ImportProblem) in
            try trimmer.append(block) { sound throws(ImportProblem) in
                guard isLoop else { return try writer.append(sound) }
                try baker.append(sound) { part throws(ImportProblem) in try writer.append(part) }
            }
        }
        guard heard > 0 else {
            throw .damaged("nothing in it can be decoded. Get the file again")
        }
        let remarks = try decoder.remarks()
        guard trimmer.leadingFrames < heard else {
            throw ImportProblem(code: .silent, message: "the whole sound is silent")
        }
        let soundFrames = heard - trimmer.leadingFrames - trimmer.trailingFrames
        var loop: ImportResult.Loop?
        if isLoop {
            let seam = try baker.finish { part throws(ImportProblem) in try writer.append(part) }
            guard let seam else { throw tooShort(soundFrames, least: LoopBaker.shortestSound) }
            loop = ImportResult.Loop(
                crossfadeFrames: seam.crossfadeFrames, cutFrames: seam.cutFrames,
                correlation: seam.correlation)
        } else if soundFrames < shortestOnce * rate / 1000 {
            throw tooShort(soundFrames, least: shortestOnce)
        }
        try writer.finish()
        let levels = writer.loudness.levels()
        return ImportResult(
            frames: writer.frames, rate: rate, loop: loop, peak: writer.peak,
            level: levels.plain, levelA: levels.weighted, gain: gain,
            leadingFrames: trimmer.leadingFrames, trailingFrames: trimmer.trailingFrames,
            remarks: remarks)
    }

    /// Hands on the whole file as stereo at our rate.
    ///
    /// - Returns: frames that came, at our rate.
    private static func resampled(
        _ decoder: inout Decoder, emit: ([Float]) throws(ImportProblem) -> Void
    ) throws(ImportProblem) -> Int {
        var frames = 0
        guard decoder.rate != rate else {
            while true {
                let block = try decoder.next()
                if block.isEmpty { return frames }
                frames += block.count / 2
                try emit(block)
            }
        }
        do {
            var resampler = try Resampler<Float>(from: decoder.rate, to: rate)
            var output = [Float](repeating: 0, count: 2 * outputFrames)
            while true {
                let block = try decoder.next()
                var taken = 0
                while true {
                    let step = try block.withUnsafeBufferPointer { samples in
                        try resampler.process(
                            block.isEmpty ? nil : samples.baseAddress.map { $0 + 2 * taken },
                            frames: block.count / 2 - taken, into: &output, capacity: outputFrames)
                    }
                    taken += step.taken
                    frames += step.made
                    if step.made > 0 { try emit(Array(output[..<(2 * step.made)])) }
                    if step.made < outputFrames, taken == block.count / 2 { break }
                }
                if block.isEmpty { return frames }
            }
        } catch let problem as ImportProblem {
            throw problem
        } catch {
            throw .system("the rate can't be changed: \(error)")
        }
    }

    /// Room for what one step of the resampler makes.
    private static let outputFrames = 8192

    /// The output may hold an earlier try.
    private static func empty(_ output: Int32) throws(ImportProblem) {
        guard ftruncate(output, 0) == 0 else {
            throw ImportProblem(
                code: .writeFailed,
                message: "descriptor \(output), the output, is not a file that can be written "
                    + "(\(String(cString: strerror(errno))))")
        }
    }

    private static func tooShort(_ frames: Int, least: Int) -> ImportProblem {
        ImportProblem(
            code: .tooShort,
            message:
                "the sound is too short: \(frames * 1000 / rate) ms without the silence at its ends. "
                + "It needs at least \(least) ms")
    }

    /// Writes to standard output, by a call that the sandbox allows.
    private static func say(_ text: String) {
        let bytes = Array(text.utf8)
        var done = 0
        while done < bytes.count {
            let count = bytes[done...].withUnsafeBytes {
                write(STDOUT_FILENO, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            // Nobody listens: there is nobody to tell either.
            guard count > 0 else { return }
            done += count
        }
    }
}
