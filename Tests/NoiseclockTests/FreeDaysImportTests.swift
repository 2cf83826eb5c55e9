import ClockCore
import ClockTime
import Control
import Foundation
import ReplySamples
import Testing

@testable import noiseclock

@Suite("A calendar file with many free days (product, A11a)")
struct FreeDaysImportTests {
    /// Imports a file with so many days ahead. The question, if there was one, and the result.
    private func run(
        _ count: Int, says isSure: Bool, _ options: [String] = []
    ) throws -> (question: String?, Client.Result) {
        let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).ics").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let text = """
            BEGIN:VCALENDAR
            BEGIN:VEVENT
            DTSTART;VALUE=DATE:21000101
            RRULE:FREQ=WEEKLY;COUNT=\(count)
            SUMMARY:Ferien
            END:VEVENT
            END:VCALENDAR

            """
        try text.write(toFile: path, atomically: true, encoding: .utf8)
        let unknown = ReplyLine.encode(id: "1", Refusal(code: "none", message: "no status"))
        let taken = ReplyLine.encode(id: "1", .freeDays([]), .saved)
        let clock = try ScriptedClock([.read, .write(unknown), .hangUp, .read, .write(taken)])
        var client = Client(environment: [:], uid: 1000, timeout: .seconds(5))
        client.now = Instant(seconds: 4_102_358_400)
        var asked: String?
        client.asksPerson = { question in
            asked = question
            return isSure
        }
        let result = client.run(["free-days", "import", path, "--socket", clock.path] + options)
        return (asked, result)
    }

    @Test(
        "A person is asked before more than 20 days a year come, and nothing but a yes takes them")
    func asks() throws {
        let (question, kept) = try run(21, says: false)
        #expect(question?.hasSuffix("Take all of them? [y/N] ") == true)
        #expect(question?.contains("21 free days in the next year") == true)
        #expect(question?.contains("  Fri 1 Jan 2100  Ferien\n") == true)
        #expect(kept.status == .refused && kept.error == "noiseclock: Nothing was changed.\n")
        let (_, taken) = try run(21, says: true)
        #expect(taken.status == .done && taken.output.hasPrefix("free days: 21"), "\(taken)")
        for (count, options) in [(20, []), (30, ["--json"])] {
            let (question, result) = try run(count, says: false, options)
            #expect(question == nil && result.status == .done, "\(result)")
        }
    }
}
