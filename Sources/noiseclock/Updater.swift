import ClockCore
import ClockTime
import Control
import Glibc

/// The system's updater: a program of the image, absent on systems installed from packages.
enum Updater {
    static let defaultPath = "/usr/lib/noiseclock/update"
    /// The variable that selects another updater, for tests.
    static let variable = "NOISECLOCK_UPDATER"

    /// Replaces this program with another, which keeps the process, terminal and rights.
    ///
    /// - Returns: the failure, if it returns at all.
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
    /// Checks what it can, and hands over to the updater. Only an explicit no from a clock prevents an update.
    /// If no clock answers, an update may be the remedy.
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
                .usageError, "The updater prints no JSON. Leave out --json.", isJSON: isJSON)
        }
        switch order {
        case .status: return Result(successor: [program, "status"])
        case .install(let file):
            guard OpenFile.at(file) != nil else { return Client.unreadable(file, isJSON: isJSON) }
            var result = Result(successor: [program, "install", file])
            do throws(ConnectionFailure) {
                let (_, outcome) = try ask(.checkUpdate, id: requestID, socket: socket)
                switch outcome {
                case .answer(let answer) where answer.reply.isNo:
                    return Result(error: Presentation.text(answer), status: .refused)
                case .answer: break
                case .refused(let refusal):
                    // The clock is older than this question.
                    result.error = Presentation.text(refusal)
                }
            } catch {
                result.error = "noiseclock: \(error.message)\nThe update goes on all the same.\n"
            }
            return result
        }
    }
}
