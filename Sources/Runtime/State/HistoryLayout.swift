import ClockCore
import ClockTime

/// The numbers of a record that depend on its kind.
struct HistoryPayload {
    var kind: UInt16
    var small: UInt8 = 0
    /// Days since 1970.
    var date = 0
    var number = 0
    var first: Int64 = 0
    var second: Int64 = 0
}

/// Which number a kind has, and which details the numbers of its record stand for.
///
/// The numbers of kinds and words are permanent: new ones may be added, but none may change.
struct HistoryLayout: Sendable {
    private let kind: UInt16
    private let name: EventName
    /// The word of a timer or the nap, which is all that is kept of it.
    private let word: SubjectEvent.Name?
    private let details: [KeptDetail]

    private init(
        _ kind: UInt16, _ name: EventName, word: SubjectEvent.Name? = nil, _ details: KeptDetail...
    ) {
        self.kind = kind
        self.name = name
        self.word = word
        self.details = details
    }

    private static let all: [HistoryLayout] =
        [
            HistoryLayout(1, .other(.booted), .flag(\.restored)),
            HistoryLayout(
                2, .of(.alarm, .fired), .alarm, .date, .flag(\.joined), .scheduled, .lateness),
            HistoryLayout(3, .of(.alarm, .rangAgain), .alarm, .date, .word(RingCause.self)),
            HistoryLayout(4, .of(.alarm, .snoozed), .alarm, .date, .until),
            HistoryLayout(5, .of(.alarm, .silenced), .alarm, .date, .until),
            HistoryLayout(6, .of(.alarm, .stopped), .alarm, .date, .word(StopCause.self)),
            HistoryLayout(
                7, .of(.alarm, .missed), .alarm, .date, .word(MissReason.self), .scheduled, .dates),
            HistoryLayout(8, .of(.alarm, .skipped), .alarm, .date, .word(SkipReason.self)),
            HistoryLayout(9, .of(.alarm, .passedOver), .alarm, .date),
            HistoryLayout(10, .of(.alarm, .superseded), .alarm, .date),
            HistoryLayout(11, .of(.alarm, .reopened), .alarm, .date),
            HistoryLayout(12, .other(.alarmEdited), .alarm, .word(AlarmEdit.self)),
            HistoryLayout(13, .other(.rungTaken), .rung, .output, .word(RungReason.self)),
            HistoryLayout(14, .other(.clockStepped), .step, .word(StepCause.self)),
            HistoryLayout(15, .other(.trustChanged)),
            HistoryLayout(16, .other(.zoneChanged)),
            HistoryLayout(17, .other(.storageFailed), .part),
            HistoryLayout(18, .other(.storageRecovered), .part),
            HistoryLayout(21, .other(.alarmsUnreadable), .alarms),
            HistoryLayout(22, .other(.batteryLow)),
            HistoryLayout(23, .of(.alarm, .gotUp), .alarm, .date),
            HistoryLayout(24, .other(.updateTold), .word(UpdateNews.self)),
        ]
        + SubjectEvent.Name.allCases.map { HistoryLayout(19, .of(.timer, $0), word: $0, .timer) }
        + SubjectEvent.Name.allCases.map { HistoryLayout(20, .of(.nap, $0), word: $0) }

    private static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    private static let byKind = Dictionary(grouping: all, by: \.kind)

    static func payload(of event: HistoryEvent) -> HistoryPayload {
        // This small number matches no word; otherwise the record would be read as another event of its kind.
        if case .unknown(let kind) = event { return HistoryPayload(kind: kind, small: .max) }
        let (name, details) = event.entry
        // A kind that is never assigned, for what the history does not keep.
        guard let layout = byName[name] else { return HistoryPayload(kind: 0) }
        var payload = HistoryPayload(kind: layout.kind, small: layout.word?.code ?? 0)
        for detail in layout.details { detail.write(details, &payload) }
        return payload
    }

    /// An event, or a word in it, that a newer program wrote becomes `unknown`.
    static func event(of payload: HistoryPayload) -> HistoryEvent {
        for layout in byKind[payload.kind] ?? [] {
            if let word = layout.word, word.code != payload.small { continue }
            var details = EventDetails()
            guard layout.details.allSatisfy({ $0.read(payload, &details) }) else { continue }
            if let event = HistoryEvent(layout.name, details) { return event }
        }
        return .unknown(kind: payload.kind)
    }
}

/// A detail and its place in a record.
private struct KeptDetail: Sendable {
    let write: @Sendable (EventDetails, inout HistoryPayload) -> Void
    /// False for a number of a newer program.
    let read: @Sendable (HistoryPayload, inout EventDetails) -> Bool

    private init<Value, Number>(
        _ detail: any WritableKeyPath<EventDetails, Value?> & Sendable,
        in place: any WritableKeyPath<HistoryPayload, Number> & Sendable,
        _ number: @escaping @Sendable (Value) -> Number,
        _ value: @escaping @Sendable (Number) -> Value?
    ) {
        write = { details, payload in
            if let value = details[keyPath: detail] { payload[keyPath: place] = number(value) }
        }
        read = { payload, details in
            details[keyPath: detail] = value(payload[keyPath: place])
            return details[keyPath: detail] != nil
        }
    }

    static let alarm = KeptDetail(\.alarm, in: \.number, \.number) { AlarmID($0) }
    static let date = KeptDetail(\.date, in: \.date, \.daysSinceEpoch) {
        CivilDate(daysSinceEpoch: $0)
    }
    static let timer = KeptDetail(\.timer, in: \.number, \.number) { TimerID($0) }
    static let part = KeptDetail(\.part, in: \.small, { StoragePart(rawValue: $0)?.code ?? .max }) {
        StoragePart(code: $0)?.rawValue
    }
    static let rung = KeptDetail(\.rung, in: \.first, { Int64($0.code) }) {
        UInt8(exactly: $0).flatMap { RingRung.Kind(code: $0) }
    }
    static let output = KeptDetail(\.output, in: \.second, { Int64(clamping: $0) }) {
        Int(clamping: $0)
    }
    static let scheduled = KeptDetail(\.scheduled, in: \.first, \.seconds) { Instant(seconds: $0) }
    /// In whole seconds.
    static let until = KeptDetail(\.until, in: \.first, \.instant.seconds) {
        WallTime(Instant(seconds: held($0, within: .max / 1_000_000_000)))
    }
    /// In whole milliseconds.
    static let lateness = KeptDetail(\.lateness, in: \.second, { $0.wholeNanoseconds / 1_000_000 })
    {
        .milliseconds(held($0, within: .max / 1_000_000))
    }
    static let step = KeptDetail(\.step, in: \.first, \.wholeNanoseconds) { .nanoseconds($0) }
    /// How many dates.
    static let dates = KeptDetail(\.count, in: \.second, { Int64(clamping: $0) }) {
        Int(clamping: $0)
    }
    /// How many alarms.
    static let alarms = KeptDetail(\.count, in: \.number, { $0 }) { $0 }

    static func flag(
        _ detail: any WritableKeyPath<EventDetails, Bool?> & Sendable
    ) -> KeptDetail {
        KeptDetail(detail, in: \.small, { $0 ? 1 : 0 }) { $0 != 0 }
    }

    static func word<Word: HistoryCoded & RawRepresentable<String>>(
        _ type: Word.Type
    ) -> KeptDetail {
        KeptDetail(\.reason, in: \.small, { Word(rawValue: $0)?.code ?? .max }) {
            Word(code: $0)?.rawValue
        }
    }

    /// A damaged record may hold more than a time or a length can.
    private static func held(_ number: Int64, within most: Int64) -> Int64 {
        min(max(number, -most), most)
    }
}
