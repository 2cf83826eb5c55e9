import BoundedJSON
import ClockSound
import HAL

/// The outcome of running the import program.
enum ImportOutcome: Equatable {
    /// The target holds a sound of so many frames. The loudness is nil if it was not reported, or not sensibly: the
    /// sound is there all the same. The remarks are sentences about the file, without their full stop.
    case made(frames: Int, loudness: OwnSoundLoudness?, remarks: [String])
    case refused(OwnSoundError)

    /// The parts of its output that matter here.
    private struct Report: Decodable {
        struct Problem: Decodable {
            var code: String
            var message: String
        }
        var frames: Int?
        /// Root mean square and A-weighted, dBFS.
        var level: Float?
        var levelA: Float?
        /// 1 is full scale.
        var peak: Float?
        var remarks: [String]?
        var error: Problem?
    }

    init(_ run: SoundImportRun) {
        switch run.end {
        case .cancelled: self = .refused(.cancelled)
        case .timedOut:
            self = .refused(
                .refused(
                    code: .timeOut,
                    message: "the import took too long. Try a shorter file"))
        case .signalled:
            // A file that was made to break the decoder does this; the damage ends there.
            self = .refused(
                .refused(
                    code: .damaged, message: "the file is damaged: the decoder crashed on it"))
        case .exited(let status):
            self = ImportOutcome.read(run.report, status: status)
        }
    }

    private static func read(_ bytes: [UInt8], status: Int32) -> ImportOutcome {
        // An attacker may control the child, so its output is validated.
        guard let json = try? JSONValue.parse(bytes, limit: longestReport),
            let report = try? Report(stored: json)
        else {
            return .refused(.failed("the import ended with exit status \(status) and no result"))
        }
        if let problem = report.error {
            let message = String(problem.message.prefix(longestMessage))
            if let code = ImportRefusal(rawValue: problem.code) {
                return .refused(.refused(code: code, message: message))
            }
            return .refused(.failed("the import failed: \(message)"))
        }
        guard status == 0, let frames = report.frames, frames > 0 else {
            return .refused(.failed("the import ended with exit status \(status) and no result"))
        }
        let remarks = (report.remarks ?? []).prefix(mostRemarks).map {
            String($0.prefix(longestMessage))
        }
        return .made(frames: frames, loudness: loudness(of: report), remarks: remarks)
    }

    private static func loudness(of report: Report) -> OwnSoundLoudness? {
        guard let level = report.level, let levelA = report.levelA, let peak = report.peak,
            peak > 0
        else { return nil }
        return OwnSoundLoudness(
            level: level, weighted: levelA, peak: Loudness.decibels(Double(peak)))
    }

    private static let longestReport = 65_536
    private static let longestMessage = 500
    private static let mostRemarks = 4
}

extension OwnSoundError {
    init(_ error: SoundImportStartError) {
        switch error {
        case .noProgram(let places):
            self = .failed(
                "the program that imports sounds is missing. It should be at "
                    + places.joined(separator: " or "))
        case .sourceIsNoFile:
            self = .failed("only a regular file can be imported")
        case .sourceIsNotReadable:
            self = .failed("the file isn't open for reading")
        case .sourceIsTooLarge(let limit):
            self = .failed("the file is larger than \(limit) bytes, the most that can be imported")
        case .targetFailed(_, _, isFull: true): self = .diskFull
        case .targetFailed(let path, let reason, _):
            self = .failed("can't write \(path): \(reason)")
        case .system(let error):
            self = .failed("\(error.operation) failed (errno \(error.errno))")
        }
    }

    init(_ error: OwnSoundStorageError) {
        switch error {
        case .full: self = .diskFull
        case .failed(let operation, let reason):
            self = .failed("can't \(operation) your own sounds: \(reason)")
        case .badID(let id): self = .unknownSound(id: id)
        }
    }
}
