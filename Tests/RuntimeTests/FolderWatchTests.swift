import ClockCore
import ClockTime
import Testing

@testable import Runtime

@Suite("The folder of the state")
struct FolderWatchTests {
    private let space = Published<String?>(nil)

    private var checks: FolderChecks {
        FolderChecks(rights: { nil }, space: { [space] in space.value })
    }

    @Test("What changes about it is reported once, and taken back when it is over")
    func changes() {
        var now = BootTime(nanoseconds: 0)
        var watch = FolderWatch(checks, at: now)
        func news() -> [HealthReport]? {
            defer { now = now + .minutes(10) }
            return watch.look(at: now)
        }
        #expect(news() == [])
        #expect(watch.look(at: BootTime(nanoseconds: 1)) == nil)
        space.value = "the disk is full"
        #expect(news() == [HealthReport(part: .space, problem: "the disk is full")])
        #expect(news() == [])
        space.value = nil
        #expect(news() == [HealthReport(part: .space, problem: nil)])
    }

    @Test("H1: a disk that fills up stands in health within ten minutes")
    func filling() throws {
        let bench = try Bench(at: "2026-03-27T20:00:00Z")
        bench.folder = checks
        try bench.kill()
        space.value = "the disk of the state is full"
        bench.run(for: .minutes(11))
        guard case .health(let summary) = bench.ask(.health(.show)) else {
            Issue.record("no answer")
            return
        }
        let storage = summary.checks.first { $0.subject == .storage }
        #expect(storage?.finding == .inWords(["the disk of the state is full"]))
        #expect(storage?.verdict == .notice)
    }
}
