import Foundation
import Testing

@Suite("`noiseclock when` as a program")
struct WhenProgramTests {
    private func when(_ words: String..., in workspace: Workspace) throws -> Finished {
        try RunningProgram("noiseclock", ["when"] + words, in: workspace).finish()
    }

    @Test("answers a question without a clock, from the present on where no time is given")
    func question() throws {
        let workspace = try Workspace()
        let spring = try when(
            "2:30", "sun", "--zone", "Europe/Berlin", "--from", "2026-03-27T00:00:00Z", "--count",
            "1", in: workspace)
        #expect(spring.exitCode == 0 && spring.error == "")
        #expect(spring.output.hasSuffix("02:30 does not exist on this day; rings at 03:00\n"))
        let start = Date().timeIntervalSince1970.rounded(.down)
        let now = try when("7:30", "--zone", "Etc/UTC", "--json", in: workspace)
        let answer = try JSONSerialization.jsonObject(with: Data(now.output.utf8)) as? [String: Any]
        let next = (answer?["next"] as? [[String: Any]])?.first
        let seconds = try #require(next?["seconds"] as? Double)
        #expect(seconds > start && seconds <= start + 2 * 86_400)
    }

    @Test("answers a batch line by line, the wrong ones with an error, and ends with status 0")
    func batch() throws {
        let workspace = try Workspace()
        let line =
            #"{"id": "N1", "zone": "Europe/Berlin", "now": 1743278400, "kind": "weekly", "hour": 2,"#
            + #" "minute": 30, "weekdays": [7], "count": 2}"#
        try workspace.write("\(line)\nhello\n\(line)", to: "questions.jsonl")
        let finished = try when("--batch", "questions.jsonl", in: workspace)
        #expect(finished.exitCode == 0 && finished.error == "")
        let answer = #"{"id":"N1","next":[1743296400,1743899400]}"#
        let error = #"{"error":"the line is not JSON from its byte 1 on","id":null}"#
        #expect(finished.output == "\(answer)\n\(error)\n\(answer)\n")
        #expect(try when("--batch", in: workspace).output == "")
    }

    @Test("tells wrong words, wrong zones and missing files by their status")
    func failures() throws {
        let workspace = try Workspace()
        #expect(try when("7:30", "--count", "0", in: workspace).exitCode == 64)
        #expect(try when("7:30", "--zone", "Mars/Base", in: workspace).exitCode == 64)
        let missing = try when("--batch", "none.jsonl", in: workspace)
        #expect(missing.exitCode == 66)
        #expect(missing.error == "noiseclock: cannot open none.jsonl: No such file or directory\n")
    }
}
