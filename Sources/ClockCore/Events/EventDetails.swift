package import BoundedJSON
package import ClockTime

/// What there is to say about something that happened, besides its name and its time. A kind uses some of it.
///
/// The event file, the log, the history's file and its replies all follow from `fields`, which are in the log's order.
package struct EventDetails: DescribedRecord {
    package var alarm: AlarmID?
    package var date: CivilDate?
    package var timer: TimerID?
    package var phase: NapPhase?
    package var left: Duration?
    package var scheduled: Instant?
    package var lateness: Duration?
    package var joined: Bool?
    package var until: WallTime?
    package var count: Int?
    package var part: String?
    package var problem: String?
    /// A word that depends on the kind.
    package var reason: String?
    package var sound: String?
    package var volume: Int?
    package var page: String?
    package var zone: String?
    package var trust: ClockTrust?
    package var step: Duration?
    /// A pause's first and last day.
    package var first: CivilDate?
    package var last: CivilDate?
    package var rung: RingRung.Kind?
    /// Which sound output, in the board's order. Only a rung has the first one, which is 0.
    package var output: Int?
    package var holds: Bool?
    /// Whether a start found a saved state.
    package var restored: Bool?
    /// The number of a kind that only a newer program knows.
    package var kind: Int?
    package var foreign = ForeignFields()

    package init() {}

    package static let fields: [RecordField<EventDetails>] = [
        RecordField("alarm", optional: \.alarm, .alarm),
        RecordField("date", optional: \.date, .date),
        RecordField("timer", optional: \.timer, .timer),
        RecordField("phase", optional: \.phase, .choice),
        RecordField("leftSeconds", optional: \.left, .reported),
        RecordField("scheduled", optional: \.scheduled, .instant),
        RecordField("lateSeconds", optional: \.lateness, .reported),
        RecordField("joined", optional: \.joined, .bool),
        RecordField("until", optional: \.until, .wall),
        RecordField("count", optional: \.count, .count),
        RecordField("part", optional: \.part, .text),
        RecordField("problem", optional: \.problem, .text),
        RecordField("reason", optional: \.reason, .text),
        RecordField("sound", optional: \.sound, .text),
        RecordField("volume", optional: \.volume, .count),
        RecordField("page", optional: \.page, .text),
        RecordField("zone", optional: \.zone, .text),
        RecordField("trust", optional: \.trust, .choice),
        RecordField("stepSeconds", optional: \.step, .reported),
        RecordField("first", optional: \.first, .date),
        RecordField("last", optional: \.last, .date),
        RecordField("rung", optional: \.rung, .choice),
        RecordField("output", optional: \.output, .count),
        RecordField("holds", optional: \.holds, .bool),
        RecordField("restored", optional: \.restored, .bool),
        RecordField("kind", optional: \.kind, .count),
    ]

    /// The details that the closure sets.
    package init(_ set: (inout EventDetails) -> Void) {
        set(&self)
    }

    /// The reason as a word of one kind; nil for a word that this program does not know.
    package func word<Word: RawRepresentable<String>>(_ type: Word.Type = Word.self) -> Word? {
        reason.flatMap(Word.init)
    }

    package var occurrence: OccurrenceID? {
        guard let alarm, let date else { return nil }
        return OccurrenceID(alarm: alarm, date: date)
    }

    package var ringRung: RingRung? { rung.map { RingRung($0, output: output) } }
}

// MARK: - Subjects

extension EventDetails {
    init(_ subject: Subject) {
        switch subject {
        case .alarm(let id):
            alarm = id.alarm
            date = id.date
        case .timer(let id): timer = id
        case .nap: break
        }
    }

    init(_ subject: Subject, _ event: SubjectEvent) {
        self.init(subject)
        switch event {
        case .scheduled, .sunrise, .gotUp, .passedOver, .superseded, .reopened, .cancelled: break
        case .started(let until), .extended(let until): self.until = until
        case .resumed(let until), .snoozed(let until), .silenced(let until): self.until = until
        case .entered(let phase): self.phase = phase
        case .paused(let left): self.left = left
        case .preAlert(let scheduled): self.scheduled = scheduled
        case .fired(let scheduled, let lateness, let joined, let cause):
            self.lateness = lateness
            reason = cause?.rawValue
            guard alarm != nil else { break }
            self.scheduled = scheduled
            self.joined = joined
        case .rangAgain(let cause): reason = cause.rawValue
        case .stopped(let cause): reason = cause.rawValue
        case .missed(let scheduled, let reason, let count):
            self.scheduled = scheduled
            self.reason = reason.rawValue
            if alarm != nil { self.count = count }
        case .skipped(let reason): self.reason = reason.rawValue
        }
    }
}

extension SubjectEvent {
    /// What happened to an alarm, as the history keeps it; nil if the details do not say it.
    init?(_ name: Name, of details: EventDetails) {
        switch name {
        case .fired:
            guard let scheduled = details.scheduled, let lateness = details.lateness,
                let joined = details.joined
            else { return nil }
            self = .fired(scheduled: scheduled, lateness: lateness, joined: joined)
        case .missed:
            guard let scheduled = details.scheduled, let count = details.count,
                let reason: MissReason = details.word()
            else { return nil }
            self = .missed(scheduled: scheduled, reason, count: count)
        case .rangAgain:
            guard let cause: RingCause = details.word() else { return nil }
            self = .rangAgain(cause)
        case .stopped:
            guard let cause: StopCause = details.word() else { return nil }
            self = .stopped(by: cause)
        case .skipped:
            guard let reason: SkipReason = details.word() else { return nil }
            self = .skipped(reason)
        case .snoozed:
            guard let until = details.until else { return nil }
            self = .snoozed(until: until)
        case .silenced:
            guard let until = details.until else { return nil }
            self = .silenced(until: until)
        case .gotUp: self = .gotUp
        case .passedOver: self = .passedOver
        case .superseded: self = .superseded
        case .reopened: self = .reopened
        case .scheduled, .started, .entered, .paused, .resumed, .extended, .preAlert, .sunrise,
            .cancelled:
            return nil
        }
    }
}
