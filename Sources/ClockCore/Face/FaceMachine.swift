import ClockTime

/// Which page the face shows, and for how long.
///
/// Theory of operation. The time is the home page. Another page replaces it for some seconds and closes by
/// itself, on the boottime clock. Anything that must be seen (a ring, a missed alarm, an unknown time) is not
/// a page: the snapshot contains it, and it overrides any page.
///
/// | page        | next page key | its time is over | ring |
/// | ----------- | ------------- | ---------------- | ---- |
/// | time        | warning       | -                | -    |
/// | warning     | snooze        | time             | time |
/// | snooze      | countdown     | time             | time |
/// | countdown   | now playing   | time             | time |
/// | now playing | next alarm    | time             | time |
/// | volume      | next alarm    | time             | time |
/// | next alarm  | sleep left    | time             | time |
/// | sleep left  | date          | time             | time |
/// | date        | seconds       | time             | time |
/// | seconds     | world         | time             | time |
/// | world       | battery       | time             | time |
/// | battery     | time          | time             | time |
/// | hint        | time          | time             | time |
/// | up          | time          | time             | time |
/// | armed       | time          | time             | time |
/// | message     | time          | time             | time |
/// | code        | time          | time             | time |
///
/// The next page key leaves out what has nothing to show. What is wrong comes first, then countdowns, as their time is
/// short, then what plays. With two world clocks, the second one comes after the first, and so it is with countdowns. After
/// a good night, other pages follow the first before the time comes back.
///
/// Some pages have a heading, such as a timer's name, and some a text. A display without room for them shows the heading
/// first, and moves what is too long. The painter does that; the page only lasts long enough (`TextRoom`).
package struct FaceMachine: Hashable, Sendable {
    package private(set) var page = FacePage.time
    /// Since when it is shown.
    private(set) var since = BootTime(nanoseconds: 0)
    private(set) var test: RunningTest?
    /// When it closes by itself.
    private var end = BootTime(nanoseconds: 0)
    /// The titles, the message, the code, or the words of a warning or of the date.
    private var text = ""
    /// The master volume beside titles.
    private var volume: Percent?
    /// The message says what a key has just done. The next press is for something else than to end it.
    private(set) var isAnswer = false
    /// Which part of a code has its turn.
    private var turn = 0
    /// The pages that follow this one by themselves, with their words.
    private var following = Following()

    private struct Following: Hashable {
        var pages: [FacePage] = []
        var words: [String] = []
        var room = TextRoom.wide
    }

    /// How long a page other than the time stays; one with a long text stays until it has moved through.
    package static let pageDuration = Duration.seconds(5)
    /// The same for pages that answer a key, and for those that are read at a glance.
    package static let shortDuration = Duration.seconds(3)
    /// How long a heading stands at least.
    package static let headingDuration = Duration.seconds(1)
    /// For titles. Longer than any single sound's name; takes half a minute to read.
    package static let longestText = 75
    /// The volume takes four characters on segments, and no more on pixels.
    private static let widthOfVolume = "    "
    /// How long each row or column of a moving test picture is shown.
    package static let testStep = Duration.milliseconds(400)
    /// How long each part of a code stands on a panel too narrow for the whole.
    package static let codeTurn = Duration.seconds(2)

    var nextWake: BootTime? { earlier(nextPageWake, test.map(\.nextWake)) }

    private var nextPageWake: BootTime? {
        switch page {
        case .time: nil
        case .code: min(end, since + FaceMachine.codeTurn * (turn + 1))
        default: end
        }
    }

    /// What the now-playing page shows; nil on other pages.
    var playing: PlayingText? {
        page == .nowPlaying ? PlayingText(titles: text, volume: volume) : nil
    }

    /// What the pages of a message, a warning and the date show as text; nil on other pages, and for a date in figures.
    var message: String? {
        switch page {
        case .message, .date, .warning: text.isEmpty ? nil : text
        default: nil
        }
    }

    /// What the page of a code shows; nil on other pages.
    var code: Snapshot.Code? {
        page == .code ? Snapshot.Code(digits: text, turn: turn) : nil
    }

    /// The page after this one, of those that have something to show, in order; the time after the last one.
    func next(in turn: [FacePage]) -> FacePage { turn.first { $0.place > page.place } ?? .time }

    /// Shows a page from now on.
    ///
    /// - Parameter words: its heading, or its text.
    mutating func show(
        _ page: FacePage, words: String = "", in room: TextRoom = .wide, at now: BootTime
    ) {
        (following, isAnswer) = (Following(), false)
        self.page = page
        since = now
        text = words
        let reading = room.length(of: text)
        switch page {
        case .nowPlaying, .date, .warning: end = now + max(FaceMachine.pageDuration, reading)
        case .hint, .armed: end = now + max(FaceMachine.shortDuration, reading)
        case .countdown, .nextAlarm, .sleepLeft, .world:
            end = now + FaceMachine.pageDuration + max(FaceMachine.headingDuration, reading)
        case .snooze:
            // Its heading is a part of that (law, 6.3), unless it has to move.
            let headed = reading > .zero ? reading + FaceMachine.headingDuration * 2 : .zero
            end = now + max(FaceMachine.shortDuration, headed)
        case .time, .volume, .seconds, .message, .code: end = now + FaceMachine.pageDuration
        case .up, .battery: end = now + FaceMachine.shortDuration
        }
    }

    /// Shows these after the present page, one after the other.
    mutating func follow(with pages: [(page: FacePage, words: String)], in room: TextRoom) {
        following = Following(pages: pages.map(\.page), words: pages.map(\.words), room: room)
    }

    /// Shows a test picture in place of everything else.
    mutating func showTest(_ picture: TestPicture, until end: BootTime, at now: BootTime) {
        test = RunningTest(picture: picture, end: end, nextStep: now + FaceMachine.testStep)
    }

    mutating func endTest() {
        test = nil
    }

    /// Shows what plays, from now on.
    mutating func show(_ playing: PlayingText, in room: TextRoom, at now: BootTime) {
        let titles = String(playing.titles.prefix(FaceMachine.longestText))
        let width = playing.volume == nil ? "" : FaceMachine.widthOfVolume
        show(.nowPlaying, words: titles + width, in: room, at: now)
        (text, volume) = (titles, playing.volume)
    }

    /// Shows somebody's words from now on, over and over if they are long.
    mutating func showMessage(
        _ text: String, until end: BootTime, isAnswer: Bool = false, at now: BootTime
    ) {
        show(.message, words: text, at: now)
        (self.end, self.isAnswer) = (end, isAnswer)
    }

    /// Shows a code of digits from now on, on narrow panels one part after the other.
    mutating func showCode(_ digits: String, until end: BootTime, at now: BootTime) {
        show(.code, words: digits, at: now)
        (self.end, turn) = (end, 0)
    }

    /// Returns whether the page changed.
    mutating func showTime() -> Bool {
        guard page != .time else { return false }
        (page, following) = (.time, Following())
        return true
    }

    /// Returns whether the page changed.
    mutating func advance(to now: BootTime) -> Bool {
        let before = page
        test?.advance(to: now)
        if let end = test?.end, end <= now { test = nil }
        guard page != .time else { return false }
        if page == .code {
            turn = Int((min(now, end) - since) / FaceMachine.codeTurn)
        }
        if end <= now { showNext(at: now) }
        return page != before
    }
}

extension FaceMachine {
    private mutating func showNext(at now: BootTime) {
        guard let next = following.pages.first, let words = following.words.first else {
            page = .time
            return
        }
        var rest = following
        rest.pages.removeFirst()
        rest.words.removeFirst()
        show(next, words: words, in: rest.room, at: now)
        following = rest
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
