import ClockCore
import Control

/// The answers to the last changes, for those who ask again (law, 13).
///
/// Two requests are one change where they bear the same key, whatever their ids. A key that comes with
/// another command is refused: whoever chose it made a mistake, and neither answer would be right. Where
/// there is no key, the same command under the same id is one change; an id used again for another one,
/// against the rule, gets what it asks for now. A clock that starts anew remembers none of them.
struct RecentAnswers {
    enum Known {
        case answer(Answer)
        /// The key was used for another command.
        case otherCommand
    }

    /// What tells one change from others.
    private enum Name: Hashable {
        case key(String)
        case request(id: String, Command)

        init(_ request: Request) {
            self = request.key.map(Name.key) ?? .request(id: request.id, request.command)
        }
    }

    private struct Kept {
        /// In place of the command, which can be long; the same in one run of the program.
        var commandHash: Int
        var answer: Answer
        /// About what it takes to keep.
        var bytes: Int
    }

    /// A client asks again within seconds; these last for longer than that.
    private static let capacity = 256
    /// A few answers may be long: all free days, a whole category. More than this is not kept of all.
    private static let mostBytes = 1024 * 1024

    private var answers: [Name: Kept] = [:]
    /// The oldest first.
    private var order: [Name] = []
    private var bytes = 0

    subscript(request: Request) -> Known? {
        guard let kept = answers[Name(request)] else { return nil }
        return kept.commandHash == request.command.hashValue ? .answer(kept.answer) : .otherCommand
    }

    /// - Parameter size: bytes of the request's line.
    mutating func remember(_ answer: Answer, for request: Request, size: Int) {
        let name = Name(request)
        guard request.command.isChange, answers[name] == nil else { return }
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
    /// Whether both ask for one and the same change, or at least bear the same key.
    func isSameChange(as other: Request) -> Bool {
        guard key == nil, other.key == nil else { return key == other.key }
        return id == other.id && command == other.command
    }
}

extension RequestError {
    /// The key of the request belongs to another command.
    static func reusedKey(_ request: Request) -> RequestError {
        let refusal = Refusal(
            code: Refusal.invalid,
            message: "key: it was used for another command; choose a new one",
            field: "key")
        return RequestError(id: request.id, refusal: refusal)
    }
}
