import ClockTime

// The tasks that end an alarm's ring (law, 6.12).
extension ClockMachine {
    /// What alone ends those that have a task, with the keys that the board has and that are not ignored. Whatever no
    /// key can end is left out: the outside may stop it.
    var stopWays: [RingName: StopWay] {
        let tasks = ringing.stopTasks
        guard !tasks.isEmpty else { return [:] }
        let working = equipment.keys.filter { !keys.isIgnored($0) }
        return tasks.compactMapValues { $0.way(with: working) }
    }

    /// What of the ring a press of the key stops.
    func stopped(by button: Button) -> [RingName] {
        let ways = stopWays
        return ringing.ringNames.filter { name in
            guard let way = ways[name] else { return button == .stop }
            return way.isPress && way.keys == [button]
        }
    }

    /// The ways to end what rings, each once.
    var waysToStop: [StopWay] {
        let ways = stopWays
        let plain = StopWay(
            keys: [.stop], length: settings.holdToStop ? Settings.holdToStopLength : .zero)
        return ringing.ringNames.reduce(into: []) { all, name in
            let way = ways[name] ?? plain
            if !all.contains(way) { all.append(way) }
        }
    }

    /// Whoever presses stop where that is not enough is told at once what is. Where it is no part of any task, the log has it,
    /// too.
    mutating func noteUselessStop(_ step: inout Step) {
        showing.stopAskedAt = now.boot
        guard !waysToStop.contains(where: { $0.keys.contains(.stop) }) else { return }
        step.notes.append(.keyRefused(.stop, "stopTask"))
    }

    /// When the keys that are held will have been held long enough for a task.
    var nextTaskEnd: BootTime? {
        guard keys.held != nil else { return nil }
        return stopWays.compactMap { endOfTask($0, $1) }.min()
    }

    private func endOfTask(_ name: RingName, _ way: StopWay) -> BootTime? {
        guard let held = keys.held else { return nil }
        // A key stands in for a broken one from when that is known. Whoever has held it for longer meant something else, and
        // must not end a snooze with that.
        let own = ringing.stopTasks[name]?.way(with: Set(Button.allCases))
        if way != own, let since = keys.ignoredSince, held.since < since { return nil }
        var length = way.length
        if case .alarm(let occurrence) = name {
            switch ringing.alarms.members.first(where: { $0.occurrence == occurrence })?.state {
            case nil: return nil
            // What falls due while keys are held is not what they were pressed for (13).
            case .ringing(let since): if held.since < since { return nil }
            // In passing, nobody ends a snooze: there, a press is not enough.
            case .snoozed: length = max(length, StopTask.standInLength)
            }
        }
        return length > .zero ? held.end(ofHolding: way.keys, for: length) : nil
    }

    /// Ends whatever has had its task done.
    mutating func finishTasks(at time: BootTime, _ step: inout Step) {
        guard let end = nextTaskEnd, end <= time else { return }
        let done = stopWays.filter { name, way in endOfTask(name, way).map { $0 <= time } ?? false }
        // Those who have done the task are not refused.
        _ = try? ringing.answer(
            Array(done.keys), with: .stop, by: .button, ringingContext, &step.ringing)
        // The hold meant that, and neither the menu nor a code.
        closeMenu(&step)
        // Nobody holds on longer than needed who sees that it is done.
        if ringing.hasSnooze { show(.snooze, &step) } else { say("Alarm off", &step) }
        keys.codeIsShown()
        keys.spendAll(at: now.boot)
    }

    /// Whether holding the key is a task, and nothing else.
    func isTask(holding button: Button) -> Bool {
        button != .stop && keys.held?.keys.contains(button) == true && nextTaskEnd != nil
    }
}
