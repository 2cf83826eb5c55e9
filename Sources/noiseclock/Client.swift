import ClockCore
import ClockTime
import Control
import Glibc

/// The command-line client.
///
/// Theory of operation. Each run executes one command. The words become an action (`ClientAction`), usually a
/// request (`ClientWords`). The client sends it to the first socket that a clock listens on
/// (`ControlSocketPath`) and waits a bounded time for the reply. It prints the reply as text (`Presentation`) or
/// unchanged (`--json`). Every failure ends in one line on standard error and its own exit status. With `--json`
/// it ends in an object on standard output, as a refusal by the clock does.
///
/// Some commands do work here. For `update status` and `update FILE` the system's updater replaces this process
/// (Updater.swift). `when` needs no clock (WhenAnswering.swift). `free-days import` reads its file and sends
/// the days that it found (FreeDaysImport.swift). `setup` reads and writes the files of a card and of the
/// system (Setup.swift). `sound import` opens its file with the rights of the user, and passes the clock the
/// open descriptor. `backup` and `diagnose` write what the clock says into a file (Saving.swift).
struct Client {
    var environment: [String: String]
    var uid: UInt32
    var timeout = Duration.seconds(10)
    /// How long the clock may take for a file. An import ends by itself before that.
    var fileTimeout = Duration.seconds(35 * 60)
    /// Identifies this run's request. The clock executes a request only once per id, however often it
    /// arrives, so no two runs may share one.
    var requestID = "1"
    /// Identifies this run's change, so that a repeated request does not repeat the change. If nil, the client
    /// sends the request only once.
    var key: String?
    /// The current time for `when`.
    var now = Instant(seconds: 0)
    /// Input of `when --batch`, which answers while it reads.
    var input = STDIN_FILENO
    var output = STDOUT_FILENO
    /// The screens that text is fitted to: standard output and standard error.
    var screen = Screen.none
    var errorScreen = Screen.none
    /// Asks a person at the terminal a question, and returns whether the answer is yes; nil without a terminal.
    var asksPerson: ((String) -> Bool)?

    /// Exit statuses: those of sysexits.h, and 1 if the clock refuses or answers no. That is a valid answer,
    /// not an error of the client.
    enum Status: Int32, CaseIterable {
        case done = 0
        case refused = 1
        /// EX_USAGE
        case usageError = 64
        /// EX_DATAERR
        case badData = 65
        /// EX_NOINPUT
        case noInput = 66
        /// EX_UNAVAILABLE
        case noClock = 69
        /// EX_SOFTWARE
        case ownFault = 70
        /// EX_IOERR
        case outputFailed = 74
        /// EX_TEMPFAIL
        case noAnswer = 75
        /// EX_PROTOCOL
        case protocolError = 76
        /// EX_NOPERM
        case notPermitted = 77

        /// Its meaning, for help.
        var meaning: String {
            switch self {
            case .done: "done"
            case .refused: "refused, or the answer is no"
            case .usageError: "a command that makes no sense"
            case .badData: "a file that makes no sense"
            case .noInput: "a file that cannot be read"
            case .noClock: "no clock is running"
            case .ownFault: "a fault in this program"
            case .outputFailed: "output failed"
            case .noAnswer: "no answer in time"
            case .protocolError: "an answer that makes no sense"
            case .notPermitted: "not permitted"
            }
        }

        /// The code of such an error in JSON: the case's name, but for two that scripts know by an older one.
        var code: String { Status.olderCodes[self] ?? String(describing: self) }

        private static let olderCodes: [Status: String] = [
            .usageError: "wrongWords", .protocolError: "nonsense",
        ]
    }

    /// The output and exit status of a run.
    struct Result: Hashable {
        var output = ""
        var error = ""
        var status = Status.done
        /// The program that replaces this one, with its arguments.
        var successor: [String] = []
        /// The output is for programs, so its lines must not be wrapped.
        var isVerbatim = false
        /// The output may be longer than the screen, as help is.
        var isLong = false
    }

    static func main() -> Never {
        let environment = processEnvironment()
        let columns = environment[Screen.variable]
        var client = Client(
            environment: environment, uid: geteuid(),
            requestID: uniqueName() ?? "process-\(getpid())",
            key: uniqueName(),
            now: Instant(seconds: Int64(time(nil))),
            screen: Screen(of: STDOUT_FILENO, columns: columns),
            errorScreen: Screen(of: STDERR_FILENO, columns: columns))
        if isatty(STDIN_FILENO) == 1 { client.asksPerson = Client.askPerson }
        let result = client.run(Array(CommandLine.arguments.dropFirst()))
        var status = result.status
        var error = result.error
        if !result.successor.isEmpty {
            // Print this before the other program takes over and prints.
            _ = write(Array(error.utf8), to: STDERR_FILENO)
            let failure = Updater.replaceProgram(by: result.successor)
            error = failure.error
            status = failure.status
        }
        if result.isLong, client.showsInPager(result.output) { exit(result.status.rawValue) }
        if !write(Array(result.output.utf8), to: STDOUT_FILENO) {
            let failure = outputFailure()
            error += failure.error
            status = failure.status
        }
        // If standard error cannot be written, only the exit status can report it.
        _ = write(Array(error.utf8), to: STDERR_FILENO)
        exit(status.rawValue)
    }

    /// Executes the arguments. This is the only place that wraps text into lines.
    func run(_ arguments: [String]) -> Result {
        let isJSON = ClientAction.asksForJSON(arguments)
        var result = carryOut(arguments, isJSON: isJSON)
        if !isJSON, !result.isVerbatim {
            result.output = LineWrapping.wrapped(result.output, to: screen.columns)
        }
        result.error = LineWrapping.wrapped(result.error, to: errorScreen.columns)
        return result
    }

    private func carryOut(_ arguments: [String], isJSON: Bool) -> Result {
        do {
            switch try action(for: arguments) {
            case .text(let text): return Result(output: text, isLong: true)
            case .script(let text): return Result(output: text, isVerbatim: true)
            case .complete(let words): return complete(words)
            case .request(let request):
                // A dash is the output, as for other programs.
                if let path = request.target, path != "-" { return try save(request, to: path) }
                guard let path = request.file else { return try answer(request) }
                guard let file = OpenFile.at(path) else {
                    return Client.unreadable(path, isJSON: isJSON)
                }
                return try isWanted(request, passing: file) ?? answer(request, passing: file)
            case .when(let question, let isJSON): return answer(question, isJSON: isJSON)
            case .whenBatch(let file): return answerBatch(from: file, isJSON: isJSON)
            case .update(let order, let isJSON, let socket):
                return update(order, isJSON: isJSON, socket: socket)
            case .setup(let order, let isJSON, let socket):
                return setUp(order, isJSON: isJSON, socket: socket)
            case .removeAlarms(let removal): return try remove(removal)
            case .importFreeDays(let file, let choice, let isJSON, let socket):
                return try importFreeDays(
                    from: file, choice: choice, isJSON: isJSON, socket: socket)
            }
        } catch let error as UsageError {
            var result = Client.failed(.usageError, error.message, isJSON: isJSON)
            if !isJSON { result.error += error.hint + "\n" }
            return result
        } catch let error as NameError {
            // The zones come from the system; no clock was asked.
            let status: Status = error.kind == .zone ? .usageError : .refused
            return Client.failed(status, error.refusal, isJSON: isJSON)
        } catch let failure as ConnectionFailure {
            return Client.failed(failure.status, failure.message, isJSON: isJSON)
        } catch {
            return Client.failed(.ownFault, "\(error)", isJSON: isJSON)
        }
    }

    /// A failure on this side of the socket: a line for people, or an object for programs.
    static func failed(_ status: Status, _ message: String, isJSON: Bool) -> Result {
        failed(status, Refusal(code: status.code, message: message), isJSON: isJSON)
    }

    /// The result if this file cannot be read, which has just set `errno`.
    static func unreadable(_ path: String, isJSON: Bool) -> Result {
        let reason = String(cString: strerror(errno))
        return failed(.noInput, "\(Spelling.quoted(path)): \(reason)", isJSON: isJSON)
    }

    static func failed(_ status: Status, _ refusal: Refusal, isJSON: Bool) -> Result {
        guard isJSON else {
            return Result(error: "noiseclock: \(refusal.message)\n", status: status)
        }
        let line = ReplyLine.encode(id: nil, refusal)
        return Result(output: String(decoding: line, as: UTF8.self), status: status)
    }

    func answer(
        _ request: ClientRequest, passing file: OpenFile? = nil
    ) throws(ConnectionFailure) -> Result {
        if request.isWatching { return try watch(request) }
        var outgoing = request.outgoing
        var subjects = request.subjects(by: nil)
        // "What rings" is only valid now, and the request may arrive late.
        if let question = request.namingQuestion {
            let (bytes, outcome) = try ask(
                question, id: "\(requestID)-asks", socket: request.socket)
            guard case .answer(let answer) = outcome else {
                return answered(
                    bytes, outcome, isJSON: request.isJSON, socket: request.socket)
            }
            do {
                outgoing = try request.named(by: answer.reply)
                subjects = request.subjects(by: answer.reply)
            } catch {
                let refusal = Refusal(error)
                let bytes = ReplyLine.encode(id: requestID, refusal).dropLast()
                return answered(
                    Array(bytes), .refused(refusal), isJSON: request.isJSON, socket: request.socket)
            }
        }
        if request.isDryRun { outgoing = outgoing.asDryRun }
        let (bytes, outcome) = try ask(
            outgoing, id: requestID, socket: request.socket, passing: file)
        if case .refused(let refusal) = outcome, let path = request.file, !request.isJSON {
            return Client.refused(refusal.naming(path), bytes, isJSON: false)
        }
        return answered(
            bytes, outcome, isJSON: request.isJSON, socket: request.socket, about: subjects)
    }

    /// Prints each reply as it comes, until the clock ends or refuses.
    private func watch(_ request: ClientRequest) throws(ConnectionFailure) -> Result {
        var isFirst = true
        try Connection.follow(
            WatchRequest.line([request.outgoing.name], id: requestID),
            with: ControlSocketPath.candidates(
                named: request.socket, environment: environment, uid: uid), within: timeout
        ) { bytes throws(ConnectionFailure) in
            let outcome = try outcome(bytes, id: requestID)
            if case .refused(let refusal) = outcome, !request.isJSON {
                throw ConnectionFailure(.refused, refusal.message)
            }
            var text = answered(
                bytes, outcome, isJSON: request.isJSON, socket: request.socket
            ).output
            if !request.isJSON { text = LineWrapping.wrapped(text, to: screen.columns) }
            let pause = isFirst || request.isJSON ? "" : "\n"
            isFirst = false
            guard Client.write(Array((pause + text).utf8), to: output) else {
                throw ConnectionFailure(.outputFailed, "cannot write the output")
            }
        }
    }

    /// - Parameter socket: where the clock is that answered.
    func answered(
        _ bytes: [UInt8], _ outcome: ReplyLine.Outcome, isJSON: Bool, socket: String?,
        about subjects: [String] = []
    ) -> Result {
        switch outcome {
        case .answer(let answer):
            return Result(
                output: isJSON
                    ? Client.jsonLine(bytes)
                    : inItsHours(socket: socket) {
                        Presentation.text(answer, width: screen.columns, about: subjects)
                    },
                status: answer.reply.isNo ? .refused : .done)
        case .refused(let refusal):
            return Client.refused(refusal, bytes, isJSON: isJSON)
        }
    }

    /// - Parameter bytes: the clock's reply.
    static func refused(_ refusal: Refusal, _ bytes: [UInt8], isJSON: Bool) -> Result {
        isJSON
            ? Result(output: jsonLine(bytes), status: .refused)
            : Result(error: Presentation.text(refusal), status: .refused)
    }

    private static func jsonLine(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self) + "\n"
    }

    /// Sends one command. Returns the clock's answer, both raw and decoded.
    func ask(
        _ request: OutgoingRequest, id: String, socket: String?, passing file: OpenFile? = nil
    ) throws(ConnectionFailure) -> (bytes: [UInt8], outcome: ReplyLine.Outcome) {
        let key = request.isChange ? key : nil
        let line = RequestLine.encode(request, id: id, key: key)
        let paths = ControlSocketPath.candidates(named: socket, environment: environment, uid: uid)
        let bytes = try exchange(line, passing: file, with: paths, isRepeatable: key != nil)
        return (bytes, try outcome(bytes, id: id))
    }

    /// What a line from the clock says about the request with this id.
    private func outcome(
        _ bytes: [UInt8], id: String
    ) throws(ConnectionFailure) -> ReplyLine.Outcome {
        let received: ReplyLine.Received
        do {
            received = try ReplyLine.decode(bytes)
        } catch {
            throw ConnectionFailure(
                .protocolError, "the clock's reply makes no sense: \(error.message)")
        }
        guard received.id == id || received.id == nil else {
            throw ConnectionFailure(.protocolError, "the clock answered another request")
        }
        return received.outcome
    }

    /// Sends the request. If the connection breaks before the reply, sends it once more, provided that the clock
    /// can recognise the repeat.
    private func exchange(
        _ line: [UInt8], passing file: OpenFile?, with paths: [String], isRepeatable: Bool
    ) throws(ConnectionFailure) -> [UInt8] {
        let timeout = file == nil ? timeout : fileTimeout
        do throws(ConnectionFailure) {
            return try Connection.exchange(line, passing: file, with: paths, within: timeout)
        } catch {
            guard isRepeatable, error.isBreak else { throw error }
            let again = try? Connection.exchange(line, passing: file, with: paths, within: timeout)
            guard let again else { throw error }
            return again
        }
    }

    /// Shows the text in a pager if it is longer than the terminal. Returns whether it did.
    private func showsInPager(_ text: String) -> Bool {
        let lines = text.count { $0 == "\n" }
        guard let rows = screen.rows, lines >= rows, let pager = Pager(environment: environment)
        else { return false }
        return pager.show(text)
    }

    /// A unique name: the kernel returns a random one, of 122 bits, at each read (random(4)). Nil if /proc
    /// is not mounted.
    private static func uniqueName() -> String? {
        var text = [UInt8](repeating: 0, count: 36)
        let file = open("/proc/sys/kernel/random/uuid", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        guard read(file, &text, text.count) == text.count else { return nil }
        return String(decoding: text, as: UTF8.self)
    }

    /// The result if `write` failed.
    static func outputFailure() -> Result {
        let reason = String(cString: strerror(errno))
        return Result(
            error: "noiseclock: cannot write the output: \(reason)\n", status: .outputFailed)
    }

    /// Writes all bytes. If the reader is gone, SIGPIPE ends the program, as in any pipeline.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if count < 0, errno == EAGAIN {
                var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&entry, 1, -1)
            } else if count < 0, errno != EINTR {
                return false
            }
        }
        return true
    }

    /// The environment variables that the client uses.
    private static func processEnvironment() -> [String: String] {
        var environment: [String: String] = [:]
        let names =
            ControlSocketPath.variables + Pager.variables
            + [ZoneDatabase.variable, Updater.variable, Screen.variable]
        for name in names {
            if let value = getenv(name) { environment[name] = String(cString: value) }
        }
        return environment
    }
}
