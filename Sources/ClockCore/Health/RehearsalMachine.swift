package import ClockTime

/// The evening's rehearsal: whether everything that the next alarm needs answers (product, H1a).
///
/// Theory of operation. At a set time, and when somebody asks, each part is tried through the way that a
/// ring takes: the sound output is opened and moves frames of silence, the display acknowledges, the state
/// is written. Each answers by an event; what has not answered in time counts as failed. Keys, time and
/// zone need no asking: what is known of them is looked at when the others are done. The result stays
/// until the next rehearsal, so that a glance before sleep says whether it will ring.
///
/// | state   | begin   | a part answers | the last part answers | its time is over |
/// | ------- | ------- | -------------- | --------------------- | ---------------- |
/// | idle    | running | -              | -                     | -                |
/// | running | -       | -              | idle                  | idle             |
package struct RehearsalMachine: Hashable, Sendable {
    package private(set) var result: RehearsalResult?
    private var running: Running?

    private struct Running: Hashable, Sendable {
        var until: BootTime
        var awaited: Set<RehearsalPart>
        var problems: [RehearsalPart: String]
    }

    /// How long a part may take: longer than a USB sound card takes to open.
    package static let patience = Duration.seconds(10)

    package init() {}

    init(restoring result: RehearsalResult?) {
        self.result = result
    }

    package var isRunning: Bool { running != nil }

    var nextWake: BootTime? { running?.until }

    /// Returns whether one begins: there is one at a time.
    mutating func begin(_ parts: Set<RehearsalPart>, at now: BootTime) -> Bool {
        guard running == nil else { return false }
        running = Running(
            until: now + RehearsalMachine.patience, awaited: parts, problems: [:])
        return true
    }

    /// A part has answered.
    ///
    /// - Parameter problem: nil: it works.
    mutating func answered(_ part: RehearsalPart, problem: String?) {
        guard running?.awaited.remove(part) != nil else { return }
        running?.problems[part] = problem
    }

    /// Takes the result once all have answered, or their time is over; nil before.
    mutating func takeResult(at now: Moment) -> RehearsalResult? {
        guard let ended = running, ended.awaited.isEmpty || ended.until <= now.boot else {
            return nil
        }
        running = nil
        var problems = ended.problems
        for part in ended.awaited { problems[part] = "\(part.name) did not answer" }
        let result = RehearsalResult(
            at: now.wall.instant,
            problems: RehearsalPart.allCases.compactMap { part in
                problems[part].map { RehearsalResult.Problem(part: part, text: $0) }
            })
        self.result = result
        return result
    }
}

/// What is tried in a rehearsal.
package enum RehearsalPart: String, CaseIterable, Hashable, Sendable, Codable {
    case sound, display, storage

    var name: String {
        switch self {
        case .sound: "the sound output"
        case .display: "the display"
        case .storage: "the storage"
        }
    }
}

/// What came of a rehearsal.
package struct RehearsalResult: Hashable, Sendable, Codable {
    package var at: Instant
    package var problems: [Problem]

    package struct Problem: Hashable, Sendable, Codable {
        package var part: RehearsalPart
        package var text: String

        package init(part: RehearsalPart, text: String) {
            self.part = part
            self.text = text
        }
    }

    package init(at: Instant, problems: [Problem]) {
        self.at = at
        self.problems = problems
    }

    package var isGood: Bool { problems.isEmpty }
}
