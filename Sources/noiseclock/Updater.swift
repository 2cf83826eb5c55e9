import ClockCore
import ClockTime
import Control
import Glibc

/// The system's own updater: a program of the image, which a system from packages has not.
enum Updater {
    static let defaultPath = "/usr/lib/noiseclock/update"
    /// The variable that names another one, for tests.
    static let variable = "NOISECLOCK_UPDATER"

    /// Runs a program with its arguments in place of this one, with the same process, terminal and rights.
    ///
    /// - Returns: why that failed, if it returns.
    static func replaceProgram(by words: [String]) -> Client.Result {
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
        arguments.append(nil)
        defer { arguments.forEach { free($0) } }
        execv(words[0], arguments)
        let reason = String(cString: strerror(errno))
        return Client.Result(
            error: "noiseclock: cannot run \(words[0]): \(reason)\n", status: .ownFault)
    }
}

extension Client {
    /// Checks what can be known here, and hands over to the updater. Only a clock's own no keeps an update
    /// from beginning: where none answers, an update may be what helps.
    func update(
        _ order: UpdateOrder, isJSON: Bool, socket: String?
    ) -> Result {
        let program = environment[Updater.variable] ?? Updater.defaultPath
        guard access(program, F_OK) == 0 else {
            return Client.failed(
                .refused,
                "This system has no updater (\(program)). Update it with apt: "
                    + "sudo apt update && sudo apt upgrade", isJSON: isJSON)
        }
        guard uid == 0 else {
            return Client.failed(
                .notPermitted, "Only root may update. Use: sudo noiseclock update ...",
                isJSON: isJSON)
        }
        guard !isJSON else {
            return Client.failed(
                .wrongWords, "The updater prints no JSON. Leave out --json.", isJSON: isJSON)
        }
        switch order {
        case .status: return Result(successor: [program, "status"])
        case .install(let file):
            guard OpenFile.at(file) != nil else {
                let reason = String(cString: strerror(errno))
                return Client.failed(
                    .noInput, "\(Spelling.quoted(file)): \(reason)", isJSON: isJSON)
            }
            var result = Result(successor: [program, "install", file])
            do throws(ConnectionFailure) {
                let (_, outcome) = try ask(.checkUpdate, id: requestID, socket: socket)
                switch outcome {
                case .answer(let answer) where answer.reply.isNo:
                    return Result(error: Presentation.text(answer), status: .refused)
                case .answer: break
                case .refused(let refusal):
                    // One that is older than this question.
                    result.error = Presentation.text(refusal)
                }
            } catch {
                result.error = "noiseclock: \(error.message)\nThe update goes on all the same.\n"
            }
            return result
        }
    }
}
