import ClockCore
import ClockTime
import Control
import DeviceSetup

/// Applies a card's setup in an order in which a power cut at any moment does no harm.
///
/// First it configures the system and the clock. Each of these steps can safely be repeated. That includes alarms:
/// each is recorded as soon as the clock has it, and an alarm that the clock already has is not added again. Then
/// the card is recorded as applied. Only then are the passwords removed from its files. The result is written last.
/// A step that failed for a temporary reason, such as a clock that does not answer, is retried at the next start.
struct SetupRun<Storage: SetupStorage> {
    var storage: Storage
    /// The card's folder.
    let card: String
    /// The root of the system.
    let system: String
    let now: Instant
    let zones: ZoneDatabase
    /// Asks the clock; the second argument is the key of a change.
    let ask: (OutgoingRequest, String) throws(ConnectionFailure) -> ReplyLine.Outcome

    private var record = SetupRecord()
    private var isWhole = true
    private var result: ResultText

    /// The alarms that the clock already has; nil before asking.
    private var known: [Alarm]?

    init(
        storage: Storage, card: String, system: String, now: Instant, zones: ZoneDatabase,
        ask: @escaping (OutgoingRequest, String) throws(ConnectionFailure) -> ReplyLine.Outcome
    ) {
        self.storage = storage
        self.card = card
        self.system = system
        self.now = now
        self.zones = zones
        self.ask = ask
        result = ResultText(time: SetupRun.time(now), hostname: "")
        if let bytes = storage.bytes(
            at: path(SystemFile.recordPath), limit: DeviceSetup.largestFile)
        {
            record = SetupRecord(bytes)
        }
    }

    /// Whether the card has a setup to apply.
    var isPending: Bool {
        let inputs = inputs
        return !inputs.isEmpty && !record.hasSettled(inputs)
    }

    /// - Returns: the report for people; nil if there was nothing to apply.
    mutating func apply() throws(SetupFailure) -> ResultText? {
        let inputs = inputs
        guard !inputs.isEmpty, !record.hasSettled(inputs) else { return nil }
        let plan = SetupPlan(inputs, zones: zones, surroundings: surroundings)
        result.mistakes = (plan.mistakes + overlayMistakes(of: plan)).map(\.text)
        result.remarks = plan.remarks
        result.hostname = plan.request.hostname ?? systemHostname
        result.hadSecrets = plan.left != inputs
        if record.hasTaken(inputs) {
            result.taken =
                (plan.lines + plan.request.alarms.map { "alarm \($0.words)" }).map {
                    $0 + " (at an earlier start)"
                }
        } else {
            result.taken = plan.lines
            writeFiles(of: plan)
            applyToClock(plan)
            if isWhole {
                record.addTaken(inputs, leaving: plan.left)
                try saveRecord()
            }
        }
        if isWhole { try clean(inputs, to: plan.left) }
        try storage.replace("\(card)/\(DeviceSetup.resultName)", with: result.bytes, mode: 0o644)
        return result
    }

    // MARK: - Reading the card

    private var inputs: SetupInputs {
        // The card's file system ignores case.
        let names = Set(storage.names(in: card).map { $0.lowercased() })
        // Reads more than the limit, so that a file that is too long is refused.
        let read = { name in
            names.contains(name)
                ? storage.bytes(at: "\(card)/\(name)", limit: DeviceSetup.largestFile) : nil
        }
        return SetupInputs(
            file: read(DeviceSetup.fileName), script: read(DeviceSetup.scriptName),
            foreignFiles: DeviceSetup.foreignFiles.map(\.name).filter(names.contains))
    }

    private var surroundings: SetupSurroundings {
        let boards = storage.names(in: path(SystemFile.boardFolder))
        return SetupSurroundings(
            boards: Set(boards.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }),
            profiles: Set(storage.names(in: path(SystemFile.profileFolder))))
    }

    private func overlayMistakes(of plan: SetupPlan) -> [SetupMistake] {
        let board =
            switch plan.request.board {
            case .named(let name)?: boardFile(name)
            case .described(let bytes)?: bytes
            case nil: nil as [UInt8]?
            }
        let folder = "\(card)/\(BoardOverlays.folder)"
        let known = storage.names(in: folder).filter { $0.hasSuffix(BoardOverlays.ending) }
            .map { String($0.dropLast(BoardOverlays.ending.count)) }
        return BoardOverlays.mistakes(inBoard: board ?? [], known: known) { name in
            storage.bytes(
                at: "\(folder)/\(name)\(BoardOverlays.ending)", limit: DeviceSetup.largestFile)
        }
    }

    private func boardFile(_ name: String) -> [UInt8]? {
        storage.bytes(
            at: path("\(SystemFile.boardFolder)/\(name).json"), limit: DeviceSetup.largestFile)
    }

    private var systemHostname: String {
        let bytes = storage.bytes(at: path("\(SystemFile.stateFolder)/hostname"), limit: 64) ?? []
        let name = String(decoding: bytes.prefix { $0 > UInt8(ascii: " ") }, as: UTF8.self)
        return name.isEmpty ? "noiseclock" : name
    }

    private func path(_ path: String) -> String {
        system.hasSuffix("/") ? system + path : "\(system)/\(path)"
    }

    /// A clock that was never set shows a time far in the past.
    private static func time(_ now: Instant) -> String {
        guard now >= Product.madeAt else { return "before the clock knew the time" }
        let civil = Zone.utc.civilTime(at: now)
        let time = TimeOfDay(hour: civil.hour, minute: civil.minute)
        return "\(civil.date) \(time?.description ?? "") UTC"
    }

    // MARK: - The system

    private mutating func writeFiles(of plan: SetupPlan) {
        do throws(SetupFailure) {
            for file in plan.files { try write(file) }
            try addSteps(plan.steps)
        } catch {
            fail("\(error.message). It is tried again at the next start")
        }
    }

    private mutating func write(_ file: SystemFile) throws(SetupFailure) {
        switch file.content {
        case .bytes(let bytes): try storage.replace(path(file.path), with: bytes, mode: file.mode)
        case .link(let target): try storage.link(path(file.path), to: target)
        case .board(let name):
            guard let bytes = boardFile(name) else {
                throw SetupFailure("cannot read the board file \(name)")
            }
            try storage.replace(path(file.path), with: bytes, mode: file.mode)
        }
    }

    /// Steps of an earlier card may remain if the power failed before they were done.
    private mutating func addSteps(_ steps: [String]) throws(SetupFailure) {
        guard !steps.isEmpty else { return }
        let path = path(SystemFile.stepsPath)
        let bytes = storage.bytes(at: path, limit: DeviceSetup.largestFile) ?? []
        let before = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
        let lines = (before.filter { !steps.contains($0) } + steps).map { $0 + "\n" }.joined()
        try storage.replace(path, with: Array(lines.utf8), mode: 0o600)
    }

    private mutating func saveRecord() throws(SetupFailure) {
        try storage.replace(path(SystemFile.recordPath), with: record.bytes, mode: 0o600)
    }

    private mutating func fail(_ message: String) {
        isWhole = false
        result.mistakes.append(message)
    }

    // MARK: - The clock

    private mutating func applyToClock(_ plan: SetupPlan) {
        do throws(ConnectionFailure) {
            if let zone = plan.request.zone {
                let outcome = try ask(.setZone(zone), "setup-zone-\(now.seconds)")
                if case .refused(let refusal) = outcome {
                    result.mistakes.append("time zone \(zone.name): \(refusal.message)")
                }
            }
            for alarm in plan.request.alarms { try set(alarm) }
        } catch {
            fail("the clock was not reached: \(error.message). It is tried again at the next start")
        }
    }

    private mutating func set(_ alarm: SetupAlarm) throws(ConnectionFailure) {
        let line = "alarm \(alarm.words)"
        guard !record.hasSet(alarm) else {
            return result.taken.append("\(line) (set earlier)")
        }
        if try !isKnown(alarm) {
            if case .refused(let refusal) = try ask(alarm.request.outgoing, alarm.key) {
                let mistake = SetupMistake(
                    file: DeviceSetup.fileName, line: alarm.line, field: alarm.field,
                    message: refusal.message)
                return result.mistakes.append(mistake.text)
            }
        }
        result.taken.append(line)
        record.add(alarm)
        do throws(SetupFailure) {
            try saveRecord()
        } catch {
            fail(error.message)
        }
    }

    /// Whether the clock already has it: the power may have failed just after it was set.
    private mutating func isKnown(_ alarm: SetupAlarm) throws(ConnectionFailure) -> Bool {
        guard case .alarm(.add(let schedule, let changes)) = alarm.request.command else {
            return false
        }
        if known == nil, case .answer(let answer) = try ask(.listAlarms, ""),
            case .alarms(let reports, _) = answer.reply
        {
            known = reports.map(\.alarm)
        }
        return (known ?? []).contains {
            $0.timing.schedule == schedule && $0.label == changes.label ?? ""
        }
    }

    // MARK: - The card

    private mutating func clean(
        _ inputs: SetupInputs, to left: SetupInputs
    ) throws(SetupFailure) {
        if inputs.script != nil, left.script == nil {
            try storage.remove("\(card)/\(DeviceSetup.scriptName)")
        }
        if let file = left.file, file != inputs.file {
            try storage.replace("\(card)/\(DeviceSetup.fileName)", with: file, mode: 0o644)
        }
    }
}
