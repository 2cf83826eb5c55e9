import ClockTime

/// Something worth a line in the event file, the log and perhaps the history. Notes are one effect of a step; the
/// machine itself never logs.
///
/// A kind has its case, its name and its details here. The event file, the log and replies follow from them. What the
/// history keeps of it is in `HistoryEvent`.
package enum Note: Hashable, Sendable {
    case booted(trust: ClockTrust, hadSavedState: Bool)
    /// What happened to an alarm's date, a timer or the nap.
    case of(Subject, SubjectEvent)
    case alarmEdited(AlarmID, AlarmEdit)
    /// No alarm rings on these dates.
    case alarmsPaused(DateRange)
    /// A person ended this pause.
    case pauseEnded(DateRange)
    /// A user tries out an alarm.
    case alarmTested(AlarmID)
    case alarmTestEnded(AlarmID)
    /// An old record named an unknown sound; the built-in tone replaced it.
    case soundReplaced(AlarmID, String)
    /// How many stored alarms could not be read.
    case alarmsUnreadable(Int)
    /// The ring escalated to its next rung.
    case rungTaken(RingRung, RungReason)
    /// All sound outputs stalled, so the ring moved to another sound card; its description.
    case cardTaken(String)
    /// An output plays the ring: its frames move.
    case ringHeard(output: Int)
    case rehearsed(RehearsalResult)
    case doNotDisturbChanged(holds: Bool)

    case clockStepped(by: Duration, StepCause)
    case trustChanged(ClockTrust)
    case zoneChanged(String)
    case noiseChanged(NoiseIntent?)
    case sleepTimer(SleepNote, left: Duration)
    /// A sound of the mix is no longer in the catalogue and was removed from the mix.
    case soundMissing(SoundID)
    case healthChanged(HealthReport)
    /// The answer to "will it ring?" changed between "it will" and "it may not".
    case outlookChanged(mayNotRing: Bool)
    /// The updater has told how an update goes.
    case updateTold(UpdateNews)
    case devicePaired(DeviceID, name: String)
    case deviceRemoved(DeviceID, name: String)
    case pageShown(FacePage)
    /// A key was refused; the code says why.
    case keyRefused(Button, String)
    /// An invariant failed. The named part was reset, because the clock must still ring.
    case faultRepaired(String)
}

extension Note {
    /// Its name and what there is to say about it.
    package var entry: (name: EventName, details: EventDetails) {
        switch self {
        case .booted(let trust, let hadSavedState):
            (.other(.booted), EventDetails { ($0.trust, $0.restored) = (trust, hadSavedState) })
        case .of(let subject, let event):
            (.of(subject.kind, event.name), EventDetails(subject, event))
        case .alarmEdited(let id, let edit):
            (.other(.alarmEdited), EventDetails { ($0.alarm, $0.reason) = (id, edit.rawValue) })
        case .alarmsPaused(let dates): (.other(.alarmsPaused), EventDetails(dates))
        case .pauseEnded(let dates): (.other(.pauseEnded), EventDetails(dates))
        case .alarmTested(let id): (.other(.alarmTested), EventDetails { $0.alarm = id })
        case .alarmTestEnded(let id): (.other(.alarmTestEnded), EventDetails { $0.alarm = id })
        case .soundReplaced(let id, let name):
            (.other(.soundReplaced), EventDetails { ($0.alarm, $0.sound) = (id, name) })
        case .alarmsUnreadable(let count):
            (.other(.alarmsUnreadable), EventDetails { $0.count = count })
        case .rungTaken(let rung, let reason): (.other(.rungTaken), EventDetails(rung, reason))
        case .cardTaken(let name):
            (.other(.rungTaken), EventDetails(.otherCard, .noFrames, card: name))
        case .ringHeard(let output): (.other(.ringHeard), EventDetails(output: output))
        case .rehearsed(let result):
            (.other(.rehearsed), EventDetails { $0.problem = result.inWords })
        case .doNotDisturbChanged(let holds):
            (.other(.doNotDisturbChanged), EventDetails { $0.holds = holds })
        case .clockStepped(let delta, let cause):
            (.other(.clockStepped), EventDetails { ($0.step, $0.reason) = (delta, cause.rawValue) })
        case .trustChanged(let trust): (.other(.trustChanged), EventDetails { $0.trust = trust })
        case .zoneChanged(let name): (.other(.zoneChanged), EventDetails { $0.zone = name })
        case .noiseChanged(let intent): (.other(.noiseChanged), EventDetails(intent))
        case .sleepTimer(let note, let left): (.sleepTimer(note), EventDetails { $0.left = left })
        case .soundMissing(let id): (.other(.soundMissing), EventDetails { $0.sound = id.name })
        case .healthChanged(let report):
            (
                .other(.healthChanged),
                EventDetails { ($0.part, $0.problem) = (report.part.rawValue, report.problem) }
            )
        case .outlookChanged(let mayNotRing):
            (.other(.outlookChanged), EventDetails { $0.holds = mayNotRing })
        case .updateTold(let news):
            (.other(.updateTold), EventDetails { $0.reason = news.rawValue })
        case .devicePaired(let id, let name):
            (.other(.devicePaired), EventDetails { ($0.count, $0.part) = (id.number, name) })
        case .deviceRemoved(let id, let name):
            (.other(.deviceRemoved), EventDetails { ($0.count, $0.part) = (id.number, name) })
        case .pageShown(let page): (.other(.pageShown), EventDetails { $0.page = page.name })
        case .keyRefused(let button, let code):
            (.other(.keyRefused), EventDetails { ($0.part, $0.reason) = (button.rawValue, code) })
        case .faultRepaired(let part): (.other(.faultRepaired), EventDetails { $0.part = part })
        }
    }
}

extension EventDetails {
    fileprivate init(_ dates: DateRange) {
        (first, last) = (dates.first, dates.last)
    }

    /// - Parameter output: in the board's order.
    package init(output: Int, sound: String? = nil) {
        self.output = output == 0 ? nil : output
        self.sound = sound
    }

    init(_ rung: RingRung, _ reason: RungReason, card: String? = nil) {
        (self.rung, output) = (rung.kind, rung.output)
        (self.reason, part) = (reason.rawValue, card)
    }

    fileprivate init(_ noise: NoiseIntent?) {
        sound = noise?.voices.map(\.sound.name).joined(separator: " + ")
        volume = noise?.master.value
    }
}

extension RehearsalResult {
    /// All findings; nil if there is none.
    fileprivate var inWords: String? {
        let findings = (problems + notices).map(\.text)
        return findings.isEmpty ? nil : findings.joined(separator: "; ")
    }
}

/// How late a ring is.
package enum Lateness {
    /// The clock reports lateness from here on. Nobody in bed notices less: a busy or sleeping machine wakes some
    /// tenths of a second late, and a clock correction shifts time by a second or two.
    package static let leastReported = Duration.seconds(5)
}

package enum AlarmEdit: String, CaseIterable, Hashable, Sendable {
    case added, edited, removed, enabled, disabled, skips, soundReplaced
}

/// The names of events in the event file, the log and the history. Other programs read them, so a name's meaning never
/// changes.
package enum EventName: Hashable, Sendable {
    case of(Subject.Kind, SubjectEvent.Name)
    case sleepTimer(SleepNote)
    case other(Other)

    package enum Other: String, CaseIterable, Hashable, Sendable {
        case booted = "clock.booted"
        case clockStepped = "clock.stepped"
        case trustChanged = "clock.trust"
        case zoneChanged = "clock.zone"
        case alarmEdited = "alarm.edited"
        case alarmsPaused = "alarm.paused"
        case pauseEnded = "alarm.pauseEnded"
        case alarmTested = "alarm.tested"
        case alarmTestEnded = "alarm.testEnded"
        case soundReplaced = "alarm.soundReplaced"
        case alarmsUnreadable = "alarm.unreadable"
        case rungTaken = "ring.rungTaken"
        case ringHeard = "ring.heard"
        case doNotDisturbChanged = "dnd.changed"
        case rehearsed = "health.rehearsed"
        case noiseChanged = "noise.changed"
        case soundMissing = "noise.soundGone"
        case soundStarted = "sound.started"
        case soundStopped = "sound.stopped"
        case outputStarted = "output.started"
        case outputStopped = "output.stopped"
        case healthChanged = "health.changed"
        case outlookChanged = "health.mayNotRing"
        case storageFailed = "storage.failed"
        case storageRecovered = "storage.recovered"
        case batteryLow = "battery.low"
        case updateTold = "update.told"
        case devicePaired = "device.paired"
        case deviceRemoved = "device.removed"
        case pageShown = "page.shown"
        case keyRefused = "key.refused"
        case faultRepaired = "fault.repaired"
        /// From a record that a newer program wrote.
        case unknown
    }
}

extension EventName {
    /// Its importance to readers of the log.
    package func level(of details: EventDetails) -> EventLevel {
        switch self {
        case .of(_, .missed): .warning
        case .of(_, .fired), .of(_, .skipped): .notice
        case .of, .sleepTimer: .info
        case .other(let other): other.level(of: details)
        }
    }
}

extension EventName.Other {
    fileprivate func level(of details: EventDetails) -> EventLevel {
        switch self {
        case .faultRepaired: .error
        case .soundReplaced, .alarmsUnreadable, .soundMissing: .warning
        // A louder ring is normal for must-wake alarms; one without sound is not.
        case .rungTaken: details.reason == RungReason.noFrames.rawValue ? .warning : .notice
        case .healthChanged, .rehearsed: details.problem == nil ? .notice : .warning
        case .outlookChanged: details.holds == true ? .warning : .notice
        case .clockStepped, .trustChanged, .zoneChanged, .keyRefused, .alarmsPaused,
            .pauseEnded, .doNotDisturbChanged, .updateTold, .devicePaired, .deviceRemoved:
            .notice
        case .booted, .alarmEdited, .alarmTested, .alarmTestEnded, .ringHeard, .noiseChanged,
            .soundStarted, .soundStopped, .outputStarted, .outputStopped, .pageShown,
            .storageFailed, .storageRecovered, .batteryLow, .unknown:
            .info
        }
    }
}

/// The journal's priorities (sd-daemon(3)).
package enum EventLevel: Int, Sendable {
    case error = 3
    case warning = 4
    case notice = 5
    case info = 6
}

extension EventName: RawRepresentable, Codable {
    package var rawValue: String {
        switch self {
        case .of(let kind, let word): "\(kind.rawValue).\(word.rawValue)"
        case .sleepTimer(let note): "sleep.\(note.rawValue)"
        case .other(let other): other.rawValue
        }
    }

    package init?(rawValue: String) {
        if let other = Other(rawValue: rawValue) {
            self = .other(other)
            return
        }
        guard let point = rawValue.firstIndex(of: ".") else { return nil }
        let word = String(rawValue[rawValue.index(after: point)...])
        let kind = String(rawValue[..<point])
        if kind == "sleep", let note = SleepNote(rawValue: word) {
            self = .sleepTimer(note)
        } else if let kind = Subject.Kind(rawValue: kind),
            let word = SubjectEvent.Name(rawValue: word)
        {
            self = .of(kind, word)
        } else {
            return nil
        }
    }
}
