package import ClockCore
package import ClockTime
import FoundationEssentials

/// The names of all that is told in event files and the log; they are a promise to those who read them.
package enum EventName: String, CaseIterable, Sendable, Codable {
    case booted = "clock.booted"
    case clockStepped = "clock.stepped"
    case trustChanged = "clock.trust"
    case zoneChanged = "clock.zone"
    case alarmFired = "alarm.fired"
    case alarmRangAgain = "alarm.rangAgain"
    case alarmSnoozed = "alarm.snoozed"
    case alarmSilenced = "alarm.silenced"
    case alarmStopped = "alarm.stopped"
    case alarmMissed = "alarm.missed"
    case alarmSkipped = "alarm.skipped"
    case alarmPassedOver = "alarm.passedOver"
    case alarmSuperseded = "alarm.superseded"
    case alarmReopened = "alarm.reopened"
    case alarmEdited = "alarm.edited"
    case timerScheduled = "timer.scheduled"
    case timerStarted = "timer.started"
    case timerPaused = "timer.paused"
    case timerResumed = "timer.resumed"
    case timerExtended = "timer.extended"
    case timerFired = "timer.fired"
    case timerRangAgain = "timer.rangAgain"
    case timerSnoozed = "timer.snoozed"
    case timerSilenced = "timer.silenced"
    case timerStopped = "timer.stopped"
    case timerMissed = "timer.missed"
    case timerRemoved = "timer.removed"
    case napStarted = "nap.started"
    case napPhase = "nap.phase"
    case napPaused = "nap.paused"
    case napResumed = "nap.resumed"
    case napFired = "nap.fired"
    case napRangAgain = "nap.rangAgain"
    case napSnoozed = "nap.snoozed"
    case napSilenced = "nap.silenced"
    case napEnded = "nap.ended"
    case napMissed = "nap.missed"
    case alarmsPaused = "alarm.paused"
    case alarmPreAlert = "alarm.preAlert"
    case sunriseBegan = "alarm.sunrise"
    case alarmTested = "alarm.tested"
    case alarmTestEnded = "alarm.testEnded"
    case soundReplaced = "alarm.soundReplaced"
    case alarmsUnreadable = "alarm.unreadable"
    case rungTaken = "ring.rung"
    case ringHeard = "ring.heard"
    case doNotDisturbChanged = "dnd.changed"
    case rehearsed = "health.rehearsed"
    case noiseChanged = "noise.changed"
    case sleepStarted = "sleep.started"
    case sleepPaused = "sleep.paused"
    case sleepResumed = "sleep.resumed"
    case sleepExtended = "sleep.extended"
    case sleepFading = "sleep.fading"
    case sleepEnded = "sleep.ended"
    case sleepCancelled = "sleep.cancelled"
    case soundGone = "noise.soundGone"
    case soundStarted = "sound.started"
    case soundStopped = "sound.stopped"
    case outputStarted = "output.started"
    case outputStopped = "output.stopped"
    case healthChanged = "health.changed"
    case pageShown = "page.shown"
    case keyRefused = "key.refused"
    case faultRepaired = "fault.repaired"
}

/// One line of the event file: what came to pass, when by both clocks, and what belongs to it.
package struct EventLine: Codable, Equatable, Sendable {
    /// RFC 3339 in UTC.
    package var wall: String
    /// Seconds since the boot.
    package var boot: Double
    package var event: EventName
    package var alarm: Int?
    package var date: String?
    package var timer: Int?
    /// Of a nap.
    package var phase: String?
    package var leftSeconds: Double?
    package var scheduled: String?
    package var lateSeconds: Double?
    package var joined: Bool?
    package var until: String?
    package var count: Int?
    package var reason: String?
    package var part: String?
    package var problem: String?
    package var sound: String?
    /// Which sound output, in the board's order; left out for the first, which is 0.
    package var output: Int?
    package var volume: Int?
    package var page: String?
    package var zone: String?
    package var trust: String?
    package var stepSeconds: Double?
    /// Of a pause; both missing: it was taken back.
    package var first: String?
    package var last: String?
    /// How a ring tries to be noticed, by `RingRung.name`.
    package var rung: String?
    package var holds: Bool?

    package init(_ event: EventName, at now: Moment) {
        wall = RFC3339.format(now.wall)
        // One division, so that 0.18 s does not read 0.18000000000000002.
        boot = Double(now.boot.nanoseconds) / 1_000_000_000
        self.event = event
    }

    /// The line as JSON, keys in alphabetical order, without its end of line.
    package var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // All fields are numbers and strings, and numbers are finite: this cannot fail.
        guard let data = try? encoder.encode(self) else { return "{}" }
        return String(decoding: data, as: UTF8.self)
    }
}

extension EventLine {
    package init(_ note: Note, at now: Moment) {
        self.init(note.name, at: now)
        if let occurrence = note.occurrence {
            alarm = occurrence.alarm.number
            date = occurrence.date.description
        }
        switch note {
        case .booted(let trust, let hadSavedState):
            self.trust = trust.rawValue
            reason = hadSavedState ? "restored" : "new"
        case .alarmFired(_, let scheduled, let lateness, let joined):
            self.scheduled = RFC3339.format(WallTime(scheduled))
            lateSeconds = lateness.inSeconds
            self.joined = joined
        case .alarmRangAgain(_, let cause): reason = cause.rawValue
        case .alarmSnoozed(_, let until), .alarmSilenced(_, let until):
            self.until = RFC3339.format(until)
        case .alarmStopped(_, let cause): reason = cause.rawValue
        case .alarmMissed(_, let scheduled, let reason, let count):
            self.scheduled = RFC3339.format(WallTime(scheduled))
            self.reason = reason.rawValue
            self.count = count
        case .alarmSkipped(_, let reason): self.reason = reason.rawValue
        case .alarmPassedOver, .alarmSuperseded, .alarmReopened: break
        case .alarmEdited(let id, let edit):
            alarm = id.number
            reason = edit.rawValue
        case .timer(let id, let note):
            timer = id.number
            take(note)
        case .nap(let note): take(note)
        case .alarmsPaused(let dates):
            first = dates?.first.description
            last = dates?.last.description
        case .alarmPreAlert(_, let scheduled):
            self.scheduled = RFC3339.format(WallTime(scheduled))
        case .sunriseBegan: break
        case .alarmTested(let id), .alarmTestEnded(let id): alarm = id.number
        case .soundReplaced(let id, let name):
            alarm = id.number
            sound = name
        case .alarmsUnreadable(let count): self.count = count
        case .rungTaken(let rung, let reason): take(rung, reason)
        case .cardTaken(let name): take(.otherCard, .noFrames, on: name)
        case .ringHeard(let output): self.output = output == 0 ? nil : output
        case .doNotDisturbChanged(let holds): self.holds = holds
        case .rehearsed(let result):
            let findings = (result.problems + result.notices).map(\.text)
            problem = findings.isEmpty ? nil : findings.joined(separator: "; ")
        case .clockStepped(let delta, let cause):
            stepSeconds = delta.inSeconds
            reason = cause.rawValue
        case .trustChanged(let trust): self.trust = trust.rawValue
        case .zoneChanged(let name): zone = name
        case .noiseChanged(let intent):
            sound = intent?.voices.map(\.sound.name).joined(separator: " + ")
            volume = intent?.master.value
        case .sleepTimer(_, let left): leftSeconds = left.inSeconds
        case .soundGone(let id): sound = id.name
        case .healthChanged(let report):
            part = report.part.rawValue
            problem = report.problem
        case .pageShown(let page): self.page = page.rawValue
        case .keyRefused(let button, let code):
            part = button.rawValue
            reason = code
        case .faultRepaired(let part): self.part = part
        }
    }
}

extension EventLine {
    /// Why a key does nothing just now.
    private static func words(refused code: String?) -> String {
        switch code {
        case "snoozeForbidden": "what rings cannot be snoozed; stop it"
        case "snoozeLimit": "what rings was snoozed as often as it allows; stop it"
        case "holdToStop": "stop has to be held longer"
        case "doNotDisturb": "do not disturb holds, and noise may not play"
        default: "there is nothing for it to do"
        }
    }

    private mutating func take(_ rung: RingRung, _ reason: RungReason, on card: String? = nil) {
        self.rung = rung.name
        self.reason = reason.rawValue
        part = card
    }

    private var partInWords: String {
        part.map { HealthPart(rawValue: $0)?.inWords ?? $0 } ?? ""
    }

    private var isLate: Bool { (lateSeconds ?? 0) >= Lateness.told.inSeconds }

    /// The event in a few words for a screen; nil for what people need not read.
    package var message: String? {
        let name = alarm.map { "alarm \($0)" } ?? timer.map { "timer \($0)" } ?? "the nap"
        return switch event {
        case .booted: "the clock started"
        case .clockStepped: "the wall clock was set by \(Int(stepSeconds ?? 0)) s"
        case .trustChanged: "the time is \(trust ?? "")"
        case .zoneChanged: "the zone is \(zone ?? "")"
        case .alarmFired, .timerFired, .napFired:
            isLate ? "\(name) rings late" : "\(name) rings"
        case .alarmRangAgain, .timerRangAgain, .napRangAgain: "\(name) rings again"
        case .alarmSnoozed, .timerSnoozed, .napSnoozed: "\(name) snoozed"
        case .alarmSilenced, .timerSilenced, .napSilenced: "\(name) silent, nobody answered"
        case .alarmStopped: reason == "edited" ? nil : "\(name) stopped"
        case .timerStopped, .napEnded: "\(name) stopped"
        case .alarmMissed, .timerMissed, .napMissed: "\(name) missed"
        case .alarmSkipped: "\(name) skipped"
        case .alarmPassedOver: "\(name) passed over"
        case .alarmSuperseded, .alarmReopened: nil
        case .alarmEdited: "\(name) \(reason ?? "")"
        case .timerScheduled: "\(name) set up"
        case .timerStarted, .napStarted: "\(name) started"
        case .timerPaused, .napPaused: "\(name) paused"
        case .timerResumed, .napResumed: "\(name) goes on"
        case .timerExtended: "\(name) a minute longer"
        case .timerRemoved: "\(name) removed"
        case .napPhase: "\(name): \(phase ?? "")"
        case .alarmsPaused:
            first.map { "no alarms from \($0) to \(last ?? $0)" } ?? "alarms are not paused"
        case .alarmPreAlert: "\(name) counts down"
        case .sunriseBegan: "it gets light for \(name)"
        case .alarmTested: "\(name) is tried out"
        case .alarmTestEnded: "\(name) was tried out"
        case .soundReplaced: "\(name) has no sound \(sound ?? ""); it rings with the built-in tone"
        case .alarmsUnreadable: "\(count ?? 0) of the stored alarms could not be read"
        case .rungTaken:
            "the ring goes on to: \(rung ?? "")" + (part.map { " (\($0))" } ?? "")
        case .ringHeard: nil
        case .doNotDisturbChanged: holds == true ? "do not disturb" : "do not disturb is over"
        case .rehearsed: problem.map { "rehearsal: \($0)" } ?? "rehearsed: all well"
        case .noiseChanged: sound.map { "noise: \($0), \(volume ?? 0) %" } ?? "noise off"
        case .sleepStarted: "the sleep timer started"
        case .sleepPaused: "the sleep timer paused"
        case .sleepResumed: "the sleep timer goes on"
        case .sleepExtended: "the sleep timer is longer"
        case .sleepFading: "the noise fades into sleep"
        case .sleepEnded: "the sleep timer ended"
        case .sleepCancelled: "the sleep timer is off"
        case .soundGone: "there is no sound \(sound ?? "") any more; it is left out"
        case .outputStarted: "the \(part ?? "") is on"
        case .outputStopped: "the \(part ?? "") is off"
        case .soundStarted, .soundStopped, .pageShown: nil
        case .healthChanged: problem ?? "well again: \(partInWords)"
        case .keyRefused: "\(part ?? "") does nothing: \(EventLine.words(refused: reason))"
        case .faultRepaired: "repaired: \(part ?? "")"
        }
    }
}

extension EventLine {
    /// How much it matters to whoever reads the log.
    var level: Log.Level {
        switch event {
        case .faultRepaired: .error
        case .alarmMissed, .timerMissed, .napMissed, .soundReplaced, .alarmsUnreadable, .soundGone:
            .warning
        // A louder ring is what must-wake alarms are for; one without sound is not.
        case .rungTaken: reason == RungReason.noFrames.rawValue ? .warning : .notice
        case .healthChanged, .rehearsed: problem == nil ? .notice : .warning
        case .clockStepped, .trustChanged, .zoneChanged, .keyRefused, .alarmFired, .alarmSkipped,
            .alarmsPaused, .doNotDisturbChanged, .timerFired, .napFired:
            .notice
        case .booted, .alarmRangAgain, .alarmSnoozed, .alarmSilenced, .alarmStopped,
            .alarmPassedOver, .alarmSuperseded, .alarmReopened, .alarmEdited, .alarmPreAlert,
            .sunriseBegan, .alarmTested, .alarmTestEnded, .ringHeard, .noiseChanged,
            .soundStarted, .soundStopped, .outputStarted, .outputStopped, .pageShown,
            .timerScheduled, .timerStarted, .timerPaused, .timerResumed, .timerExtended,
            .timerRangAgain, .timerSnoozed, .timerSilenced, .timerStopped, .timerRemoved,
            .napStarted, .napPhase, .napPaused, .napResumed, .napRangAgain, .napSnoozed,
            .napSilenced, .napEnded, .sleepStarted, .sleepPaused, .sleepResumed, .sleepExtended,
            .sleepFading, .sleepEnded, .sleepCancelled:
            .info
        }
    }

    /// What it says, for the log, which has the time from elsewhere.
    var fields: [(key: String, value: String)] {
        var fields = [(key: "event", value: event.rawValue)]
        func add(_ key: String, _ value: String?) {
            if let value { fields.append((key, value)) }
        }
        add("alarm", alarm.map(String.init))
        add("date", date)
        add("timer", timer.map(String.init))
        add("phase", phase)
        add("left", leftSeconds.map(EventLine.milliseconds))
        add("scheduled", scheduled)
        add("late", lateSeconds.map(EventLine.milliseconds))
        add("until", until)
        add("count", count.map(String.init))
        add("part", part)
        add("problem", problem)
        add("reason", reason)
        add("sound", sound)
        add("volume", volume.map(String.init))
        add("page", page)
        add("zone", zone)
        add("trust", trust)
        add("step", stepSeconds.map(EventLine.milliseconds))
        add("first", first)
        add("last", last)
        add("rung", rung)
        add("output", output.map(String.init))
        add("holds", holds.map(String.init))
        return fields
    }
}

extension Note {
    var name: EventName {
        switch self {
        case .booted: .booted
        case .alarmFired: .alarmFired
        case .alarmRangAgain: .alarmRangAgain
        case .alarmSnoozed: .alarmSnoozed
        case .alarmSilenced: .alarmSilenced
        case .alarmStopped: .alarmStopped
        case .alarmMissed: .alarmMissed
        case .alarmSkipped: .alarmSkipped
        case .alarmPassedOver: .alarmPassedOver
        case .alarmSuperseded: .alarmSuperseded
        case .alarmReopened: .alarmReopened
        case .alarmEdited: .alarmEdited
        case .timer(_, let note): note.name
        case .nap(let note): note.name
        case .alarmsPaused: .alarmsPaused
        case .alarmPreAlert: .alarmPreAlert
        case .sunriseBegan: .sunriseBegan
        case .alarmTested: .alarmTested
        case .alarmTestEnded: .alarmTestEnded
        case .soundReplaced: .soundReplaced
        case .alarmsUnreadable: .alarmsUnreadable
        case .rungTaken, .cardTaken: .rungTaken
        case .ringHeard: .ringHeard
        case .doNotDisturbChanged: .doNotDisturbChanged
        case .rehearsed: .rehearsed
        case .clockStepped: .clockStepped
        case .trustChanged: .trustChanged
        case .zoneChanged: .zoneChanged
        case .noiseChanged: .noiseChanged
        case .sleepTimer(let note, _): note.name
        case .soundGone: .soundGone
        case .healthChanged: .healthChanged
        case .pageShown: .pageShown
        case .keyRefused: .keyRefused
        case .faultRepaired: .faultRepaired
        }
    }

    /// The occurrence that the note is about.
    var occurrence: OccurrenceID? {
        switch self {
        case .alarmFired(let id, _, _, _), .alarmRangAgain(let id, _), .alarmSnoozed(let id, _),
            .alarmSilenced(let id, _), .alarmStopped(let id, _), .alarmMissed(let id, _, _, _),
            .alarmSkipped(let id, _), .alarmPassedOver(let id), .alarmSuperseded(let id),
            .alarmReopened(let id), .alarmPreAlert(let id, _), .sunriseBegan(let id):
            id
        case .booted, .alarmEdited, .alarmsPaused, .alarmTested, .alarmTestEnded, .soundReplaced,
            .alarmsUnreadable, .timer, .nap, .rungTaken, .cardTaken, .ringHeard, .rehearsed,
            .doNotDisturbChanged,
            .clockStepped, .trustChanged, .zoneChanged, .noiseChanged, .sleepTimer, .soundGone,
            .healthChanged,
            .pageShown, .keyRefused,
            .faultRepaired:
            nil
        }
    }
}
