package import ClockTime

/// What is known of the wall clock: how far to trust it, whose steps it takes, and what it may be set to (law, 3 and 5;
/// product, H1b).
///
/// Theory of operation. The wall clock may be wrong, and anybody can set it. Boot time only counts up, so a sudden change
/// of the difference between the two is a step. Nothing says who made it: it is the user's if it was announced, or leads
/// to the time that a user asked for. Trust comes from whoever vouches for the clock. While nobody does, the clock is
/// plausible unless it shows less than any correct clock can.
package struct TimeKeeper: Hashable, Sendable {
    /// If the difference between the clocks changes by more than this, that is a step, not slewing (law, 3).
    private static let stepThreshold = Duration.milliseconds(500)
    /// How long an announced clock setting may be pending: a thread may notice the step before or after it.
    private static let announcementLife = Duration.seconds(1)
    /// A clock behind the newest record by at most this is not wrong. A service saves the time for the next boot every
    /// minute (law, 17), and the record may be newer.
    package static let recordTolerance = Duration.minutes(2)
    /// The latest time that the clock can be set to. Hardware clocks count two digits of the year.
    private static let latestSetting = Instant(seconds: 4_102_444_799)  // 2099-12-31T23:59:59Z

    private(set) var trust: ClockTrust
    /// The newest time on record that is known to be right.
    private(set) var lastTrusted: Instant?
    /// The date of the program and its system, if known: no earlier time can be right.
    private let madeAt: Instant?
    /// A lower bound for any correct time, as known at the start (law, 5.1); nil if something else decides that.
    private let floor: WallTime?
    /// What a clock that knows nothing may have shown when the kernel started (law, 5.1).
    private let startTimes: [ClosedRange<WallTime>]
    /// The date is a guess: the clock was given a time alone, and nobody has given it a date since (law, 5.8).
    private(set) var isDateGuessed: Bool
    /// A person was the last who set the clock, in this run of the program.
    private(set) var isSetByHand = false
    /// When the wall clock was last confirmed during this boot.
    private var confirmedAt: BootTime?
    /// A user is setting the clock: the next step before this time is theirs.
    private var announcedUntil: BootTime?
    /// A user asked to set the clock, and the host has not answered yet.
    private var asked: AskedSetting?

    private struct AskedSetting: Hashable, Sendable {
        /// What the wall clock must show at which boot time.
        var target: Moment
        /// If the given local time occurs twice: its second occurrence.
        var secondPass: Instant?
        var isDateGuessed = false
    }

    init(
        trust: ClockTrust, lastTrusted: Instant? = nil, isDateGuessed: Bool = false,
        madeAt: Instant? = nil,
        floor: WallTime? = nil, startTimes: [ClosedRange<WallTime>] = [], showing now: Moment
    ) {
        self.startTimes = startTimes
        self.trust = trust
        self.lastTrusted = lastTrusted
        self.isDateGuessed = isDateGuessed
        self.madeAt = madeAt
        self.floor = floor
        self.trust = trustByFloor(showing: now)
    }

    // MARK: - Trust

    /// How far to trust the clock, judged by what it shows now (law, 5.1). After this program starts, a service may
    /// restore the time that was saved before a power cut. A clock that was behind the records and has since passed them
    /// is still wrong, but a late ring is better than none.
    func trustByFloor(showing now: Moment) -> ClockTrust {
        trust == .trusted || floor == nil ? trust : unconfirmedTrust(showing: now)
    }

    /// The same for a clock that nobody vouches for any more.
    func unconfirmedTrust(showing now: Moment) -> ClockTrust {
        guard let floor else { return .plausible }
        // A system lifts a clock that knows no time to its own date, and it runs on from there.
        let atStart = WallTime(nanoseconds: 0) + now.wallMinusBoot
        if startTimes.contains(where: { $0.contains(atStart) }) { return .unknown }
        let recorded = lastTrusted.map { WallTime($0) - TimeKeeper.recordTolerance } ?? floor
        return now.wall < max(floor, recorded) ? .unknown : .plausible
    }

    /// No time was ever known to be right.
    var hasNeverKnown: Bool { trust != .trusted && lastTrusted == nil }

    /// Whether the clock's date, and so its weekday, is more than a guess.
    var isDateKnown: Bool { !isDateGuessed && !hasNeverKnown }

    /// Somebody else than a person at the clock has set or confirmed all of its time.
    mutating func wasSetFromOutside() { (isDateGuessed, isSetByHand) = (false, false) }

    /// Returns whether this is another trust.
    mutating func change(to newTrust: ClockTrust) -> Bool {
        guard newTrust != trust else { return false }
        trust = newTrust
        return true
    }

    mutating func confirm(at now: BootTime) { confirmedAt = now }

    /// Someone set the clock without confirming that it is right.
    mutating func forgetConfirmation() { confirmedAt = nil }

    func confirmedAgo(at now: BootTime) -> Duration? { confirmedAt.map { now - $0 } }

    /// The store has just saved a record.
    mutating func recorded(at instant: Instant) { lastTrusted = newestTrusted(at: instant) }

    /// The newest time that is known to be right, for a record made now.
    func newestTrusted(at instant: Instant) -> Instant? {
        trust == .trusted ? instant : lastTrusted
    }

    /// The least that a clock can show that does not know the time.
    func leastPossible(showing instant: Instant) -> Instant {
        [floor?.instant, madeAt].compactMap { $0 }.reduce(instant, max)
    }

    // MARK: - Steps

    /// By how much the wall clock stepped between two moments of one boot; nil if slewing alone explains the
    /// difference.
    package static func wallStep(from before: Moment, to now: Moment) -> Duration? {
        let delta = now.wallMinusBoot - before.wallMinusBoot
        let isStep = delta > stepThreshold || delta < .zero - stepThreshold
        return isStep ? delta : nil
    }

    mutating func announceStep(at now: BootTime) {
        announcedUntil = now + TimeKeeper.announcementLife
    }

    /// The step between two moments, and who made it; nil: there was none.
    ///
    /// - Parameter given: whose it is unless a user announced it or asked for it.
    mutating func measureStep(
        from before: Moment, to now: Moment, _ given: StepCause
    ) -> (delta: Duration, cause: StepCause, isAsked: Bool)? {
        guard let delta = TimeKeeper.wallStep(from: before, to: now) else { return nil }
        let isAsked =
            asked.map { TimeKeeper.wallStep(from: $0.target, to: now) == nil } ?? false
        let isAnnounced = announcedUntil.map { now.boot <= $0 } ?? false
        announcedUntil = nil
        return (delta, isAsked || isAnnounced ? .user : given, isAsked)
    }

    // MARK: - Setting

    /// A user asks to set the clock. Returns what it must show at which boot time.
    mutating func ask(
        for given: GivenTime, in zone: Zone, at now: BootTime
    ) throws(CommandError) -> Moment {
        guard asked == nil else { throw .wrongState(.timeBeingSet) }
        let (wall, secondPass) = try TimeKeeper.meaning(of: given, in: zone)
        // Do not use the law's whole floor: the recorded time may have been set wrong, and a user must be able to set
        // it back.
        let latest = TimeKeeper.latestSetting
        let earliest = min(madeAt ?? Instant(seconds: 0), latest)
        guard earliest <= wall.instant, wall.instant <= latest else {
            throw .invalid(field: "time", .time(.notAllowed(given, allowed: earliest...latest)))
        }
        let target = Moment(wall: wall, boot: now)
        asked = AskedSetting(target: target, secondPass: secondPass)
        return target
    }

    /// The setting that was just asked for comes from the menu, where a date that nobody chose is the one that the clock
    /// had.
    mutating func asksInMenu(choosingDate: Bool) {
        let isGuess = !choosingDate && !isDateKnown
        asked?.isDateGuessed = isGuess
    }

    /// The host has answered. Returns the second occurrence of the local time that was asked for, if it has one.
    mutating func settingAnswered(isDone: Bool) -> Instant? {
        if isDone, let asked { (isDateGuessed, isSetByHand) = (asked.isDateGuessed, true) }
        let secondPass = asked?.secondPass
        asked = nil
        return secondPass
    }

    private static func meaning(
        of given: GivenTime, in zone: Zone
    ) throws(CommandError) -> (wall: WallTime, secondPass: Instant?) {
        switch given {
        case .instant(let wall): (wall, nil)
        case .local(let civil): try meaning(of: civil, in: zone)
        }
    }

    /// An ambiguous local time means its first occurrence. A skipped local time is refused, because nobody can know
    /// which time was meant.
    static func meaning(
        of civil: CivilTime, in zone: Zone
    ) throws(CommandError) -> (wall: WallTime, secondPass: Instant?) {
        switch zone.instants(showing: civil) {
        case .exact(let first, let second): return (WallTime(first), second)
        case .gap(let jump):
            let offset = zone.offset(at: jump.advanced(bySeconds: -1)).seconds
            throw .invalid(
                field: "time",
                .time(
                    .skipped(
                        civil, zone: zone.name,
                        from: CivilTime(secondsAsUTC: jump.seconds + Int64(offset)),
                        to: zone.civilTime(at: jump))))
        case .skippedDate:
            throw .invalid(field: "time", .time(.daySkipped(civil.date, zone: zone.name)))
        }
    }
}
