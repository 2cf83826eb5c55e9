import ClockCore
import Control

/// Remembers the answers to recent changes, for clients that ask again (law, 13).
///
/// Two requests with the same key are the same change, whatever their ids. A key that comes with another command is
/// refused: the client made a mistake, and neither answer would be right. Without a key, the same command under the
/// same id is the same change. An id that is reused for another command, against the rule, gets a new answer. A
/// restarted clock remembers nothing.
struct RecentAnswers {
    enum Known {
        case answer(Answer)
        /// The key was used for another command.
        case otherCommand
    }

    /// Identifies a change.
    private enum Name: Hashable {
        case key(String)
        case request(id: String, Command)

        init(_ request: Request) {
            self = request.key.map(Name.key) ?? .request(id: request.id, request.command)
        }
    }

    private struct Kept {
        /// Stands in for the command, which can be long. It is stable within one run of the program.
        var commandHash: Int
        var answer: Answer
        /// Approximate memory use.
        var bytes: Int
    }

    /// A client asks again within seconds; this many answers last longer than that.
    private static let capacity = 256
    /// Some answers are long: all free days, a whole category. This limits the total.
    private static let mostBytes = 1024 * 1024

    private var answers: [Name: Kept] = [:]
    /// Oldest first.
    private var order: [Name] = []
    private var bytes = 0

    subscript(request: Request) -> Known? {
        guard !request.isDryRun, let kept = answers[Name(request)] else { return nil }
        return kept.commandHash == request.command.hashValue ? .answer(kept.answer) : .otherCommand
    }

    /// - Parameter size: bytes of the request's line.
    mutating func remember(_ answer: Answer, for request: Request, size: Int) {
        let name = Name(request)
        guard request.isChange, answers[name] == nil else { return }
        let size = size + ReplyLine.encode(id: request.id, answer).count
        answers[name] = Kept(
            commandHash: request.command.hashValue, answer: answer, bytes: size)
        order.append(name)
        bytes += size
        while order.count > RecentAnswers.capacity
            || (bytes > RecentAnswers.mostBytes && order.count > 1)
        {
            bytes -= answers.removeValue(forKey: order.removeFirst())?.bytes ?? 0
        }
    }
}

extension Request {
    /// Whether both ask for the same change, or at least carry the same key.
    func isSameChange(as other: Request) -> Bool {
        guard !isDryRun, !other.isDryRun else { return false }
        guard key == nil, other.key == nil else { return key == other.key }
        return id == other.id && command == other.command
    }
}

extension RequestError {
    /// The request's key belongs to another command.
    static func reusedKey(_ request: Request) -> RequestError {
        let refusal = Refusal(
            code: Refusal.invalid,
            message: "key: it was used for another command; choose a new one",
            field: "key")
        return RequestError(id: request.id, refusal: refusal)
    }
}
