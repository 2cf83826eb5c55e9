import ClockTime
import Glibc

// `noiseclock when`, which asks no clock.

extension Client {
    func answer(_ question: WhenQuestion, isJSON: Bool) -> Result {
        do {
            let answer = WhenAnswer(to: question, in: try zone(of: question), now: now)
            let line = { String(decoding: answer.line, as: UTF8.self) }
            return Result(output: isJSON ? line() : answer.text)
        } catch {
            return Client.failed(error.status, error.message, isJSON: isJSON)
        }
    }

    /// The zone that the question names, or else the system's.
    func zone(of question: WhenQuestion) throws(ConnectionFailure) -> Zone {
        guard let name = question.zone ?? ZoneDatabase.systemName() else {
            throw ConnectionFailure(
                .usageError, "the system names no time zone; give one with --zone")
        }
        var zones = ZoneDatabase(environment: environment)
        do {
            return try zones.zone(named: name)
        } catch {
            throw ConnectionFailure(.usageError, error.message)
        }
    }

    /// Answers each chunk of the input as it arrives, so that the input may be endless.
    ///
    /// - Parameters:
    ///   - file: nil for standard input.
    ///   - isJSON: whether an error is printed as an object. Answers always are.
    func answerBatch(from file: String?, isJSON: Bool) -> Result {
        var source = input
        if let file {
            source = open(file, O_RDONLY | O_CLOEXEC)
            guard source >= 0 else {
                return Client.inputFailure("cannot open \(file)", isJSON: isJSON)
            }
        }
        defer { if file != nil { close(source) } }
        var batch = WhenBatch(zones: ZoneDatabase(environment: environment))
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(source, &block, block.count)
            if count < 0, errno == EINTR { continue }
            if count < 0, errno == EAGAIN {
                var entry = pollfd(fd: source, events: Int16(POLLIN), revents: 0)
                _ = poll(&entry, 1, -1)
                continue
            }
            guard count >= 0 else {
                return Client.inputFailure(
                    "cannot read \(file ?? "standard input")", isJSON: isJSON)
            }
            let answers = count > 0 ? batch.answers(to: block[..<count]) : batch.finish()
            guard Client.write(answers, to: output) else { return Client.outputFailure() }
            if count == 0 { return Result() }
        }
    }

    private static func inputFailure(_ what: String, isJSON: Bool) -> Result {
        let reason = String(cString: strerror(errno))
        return failed(.noInput, "\(what): \(reason)", isJSON: isJSON)
    }
}
