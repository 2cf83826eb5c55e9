package import ClockCore
import ClockTime

/// A few days of history in Berlin.
package enum HistorySamples {
    package static let zone = HistoryRecord.checksum(ofZone: "Europe/Berlin")

    /// Records of events at summer times of a clock in Berlin.
    package static func report(
        _ events: [(local: String, event: HistoryEvent)], trust: ClockTrust = .trusted
    ) throws -> HistoryReport {
        var records: [HistoryRecord] = []
        for (local, event) in events {
            records.append(
                HistoryRecord(
                    sequence: UInt64(records.count + 1),
                    instant: try wall("\(local)+02:00").instant, trust: trust, zoneOffset: 7_200,
                    zone: zone, event: event))
        }
        return HistoryReport(records: records, zoneNames: [zone: "Europe/Berlin"])
    }

    /// Every kind of event, with each word that can occur in it.
    package static func all() throws -> HistoryReport {
        let id = OccurrenceID(alarm: AlarmID(3), date: try date("2026-03-30"))
        let then = try wall("2026-03-30T05:30:00Z").instant
        var events: [HistoryEvent] = [
            .booted(hadSavedState: true), .booted(hadSavedState: false),
            .alarm(id, .fired(scheduled: then, lateness: .zero)),
            .alarm(id, .fired(scheduled: then, lateness: .milliseconds(240_500), joined: true)),
            .alarm(id, .snoozed(until: WallTime(then))),
            .alarm(id, .silenced(until: WallTime(then))),
            .alarm(id, .missed(scheduled: then, .late, count: 3)),
            .alarm(id, .missed(scheduled: then, .unanswered, count: 1)),
            .alarm(id, .gotUp), .alarm(id, .passedOver), .alarm(id, .superseded),
            .alarm(id, .reopened),
            .clockStepped(by: .milliseconds(-1_500), .synchronised),
            .clockStepped(by: .seconds(3_600), .user), .trustChanged, .zoneChanged,
            .storageFailed(.storage), .storageFailed(.state), .storageRecovered(.storage),
            .alarmsUnreadable(2), .batteryLow,
            .unknown(kind: 999),
        ]
        events += UpdateNews.allCases.map { .updateTold($0) }
        events += SkipReason.allCases.map { .alarm(id, .skipped($0)) }
        events += RingCause.allCases.map { .alarm(id, .rangAgain($0)) }
        events += StopCause.allCases.map { .alarm(id, .stopped(by: $0)) }
        events += AlarmEdit.allCases.map { .alarmEdited(AlarmID(3), $0) }
        let rungs: [RingRung] = [
            .chosenSound, .builtInTone, .output(1), .buzzer, .motor, .flashingDisplay,
            .otherCard,
        ]
        for reason in RungReason.allCases { events += rungs.map { .rungTaken($0, reason) } }
        events += SubjectEvent.Name.allCases.map { .timer(TimerID(2), $0) }
        events += SubjectEvent.Name.allCases.map { .nap($0) }
        var report = try report(events.map { ("2026-03-30T07:30:00", $0) })
        report.alarmLabels = [AlarmID(3): "Work"]
        report.schedules = [AlarmID(3): try weekly(.weekdays, "07:30")]
        report.timerNames = [TimerID(2): "Pizza"]
        report.timerLengths = [TimerID(2): .seconds(750)]
        return report
    }
}
