import ClockSound
import ClockTime
import HAL

/// What the command line asks of the import.
enum ImportRequest: Equatable {
    case run(ImportOptions)
    case help
}

struct ImportOptions: Equatable {
    /// The descriptors, open from the start: nothing is opened by name.
    var input: Int32 = 0
    var output: Int32 = 3
    /// The length of a loop's crossfade in milliseconds; nil: the sound is to be played once, as it is.
    var crossfade: Int?
    /// Seconds that come out at most.
    var longest = 7200
    /// Bytes that come out at most.
    var largest = WaveFile.headerSize + WaveFile.mostFrames * WaveFile.bytesPerFrame
    /// Seconds of processor time.
    var processorSeconds = 900

    /// The most of either that can be asked for: a day, and what a WAV file can hold.
    static let longestRange = 1...86_400
    static let largestRange =
        1024...(WaveFile.headerSize + WaveFile.mostFrames * WaveFile.bytesPerFrame)
    static let processorRange = 1...3600
    /// Descriptors of a process that was just started.
    static let descriptorRange: ClosedRange<Int32> = 0...255
}

/// The options by name, as they are written.
enum ImportOption: String, ProgramOption {
    case loop = "--loop"
    case once = "--once"
    case crossfade = "--crossfade"
    case input = "--input"
    case output = "--output"
    case longest = "--longest"
    case largest = "--largest"
    case processor = "--cpu"
    case help = "--help"

    var placeholder: String? {
        switch self {
        case .crossfade: "MS"
        case .input, .output: "N"
        case .longest, .processor: "SECONDS"
        case .largest: "BYTES"
        case .loop, .once, .help: nil
        }
    }
}

extension ImportRequest {
    /// Reads the arguments that follow the program's name.
    static func parse(_ arguments: [String]) throws(ImportProblem) -> ImportRequest {
        var options = ImportOptions()
        var reader = OptionReader<ImportOption>(arguments, of: "noiseclock-import")
        do throws(OptionError) {
            while let (option, value) = try reader.next() {
                switch option {
                case .help: return .help
                case .loop, .once: break
                case .crossfade:
                    options.crossfade = try option.number(value, in: LoopBaker.crossfadeRange)
                case .input:
                    options.input = try option.number(value, in: ImportOptions.descriptorRange)
                case .output:
                    options.output = try option.number(value, in: ImportOptions.descriptorRange)
                case .longest:
                    options.longest = try option.number(value, in: ImportOptions.longestRange)
                case .largest:
                    options.largest = try option.number(value, in: ImportOptions.largestRange)
                case .processor:
                    options.processorSeconds = try option.number(
                        value, in: ImportOptions.processorRange)
                }
            }
        } catch {
            throw .usage(error.message)
        }
        let given = reader.given
        guard given.contains(.loop) != given.contains(.once) else {
            throw .usage("Give --loop for a noise, or --once for an alarm tone.")
        }
        if given.contains(.loop) {
            options.crossfade = options.crossfade ?? LoopBaker.defaultCrossfade
        } else if given.contains(.crossfade) {
            throw .usage("--crossfade needs --loop: with --once the sound has no seam.")
        }
        guard options.input != options.output else {
            throw .usage("--input and --output are both descriptor \(options.input). Give two.")
        }
        return .run(options)
    }
}

enum ImportHelp {
    static let text = """
        noiseclock-import turns an audio file into a sound for a NoiseClock: a WAV file
        with 48 kHz, 16 bits, stereo. The clock runs it; you can run it by hand, too:

          noiseclock-import --loop < rain.ogg 3> rain.wav

        Usage: noiseclock-import --loop|--once [OPTIONS]

          --loop             Make an endless sound, like noise: cut the silence at both
                             ends, and fade the end into the beginning
          --once             Make a sound that plays once, like an alarm tone: only cut
                             the silence at both ends
          --crossfade MS     Length of that fade, \(LoopBaker.crossfadeRange.lowerBound) to \
        \(LoopBaker.crossfadeRange.upperBound) ms (default: \(LoopBaker.defaultCrossfade))
          --input N          Descriptor of the audio file (default: 0)
          --output N         Descriptor of the WAV file (default: 3)
          --longest SECONDS  Refuse a longer sound (default: 7200)
          --largest BYTES    Refuse a larger WAV file (default: the most that a WAV
                             file can hold)
          --cpu SECONDS      End after this much processor time (default: 900)
          -h, --help         Show this text

        Both descriptors must be files. It reads WAV, FLAC, Ogg Vorbis, Opus, MP3, AIFF
        and CAF. It prints one line of JSON to standard output: the result, or an error
        with its code. Before it reads the file, it gives up the rights to open files,
        to start programs and to use the network.

        Exit status: 0 done; 64 wrong arguments; 65 the sound is refused (the code says
        why); 66 the input is no file; 71 the system refused; 74 reading or writing
        failed.

        """
}
