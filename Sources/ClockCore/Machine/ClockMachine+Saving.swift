import ClockTime

// What the state is that `SavingMachine` saves, and what a save means for the other parts.
extension ClockMachine {
    var kept: KeptState {
        var kept = KeptState(
            trust: trust, zone: zone.name, pauses: ringing.rules.pauses,
            freeDays: ringing.rules.freeDays,
            settings: settings, noise: playing.noise, rehearsal: rehearsal.result,
            keptAlarms: keptAlarms,
            hasWarnedOfBattery: showing.battery.hasWarned, nightUntil: showing.nightUntil,
            isDateGuessed: time.isDateGuessed, alarms: ringing.alarms.kept,
            timers: ringing.timers, nap: ringing.nap,
            sleep: playing.sleep.state)
        // Shared, so that `hasChanged` need not compare them field by field.
        kept.$settings = $settings
        if saving.isAdjusting, let handedOut = saving.handedOut?.wrappedValue {
            kept.takeAdjusted(from: handedOut)
        }
        return kept
    }

    /// Whether the kept state differs from the last one handed out. This compares the machine's own fields: assembling
    /// `kept` would cost as much as a quarter of the rest of a step.
    private var hasChanged: Bool {
        guard let handedOut = saving.handedOut, !saving.isAdjusting else {
            return saving.handedOut?.wrappedValue != kept
        }
        let isKept = isKept(in: handedOut.wrappedValue)
        assert(
            isKept == (handedOut.wrappedValue == kept), "a field of `KeptState` is not compared")
        return !isKept
    }

    private func isKept(in last: borrowing KeptState) -> Bool {
        trust == last.trust && ringing.alarms.kept == last.alarms && playing.noise == last.noise
            && $settings == last.$settings && ringing.timers == last.timers
            && ringing.nap == last.nap
            && playing.sleep.state == last.sleep && rehearsal.result == last.rehearsal
            && keptAlarms == last.keptAlarms && ringing.rules.pauses == last.pauses
            && showing.battery.hasWarned == last.hasWarnedOfBattery
            && showing.nightUntil == last.nightUntil
            && time.isDateGuessed == last.isDateGuessed
            && ringing.rules.freeDays == last.freeDays
            && zone.name == last.zone
    }

    /// Whether the step ends with a save.
    func mustSave(_ step: Step) -> Bool {
        // A rehearsal tests the store by saving.
        step.recordsTime || step.startsRehearsal || hasChanged
            // An answer waits for state that did not change and is not known to be durable.
            || !saving.isDurable && step.answers.contains(where: \.awaitsSave)
    }

    var persistentState: PersistentState {
        var state = PersistentState(boot: boot, savedAt: now, trust: trust, zone: zone.name)
        for zone in ringing.rules.pinned.values + [zone] {
            state.zoneOffsets[zone.name] = zone.offset(at: now.wall.instant).seconds
        }
        state.pauses = ringing.rules.pauses
        state.freeDays = ringing.rules.freeDays
        state.rehearsal = rehearsal.result
        state.lastTrusted = time.newestTrusted(at: now.wall.instant)
        state.settings = settings
        state.noise = playing.noise
        state.zoneNames = history.zoneNames
        state.removed = history.removed
        state.nextHistorySequence = history.nextSequence
        state.keptAlarms = keptAlarms
        state.hasWarnedOfBattery = showing.battery.hasWarned
        state.nightUntil = showing.nightUntil
        state.isDateGuessed = time.isDateGuessed
        ringing.alarms.write(to: &state, now: now)
        ringing.timers.write(to: &state.countdowns, countdownContext)
        ringing.nap.write(to: &state.countdowns, countdownContext)
        state.countdowns.sleep = playing.sleep.record(countdownContext)
        if let foreign { state.keepForeign(of: foreign) }
        return state
    }

    /// Reports which parts of the restored state could not be read as stored.
    mutating func reportOldRecords(_ saved: PersistentState, _ step: inout Step) {
        for sound in saved.replacedSounds {
            step.notes.append(.soundReplaced(sound.alarm, sound.name))
        }
        health[.alarms] = saved.alarmsProblem
        if saved.unreadableAlarms > 0 {
            step.notes.append(.alarmsUnreadable(saved.unreadableAlarms))
        }
    }

    /// Whether the clock is not trusted while something counts down. Then only the record tells after a power cut how
    /// much was left (law, 9.2).
    var countsUntrusted: Bool {
        guard trust != .trusted else { return false }
        return ringing.alarms.hasSnoozed || ringing.timers.isCounting || ringing.nap.isCounting
            || playing.sleep.isCounting
    }

    /// A step's records are saved with its state: no kill can separate a change from its record.
    mutating func save(with records: [HistoryRecord]) -> Effect {
        saving.isAdjusting = false
        let revision = saving.handOut(kept, at: now.boot)
        var state = persistentState
        state.unwrittenRecords = records
        return .save(state, revision: revision)
    }

    mutating func saved(_ revision: Int, _ failure: String?, _ step: inout Step) {
        for (request, answer) in saving.stored(revision, failure, at: now.boot) {
            step.answers.append((request, answer, awaitsSave: false))
        }
        receive(HealthReport(part: .storage, problem: failure), &step)
        rehearsal.answered(.storage, problem: failure)
        if failure == nil { time.recorded(at: now.wall.instant) }
    }
}
