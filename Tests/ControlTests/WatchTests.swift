import BoundedJSON
import ClockCore
import ClockTime
import ReplySamples
import TestKit
import Testing

@testable import Control

@Suite("Watching queries (product, X1)")
struct WatchTests {
    @Test("A list of queries is read, each once")
    func queries() throws {
        let line = WatchRequest.line(["status", "alarm.list", "status"], id: "w")
        guard case .watch(let watch) = try RequestLine.decode(line, zones: TestZones()) else {
            Issue.record("this is no watch")
            return
        }
        #expect(watch.id == "w")
        #expect(
            watch.queries == [
                WatchedQuery(name: "status", command: .status),
                WatchedQuery(name: "alarm.list", command: .alarm(.list)),
            ])
    }

    @Test(
        "What cannot be watched is refused with its place and the reason",
        arguments: [
            (#"["noise.stop"]"#, "queries[0]: noise.stop is no query"),
            (#"["status", "sound.outputs"]"#, "queries[1]: sound.outputs asks the devices"),
            (#"["alarm.show"]"#, "queries[0]: alarm.show needs more than its name"),
            (#"["statu"]"#, "queries[0]"), ("[]", "queries"), ("7", "queries"),
        ])
    func refusals(_ queries: String, _ reason: String) throws {
        let line = bytes(#"{"id":"1","command":"watch","queries":\#(queries)}"#)
        let error = try thrown(RequestError.self) {
            try RequestLine.decode(line, zones: TestZones())
        }
        #expect(error.refusal.message.hasPrefix(reason), "\(error)")
    }

    private func likeness(_ reply: Reply) -> Int {
        WatchedReply(Answer(reply), query: "q").likeness
    }

    @Test("A reply between whose moments only time passed is like the other")
    func likeness() throws {
        var report = try Samples.busyStatus()
        let first = likeness(.status(report))
        report.wall = report.wall + .seconds(61)
        report.civil = nil
        report.nextAlarm?.untilNext = .seconds(5)
        #expect(likeness(.status(report)) == first)
        report.zone = "Asia/Tokyo"
        #expect(likeness(.status(report)) != first)
    }

    @Test(
        "A countdown's rest makes no difference, but its end does; of a paused one, the rest does")
    func countdowns() throws {
        var timer = try CountdownSamples.pizza()
        let first = likeness(.timers([timer]))
        timer.left = .seconds(3)
        timer.until = timer.until.map { $0 + .milliseconds(1) }
        #expect(likeness(.timers([timer])) == first)
        timer.until = timer.until.map { $0 + .seconds(60) }
        #expect(likeness(.timers([timer])) != first)
        var paused = try CountdownSamples.pizza(.paused)
        let before = likeness(.timers([paused]))
        paused.left = .seconds(3)
        #expect(likeness(.timers([paused])) != before)
    }

    @Test("The line has the query's name beside the form of its reply")
    func line() throws {
        let reply = Answer(.holdToStop(true))
        let watched = text(WatchedReply(reply, query: "status").line(id: "7"))
        let plain = text(ReplyLine.encode(id: "7", reply))
        #expect(watched == plain.replacing(#""ok":true"#, with: #""ok":true,"query":"status""#))
    }

    @Test("--dry-run and --watch are refused where they do not fit")
    func modes() throws {
        #expect(try request("alarm add 7:30 --dry-run").isDryRun)
        #expect(try request("status --watch").isWatching)
        for (words, reason) in [
            ("alarm list --dry-run", "\"alarm list\" changes nothing anyway. Leave out --dry-run."),
            ("sound remove sea --dry-run", "\"sound remove\" cannot be tried"),
            ("noise stop --watch", "\"noise stop\" is a change."),
            ("alarm show 3 --watch", "Only \"alarm show\" without other words can be watched."),
        ] {
            let error = try thrown(UsageError.self) { try request(words) }
            #expect(error.message.hasPrefix(reason), "\(error)")
        }
    }

    @Test("A dry run is in the request, and in its answer")
    func dryRun() throws {
        let line = #"{"id":"1","command":"noise.stop","dryRun":true}"#
        #expect(try decoded(bytes(line)).isDryRun)
        #expect(!(try decoded(bytes(line)).isChange))
        let outgoing = try request("noise stop").outgoing.asDryRun
        #expect(try decoded(RequestLine.encode(outgoing, id: "1")).isDryRun)
        let answer = Answer(.stopped, .dryRun)
        guard
            case .answer(let received) = try ReplyLine.decode(ReplyLine.encode(id: "1", answer))
                .outcome
        else {
            Issue.record("no answer")
            return
        }
        #expect(received == answer)
        let error = try thrown(RequestError.self) {
            try decoded(bytes(#"{"id":"1","command":"status","dryRun":true}"#))
        }
        #expect(error.refusal.field == "dryRun")
    }
}
