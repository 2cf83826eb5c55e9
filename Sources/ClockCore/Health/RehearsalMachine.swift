package import ClockTime

/// Rehearsals: they check that everything the next ring needs responds (product, H1 and H1a).
///
/// Theory of operation. At a set time each evening, within the hour before each ring, and on request, each part is
/// tested along the path that a ring uses:
/// every sound output is opened and moves frames of silence, the display acknowledges, the state is
/// written. Each part answers by an event; a part that does not answer in time counts as failed. Keys, time
/// and zone need no test: their known state is examined at the end. The result stays until the next
/// rehearsal, so that a glance before sleep says whether the alarm will ring. A rehearsal out of turn
/// follows after sound outputs stalled: they may work again.
///
/// The rehearsal before a ring begins `lead` ahead of it, or at once if less time is left. One that failed is repeated
/// after `retryPause`. A good one counts for every ring in the hour after it, but not beyond a restart of the program.
/// A snooze is no new ring. All of this runs by boottime, so steps of the clock move only the ring itself.
///
/// A problem would keep an alarm from ringing properly; a notice would not. Notices are a further sound
/// output, which a ring uses only when the first is silent, and a key that is held down.
///
/// | state   | begin   | a part answers | the last part answers | its time is over |
/// | ------- | ------- | -------------- | --------------------- | ---------------- |
/// | idle    | running | -              | -                     | -                |
/// | running | -       | -              | idle                  | idle             |
package struct RehearsalMachine: Hashable, Sendable {
    package private(set) var result: RehearsalResult?
    private var running: Running?
    /// When the next planned rehearsal begins; nil: none is planned.
    private(set) var due: WallTime?
    /// When to retry sound outputs that had stalled; nil: not before the next rehearsal.
    private var retrialDue: BootTime?
    /// When the rehearsal before the next ring begins; nil: none is needed.
    private(set) var ringDue: BootTime?
    /// When the last rehearsal began, and when the last good one did, since the program's start.
    private var triedAt: BootTime?
    private var goodAt: BootTime?
    /// When the program started.
    private var startedAt: BootTime?

    private struct Running: Hashable, Sendable {
        var began: BootTime
        var until: BootTime
        var awaited: Set<RehearsalPart>
        var problems: [RehearsalPart: String]
    }

    /// How long a part may take; longer than a USB sound card takes to open.
    package static let patience = Duration.seconds(10)

    /// Time for devices to close and reopen.
    static let retrialPause = Duration.seconds(10)
    /// A late wake-up or a clock step may skip the planned time. Within so long, the rehearsal is made up for.
    static let makeUpTime = Duration.hours(1)
    /// How long a good rehearsal counts (product, H1).
    static let validity = Duration.hours(1)
    /// How long before a ring its rehearsal begins. The rest of the hour is for repeating it.
    static let lead = Duration.minutes(50)
    /// Between two rehearsals before a ring if the first one failed; four an hour fit the day's budget of writes.
    static let retryPause = Duration.minutes(15)
    /// How long before a ring its rehearsal may begin at the latest: what a later one finds helps nobody.
    static let latest = Duration.minutes(1)
    /// How long devices may take to appear after the program's start; it begins before the kernel finds them all.
    static let settling = Duration.minutes(1)

    package init() {}

    init(restoring result: RehearsalResult?) {
        self.result = result
    }

    package var isRunning: Bool { running != nil }

    /// When the current rehearsal began.
    var began: BootTime? { running?.began }

    var nextWake: Deadline {
        Deadline(wall: due, boot: earlier(earlier(running?.until, retrialDue), ringDue))
    }

    mutating func started(at now: BootTime) { startedAt = now }

    /// Plans the next rehearsal by a zone's local time.
    ///
    /// - Parameter time: nil: none takes place.
    mutating func plan(dailyAt time: TimeOfDay?, in zone: Zone, after now: Instant) {
        let next = time.flatMap {
            Schedule.daily(at: $0).nextOccurrence(after: now, armedAt: now, in: zone)
        }
        due = next.map { WallTime($0.instant) }
    }

    mutating func planRetrial(at now: BootTime) {
        retrialDue = now + RehearsalMachine.retrialPause
    }

    /// Plans the rehearsal before a ring. None begins while something rings, and none later than `latest`.
    ///
    /// - Parameter ring: when something rings next; nil: nothing does.
    /// - Returns: whether it is due now.
    mutating func plan(before ring: BootTime?, isRinging: Bool, at now: BootTime) -> Bool {
        ringDue = isRinging || isRunning ? nil : ring.flatMap { timeOfTrial(before: $0, at: now) }
        return ringDue.map { $0 <= now } ?? false
    }

    private func timeOfTrial(before ring: BootTime, at now: BootTime) -> BootTime? {
        guard let startedAt else { return nil }
        if let goodAt, ring - goodAt <= RehearsalMachine.validity { return nil }
        var time = max(ring - RehearsalMachine.lead, startedAt + RehearsalMachine.settling)
        if let triedAt { time = max(time, triedAt + RehearsalMachine.retryPause) }
        return max(time, now) < ring - RehearsalMachine.latest ? time : nil
    }

    /// Returns whether a rehearsal is due, and then plans the next one. No retrial disturbs a ring.
    mutating func advance(
        to now: Moment, isRinging: Bool, dailyAt time: TimeOfDay?, in zone: Zone
    ) -> Bool {
        var isDue = false
        if let due, due <= now.wall {
            isDue = now.wall - due < RehearsalMachine.makeUpTime
            plan(dailyAt: time, in: zone, after: now.wall.instant)
        }
        if let retrial = retrialDue, retrial <= now.boot {
            retrialDue = nil
            isDue = isDue || !isRinging
        }
        return isDue
    }

    /// Returns whether a rehearsal begins: only one runs at a time.
    mutating func begin(_ parts: Set<RehearsalPart>, at now: BootTime) -> Bool {
        guard running == nil else { return false }
        running = Running(
            began: now, until: now + RehearsalMachine.patience, awaited: parts, problems: [:])
        triedAt = now
        ringDue = nil
        return true
    }

    /// Records a part's answer.
    ///
    /// - Parameter problem: nil: it works.
    mutating func answered(_ part: RehearsalPart, problem: String?) {
        guard running?.awaited.remove(part) != nil else { return }
        running?.problems[part] = problem
    }

    /// Returns the result once all parts have answered or time is up, nil before; with it, the parts that did not
    /// answer.
    ///
    /// - Parameter keysDown: the keys that were held down throughout.
    mutating func takeResult(
        at now: Moment, keysDown: [Button] = []
    ) -> (result: RehearsalResult, unanswered: Set<RehearsalPart>)? {
        guard let ended = running, ended.awaited.isEmpty || ended.until <= now.boot else {
            return nil
        }
        running = nil
        var findings = ended.problems.map { RehearsalResult.Problem(part: $0, text: $1) }
        findings += ended.awaited.map {
            RehearsalResult.Problem(part: $0, text: "\($0.name) did not answer")
        }
        findings.sort { $0.part < $1.part }
        findings += keysDown.map { key in
            RehearsalResult.Problem(
                part: .keys, text: "the \(key.rawValue) button was down all the while")
        }
        let result = RehearsalResult(
            at: now.wall.instant, problems: findings.filter { $0.part.isNeeded },
            notices: findings.filter { !$0.part.isNeeded })
        self.result = result
        if result.isGood { goodAt = ended.began }
        return (result, ended.awaited)
    }
}

/// A part that a rehearsal tests or examines.
package enum RehearsalPart: Hashable, Comparable, Sendable {
    /// In the order in which alarms use them; 0 is the first.
    case sound(output: Int)
    case display, storage, keys

    /// The part's name in JSON; an output's number is stored separately.
    package enum Kind: String, Sendable {
        case sound, display, storage, keys
    }

    package init(_ kind: Kind, output: Int = 0) {
        switch kind {
        case .sound: self = .sound(output: output)
        case .display: self = .display
        case .storage: self = .storage
        case .keys: self = .keys
        }
    }

    package var kind: Kind {
        switch self {
        case .sound: .sound
        case .display: .display
        case .storage: .storage
        case .keys: .keys
        }
    }

    /// Which further output it is; nil for the first, and for parts that exist only once.
    package var furtherOutput: Int? {
        if case .sound(let output) = self, output > 0 { output } else { nil }
    }

    var name: String {
        switch self {
        case .sound(output: 0): "the sound output"
        case .sound(let output): RingRung.name(ofOutput: output)
        case .display: "the display"
        case .storage: "the storage"
        case .keys: "the keys"
        }
    }

    /// Whether an alarm needs it to ring properly.
    var isNeeded: Bool {
        switch self {
        case .sound(let output): output == 0
        case .display, .storage: true
        case .keys: false
        }
    }
}

/// The result of a rehearsal.
package struct RehearsalResult: Hashable, Sendable {
    package var at: Instant
    package var problems: [Problem]
    /// Findings that keep no alarm from ringing. Older programs do not know this field.
    package var notices: [Problem]

    package struct Problem: Hashable, Sendable {
        package var part: RehearsalPart
        /// For people; it names the part.
        package var text: String

        package init(part: RehearsalPart, text: String) {
            self.part = part
            self.text = text
        }
    }

    package init(at: Instant, problems: [Problem], notices: [Problem] = []) {
        self.at = at
        self.problems = problems
        self.notices = notices
    }

    package var isGood: Bool { problems.isEmpty }

    func problem(of part: RehearsalPart) -> String? {
        problems.first { $0.part == part }?.text
    }
}

// MARK: - Stored form

extension RehearsalResult: Codable {
    private enum CodingKeys: String, CodingKey {
        case at, problems, notices
    }

    package init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: CodingKeys.self)
        at = try record.decode(Instant.self, forKey: .at)
        problems = try record.decode([Problem].self, forKey: .problems)
        notices = try record.decodeIfPresent([Problem].self, forKey: .notices) ?? []
    }
}

extension RehearsalResult.Problem: Codable {
    private enum CodingKeys: String, CodingKey {
        case part, output, text
    }

    package init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: CodingKeys.self)
        let name = try record.decode(String.self, forKey: .part)
        guard let kind = RehearsalPart.Kind(rawValue: name) else {
            throw DecodingError.dataCorruptedError(
                forKey: .part, in: record, debugDescription: "No part is called \(name).")
        }
        part = RehearsalPart(
            kind, output: try record.decodeIfPresent(Int.self, forKey: .output) ?? 0)
        text = try record.decode(String.self, forKey: .text)
    }

    package func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: CodingKeys.self)
        try record.encode(part.kind.rawValue, forKey: .part)
        try record.encodeIfPresent(part.furtherOutput, forKey: .output)
        try record.encode(text, forKey: .text)
    }
}
