import BoundedJSON
import ClockCore
import ClockTime
import Control
import Glibc

// `backup FILE` and `diagnose FILE`: what the clock tells goes into a file. `restore FILE` asks first.

extension Client {
    /// Writes what the clock tells into a file of the user's, which nobody else may read. On a terminal a person is asked
    /// before another file is replaced; a script that saves each night replaces its own.
    func save(_ request: ClientRequest, to path: String) throws(ConnectionFailure) -> Result {
        guard !path.isEmpty else {
            return Client.failed(.usageError, "The file has no name.", isJSON: request.isJSON)
        }
        if !request.isSure, !request.isJSON, let asksPerson, access(path, F_OK) == 0,
            !asksPerson("\(Spelling.quoted(path)) is there already. Replace it? [y/N] ")
        {
            return Client.failed(
                .refused, Refusal(code: Status.usageError.code, message: "Nothing was saved."),
                isJSON: false)
        }
        let (bytes, outcome) = try ask(request.outgoing, id: requestID, socket: request.socket)
        guard case .answer(let answer) = outcome,
            case .object(var fields)? = try? JSONValue.parse(bytes, limit: ReplyLine.limit),
            case .string(let kind)? = fields["reply"], let content = fields[kind]
        else {
            return answered(
                bytes, outcome, isJSON: request.isJSON, socket: request.socket)
        }
        guard NewFile.write(Array((content.lines() + "\n").utf8), to: path) else {
            let reason = String(cString: strerror(errno))
            return Client.failed(
                .outputFailed, "\(Spelling.quoted(path)): \(reason)", isJSON: request.isJSON)
        }
        guard !request.isJSON else {
            fields[kind] = nil
            fields["file"] = .string(path)
            return Result(output: JSONValue.object(fields).text + "\n")
        }
        return Result(output: Presentation.saved(answer.reply, in: path))
    }

    /// Shows a person what a restore would take, and asks.
    ///
    /// - Returns: why it is not wanted; nil if it is.
    func isWanted(
        _ request: ClientRequest, passing file: OpenFile
    ) throws(ConnectionFailure) -> Result? {
        guard case .backup(.restore) = request.command, !request.isSure, !request.isDryRun,
            !request.isJSON, let asksPerson
        else { return nil }
        var trial = self
        trial.requestID = "\(requestID)-asks"
        var question = request
        question.isDryRun = true
        let result = try trial.answer(question, passing: file)
        guard result.status == .done else { return result }
        let text = result.output + "Take this in place of what is there? [y/N] "
        guard !asksPerson(text) else { return nil }
        return Client.failed(
            .refused, Refusal(code: Status.usageError.code, message: "Nothing was changed."),
            isJSON: false)
    }
}

/// Writes a file that is whole or not there at all.
private enum NewFile {
    /// False, with `errno`, if that fails. What was at the path stays then.
    static func write(_ bytes: [UInt8], to path: String) -> Bool {
        var status = stat()
        let isThere = stat(path, &status) == 0
        guard isThere, status.st_mode & S_IFMT == S_IFREG else {
            // A pipe, or a terminal by its name.
            return isThere ? writeInto(path, bytes) : replace(path, with: bytes)
        }
        // A link stays, and its file is replaced.
        guard let real = realpath(path, nil) else { return false }
        defer { free(real) }
        return replace(String(cString: real), with: bytes)
    }

    private static func writeInto(_ path: String, _ bytes: [UInt8]) -> Bool {
        let file = open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return Client.write(bytes, to: file)
    }

    private static func replace(_ path: String, with bytes: [UInt8]) -> Bool {
        var name = Array("\(path).XXXXXX".utf8CString)
        let file = mkstemp(&name)
        guard file >= 0 else { return false }
        var isGood = fcntl(file, F_SETFD, FD_CLOEXEC) == 0 && Client.write(bytes, to: file)
        isGood = isGood && fsync(file) == 0
        isGood = close(file) == 0 && isGood
        if isGood, rename(name, path) == 0 { return true }
        let reason = errno
        unlink(name)
        errno = reason
        return false
    }
}
