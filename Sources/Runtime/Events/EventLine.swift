import BoundedJSON
package import ClockCore
package import ClockTime

/// One line of the event file: what happened, when by both clocks, and the details.
package struct EventLine: Codable, Equatable, Sendable {
    /// RFC 3339 in UTC.
    package var wall: String
    /// Seconds since the boot.
    package var boot: Double
    package var event: EventName
    package var alarm: Int?
    package var date: String?
    package var timer: Int?
    /// The nap's phase.
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
    /// A pause's first and last day.
    package var first: String?
    package var last: String?
    /// How a ring tries to be noticed, by `RingRung.name`.
    package var rung: String?
    package var holds: Bool?
    /// Never written.
    package var names = EventNames()

    /// The fields in the file: all but the names.
    private enum CodingKeys: String, CodingKey {
        case wall, boot, event, alarm, date, timer, phase, leftSeconds, scheduled, lateSeconds,
            joined, until, count, reason, part, problem, sound, output, volume, page, zone, trust,
            stepSeconds, first, last, rung, holds
    }

    /// The reason of a start without a saved state.
    static let newClock = "new"

    package init(_ event: EventName, at now: Moment) {
        wall = RFC3339.format(now.wall)
        // One division, so that 0.18 s does not read 0.18000000000000002.
        boot = Double(now.boot.nanoseconds) / 1_000_000_000
        self.event = event
    }

    /// The line as JSON, keys in alphabetical order, without its end of line.
    package var json: String { JSONValue(storing: self).text }
}

extension EventLine {
    package init(_ note: Note, at now: Moment) {
        self.init(note.name, at: now)
        switch note {
        case .booted(let trust, let hadSavedState):
            self.trust = trust.rawValue
            reason = hadSavedState ? "restored" : EventLine.newClock
        case .of(let subject, let turn):
            take(subject)
            take(turn, of: subject)
        case .alarmEdited(let id, let edit):
            alarm = id.number
            reason = edit.rawValue
        case .alarmsPaused(let dates), .pauseEnded(let dates):
            first = dates.first.description
            last = dates.last.description
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
        case .outlookChanged(let mayNotRing): holds = mayNotRing
        case .updateTold(let news): reason = news.rawValue
        case .pageShown(let page): self.page = page.name
        case .keyRefused(let button, let code):
            part = button.rawValue
            reason = code
        case .faultRepaired(let part): self.part = part
        }
    }

    private mutating func take(_ subject: Subject) {
        switch subject {
        case .alarm(let id):
            alarm = id.alarm.number
            date = id.date.description
        case .timer(let id): timer = id.number
        case .nap: break
        }
    }

    private mutating func take(_ turn: Turn, of subject: Subject) {
        switch turn {
        case .scheduled, .sunrise, .gotUp, .passedOver, .superseded, .reopened, .cancelled: break
        case .started(let until), .extended(let until): self.until = until.map(RFC3339.format)
        case .resumed(let until), .snoozed(let until), .silenced(let until):
            self.until = RFC3339.format(until)
        case .entered(let phase): self.phase = phase.rawValue
        case .paused(let left): leftSeconds = left.inSeconds
        case .preAlert(let scheduled): self.scheduled = RFC3339.format(WallTime(scheduled))
        case .fired(let scheduled, let lateness, let joined, let cause):
            lateSeconds = lateness.inSeconds
            reason = cause?.rawValue
            guard case .alarm = subject else { break }
            self.scheduled = RFC3339.format(WallTime(scheduled))
            self.joined = joined
        case .rangAgain(let cause): reason = cause.rawValue
        case .stopped(let cause): reason = cause.rawValue
        case .missed(let scheduled, let reason, let count):
            self.scheduled = RFC3339.format(WallTime(scheduled))
            self.reason = reason.rawValue
            if case .alarm = subject { self.count = count }
        case .skipped(let reason): self.reason = reason.rawValue
        }
    }
}

extension EventLine {
    private mutating func take(_ rung: RingRung, _ reason: RungReason, on card: String? = nil) {
        self.rung = rung.name
        self.reason = reason.rawValue
        part = card
    }
}

extension EventLine {
    /// Its importance to readers of the log.
    var level: Log.Level {
        switch event {
        case .of(_, .missed): .warning
        case .of(_, .fired), .of(_, .skipped): .notice
        case .of, .sleepTimer: .info
        case .other(let other): level(other)
        }
    }

    private func level(_ other: EventName.Other) -> Log.Level {
        switch other {
        case .faultRepaired: .error
        case .soundReplaced, .alarmsUnreadable, .soundGone: .warning
        // A louder ring is normal for must-wake alarms; one without sound is not.
        case .rungTaken: reason == RungReason.noFrames.rawValue ? .warning : .notice
        case .healthChanged, .rehearsed: problem == nil ? .notice : .warning
        case .outlookChanged: holds == true ? .warning : .notice
        case .clockStepped, .trustChanged, .zoneChanged, .keyRefused, .alarmsPaused,
            .pauseEnded, .doNotDisturbChanged, .updateTold:
            .notice
        case .booted, .alarmEdited, .alarmTested, .alarmTestEnded, .ringHeard, .noiseChanged,
            .soundStarted, .soundStopped, .outputStarted, .outputStopped, .pageShown,
            .storageFailed, .storageRecovered, .batteryLow, .unknown:
            .info
        }
    }

    /// The fields for the log, which adds the time itself.
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
        case .booted: .other(.booted)
        case .of(let subject, let turn): .of(subject.kind, turn.word)
        case .alarmEdited: .other(.alarmEdited)
        case .alarmsPaused: .other(.alarmsPaused)
        case .pauseEnded: .other(.pauseEnded)
        case .alarmTested: .other(.alarmTested)
        case .alarmTestEnded: .other(.alarmTestEnded)
        case .soundReplaced: .other(.soundReplaced)
        case .alarmsUnreadable: .other(.alarmsUnreadable)
        case .rungTaken, .cardTaken: .other(.rungTaken)
        case .ringHeard: .other(.ringHeard)
        case .doNotDisturbChanged: .other(.doNotDisturbChanged)
        case .rehearsed: .other(.rehearsed)
        case .clockStepped: .other(.clockStepped)
        case .trustChanged: .other(.trustChanged)
        case .zoneChanged: .other(.zoneChanged)
        case .noiseChanged: .other(.noiseChanged)
        case .sleepTimer(let note, _): .sleepTimer(note)
        case .soundGone: .other(.soundGone)
        case .healthChanged: .other(.healthChanged)
        case .outlookChanged: .other(.outlookChanged)
        case .updateTold: .other(.updateTold)
        case .pageShown: .other(.pageShown)
        case .keyRefused: .other(.keyRefused)
        case .faultRepaired: .other(.faultRepaired)
        }
    }
}

extension EventLine {
    /// A length as the log writes it: wake-ups are no more precise than this.
    private static func milliseconds(_ seconds: Double) -> String {
        "\(Int((seconds * 1_000).rounded()))ms"
    }
}
