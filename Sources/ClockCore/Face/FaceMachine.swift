import ClockTime

/// Which page the face shows, and for how long.
///
/// Theory of operation. The time is the home page. Another page replaces it for some seconds and closes by
/// itself, on the boottime clock. Anything that must be seen (a ring, a missed alarm, an unknown time) is not
/// a page: the snapshot contains it, and it overrides any page.
///
/// | page              | next page key     | its time is over | ring |
/// | ----------------- | ----------------- | ---------------- | ---- |
/// | time              | warning           | -                | -    |
/// | warning           | countdown heading | time             | time |
/// | countdown heading | now playing       | countdown        | time |
/// | countdown         | now playing       | time             | time |
/// | now playing       | alarm heading     | time             | time |
/// | volume            | alarm heading     | time             | time |
/// | alarm heading     | date              | next alarm       | time |
/// | next alarm        | date              | time             | time |
/// | date              | seconds           | time             | time |
/// | seconds           | world heading     | time             | time |
/// | world heading     | battery           | world            | time |
/// | world             | battery           | time             | time |
/// | battery           | time              | time             | time |
/// | snooze            | time              | time             | time |
/// | hint              | time              | time             | time |
/// | up                | time              | time             | time |
/// | message           | time              | time             | time |
/// | code              | time              | time             | time |
///
/// The next page key leaves out what has nothing to show. What is wrong comes first, then countdowns, as their time is
/// short, then what plays. With two world clocks, the second one's heading comes after the first, and so it is with
/// countdowns. A single countdown needs no heading.
///
/// The now-playing text is longer than most panels are wide. It stands still for a moment and then scrolls
/// through, a character at a time. The machine scrolls it, so that the picture needs no timing of its own.
/// While the text stands still, a narrow panel may show the sound's name instead, which is short enough to read
/// at a glance.
package struct FaceMachine: Hashable, Sendable {
    package private(set) var page = FacePage.time
    private var shownSince = BootTime(nanoseconds: 0)
    private(set) var test: RunningTest?
    /// What the now-playing page shows.
    private var playing = PlayingText(titles: "")
    /// What the message page shows, and until when; or what the date's page does.
    private var message = Message(text: "", end: BootTime(nanoseconds: 0))
    /// The characters that have scrolled past.
    private var passed = 0

    private struct Message: Hashable, Sendable {
        var text: String
        var end: BootTime
    }

    /// How long a page other than the time stays; a long text stays until it has scrolled through.
    package static let pageDuration = Duration.seconds(5)
    /// The same for the snooze page, which answers a key and is not a page that users ask for.
    package static let snoozeDuration = Duration.seconds(3)
    /// A page's heading comes first, for panels that cannot show both.
    package static let headingDuration = Duration.seconds(1)
    /// The pause before a text begins to scroll, and at its end.
    package static let textRest = Duration.milliseconds(1500)
    /// The time per character: as fast as these letters can be read.
    package static let textStep = Duration.milliseconds(350)
    /// For titles. Longer than any single sound's name; takes half a minute to read.
    package static let longestText = 75
    /// How long each row or column of a moving test picture is shown.
    package static let testStep = Duration.milliseconds(400)
    /// How long each part of a code stands on a panel too narrow for the whole.
    package static let codeTurn = Duration.seconds(2)
    /// How many characters the narrowest panel shows at once.
    private static let narrowest = 4

    var nextWake: BootTime? { earlier(nextPageWake, test.map(\.nextWake)) }

    private var nextPageWake: BootTime? {
        switch page {
        case .time: nil
        case .countdownHeading, .nextAlarmHeading, .worldHeading:
            shownSince + FaceMachine.headingDuration
        case .nextAlarm, .countdown, .volume, .seconds, .world:
            shownSince + FaceMachine.pageDuration
        case .snooze, .hint, .up, .battery: shownSince + FaceMachine.snoozeDuration
        case .nowPlaying, .date, .warning: passed < steps ? shifted(by: passed + 1) : endOfText
        case .message: min(message.end, nextShift ?? message.end)
        case .code: min(message.end, shownSince + FaceMachine.codeTurn)
        }
    }

    /// When a message moves on, or starts again; nil: it fits everywhere and stands still.
    private var nextShift: BootTime? {
        guard steps > 0 else { return nil }
        return passed < steps ? shifted(by: passed + 1) : shifted(by: steps) + FaceMachine.textRest
    }

    /// What the now-playing page shows, from the panel's first character on; nil on other pages.
    var visiblePlaying: PlayingText? {
        guard page == .nowPlaying else { return nil }
        return PlayingText(
            titles: String(playing.titles.dropFirst(passed)), volume: playing.volume,
            name: passed == 0 ? playing.name : nil)
    }

    /// What the pages of a message, a warning and the date show: all of it, and what is left from the panel's first character
    /// on. Nil on other pages, and for a date that does not move.
    var visibleMessage: Snapshot.Message? {
        switch page {
        case .message, .date, .warning: break
        default: return nil
        }
        guard !message.text.isEmpty else { return nil }
        return Snapshot.Message(
            whole: message.text, visible: String(message.text.dropFirst(passed)))
    }

    /// What the page of a code shows; nil on other pages.
    var visibleCode: Snapshot.Code? {
        page == .code ? Snapshot.Code(digits: message.text, turn: passed) : nil
    }

    /// How many scroll steps it takes until the end is visible. The volume is as wide as the narrowest panel, so no step
    /// cuts it.
    private var steps: Int {
        if page == .nowPlaying, playing.volume != nil { return playing.titles.count }
        let text = page == .nowPlaying ? playing.titles : message.text
        return max(0, text.count - FaceMachine.narrowest)
    }

    private func shifted(by characters: Int) -> BootTime {
        shownSince + FaceMachine.textRest + FaceMachine.textStep * (characters - 1)
    }

    private var endOfText: BootTime {
        let whole = shownSince + FaceMachine.pageDuration
        return steps == 0 ? whole : max(whole, shifted(by: steps) + FaceMachine.textRest)
    }

    /// Shows the next page of the turn, and the time after the last one.
    ///
    /// - Parameters:
    ///   - turn: the pages that have something to show, in order; of a page with a heading, the heading.
    ///   - playing: the text of the now-playing page; nil: nothing plays.
    ///   - words: of the date and of warnings, which move where they do not fit; empty: they never do.
    mutating func showNext(
        in turn: [FacePage], playing: PlayingText? = nil,
        words: (FacePage) -> String = { _ in "" }, at now: BootTime
    ) {
        let next = turn.first { $0.place > page.place } ?? .time
        if next == .nowPlaying, let playing { return showPlaying(playing, at: now) }
        page = next
        shownSince = now
        passed = 0
        message = Message(text: String(words(next).prefix(FaceMachine.longestText)), end: now)
    }

    /// Shows a page without moving text from now on.
    mutating func show(_ still: FacePage, at now: BootTime) {
        page = still
        shownSince = now
    }

    /// Shows a test picture in place of everything else.
    mutating func showTest(_ picture: TestPicture, until end: BootTime, at now: BootTime) {
        test = RunningTest(picture: picture, end: end, nextStep: now + FaceMachine.testStep)
    }

    mutating func endTest() {
        test = nil
    }

    /// Shows what plays, from now on.
    mutating func showPlaying(_ playing: PlayingText, at now: BootTime) {
        page = .nowPlaying
        shownSince = now
        self.playing = playing
        self.playing.titles = String(playing.titles.prefix(FaceMachine.longestText))
        passed = 0
    }

    /// Shows somebody's words from now on, over and over if they are long.
    mutating func showMessage(_ text: String, until end: BootTime, at now: BootTime) {
        page = .message
        shownSince = now
        message = Message(text: text, end: end)
        passed = 0
    }

    /// Shows a code of digits from now on, on narrow panels one part after the other.
    mutating func showCode(_ digits: String, until end: BootTime, at now: BootTime) {
        page = .code
        shownSince = now
        message = Message(text: digits, end: end)
        passed = 0
    }

    /// Returns whether the page changed.
    mutating func showTime() -> Bool {
        guard page != .time else { return false }
        page = .time
        return true
    }

    /// Returns whether the page changed.
    mutating func advance(to now: BootTime) -> Bool {
        let before = page
        // After a late wake-up several pages may be over; each round moves on to a later one.
        test?.advance(to: now)
        if let end = test?.end, end <= now { test = nil }
        while let end = nextPageWake, end <= now {
            switch page {
            case .time: return page != before
            case .countdownHeading(let index): page = .countdown(index)
            case .nextAlarmHeading: page = .nextAlarm
            case .worldHeading(let index): page = .world(index)
            case .nextAlarm, .countdown, .volume, .snooze, .hint, .up, .battery, .seconds,
                .world:
                page = .time
            case .nowPlaying, .date, .warning:
                if passed < steps { passed += 1 } else { page = .time }
            case .code:
                if end == message.end { page = .time }
                (passed, shownSince) = (passed + 1, end)
            case .message:
                if end == message.end {
                    page = .time
                } else if passed < steps {
                    passed += 1
                } else {
                    (passed, shownSince) = (0, end)
                }
            }
        }
        return page != before
    }
}

/// A test picture that is shown.
struct RunningTest: Hashable, Sendable {
    let picture: TestPicture
    let end: BootTime
    /// Counts the rows or columns that have been shown.
    private(set) var step = 0
    private var nextStep: BootTime

    init(picture: TestPicture, end: BootTime, nextStep: BootTime) {
        self.picture = picture
        self.end = end
        self.nextStep = nextStep
    }

    private var moves: Bool { picture.content == .rows || picture.content == .columns }

    var nextWake: BootTime { moves ? min(end, nextStep) : end }

    mutating func advance(to now: BootTime) {
        while moves, nextStep <= now {
            step += 1
            nextStep = nextStep + FaceMachine.testStep
        }
    }
}
