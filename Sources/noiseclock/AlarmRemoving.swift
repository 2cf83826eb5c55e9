import ClockCore
import Control
import Glibc

/// Which alarms to delete, and how.
struct AlarmRemoval: Hashable, Sendable {
    /// Numbers alone, which must be there, and ranges, of which some may be.
    var numbers: [ClosedRange<Int>]
    /// Nobody needs to be asked.
    var isSure: Bool
    var isDryRun: Bool
    var isJSON: Bool
    var socket: String?

    /// What "all" means.
    static let all = 1...Int.max
}

// `alarm remove` of several alarms: the clock deletes one at a time, so the client asks it once for each.
extension WordReader {
    /// Parses "alarm remove" with several numbers, a range or all; nil if the words say something else.
    func alarmRemoval() throws(UsageError) -> AlarmRemoval? {
        var rest = self
        guard let command = CommandBook["alarm.remove"], rest.consume(command.words) else {
            return nil
        }
        var numbers: [ClosedRange<Int>] = []
        while let word = rest.next() {
            for piece in word.split(separator: ",", omittingEmptySubsequences: false) {
                guard let range = AlarmRemoval.range(String(piece)) else { return nil }
                numbers.append(range)
            }
        }
        guard numbers.count > 1 || numbers.contains(where: { $0.count > 1 }) else { return nil }
        rest.topic = command.words
        let modes = [ClientWords.dryRun, ClientWords.yes]
        try rest.checkOptions(own: modes)
        return AlarmRemoval(
            numbers: numbers, isSure: options[ClientWords.yes] != nil,
            isDryRun: options[ClientWords.dryRun] != nil, isJSON: isJSON,
            socket: options[ClientWords.socket])
    }
}

extension AlarmRemoval {
    /// "3", "1-3", or "1-" for all from 1 on.
    fileprivate static func range(_ word: String) -> ClosedRange<Int>? {
        let ends = word.split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count <= 2, let first = Int(ends[0]), first >= 1 else { return nil }
        guard ends.count == 2 else { return first...first }
        guard !ends[1].isEmpty else { return first...Int.max }
        return Int(ends[1]).flatMap { $0 > first ? first...$0 : nil }
    }
}

extension Client {
    /// Nothing is deleted if a number is not there, or a person does not want it.
    func remove(_ removal: AlarmRemoval) throws -> Result {
        let isJSON = removal.isJSON
        let (bytes, outcome) = try ask(
            .listAlarms, id: "\(requestID)-asks", socket: removal.socket)
        guard case .answer(let answer) = outcome, case .alarms(let reports, _) = answer.reply else {
            return answered(bytes, outcome, isJSON: isJSON, socket: removal.socket)
        }
        let there = reports.map(\.alarm.id.number)
        if let missing = removal.numbers.first(where: {
            $0.count == 1 && !there.contains($0.lowerBound)
        }) {
            return Client.failed(
                .refused, Refusal(.notFound(AlarmID(missing.lowerBound))), isJSON: isJSON)
        }
        let chosen = there.filter { id in removal.numbers.contains { $0.contains(id) } }
        if let refusal = refusal(of: removal, chosen, among: there.count) {
            return Client.failed(.refused, refusal, isJSON: isJSON)
        }
        var result = Result()
        for id in chosen where result.status == .done {
            let part = try one(id, removal)
            result.output += part.output
            result.error += part.error
            result.status = part.status
        }
        return result
    }

    /// Why these alarms stay; nil if they go. A person is asked before several go, because a forgotten quote or a range
    /// that was sent too early can mean other alarms. A script is asked only before all do, or all from some number on.
    private func refusal(
        of removal: AlarmRemoval, _ chosen: [Int], among count: Int
    ) -> Refusal? {
        guard !chosen.isEmpty else {
            return Refusal(code: "notFound", message: "No alarm has such a number.", field: "alarm")
        }
        let isOpen = removal.numbers.contains { $0.upperBound == AlarmRemoval.all.upperBound }
        let areAll = isOpen || (chosen.count == count && count > 1)
        guard areAll || chosen.count > 1, !removal.isSure, !removal.isDryRun else { return nil }
        guard let asksPerson, !removal.isJSON else {
            guard areAll else { return nil }
            return Refusal(
                code: Status.usageError.code,
                message: "There is no terminal to ask on. To delete all alarms, add --yes.")
        }
        let isOne = chosen.count == 1
        let numbers = chosen.map(String.init).joined(separator: ", ")
        let what =
            chosen.count == count
            ? isOne ? "the only alarm" : "all \(count) alarms"
            : "alarm\(isOne ? "" : "s") \(numbers)"
        return asksPerson("Delete \(what)? [y/N] ")
            ? nil : Refusal(code: Status.usageError.code, message: "Nothing was deleted.")
    }

    /// Each request has a name of its own, because the clock carries out a change once for each name.
    private func one(_ id: Int, _ removal: AlarmRemoval) throws -> Result {
        var client = self
        client.requestID = "\(requestID)-\(id)"
        client.key = key.map { "\($0)-\(id)" }
        let words = ["alarm", "remove", "\(id)"]
        var request = try ClientWords.request(
            words, zones: ZoneDatabase(environment: environment))
        request.isJSON = removal.isJSON
        request.isDryRun = removal.isDryRun
        request.socket = removal.socket
        return try client.answer(request)
    }

    static func askPerson(_ question: String) -> Bool {
        _ = write(Array(question.utf8), to: STDERR_FILENO)
        return ["y", "yes"].contains(readLine()?.lowercased() ?? "")
    }
}
