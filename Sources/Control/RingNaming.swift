package import ClockCore

// What a person calls "what rings" or "timer 1" is a name only at the moment at which it is said. Whoever sends
// it on to a clock asks first what that is just then, and sends this: a request that comes late, or twice,
// hits no other ring than the one that was meant (law, 13).
extension Command {
    /// What to ask the clock before this can be sent; nil: it says itself which ring it means, or means none.
    package var namingQuestion: Command? {
        switch self {
        case .stop(.current), .stop(.alarm), .snooze(.current), .snooze(.alarm),
            .operate(.countdown, .alarm(_, nil)):
            .status
        case .operate(.stop, .timer(_, nil)), .operate(.snooze, .timer(_, nil)): .listTimers
        case .operate(.stop, .nap(nil)), .operate(.snooze, .nap(nil)): .nap
        default: nil
        }
    }

    /// The same with its ring named.
    ///
    /// - Parameter answer: to `namingQuestion`; any other leaves it as it is.
    /// - Throws: why there is no such ring, in the clock's own words.
    package func named(by answer: Reply) throws(CommandError) -> Command {
        switch (self, answer) {
        case (.stop(let target), .status(let status)): .stop(try status.stopped(target))
        case (.snooze(let target), .status(let status)): .snooze(try status.snoozed(target))
        case (.operate(.countdown, .alarm(let id, nil)), .status(let status)):
            .operate(.countdown, .alarm(id, date: try status.ringing(id).date))
        case (.operate(let operation, .timer(let id, nil)), .timers(let timers)):
            .operate(operation, .timer(id, run: try timers.run(of: id)))
        case (.operate(let operation, .nap(nil)), .nap(let status, _)):
            .operate(operation, .nap(number: status.nap.number))
        default: self
        }
    }
}

extension StatusReport {
    /// All that rings now.
    private var ringNames: [RingName] {
        var names = ringing.map { RingName.alarm($0.occurrence) }
        names += timers.filter { $0.state == .alert }.map { .timer($0.id, run: $0.run) }
        if let nap, nap.nap.phase == .alert { names.append(.nap(number: nap.nap.number)) }
        if let tested { names.append(.test(tested)) }
        return names
    }

    fileprivate func stopped(_ target: RingTarget) throws(CommandError) -> RingTarget {
        switch target {
        case .rings: return target
        case .current:
            let names = ringNames
            guard names.isEmpty else { return .rings(names) }
            // A snooze is ended by its number alone: somebody else may just have begun it.
            guard let snoozed = snoozed.first?.occurrence.alarm else {
                throw .wrongState("nothing rings or is snoozed")
            }
            throw .wrongState(
                "nothing rings; alarm \(snoozed) is snoozed, which its number ends: "
                    + "noiseclock alarm stop \(snoozed)")
        case .alarm(let id):
            var names = (ringing + snoozed).filter { $0.occurrence.alarm == id }
                .map { RingName.alarm($0.occurrence) }
            if tested == id { names.append(.test(id)) }
            guard !names.isEmpty else {
                throw .wrongState("alarm \(id) neither rings nor is snoozed")
            }
            return .rings(names)
        }
    }

    fileprivate func snoozed(_ target: RingTarget) throws(CommandError) -> RingTarget {
        switch target {
        case .rings: return target
        case .current:
            let names = ringNames
            guard !names.isEmpty else { throw .wrongState("nothing rings that could be snoozed") }
            return .rings(names)
        case .alarm(let id):
            if tested == id { return .rings([.test(id)]) }
            return .occurrence(try ringing(id))
        }
    }

    fileprivate func ringing(_ id: AlarmID) throws(CommandError) -> OccurrenceID {
        if let member = ringing.first(where: { $0.occurrence.alarm == id }) {
            return member.occurrence
        }
        let isSnoozed = snoozed.contains { $0.occurrence.alarm == id }
        throw .wrongState("alarm \(id) \(isSnoozed ? "is snoozed already" : "does not ring now")")
    }
}

extension [TimerReport] {
    fileprivate func run(of id: TimerID) throws(CommandError) -> Int {
        guard let timer = first(where: { $0.id == id }) else { throw .notFoundTimer(id) }
        return timer.run
    }
}
