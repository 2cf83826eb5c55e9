/// Why nothing came out: a code for programs, words for people, and an exit code of sysexits.h.
struct ImportProblem: Error, Equatable {
    /// Stable: the clock and its clients know them.
    enum Code: String, CaseIterable {
        case usage
        /// No kind of audio file that is read.
        case notAudio
        /// Audio in the most widespread form that is not read.
        case aac
        /// Audio in another form that is not read.
        case foreign
        case tooLong
        case tooLarge
        case tooShort
        case silent
        /// It begins like an audio file and cannot be decoded.
        case damaged
        case notAFile
        case readFailed
        case writeFailed
        /// The system refused memory, or the sandbox.
        case system
    }

    var code: Code
    var message: String

    /// EX_USAGE, EX_DATAERR, EX_NOINPUT, EX_OSERR, EX_IOERR.
    var exitCode: Int32 {
        switch code {
        case .usage: 64
        case .notAudio, .aac, .foreign, .tooLong, .tooLarge, .tooShort, .silent, .damaged: 65
        case .notAFile: 66
        case .system: 71
        case .readFailed, .writeFailed: 74
        }
    }

    static func usage(_ message: String) -> ImportProblem {
        ImportProblem(code: .usage, message: message)
    }

    static let notAudio = ImportProblem(
        code: .notAudio,
        message:
            "the clock finds no sound in this file. It reads WAV, FLAC, Ogg Vorbis, Opus, MP3, AIFF "
            + "and CAF. If other programs play it, convert it first: ffmpeg -i sound sound.flac")

    static let aac = ImportProblem(
        code: .aac,
        message: "the clock can't read M4A, MP4 or AAC. Convert the file first: "
            + "ffmpeg -i sound.m4a sound.flac")

    /// - Parameters:
    ///   - what: the form's name, as people know it.
    ///   - ending: of such files' names.
    static func foreign(_ what: String, _ ending: String) -> ImportProblem {
        ImportProblem(
            code: .foreign,
            message: "the clock can't read \(what). Convert the file first: "
                + "ffmpeg -i sound.\(ending) sound.flac")
    }

    static func damaged(_ reason: String) -> ImportProblem {
        ImportProblem(code: .damaged, message: "the file is damaged: \(reason)")
    }

    static func system(_ what: String) -> ImportProblem {
        ImportProblem(code: .system, message: what)
    }
}

/// What came out.
struct ImportResult: Equatable {
    struct Loop: Equatable {
        var crossfadeFrames: Int
        var cutFrames: Int
        var correlation: Float
    }

    var frames: Int
    var rate: Int
    /// Nil: it is to be played once.
    var loop: Loop?
    /// The greatest sample that came out; 1 is full scale.
    var peak: Float
    /// Root mean square and A-weighted, without pauses, in decibels under full scale (`LoudnessMeter`).
    var level: Double
    var levelA: Double
    /// What all samples were multiplied by, less than 1 where they would have been clipped.
    var gain: Float
    /// Silence that was taken off the ends.
    var leadingFrames: Int
    var trailingFrames: Int
    /// What a person should know of the file, in sentences without their full stop.
    var remarks: [String] = []
}

/// The one line that standard output gets.
enum ImportLine {
    static func text(_ result: ImportResult) -> String {
        let loop =
            result.loop.map {
                "{\"crossfadeFrames\":\($0.crossfadeFrames),\"cutFrames\":\($0.cutFrames),"
                    + "\"correlation\":\($0.correlation)}"
            } ?? "null"
        return
            "{\"frames\":\(result.frames),\"seconds\":\(Double(result.frames) / Double(result.rate)),"
            + "\"loop\":\(loop),\"peak\":\(result.peak),\"level\":\(tenth(result.level)),"
            + "\"levelA\":\(tenth(result.levelA)),\"gain\":\(result.gain),"
            + "\"trimmed\":{\"start\":\(result.leadingFrames),\"end\":\(result.trailingFrames)},"
            + "\"remarks\":[\(result.remarks.map(quoted).joined(separator: ","))]}\n"
    }

    /// Decibels as finely as anybody hears them.
    private static func tenth(_ decibels: Double) -> Double { (decibels * 10).rounded() / 10 }

    static func text(_ problem: ImportProblem) -> String {
        "{\"error\":{\"code\":\"\(problem.code.rawValue)\",\"message\":\(quoted(problem.message))}}\n"
    }

    /// As RFC 8259 wants it (section 7).
    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
