import ClockCore
import ClockTime

/// A history record of 64 bytes, numbers little-endian:
///
///     0  sequence, 64 bits, from 1 on; 0 marks a place that was never written
///     8  instant, seconds, 64 bits
///     16 kind, 16 bits: what the rest means
///     18 trust: 0 unknown, 1 plausible, 2 trusted
///     19 a small number, 8 bits
///     20 checksum of the zone's name, 32 bits
///     24 offset of the zone, seconds, 32 bits
///     28 date, days since 1970, 32 bits
///     32 alarm or timer, 64 bits
///     40 a number, 64 bits
///     48 another number, 64 bits
///     56 zero, 32 bits
///     60 CRC-32C of all before
///
/// `payload` and `event` define the numbers for each kind. The numbers of kinds and words are permanent: new ones may
/// be added, but none may change. A kind or word of a newer program is read as `HistoryEvent.unknown` and stays
/// unchanged in the file.
enum HistoryRecordCoding {
    static let length = 64

    static func bytes(of record: HistoryRecord) -> [UInt8] {
        let payload = record.event.payload
        var bytes: [UInt8] = []
        bytes.reserveCapacity(length)
        append(record.sequence, to: &bytes)
        append(record.instant.seconds, to: &bytes)
        append(payload.kind, to: &bytes)
        append(code(record.trust), to: &bytes)
        append(payload.small, to: &bytes)
        append(record.zone, to: &bytes)
        append(Int32(clamping: record.zoneOffset), to: &bytes)
        append(Int32(clamping: payload.date), to: &bytes)
        append(Int64(clamping: payload.number), to: &bytes)
        append(payload.first, to: &bytes)
        append(payload.second, to: &bytes)
        append(UInt32(0), to: &bytes)
        var checksum = CRC32C()
        checksum.update(bytes[...])
        append(checksum.value, to: &bytes)
        return bytes
    }

    /// Decodes 64 bytes; nil if they hold no record, or a torn or changed one.
    static func record(in bytes: ArraySlice<UInt8>) -> HistoryRecord? {
        guard bytes.count == length else { return nil }
        let start = bytes.startIndex
        func number<Number: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> Number {
            littleEndian(bytes[(start + offset)..<(start + offset + Number.bitWidth / 8)])
        }
        let sequence: UInt64 = number(0)
        // Most slots of a new ring are empty.
        guard sequence != 0 else { return nil }
        var checksum = CRC32C()
        checksum.update(bytes.prefix(length - 4))
        guard checksum.value == number(60), let trust = trust(bytes[start + 18]) else {
            return nil
        }
        let payload = HistoryPayload(
            kind: number(16), small: bytes[start + 19], date: Int(number(28) as Int32),
            number: Int(truncatingIfNeeded: number(32) as Int64), first: number(40),
            second: number(48))
        return HistoryRecord(
            sequence: sequence, instant: Instant(seconds: number(8)), trust: trust,
            zoneOffset: Int(number(24) as Int32), zone: number(20),
            event: HistoryEvent(payload) ?? .unknown(kind: payload.kind))
    }

    /// All records in bytes that begin with one, in order; skips what is not a record.
    static func records(in bytes: [UInt8]) -> [HistoryRecord] {
        stride(from: 0, through: bytes.count - length, by: length).compactMap { start in
            record(in: bytes[start..<(start + length)])
        }
    }

    private static func code(_ trust: ClockTrust) -> UInt8 {
        switch trust {
        case .unknown: 0
        case .plausible: 1
        case .trusted: 2
        }
    }

    private static func trust(_ code: UInt8) -> ClockTrust? {
        switch code {
        case 0: .unknown
        case 1: .plausible
        case 2: .trusted
        default: nil
        }
    }
}

/// The fields of a record that depend on its event.
private struct HistoryPayload {
    var kind: UInt16
    var small: UInt8 = 0
    var date = 0
    var number = 0
    var first: Int64 = 0
    var second: Int64 = 0

    init(
        kind: UInt16, small: UInt8, date: Int, number: Int, first: Int64, second: Int64
    ) {
        self.kind = kind
        self.small = small
        self.date = date
        self.number = number
        self.first = first
        self.second = second
    }

    init(_ kind: UInt16, _ small: UInt8 = 0, number: Int = 0, first: Int64 = 0, second: Int64 = 0) {
        self.init(
            kind: kind, small: small, date: 0, number: number, first: first, second: second)
    }

    init(
        _ kind: UInt16, _ id: OccurrenceID, _ small: UInt8 = 0, first: Int64 = 0,
        second: Int64 = 0
    ) {
        self.init(
            kind: kind, small: small, date: id.date.daysSinceEpoch, number: id.alarm.number,
            first: first, second: second)
    }

    init(_ id: OccurrenceID, _ turn: Turn) {
        switch turn {
        case .fired(let scheduled, let lateness, let joined, _):
            self.init(
                2, id, joined ? 1 : 0, first: scheduled.seconds,
                second: lateness.wholeNanoseconds / 1_000_000)
        case .rangAgain(let cause): self.init(3, id, cause.code)
        case .snoozed(let until): self.init(4, id, first: until.instant.seconds)
        case .silenced(let until): self.init(5, id, first: until.instant.seconds)
        case .stopped(let cause): self.init(6, id, cause.code)
        case .missed(let scheduled, let reason, let count):
            self.init(
                7, id, reason.code, first: scheduled.seconds, second: Int64(clamping: count))
        case .skipped(let reason): self.init(8, id, reason.code)
        case .passedOver: self.init(9, id)
        case .superseded: self.init(10, id)
        case .reopened: self.init(11, id)
        case .gotUp: self.init(23, id)
        // Not an alarm's, or not kept: a kind that is never assigned.
        case .scheduled, .started, .entered, .paused, .resumed, .extended, .preAlert, .sunrise,
            .cancelled:
            self.init(0)
        }
    }

    /// Clamped, so that it can be encoded again whatever the record holds.
    var lateness: Duration {
        let longest = Int64.max / 1_000_000
        return .milliseconds(min(max(second, -longest), longest))
    }

    var occurrence: OccurrenceID {
        OccurrenceID(alarm: AlarmID(number), date: CivilDate(daysSinceEpoch: date))
    }
}

extension Turn {
    /// The whole seconds that a wall time can hold, in both directions; a damaged record may exceed them.
    private static let reach = Int64.max / 1_000_000_000

    /// An alarm's turn; nil for one that a newer program wrote.
    fileprivate init?(_ payload: HistoryPayload) {
        let first = Instant(seconds: payload.first)
        let until = WallTime(Instant(seconds: min(max(payload.first, -Turn.reach), Turn.reach)))
        let turn: Turn? =
            switch payload.kind {
            case 2:
                .fired(scheduled: first, lateness: payload.lateness, joined: payload.small != 0)
            case 3: RingCause(code: payload.small).map { .rangAgain($0) }
            case 4: .snoozed(until: until)
            case 5: .silenced(until: until)
            case 6: StopCause(code: payload.small).map { .stopped(by: $0) }
            case 7:
                MissReason(code: payload.small).map {
                    .missed(scheduled: first, $0, count: Int(clamping: payload.second))
                }
            case 8: SkipReason(code: payload.small).map { .skipped($0) }
            case 9: .passedOver
            case 10: .superseded
            case 11: .reopened
            case 23: .gotUp
            default: nil
            }
        guard let turn else { return nil }
        self = turn
    }
}

extension HistoryEvent {
    fileprivate var payload: HistoryPayload {
        switch self {
        case .booted(let hadSavedState): HistoryPayload(1, hadSavedState ? 1 : 0)
        case .alarm(let id, let turn): HistoryPayload(id, turn)
        case .timer(let id, let word): HistoryPayload(19, word.code, number: id.number)
        case .nap(let word): HistoryPayload(20, word.code)
        case .alarmEdited(let id, let edit): HistoryPayload(12, edit.code, number: id.number)
        case .rungTaken(let rung, let reason):
            HistoryPayload(
                13, reason.code, first: Int64(rung.kind.code),
                second: Int64(clamping: rung.output ?? 0))
        case .clockStepped(let delta, let cause):
            HistoryPayload(14, cause.code, first: delta.wholeNanoseconds)
        case .trustChanged: HistoryPayload(15)
        case .zoneChanged: HistoryPayload(16)
        case .storageFailed(let part): HistoryPayload(17, part.code)
        case .storageRecovered(let part): HistoryPayload(18, part.code)
        case .alarmsUnreadable(let count): HistoryPayload(21, number: count)
        case .batteryLow: HistoryPayload(22)
        case .updateTold(let news): HistoryPayload(24, news.code)
        // This small number matches no word; otherwise the record would be read as another event of its kind.
        case .unknown(let kind): HistoryPayload(kind, .max)
        }
    }

    /// Nil for an event that a newer program wrote.
    fileprivate init?(_ payload: HistoryPayload) {
        let event: HistoryEvent? =
            switch payload.kind {
            case 1: .booted(hadSavedState: payload.small != 0)
            case 12:
                AlarmEdit(code: payload.small).map { .alarmEdited(AlarmID(payload.number), $0) }
            case 13: HistoryEvent(rung: payload)
            case 14:
                StepCause(code: payload.small).map {
                    .clockStepped(by: .nanoseconds(payload.first), $0)
                }
            case 15: .trustChanged
            case 16: .zoneChanged
            case 17: StoragePart(code: payload.small).map { .storageFailed($0) }
            case 18: StoragePart(code: payload.small).map { .storageRecovered($0) }
            case 19:
                Turn.Word(code: payload.small).map { .timer(TimerID(payload.number), $0) }
            case 20: Turn.Word(code: payload.small).map { .nap($0) }
            case 21: .alarmsUnreadable(payload.number)
            case 22: .batteryLow
            case 24: UpdateNews(code: payload.small).map { .updateTold($0) }
            default: Turn(payload).map { .alarm(payload.occurrence, $0) }
            }
        guard let event else { return nil }
        self = event
    }

    private init?(rung payload: HistoryPayload) {
        guard let code = UInt8(exactly: payload.first), let kind = RingRung.Kind(code: code),
            let reason = RungReason(code: payload.small)
        else { return nil }
        self = .rungTaken(RingRung(kind, output: Int(clamping: payload.second)), reason)
    }
}
