import ClockCore
import ClockTime
import ReplySamples
import TestKit
import Testing

@testable import Control

@Suite("History in words and in JSON (product, A9)")
struct HistoryTests {
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
                "--alarm can't be \"x\". Give its number,"
            ),
            ("history --date 2026-03-30", "--date needs the alarm beside it."),
            (
                "history --alarm 1 --date today",
                "--date can't be \"today\". Give a date such as 2026-03-29."
            ),
            (
                "history --since today",
                "--since can't be \"today\". Give a time such as 2026-03-27T00:00:00Z."
            ),
            (
                "history --count 0",
                "--count can't be \"0\". Give a number from 1 to 1000."
            ),
        ])
    func refusedWords(line: String, message: String) throws {
        #expect(
            try thrown(UsageError.self) { try ClientWords.command(line, zones: TestZones()) }
                .message.hasPrefix(message))
    }

    @Test("A date without its alarm, and a count out of range, are refused with their fields")
    func refusedRequests() throws {
        let date = #"{"id": "1", "command": "history", "date": "2026-03-30"}"#
        #expect(
            try thrown(RequestError.self) {
                try decoded(bytes(date))
            }.refusal.field
                == "date")
        let count = #"{"id": "1", "command": "history", "count": 1001}"#
        #expect(
            try thrown(RequestError.self) {
                try decoded(bytes(count))
            }.refusal.field
                == "count")
    }
}
