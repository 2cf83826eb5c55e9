import ClockCore
import ClockTime
import English

/// The names that people use for the subjects of a line. Only for screens: files and the log use ids, which do not
/// change with a label.
package struct EventNames: Equatable, Sendable {
    /// "alarm 3 (Work)" or the timer's name. An alarm without a label that was set, changed or removed is called
    /// "alarm 6 (07:30 Mon–Fri)". Nil if its number has to do.
    package var subject: String?
    /// "Pink noise + Rain".
    package var noise: String?

    package init() {}

    /// - Parameter gone: the name of what a command removed, which the machine no longer knows.
    init(_ note: Note, in machine: ClockMachine, gone: String?) {
        switch note {
        case .of(.alarm(let occurrence), _):
            use(machine.ringing.alarms.book[occurrence.alarm]?.name.text)
        case .of(.timer(let id), _): use(machine.ringing.timers[id]?.name)
        case .alarmEdited(let id, _): use(machine.ringing.alarms.book[id].map(EventNames.name))
        case .alarmTested(let id), .alarmTestEnded(let id), .soundReplaced(let id, _):
            use(machine.ringing.alarms.book[id]?.name.text)
        case .noiseChanged: noise = machine.snapshot.noise.title
        case .of(.nap, _), .booted, .alarmsPaused, .pauseEnded, .alarmsUnreadable, .rungTaken,
            .cardTaken,
            .ringHeard, .rehearsed, .doNotDisturbChanged, .clockStepped, .trustChanged,
            .zoneChanged, .sleepTimer, .soundMissing, .healthChanged, .outlookChanged, .pageShown,
            .keyRefused, .devicePaired, .deviceRemoved,
            .updateTold, .faultRepaired:
            break
        }
        if subject == nil { use(gone) }
    }

    private static func name(_ alarm: Alarm) -> String {
        guard alarm.label.isEmpty else { return alarm.name.text }
        return AlarmName(alarm.id, label: TimeText.schedule(alarm.schedule)).text
    }

    private mutating func use(_ name: String?) {
        if let name, !name.isEmpty { subject = name }
    }

    /// The name of what this event will remove; ask before it is handled.
    static func nameRemoved(by event: Event, from machine: ClockMachine) -> String? {
        guard case .command(_, let command) = event else { return nil }
        if case .alarm(.remove(let id)) = command {
            return machine.ringing.alarms.book[id].map(name)
        }
        if case .timer(.operate(.cancel, let id, _)) = command {
            return machine.ringing.timers[id]?.name
        }
        return nil
    }
}

extension EventLine {
    /// The event in a few words for a screen, its subject first; nil if people need not read it.
    ///
    /// - Parameter zoneOffset: the clock's offset from UTC, in seconds.
    package func message(zoneOffset: Int = 0) -> String? {
        // A timer's name stays as it was given.
        text(zoneOffset).map {
            names.subject == nil || details.alarm != nil ? Sentences.begun($0) : $0
        }
    }

    private func text(_ zoneOffset: Int) -> String? {
        switch event {
        case .of(_, let word): message(word, zoneOffset)
        case .sleepTimer(let note): EventLine.message(note)
        case .other(let other): message(other, zoneOffset)
        }
    }

    /// "alarm 1 (Work)", or "alarm 1" if it has no label.
    private var name: String {
        names.subject ?? details.alarm.map { "alarm \($0)" } ?? details.timer.map { "timer \($0)" }
            ?? "the nap"
    }

    private func clock(_ time: WallTime?, _ zoneOffset: Int) -> String {
        time.map { String(ClockStatus.time(at: $0, offset: zoneOffset).prefix(5)) } ?? ""
    }

    private func message(_ word: SubjectEvent.Name, _ zoneOffset: Int) -> String? {
        switch word {
        case .scheduled: "\(name) is set up"
        // The nap's first phase reports it.
        case .started: details.timer == nil && details.alarm == nil ? nil : "\(name) starts"
        case .entered: details.phase.flatMap(EventLine.message)
        case .paused: "\(name) pauses"
        case .resumed: "\(name) goes on"
        case .extended: "\(name) has a minute more"
        case .preAlert: "\(name) rings soon"
        case .sunrise: "The light rises for \(name)"
        case .fired:
            (details.lateness ?? .zero) >= Lateness.leastReported
                ? "\(name) rings late" : "\(name) rings"
        case .rangAgain: "\(name) rings again"
        case .snoozed: "\(name) snoozes until \(clock(details.until, zoneOffset))"
        case .silenced:
            "\(name) rings again at \(clock(details.until, zoneOffset)); nobody answered"
        case .stopped: details.reason == StopCause.edited.rawValue ? nil : "\(name) stops"
        case .missed:
            details.reason == MissReason.unanswered.rawValue
                ? "Nobody answered \(name)" : "\(name) could not ring in time"
        case .skipped: "\(name) skips this date"
        case .gotUp: "\(name) does not ring: you are up"
        case .passedOver: "The new time passes over \(name)"
        case .superseded, .reopened: nil
        case .cancelled: "\(name) is removed"
        }
    }

    private static func message(_ phase: NapPhase) -> String? {
        switch phase {
        case .holding: "You hold the bar for a nap"
        case .releasing: "You let go of the bar; the nap starts soon"
        case .napping: "The nap starts"
        // Other events report these.
        case .idle, .paused, .snoozed, .alert: nil
        }
    }

    private static func message(_ note: SleepNote) -> String {
        switch note {
        case .started: "The sleep timer starts"
        case .paused: "The sleep timer pauses"
        case .resumed: "The sleep timer goes on"
        case .extended: "The sleep timer has more time"
        case .fading: "The noise fades out"
        case .ended: "The sleep timer ends"
        case .cancelled: "The sleep timer is off"
        }
    }

    private func message(_ other: EventName.Other, _ zoneOffset: Int) -> String? {
        switch other {
        case .booted:
            details.restored == false
                ? "The clock starts for the first time" : "The clock starts"
        case .clockStepped: stepWords(zoneOffset)
        case .trustChanged: details.trust.map(EventLine.message)
        case .zoneChanged: "The time zone is now \(details.zone ?? "")"
        case .alarmEdited: details.word().map(message(of:))
        case .alarmsPaused: "No alarm rings \(pauseWords)"
        case .pauseEnded: "Alarms ring again \(pauseWords)"
        case .alarmTested: "\(name) rings as a test"
        case .alarmTestEnded: "The test of \(name) ends"
        case .soundReplaced:
            "\(name) has lost its sound \(details.sound ?? ""); it rings with the built-in tone"
        case .alarmsUnreadable: "The clock cannot read \(details.count ?? 0) of its stored alarms"
        case .rungTaken: "The ring tries \(rungWords)"
        case .doNotDisturbChanged:
            details.holds == true ? "Do not disturb begins" : "Do not disturb ends"
        case .rehearsed:
            details.problem.map { "The rehearsal found this: \($0)" }
                ?? "The rehearsal found nothing wrong"
        case .noiseChanged:
            details.sound.map { "Noise: \(names.noise ?? $0), \(details.volume ?? 0) %" }
                ?? "Noise off"
        case .soundMissing:
            "The sound \(details.sound ?? "") is gone, and the mix goes on without it"
        case .outputStarted: "The \(details.part ?? "") starts"
        case .outputStopped: "The \(details.part ?? "") stops"
        case .healthChanged: details.problem.map(Sentences.begun) ?? "Works again: \(partInWords)"
        case .outlookChanged:
            (details.holds == true ? AlarmOutlook.mayNotRing : .willRing).text
        case .updateTold: details.word(UpdateNews.self)?.text
        case .devicePaired: "Paired: \(details.part ?? "")"
        case .deviceRemoved: "No longer paired: \(details.part ?? "")"
        case .keyRefused:
            "The \(details.part ?? "") button does nothing: \(EventLine.words(refused: details.reason))"
        case .faultRepaired:
            "The clock found a fault in itself and repaired it: \(details.part ?? "")"
        case .ringHeard, .soundStarted, .soundStopped, .pageShown, .storageFailed,
            .storageRecovered, .batteryLow, .unknown:
            nil
        }
    }

    private func stepWords(_ zoneOffset: Int) -> String {
        let step = details.step ?? .zero
        let change =
            (step < .zero ? "back" : "forward")
            + " by \(TimeText.length(max(.seconds(1), step < .zero ? .zero - step : step)))"
        return switch details.word(StepCause.self) {
        // Whatever the size of the step, somebody wanted it.
        case .user: "The time is set to \(clock(time.wall, zoneOffset))"
        case .outside: "Another program set the time \(change), to \(clock(time.wall, zoneOffset))"
        case .synchronised, nil: "The time is corrected, \(change)"
        }
    }

    private static func message(_ trust: ClockTrust) -> String {
        switch trust {
        case .trusted: "The time is confirmed"
        case .plausible: "The time is not confirmed"
        case .unknown: "The clock does not know the time"
        }
    }

    private func message(of edit: AlarmEdit) -> String {
        switch edit {
        case .added: "\(name) is set"
        case .edited: "\(name) is changed"
        case .removed: "\(name) is removed"
        case .enabled: "\(name) is on"
        case .disabled: "\(name) is off"
        case .skips: "\(name) skips other dates now"
        case .soundReplaced: "\(name) has another sound"
        }
    }

    private var pauseWords: String {
        guard let first = details.first, let last = details.last else { return "" }
        guard first != last else { return "on \(TimeText.date(first))" }
        return "from \(TimeText.date(first)) to \(TimeText.date(last))"
    }

    private var rungWords: String {
        if details.rung == .card, let part = details.part { return "the sound card \(part)" }
        return details.ringRung?.noun ?? "something else"
    }

    private var partInWords: String {
        details.part.map { HealthPart(rawValue: $0)?.inWords ?? $0 } ?? ""
    }

    /// Why a key does nothing at the moment.
    private static func words(refused code: String?) -> String {
        switch code {
        case "snoozeForbidden": "this alarm can't be snoozed. Stop it instead"
        case "snoozeLimit": "this alarm can't be snoozed again. Stop it instead"
        case "stopTask": "this alarm has a task, which alone stops it"
        case "holdToStop": "stop has to be held longer"
        case "doNotDisturb": "do not disturb is on and lets no noise play"
        default: "there is nothing for it to do"
        }
    }
}

/// Lengths of time on a screen: "23 h 57 min", "11 min 58 s", "42 s".
enum LengthText {
    /// The rest of a countdown. Its units follow from the full length, so that nothing jumps as time runs down
    /// (product, T3).
    static func text(left: Duration, _ form: CountdownForm) -> String {
        let seconds = CountdownForm.wholeSeconds(of: left)
        return switch form {
        case .hours: "\(seconds / 3_600) h \(seconds / 60 % 60) min \(seconds % 60) s"
        case .minutes: "\(seconds / 60) min \(seconds % 60) s"
        case .seconds: "\(seconds) s"
        }
    }
}
