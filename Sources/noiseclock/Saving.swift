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
        guard !request.command.takesFile else {
            return try saveWithOwnFiles(request, to: path)
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
            return Client.unwritten(path, isJSON: request.isJSON)
        }
        fields[kind] = nil
        return saved(answer.reply, fields, in: path, isJSON: request.isJSON)
    }

    /// Lets the clock write into the file: own sounds and fonts are too large for a reply.
    private func saveWithOwnFiles(
        _ request: ClientRequest, to path: String
    ) throws(ConnectionFailure) -> Result {
        guard let new = NewFile.at(path) else {
            return Client.unwritten(path, isJSON: request.isJSON)
        }
        let (bytes, outcome) = try ask(
            request.outgoing, id: requestID, socket: request.socket, passing: new.file)
        switch outcome {
        case .refused(let refusal):
            let named = request.isJSON ? refusal : refusal.naming(path)
            return Client.refused(named, bytes, isJSON: request.isJSON)
        case .answer(let answer):
            guard new.keep() else { return Client.unwritten(path, isJSON: request.isJSON) }
            return saved(answer.reply, ["id": .string(requestID)], in: path, isJSON: request.isJSON)
        }
    }

    private func saved(
        _ reply: Reply, _ fields: [String: JSONValue], in path: String, isJSON: Bool
    ) -> Result {
        guard isJSON else { return Result(output: Presentation.saved(reply, in: path)) }
        var fields = fields
        fields["file"] = .string(path)
        return Result(output: JSONValue.object(fields).text + "\n")
    }

    /// The result if this file cannot be written, which has just set `errno`.
    private static func unwritten(_ path: String, isJSON: Bool) -> Result {
        let reason = String(cString: strerror(errno))
        return failed(.outputFailed, "\(Spelling.quoted(path)): \(reason)", isJSON: isJSON)
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

/// A file that takes its place when it is whole, and is gone otherwise.
private final class NewFile {
    let file: OpenFile
    private let path: String
    private let ownPath: [CChar]
    private var isKept = false

    private init(_ file: OpenFile, _ ownPath: [CChar], for path: String) {
        self.file = file
        self.ownPath = ownPath
        self.path = path
    }

    deinit { if !isKept { unlink(ownPath) } }

    /// Writes all bytes. False, with `errno`, if that fails; what was at the path stays then.
    static func write(_ bytes: [UInt8], to path: String) -> Bool {
        // A pipe, or a terminal by its name, is written to.
        guard let target = target(of: path) else { return writeInto(path, bytes) }
        guard let new = beside(target) else { return false }
        return Client.write(bytes, to: new.file.number) && new.keep()
    }

    /// Nil, with `errno`, if there can be no file of that path.
    static func at(_ path: String) -> NewFile? {
        guard let target = target(of: path) else {
            errno = EINVAL
            return nil
        }
        return beside(target)
    }

    /// The path to replace: of a link that of its file, because the link stays. Nil if something else than a file is there.
    private static func target(of path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return path }
        guard status.st_mode & S_IFMT == S_IFREG, let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    private static func beside(_ path: String) -> NewFile? {
        var name = Array("\(path).XXXXXX".utf8CString)
        let number = mkstemp(&name)
        guard number >= 0 else { return nil }
        let new = NewFile(OpenFile(owning: number), name, for: path)
        guard fcntl(number, F_SETFD, FD_CLOEXEC) == 0 else { return nil }
        return new
    }

    private static func writeInto(_ path: String, _ bytes: [UInt8]) -> Bool {
        let file = open(path, O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return false }
        defer { close(file) }
        return Client.write(bytes, to: file)
    }

    /// Puts it in its place. False, with `errno`, if that fails.
    func keep() -> Bool {
        isKept = fsync(file.number) == 0 && rename(ownPath, path) == 0
        return isKept
    }
}
