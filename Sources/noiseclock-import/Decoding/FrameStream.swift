/// What decodes a file of one form.
protocol FrameStream: AnyObject {
    var rate: Int { get }
    var channels: Int { get }
    /// libsndfile's name for each channel, where the file has them.
    var channelMap: [Int]? { get }
    /// The next frames, their channels in turn; empty at the end.
    func next() throws(ImportProblem) -> [Float]
    /// What did not come, known at the end.
    var shortfall: Shortfall { get }
}

extension FrameStream {
    var channelMap: [Int]? { nil }
}

/// What a file should have had, and did not.
struct Shortfall: Equatable {
    /// Of damaged places, and what the file says that it has.
    var missingSeconds = 0.0
    /// It ends within something, and nobody knows what would have followed.
    var isCutOff = false
    /// The length that the file states, where that is a mistake: the file itself is whole.
    var wrongSeconds: Double?

    /// Less is nothing that anybody hears; many programs round a length.
    static let least = 0.01

    /// What a person is told.
    func remark(read seconds: Double) -> String? {
        if missingSeconds >= Shortfall.least {
            return "\(Shortfall.of(seconds, seconds + missingSeconds)) could be read. "
                + "The rest is missing or damaged"
        }
        if isCutOff {
            return "The file ends in the middle of its sound, so its end is missing. "
                + "\(Shortfall.text(seconds)) s could be read"
        }
        return wrongSeconds.map {
            "The file says that it lasts \(Shortfall.text($0)) s, but it is whole with "
                + "\(Shortfall.text(seconds)) s"
        }
    }

    /// The refusal of a file of which less than a half came.
    func problem(read seconds: Double) -> ImportProblem? {
        guard missingSeconds >= Shortfall.least, seconds < missingSeconds else { return nil }
        return .damaged(
            "only \(Shortfall.of(seconds, seconds + missingSeconds)) could be read. "
                + "Get the file again")
    }

    /// "4 s of 5 s", as finely as it takes to tell them apart.
    private static func of(_ part: Double, _ whole: Double) -> String {
        let digits = (1...2).first { text(part, $0) != text(whole, $0) } ?? 2
        return "\(text(part, digits)) s of \(text(whole, digits)) s"
    }

    static func text(_ seconds: Double, _ digits: Int = 1) -> String {
        let scale = [1.0, 10, 100][digits]
        let rounded = (seconds * scale).rounded() / scale
        let text = "\(rounded)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
