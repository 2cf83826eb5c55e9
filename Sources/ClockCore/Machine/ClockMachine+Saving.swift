import ClockTime

// Persistent state, and the replies that wait until it is durable.
extension ClockMachine {
    /// All persistent state that does not change by time alone. Any field of `PersistentState` that is not derived from
    /// these must be added here and in `hasChanged`.
    struct Kept: Hashable, Sendable {
        var trust: ClockTrust
        var zone: String
        var pause: DateRange?
        var freeDays: FreeDays
        var settings: Settings
        var noise: NoiseState
        var rehearsal: RehearsalResult?
        var keptAlarms: KeptAlarms
        var hasWarnedOfBattery: Bool
        var alarms: AlarmMachine.Kept
        var timers: TimerMachine
        var nap: NapMachine
        var sleep: SleepTimer.State
    }

    var kept: Kept {
        var kept = Kept(
            trust: trust, zone: zone.name, pause: rules.pause, freeDays: rules.freeDays,
            settings: settings, noise: noise, rehearsal: rehearsal.result, keptAlarms: keptAlarms,
            hasWarnedOfBattery: battery.hasWarned, alarms: alarms.kept, timers: timers, nap: nap,
            sleep: sleep.state)
        if hasUnsavedAdjustment, let handedOut = handedOut?.value {
            kept.noise.volume = handedOut.noise.volume
            kept.settings.style.brightness = handedOut.settings.style.brightness
        }
        return kept
    }

    /// Whether the kept state differs from the last one handed out. This compares the machine's own fields: assembling
    /// `kept` would cost as much as a quarter of the rest of a step.
    private var hasChanged: Bool {
        guard let handedOut, !hasUnsavedAdjustment else { return handedOut?.value != kept }
        let isSame =
            trust == handedOut.value.trust && alarms.kept == handedOut.value.alarms
            && noise == handedOut.value.noise && settings == handedOut.value.settings
            && timers == handedOut.value.timers && nap == handedOut.value.nap
            && sleep.state == handedOut.value.sleep
            && rehearsal.result == handedOut.value.rehearsal
            && keptAlarms == handedOut.value.keptAlarms && rules.pause == handedOut.value.pause
            && battery.hasWarned == handedOut.value.hasWarnedOfBattery
            && rules.freeDays == handedOut.value.freeDays && zone.name == handedOut.value.zone
        assert(isSame == (handedOut.value == kept), "a field of `Kept` is not compared")
        return !isSame
    }

    /// Whether the step ends with a save.
    func mustSave(_ step: Step) -> Bool {
        // A rehearsal tests the store by saving.
        step.recordsTime || step.startsRehearsal || hasChanged
            // An answer waits for state that did not change and is not known to be durable.
            || durable < revision && step.answers.contains(where: \.awaitsSave)
    }

    var persistentState: PersistentState {
        var state = PersistentState(boot: boot, savedAt: now, trust: trust, zone: zone.name)
        for zone in rules.pinned.values + [zone] {
            state.zoneOffsets[zone.name] = zone.offset(at: now.wall.instant).seconds
        }
        state.pause = rules.pause
        state.freeDays = rules.freeDays
        state.rehearsal = rehearsal.result
        state.lastTrusted = trust == .trusted ? now.wall.instant : lastTrusted
        state.settings = settings
        state.noise = noise
        state.zoneNames = history.zoneNames
        state.removed = history.removed
        state.nextHistorySequence = history.nextSequence
        state.unknown = unknownFields
        state.keptAlarms = keptAlarms
        state.hasWarnedOfBattery = battery.hasWarned
        alarms.write(to: &state, now: now)
        timers.write(to: &state.countdowns, countdownContext)
        nap.write(to: &state.countdowns, countdownContext)
        state.countdowns.sleep = sleep.record(countdownContext)
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

    /// When to save again because something counts down while the clock is not trusted.
    var untrustedHeartbeatDue: BootTime? {
        guard trust != .trusted else { return nil }
        let isCounting =
            !alarms.snoozed.isEmpty || timers.isCounting || nap.isCounting || sleep.isCounting
        return isCounting ? savedLast + ClockMachine.untrustedHeartbeat : nil
    }

    /// A step's records are saved with its state: no kill can separate a change from its record.
    mutating func save(with records: [HistoryRecord]) -> Effect {
        revision += 1
        hasUnsavedAdjustment = false
        savedLast = now.boot
        handedOut = Boxed(kept)
        var state = persistentState
        state.unwrittenRecords = records
        return .save(state, revision: revision)
    }

    mutating func releaseReplies(_ step: inout Step) -> [Effect] {
        var effects: [Effect] = []
        for (request, answer, awaitsSave) in step.answers {
            if !awaitsSave || durable >= revision {
                effects.append(.reply(request, answer))
            } else if waiting.count < ClockMachine.waitingCapacity {
                waiting.append(
                    WaitingReply(
                        request: request, revision: revision, reply: answer.reply,
                        patience: now.boot + ClockMachine.durabilityPatience))
            } else {
                effects.append(
                    .reply(request, Answer(answer.reply, .notSaved("the store is busy"))))
            }
        }
        for late in waiting where late.patience <= now.boot {
            let slow = Durability.notSaved("the store has not answered yet")
            effects.append(.reply(late.request, Answer(late.reply, slow)))
        }
        waiting.removeAll { $0.patience <= now.boot }
        return effects
    }

    mutating func saved(_ revision: Int, _ failure: String?, _ step: inout Step) {
        let durability = failure.map(Durability.notSaved) ?? .saved
        for waiter in waiting where waiter.revision <= revision {
            step.answers.append((waiter.request, Answer(waiter.reply, durability), false))
        }
        waiting.removeAll { $0.revision <= revision }
        take(HealthReport(part: .storage, problem: failure), &step)
        rehearsal.answered(.storage, problem: failure)
        if failure == nil {
            durable = max(durable, revision)
            if trust == .trusted { lastTrusted = now.wall.instant }
        } else {
            heartbeatDue = min(heartbeatDue, now.boot + ClockMachine.saveRetry)
        }
    }
}
