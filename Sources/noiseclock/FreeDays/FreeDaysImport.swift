import ClockCore
import ClockTime
import Control

// `noiseclock free-days import`: parses a calendar file here, and sends its days to the clock.

extension Client {
    /// Days that are past by the clock's own date are left out: a simulator may run in another year. If no day
    /// lies ahead, the clock keeps its days, because last year's file would clear them.
    func importFreeDays(
        from path: String, isJSON: Bool, socket: String?
    ) throws(ConnectionFailure) -> Result {
        let date = try today(socket: socket)
        let file: FreeDaysFile
        do throws(FreeDaysFile.Failure) {
            file = try FreeDaysFile.freeDays(file: path, today: date)
        } catch {
            return Client.refusal(of: error, isJSON: isJSON)
        }
        guard !file.days.isEmpty else {
            let lines = file.lines.joined(separator: "; ")
            return Client.failed(.badData, "\(Spelling.quoted(path)): \(lines)", isJSON: isJSON)
        }
        let (bytes, outcome) = try ask(.setFreeDays(file.days), id: requestID, socket: socket)
        switch outcome {
        case .answer(let answer) where !isJSON:
            let lines = file.lines.map { $0 + "\n" }.joined()
            var dropped = ""
            if case .freeDays(_, let change) = answer.reply {
                dropped = Presentation.dropped(change)
            }
            return Result(
                output: lines + dropped + (answer.durability.map(Presentation.note) ?? ""))
        case .answer:
            let line = FreeDaysImportLine.encode(
                bytes, leftOut: file.leftOut, timedEvents: file.timedEvents,
                cancelledEvents: file.cancelledEvents)
            return Result(output: String(decoding: line, as: UTF8.self))
        case .refused(let refusal):
            return Client.refused(refusal, bytes, isJSON: isJSON)
        }
    }

    private static func refusal(of failure: FreeDaysFile.Failure, isJSON: Bool) -> Result {
        let status: Status =
            switch failure {
            case .unreadable: .noInput
            case .refused: .badData
            }
        return failed(status, "\(failure)", isJSON: isJSON)
    }

    /// The date that the clock shows; if it does not know one, this machine's date.
    private func today(socket: String?) throws(ConnectionFailure) -> CivilDate {
        let (_, outcome) = try ask(.status, id: requestID, socket: socket)
        if case .answer(let answer) = outcome, case .status(let status) = answer.reply,
            let civil = status.civil
        {
            return civil.date
        }
        return Zone.utc.civilTime(at: now).date
    }
}
