import ClockCore
import ClockTime
import Control

// `noiseclock free-days import`: parses a calendar file here, and sends its days to the clock.

extension Client {
    /// Days that are past by the clock's own date are left out: a simulator may run in another year. If no day
    /// lies ahead, the clock keeps its days, because last year's file would clear them.
    func importFreeDays(
        from path: String, choice: NameChoice = NameChoice(), isJSON: Bool, socket: String?
    ) throws(ConnectionFailure) -> Result {
        let (date, zone) = try today(socket: socket)
        let file: FreeDaysFile
        do throws(FreeDaysFile.Failure) {
            file = try FreeDaysFile.freeDays(
                file: path, today: date, zone: zone, choice: choice)
        } catch {
            return Client.refusal(of: error, isJSON: isJSON)
        }
        guard !file.days.isEmpty else {
            let lines = file.lines.joined(separator: "; ")
            return Client.failed(.badData, "\(Spelling.quoted(path)): \(lines)", isJSON: isJSON)
        }
        guard areWanted(file, today: date, isJSON: isJSON) else {
            let refusal = Refusal(code: Status.usageError.code, message: "Nothing was changed.")
            return Client.failed(.refused, refusal, isJSON: isJSON)
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
                cancelledEvents: file.cancelledEvents, olderEvents: file.olderEvents,
                unwantedDays: file.unwantedDays, oddLines: file.oddLineNumbers)
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

    /// A person is asked before many days come: a file may have the holidays of all states of a country, and no alarm
    /// would ring on any of them.
    private func areWanted(_ file: FreeDaysFile, today: CivilDate, isJSON: Bool) -> Bool {
        let count = file.count(inYearFrom: today)
        guard let asksPerson, !isJSON, count > Client.mostFreeDays else { return true }
        let named = file.lines.map { $0 + "\n" }.joined()
        return asksPerson(
            named
                + "These are \(count) free days in the next year. --only and --without choose some by "
                + "their names.\nTake all of them? [y/N] ")
    }

    private static let mostFreeDays = 20

    /// The date that the clock shows, and its zone; if it does not know a date, this machine's.
    private func today(
        socket: String?
    ) throws(ConnectionFailure) -> (date: CivilDate, zone: Zone) {
        let (_, outcome) = try ask(.status, id: requestID, socket: socket)
        guard case .answer(let answer) = outcome, case .status(let status) = answer.reply else {
            return (Zone.utc.civilTime(at: now).date, .utc)
        }
        var zones = ZoneDatabase(environment: environment)
        // Without its rules, a time of UTC counts with the date that it has there.
        let zone = (try? zones.zone(named: status.zone)) ?? .utc
        return (status.civil?.date ?? zone.civilTime(at: now).date, zone)
    }
}
