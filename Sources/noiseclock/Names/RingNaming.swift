import BoundedJSON
import ClockCore
import ClockTime
import Control
import English

// For a person, "what rings" or "timer 1" means the ring at that moment. So the client first asks the clock
// which ring that is, and sends its exact name. A late or repeated request then cannot hit another ring than
// the one that was meant (law, 13).
extension ClientRequest {
    /// The question to ask the clock before sending this. Nil if the request names its ring, or needs none.
    var namingQuestion: OutgoingRequest? {
        switch command {
        case .ring(.stop(.current)), .ring(.stop(.alarm)), .ring(.snooze(.current, _)),
            .ring(.snooze(.alarm, _)), .alarm(.operate(.countdown, _, nil)):
            .status
        case .timer(.operate(.stop, _, nil)), .timer(.operate(.snooze, _, nil)): .listTimers
        case .nap(.operate(.stop, nil)), .nap(.operate(.snooze, nil)): .nap
        case .status, .history, .time, .alarm, .timer, .nap, .ring, .noise, .mix, .sounds, .quiet,
            .health, .update, .settings, .style, .preset, .font, .display, .world, .pairing, .mqtt,
            .lamp, .goodNight, .breathing, .backup, .undo:
            nil
        }
    }

    /// The request with its ring named.
    ///
    /// - Parameter answer: the answer to `namingQuestion`; any other leaves the request unchanged.
    /// - Throws: why there is no such ring, in the clock's words.
    func named(by answer: Reply) throws(CommandError) -> OutgoingRequest {
        var named = outgoing
        switch (command, answer) {
        case (.ring(.stop(let target)), .status(let status)): named.name(try status.stopped(target))
        case (.ring(.snooze(let target, _)), .status(let status)):
            named.name(try status.snoozed(target))
        case (.alarm(.operate(.countdown, let id, nil)), .status(let status)):
            named.fields["date"] = .string(try status.ringing(id).date.description)
        case (.timer(.operate(_, let id, nil)), .timers(let timers)):
            named.fields["run"] = .integer(Int64(try timers.run(of: id)))
        case (.nap(.operate(_, nil)), .nap(let status)):
            named.fields["nap"] = .integer(Int64(status.nap.number))
        case (.status, _), (.history, _), (.time, _), (.alarm, _), (.timer, _), (.nap, _),
            (.ring, _), (.noise, _), (.mix, _), (.sounds, _), (.quiet, _), (.health, _),
            (.update, _), (.settings, _), (.style, _), (.preset, _), (.font, _), (.display, _),
            (.world, _), (.pairing, _), (.mqtt, _), (.lamp, _), (.goodNight, _),
            (.breathing, _), (.backup, _), (.undo, _):
            break
        }
        return named
    }
}

extension ClientRequest {
    /// What this stops or snoozes, for the answer: "Alarm 3 (Work)", "Timer 2", "the nap". Empty if it does something else.
    ///
    /// - Parameter answer: the answer to `namingQuestion`.
    func subjects(by answer: Reply?) -> [String] {
        guard case .ring(let ring) = command else { return [] }
        let status: StatusReport? = if case .status(let report)? = answer { report } else { nil }
        let names: [RingName] =
            switch ring {
            case .stop(.rings(let rings)), .snooze(.rings(let rings), _): rings
            case .stop(let target): (try? status?.stopped(target)) ?? []
            case .snooze(let target, _): (try? status?.snoozed(target)) ?? []
            case .acknowledge: []
            }
        return names.map { $0.subject(in: status) }
    }
}

extension RingName {
    /// As people know it.
    fileprivate func subject(in status: StatusReport?) -> String {
        switch self {
        case .alarm(let occurrence):
            let members = (status?.ringing ?? []) + (status?.snoozed ?? [])
            let label = members.first { $0.occurrence == occurrence }?.label ?? ""
            return AlarmName(occurrence.alarm, label: label).begun
        case .timer(let id, _):
            let name = status?.timers.first { $0.id == id }?.name
            return name.map(Spelling.printable) ?? "Timer \(id)"
        case .nap: return "the nap"
        case .test(let id):
            return "the test of \((status?.testedAlarm ?? AlarmName(id, label: "")).text)"
        }
    }
}

extension OutgoingRequest {
    /// Adds the names of the rings to stop or snooze.
    fileprivate mutating func name(_ names: [RingName]) {
        // Plain "stop" and "snooze" name all their rings in a list.
        let isOfAlarms = ["stop", "snooze"].allSatisfy { fields["command"] != .string($0) }
        if isOfAlarms, names.count == 1, case .alarm(let occurrence) = names[0] {
            fields.merge(occurrence.fields) { $1 }
        } else {
            fields["alarm"] = nil
            fields["rings"] = .list(names.map { .object($0.fields) })
        }
    }
}

extension StatusReport {
    /// Why there is nothing to stop, and what a user may have meant: what is snoozed, or else what runs.
    ///
    /// Ending a snooze requires its name, because someone else may have just started it.
    private var whyNothingStops: String {
        if let member = snoozed.first {
            let id = member.occurrence.alarm
            return "nothing is ringing, but \(AlarmName(id, label: member.label).text) is snoozed. "
                + "To end that: noiseclock alarm stop \(id)"
        }
        let counting = timers.filter { $0.state == .countdown }
        if let timer = counting.first(where: { $0.snoozes + $0.silences > 0 }) {
            return "nothing is ringing, but timer \(Presentation.name(timer)) is snoozed. "
                + "To end that: noiseclock timer stop \(timer.id)"
        }
        if nap?.nap.phase == .snoozed {
            return "nothing is ringing, but the nap is snoozed. To end that: noiseclock nap stop"
        }
        let nothing = "nothing is ringing or snoozed"
        if let timer = counting.first {
            return "\(nothing). To end timer \(Presentation.name(timer)): "
                + "noiseclock timer stop \(timer.id)"
        }
        if nap != nil { return "\(nothing). To end the nap: noiseclock nap stop" }
        return noise.isPlaying
            ? "\(nothing). To stop the noise: noiseclock noise stop" : nothing
    }

    fileprivate func stopped(_ target: RingTarget) throws(CommandError) -> [RingName] {
        switch target {
        case .rings(let names): return names
        case .current:
            let names = rings
            guard names.isEmpty else { return names }
            throw .wrongState(.inWords(whyNothingStops))
        case .alarm(let id):
            var names = (ringing + snoozed).filter { $0.occurrence.alarm == id }
                .map { RingName.alarm($0.occurrence) }
            if tested == id { names.append(.test(id)) }
            guard !names.isEmpty else {
                throw .wrongState(.inWords("alarm \(id) is neither ringing nor snoozed"))
            }
            return names
        }
    }

    fileprivate func snoozed(_ target: RingTarget) throws(CommandError) -> [RingName] {
        switch target {
        case .rings(let names): return names
        case .current:
            let names = rings
            guard !names.isEmpty else { throw .wrongState(.nothingRings) }
            return names
        case .alarm(let id):
            if tested == id { return [.test(id)] }
            return [.alarm(try ringing(id))]
        }
    }

    fileprivate func ringing(_ id: AlarmID) throws(CommandError) -> OccurrenceID {
        if let member = ringing.first(where: { $0.occurrence.alarm == id }) {
            return member.occurrence
        }
        guard let member = snoozed.first(where: { $0.occurrence.alarm == id }) else {
            throw .wrongState(.alarm(AlarmName(id, label: ""), .notRinging))
        }
        let name = AlarmName(id, label: member.label)
        throw .wrongState(.inWords("\(name.text) is already snoozed"))
    }
}

extension [TimerReport] {
    fileprivate func run(of id: TimerID) throws(CommandError) -> Int {
        guard let timer = first(where: { $0.id == id }) else { throw .notFoundTimer(id) }
        return timer.run
    }
}
