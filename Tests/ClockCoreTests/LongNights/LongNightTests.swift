import ClockTime
import Foundation
import Testing

@testable import ClockCore

/// Random nights, each from a seed, through all zones of the system's tzdata and fifty years.
///
/// The suite runs a few of them. `board/nights` runs ten thousand, or as many as it is asked for, and prints
/// the results; a failure names its seed, which `board/nights --seed N --count 1` repeats.
@Suite("Long nights")
struct LongNightTests {
    private static let environment = ProcessInfo.processInfo.environment
    private static let first = environment["NOISECLOCK_NIGHTS_SEED"].flatMap(UInt64.init) ?? 1
    private static let asked = environment["NOISECLOCK_NIGHTS"].flatMap(Int.init)
    /// A few seconds' worth.
    private static let inSuite = 40

    @Test(
        "In no zone and whatever happens is a date forgotten, none rings twice (law, 20: T2, T3)")
    func nights() async {
        let count = LongNightTests.asked ?? LongNightTests.inSuite
        let workers = min(max(1, ProcessInfo.processInfo.activeProcessorCount), 16)
        let begin = ContinuousClock.now
        let figures = await withTaskGroup(of: NightFigures.self) { group in
            for worker in 0..<workers {
                group.addTask {
                    var figures = NightFigures()
                    for place in stride(from: worker, to: count, by: workers) {
                        figures.add(
                            LongNightTests.figures(seed: LongNightTests.first + UInt64(place)))
                    }
                    return figures
                }
            }
            return await group.reduce(into: NightFigures()) { $0.add($1) }
        }
        for problem in figures.problems.prefix(20) { Issue.record("\(problem)") }
        #expect(figures.problems.isEmpty)
        guard LongNightTests.asked != nil else { return }
        print(figures.text)
        print(
            "     \(figures.problems.count) problems, in \((ContinuousClock.now - begin).inSeconds) s"
        )
    }

    private static func figures(seed: UInt64) -> NightFigures {
        do {
            var story = try ChanceNight(seed: seed)
            try story.live()
            return try judge(story)
        } catch {
            var figures = NightFigures()
            figures.problems = ["seed \(seed): \(error)"]
            return figures
        }
    }

    private static func judge(_ story: ChanceNight) throws -> NightFigures {
        let audit = try NightAudit(story)
        let countdowns = CountdownAudit(story)
        var figures = story.figures
        figures.add(audit.figures)
        figures.add(countdowns.figures)
        var problems = Endings.problems(of: story.night.recorded)
        if hasFullSet(story.night) {
            problems.removeAll { $0.hasSuffix(" after missed") || $0.hasSuffix(" after skipped") }
        }
        problems += audit.problems + countdowns.problems
        if let room = story.night.room {
            problems += room.problems + room.ladder.problems + room.tasks.problems
            figures.add(room.ladder.figures)
            figures.add(room.tasks.figures)
        }
        if story.mischief == .rightClock { problems += try Foretelling(story).problems }
        figures.count(.twice, problems.count { $0.contains("twice") })
        if asked == 1 { printNight(story) }
        figures.problems = problems.map { "seed \(story.seed), \(story.zone.name): \($0)" }
        return figures
    }

    /// Whether some alarm has records about more dates than it keeps. Then a date that was only missed may be due
    /// again after a step back, as it should be (3.2), and nothing says that it had been missed before. A date
    /// that was skipped may be judged again when pending verdicts are given (2.4), too late to ring.
    private static func hasFullSet(_ night: Night) -> Bool {
        var dates: [AlarmID: Int] = [:]
        for told in night.told {
            switch told.event {
            case .alarm(let id, .missed(_, .late, let count)): dates[id.alarm, default: 0] += count
            case .alarm(let id, .fired), .alarm(let id, .skipped): dates[id.alarm, default: 0] += 1
            default: break
            }
        }
        return dates.values.contains { $0 > SpentDates.capacity }
    }

    /// Prints one night line by line, for whoever looks for a fault in it.
    private static func printNight(_ story: ChanceNight) {
        print("\(story.zone.name), \(story.mischief), \(story.rules)")
        for entry in story.night.log {
            print(
                RFC3339.format(entry.truth), RFC3339.format(entry.at.wall),
                entry.note.line ?? "\(entry.note)")
        }
    }
}
