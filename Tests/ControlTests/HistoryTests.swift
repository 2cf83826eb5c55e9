import ClockCore
import ClockTime
import TestKit
import Testing

@testable import Control

@Suite("History in words and in JSON (product, A9)")
struct HistoryTests {
    private let id = OccurrenceID(
        alarm: AlarmID(3), date: CivilDate(daysSinceEpoch: 20_542))
    private let then = Instant(seconds: 1_774_848_600)

    private func text(_ events: [(local: String, event: HistoryEvent)]) throws -> String {
        Presentation.text(.history(try HistorySamples.report(events)))
    }

    @Test("A ring is one line: when, how late, how often snoozed, how it ended")
    func oneRing() throws {
        #expect(
            try text([
                (
                    "2026-03-30T07:30:00",
                    .alarm(id, .fired(scheduled: then, lateness: .zero))
                ),
                ("2026-03-30T07:31:00", .alarm(id, .snoozed(until: WallTime(then)))),
                ("2026-03-30T07:40:00", .alarm(id, .rangAgain(.snoozeEnded))),
                ("2026-03-30T07:41:00", .alarm(id, .snoozed(until: WallTime(then)))),
                ("2026-03-30T07:50:00", .alarm(id, .rangAgain(.snoozeEnded))),
                ("2026-03-30T07:51:00", .alarm(id, .snoozed(until: WallTime(then)))),
                ("2026-03-30T08:00:00", .alarm(id, .rangAgain(.snoozeEnded))),
                ("2026-03-30T08:00:09", .alarm(id, .stopped(by: .button))),
            ])
                == """
                Mon 30 Mar 2026 07:30  Alarm 3 rang on time, was snoozed 3 times and was stopped by a \
                button at 08:00

                """)
    }

    @Test("A late ring that nobody answered says so, and which rungs sounded")
    func unanswered() throws {
        #expect(
            try text([
                ("2026-03-30T07:34:00", .booted(hadSavedState: true)),
                (
                    "2026-03-30T07:34:00",
                    .alarm(id, .fired(scheduled: then, lateness: .seconds(240)))
                ),
                ("2026-03-30T07:34:02", .rungTaken(.builtInTone, .noFrames)),
                ("2026-03-30T07:44:00", .alarm(id, .silenced(until: WallTime(then)))),
                ("2026-03-30T07:53:00", .alarm(id, .rangAgain(.unanswered))),
                (
                    "2026-03-30T08:03:00",
                    .alarm(id, .missed(scheduled: then, .unanswered, count: 1))
                ),
            ])
                == """
                Mon 30 Mar 2026 07:34  The clock started
                Mon 30 Mar 2026 07:34  Alarm 3 rang 4 min late (no sound came out of the chosen sound, so \
                the built-in tone was taken), fell silent unanswered once and was missed: nobody answered

                """)
    }

    @Test("What happened to the clock stands between, and what is due again begins anew")
    func clockEvents() throws {
        #expect(
            try text([
                (
                    "2026-03-30T07:30:00",
                    .alarm(id, .fired(scheduled: then, lateness: .zero))
                ),
                ("2026-03-30T07:30:05", .alarm(id, .stopped(by: .command))),
                ("2026-03-30T06:30:00", .clockStepped(by: .seconds(-3_610), .synchronised)),
                ("2026-03-30T06:30:00", .alarm(id, .reopened)),
                (
                    "2026-03-30T07:30:00",
                    .alarm(id, .fired(scheduled: then, lateness: .zero, joined: true))
                ),
                ("2026-03-30T07:31:00", .alarmEdited(AlarmID(3), .edited)),
                ("2026-03-30T07:31:00", .alarm(id, .stopped(by: .edited))),
                ("2026-03-30T08:00:00", .zoneChanged),
            ])
                == """
                Mon 30 Mar 2026 07:30  Alarm 3 rang on time and was stopped by a command at 07:30
                Mon 30 Mar 2026 06:30  The network's time set the clock back by 1 h
                Mon 30 Mar 2026 06:30  Alarm 3 became due again, as the clock was set back, rang on time \
                with another and ended at 07:31, because it was changed or switched off
                Mon 30 Mar 2026 07:31  Alarm 3 was changed
                Mon 30 Mar 2026 08:00  The time zone is Europe/Berlin

                """)
    }

    @Test("Nothing, a time that nobody knows, and what a newer clock wrote")
    func edges() throws {
        #expect(try text([]) == "Nothing is in the history.\n")
        let unknown = try HistorySamples.report(
            [("2026-03-30T07:30:00", .unknown(kind: 7))], trust: .unknown)
        #expect(
            Presentation.text(.history(unknown))
                == "time not known  Something that a newer clock wrote\n")
    }

    @Test("Every kind of event is told in words")
    func allKinds() throws {
        for record in try HistorySamples.all().records {
            let line = Presentation.text(
                .history(HistoryReport(records: [record], zoneNames: [:])))
            #expect(line.count > 25 && line.hasSuffix("\n"), "\(record.event): \(line)")
            #expect(!line.contains("  \n"), "\(record.event)")
        }
    }

    @Test("A record of an event or a word that this client does not know is read as unknown")
    func newerClock() throws {
        let line = """
            {"id": "1", "ok": true, "reply": "history", "history": [
              {"sequence": 1, "at": "2026-03-30T05:30:00Z", "trust": "trusted", "offsetSeconds": 0,
               "zone": null, "event": "alarm.sung", "song": 3},
              {"sequence": 2, "at": "2026-03-30T05:30:00Z", "trust": "trusted", "offsetSeconds": 0,
               "zone": "UTC", "event": "alarm.stopped", "alarm": 3, "date": "2026-03-30",
               "reason": "clapping"}]}
            """
        let answer = try ReplyLine.decode(bytes(line.replacing("\n", with: "")))
        guard case .answer(let answer) = answer.outcome,
            case .history(let report) = answer.reply
        else {
            Issue.record("\(answer)")
            return
        }
        #expect(report.records.map(\.event) == [.unknown(kind: 0), .unknown(kind: 0)])
        #expect(report.zoneNames == [report.records[1].zone: "UTC"])
    }

    @Test("The words name an alarm, a date, a beginning and a count")
    func words() throws {
        #expect(try ClientWords.command("history", zones: TestZones()) == .history(HistoryQuery()))
        let all = "history --alarm 3 --date 2026-03-30 --since 2026-03-29T00:00:00Z --count 20"
        #expect(
            try ClientWords.command(all, zones: TestZones())
                == .history(
                    HistoryQuery(
                        alarm: AlarmID(3), date: try date("2026-03-30"),
                        since: try wall("2026-03-29T00:00:00Z").instant, count: 20)))
    }

    @Test(
        "Wrong words are refused with what is allowed",
        arguments: [
            ("history 3", "\"3\" is one word too many"),
            (
                "history --alarm x",
                "--alarm \"x\" is not allowed; it must be a number, as \"noiseclock alarm list\" shows it"
            ),
            ("history --date 2026-03-30", "--date needs the alarm's number beside it"),
            (
                "history --alarm 1 --date today",
                "--date \"today\" is not allowed; it must be a date such as 2026-03-29"
            ),
            (
                "history --since today",
                "--since \"today\" is not allowed; it must be a time such as 2026-03-27T00:00:00Z"
            ),
            (
                "history --count 0",
                "--count \"0\" is not allowed; it must be a number from 1 to 1000"
            ),
        ])
    func refusedWords(line: String, message: String) throws {
        #expect(
            try thrown(UsageError.self) { try ClientWords.command(line, zones: TestZones()) }
                .message == message)
    }

    @Test("A date without its alarm, and a count out of range, are refused with their fields")
    func refusedRequests() throws {
        let date = #"{"id": "1", "command": "history", "date": "2026-03-30"}"#
        #expect(
            try thrown(RequestError.self) {
                try RequestLine.decode(bytes(date), zones: TestZones())
            }.refusal.field
                == "date")
        let count = #"{"id": "1", "command": "history", "count": 1001}"#
        #expect(
            try thrown(RequestError.self) {
                try RequestLine.decode(bytes(count), zones: TestZones())
            }.refusal.field
                == "count")
    }
}
