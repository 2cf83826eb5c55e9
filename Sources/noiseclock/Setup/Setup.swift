import BoundedJSON
import ClockCore
import ClockTime
import DeviceSetup
import Glibc

// `noiseclock setup`: processes the files of a card.

extension Client {
    func setUp(_ order: SetupOrder, isJSON: Bool, socket: String?) -> Result {
        switch order {
        case .check(let file): return check(file, isJSON: isJSON)
        case .pending(let card, let system):
            let run = setupRun(card: card, system: system, socket: socket)
            return Result(status: run.isPending ? .done : .refused)
        case .apply(let card, let system):
            var run = setupRun(card: card, system: system, socket: socket)
            return failing(isJSON) { () throws(SetupFailure) in
                guard let result = try run.apply() else { return Result() }
                return Result(
                    output: (result.taken.map { "taken: \($0)\n" }
                        + result.mistakes.map { "not taken: \($0)\n" }
                        + result.remarks.map { "passed over: \($0)\n" }).joined())
            }
        case .addresses(let card, let addresses):
            return failing(isJSON) { () throws(SetupFailure) in
                try write(addresses, card: card, isJSON: isJSON)
            }
        }
    }

    private func failing(
        _ isJSON: Bool, _ work: () throws(SetupFailure) -> Result
    ) -> Result {
        do throws(SetupFailure) {
            return try work()
        } catch {
            return Client.failed(.outputFailed, error.message, isJSON: isJSON)
        }
    }

    private func setupRun(
        card: String, system: String, socket: String?
    ) -> SetupRun<KernelSetupStorage> {
        SetupRun(
            storage: KernelSetupStorage(), card: card, system: system, now: now,
            zones: ZoneDatabase(environment: environment)
        ) { command, key throws(ConnectionFailure) in
            // Each change has its own key, which survives a power failure in between.
            var client = self
            client.key = key.isEmpty ? nil : key
            return try client.ask(command, id: requestID, socket: socket).outcome
        }
    }

    private func write(
        _ addresses: [String], card: String, isJSON: Bool
    ) throws(SetupFailure) -> Result {
        let storage = KernelSetupStorage()
        let path = "\(card)/\(DeviceSetup.resultName)"
        guard let bytes = storage.bytes(at: path, limit: DeviceSetup.largestFile) else {
            return Client.unreadable(path, isJSON: isJSON)
        }
        let shown = addresses.prefix(8).map { Spelling.printable(String($0.prefix(64))) }
        guard let text = ResultText.adding(addresses: shown, to: bytes) else {
            return Client.failed(
                .badData, "\(Spelling.quoted(path)) is no result of a setup", isJSON: isJSON)
        }
        if text != bytes { try storage.replace(path, with: text, mode: 0o644) }
        return Result()
    }

    // MARK: - Checking

    private func check(_ path: String, isJSON: Bool) -> Result {
        guard let bytes = SmallFile.bytes(at: path, limit: DeviceSetup.largestFile) else {
            return Client.unreadable(path, isJSON: isJSON)
        }
        var inputs = SetupInputs()
        // A script begins with "#!", which JSON never does.
        if bytes.first == UInt8(ascii: "#") { inputs.script = bytes } else { inputs.file = bytes }
        let plan = SetupPlan(
            inputs, zones: ZoneDatabase(environment: environment), surroundings: SetupSurroundings()
        )
        let taken = plan.lines + plan.request.alarms.map { "alarm \($0.words)" }
        let status: Status = plan.mistakes.isEmpty ? .done : .badData
        guard !isJSON else {
            return Result(output: Client.jsonReport(plan, taken: taken), status: status)
        }
        let lines = taken.isEmpty ? ["nothing"] : taken
        var result = Result(
            output: "The clock would take:\n" + lines.map { "  \($0)\n" }.joined(), status: status)
        if !plan.remarks.isEmpty {
            result.output += "It would pass over:\n" + plan.remarks.map { "  \($0)\n" }.joined()
        }
        result.error = plan.mistakes.map { "\($0.text)\n" }.joined()
        return result
    }

    private static func jsonReport(_ plan: SetupPlan, taken: [String]) -> String {
        let mistakes = plan.mistakes.map { mistake in
            var fields: [String: JSONValue] = [
                "file": .string(mistake.file), "message": .string(mistake.message),
            ]
            fields["line"] = mistake.line.map { .integer(Int64($0)) }
            fields["byte"] = mistake.byte.map { .integer(Int64($0)) }
            fields["field"] = mistake.field.map(JSONValue.string)
            return JSONValue.object(fields)
        }
        let report = JSONValue.object([
            "ok": .bool(mistakes.isEmpty), "taken": .list(taken.map(JSONValue.string)),
            "mistakes": .list(mistakes), "passedOver": .list(plan.remarks.map(JSONValue.string)),
        ])
        return String(decoding: report.line(), as: UTF8.self)
    }
}
