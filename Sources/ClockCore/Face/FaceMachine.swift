import ClockTime

/// Which page the face shows, and for how long.
///
/// Theory of operation. The time is home. Another page takes its place for some seconds and goes away
/// by itself, on the boottime clock. What has to be seen (a ring, a missed alarm, a time that nobody
/// knows) is no page: it is told by the snapshot, and wins over any page.
///
/// | page        | next page key | the same, something counts down | the same, noise plays | its time is over | ring |
/// | ----------- | ------------- | ------------------------------ | --------------------- | ---------------- | ---- |
/// | time        | heading       | countdown                      | now playing           | -                | -    |
/// | heading     | time          | time                           | time                  | next alarm       | time |
/// | next alarm  | time          | time                           | time                  | time             | time |
/// | countdown   | heading       | heading                        | now playing           | time             | time |
/// | now playing | heading       | heading                        | heading               | time             | time |
/// | snooze      | time          | time                           | time                  | time             | time |
///
/// What plays is told by a text that is longer than most panels are wide. It stands for a moment and then
/// moves through, a character at a time; the machine moves it, so that the picture has no time of its own.
/// While it stands, a narrow panel may show the name of the sound in its place, which is short enough to be read
/// at once.
package struct FaceMachine: Hashable, Sendable {
    package private(set) var page = FacePage.time
    private var shownSince = BootTime(nanoseconds: 0)
    /// What the page of what plays says.
    private var text: [Character] = []
    /// The one name in it, where it has one.
    private var name: String?
    /// Characters of it that have gone by.
    private var passed = 0

    /// How long a page other than the time stays; that of a long text until it has gone through.
    package static let pageDuration = Duration.seconds(5)
    /// That of a snooze, which is an answer to a key and no page that people ask for.
    package static let snoozeDuration = Duration.seconds(3)
    /// The heading of a page comes first, for those panels that cannot show both.
    package static let headingDuration = Duration.seconds(1)
    /// Before a text begins to move, and after its end was shown.
    package static let textRest = Duration.milliseconds(1500)
    /// From one character to the next: as fast as these letters can be read.
    package static let textStep = Duration.milliseconds(350)
    /// Longer than any name of one sound; half a minute to read.
    package static let longestText = 80
    /// Characters that the narrowest panel shows at once.
    private static let narrowest = 4

    var nextWake: BootTime? {
        switch page {
        case .time: nil
        case .nextAlarmHeading: shownSince + FaceMachine.headingDuration
        case .nextAlarm, .countdown: shownSince + FaceMachine.pageDuration
        case .snooze: shownSince + FaceMachine.snoozeDuration
        case .nowPlaying: passed < steps ? shifted(by: passed + 1) : endOfText
        }
    }

    /// What is left of the text, the character first that stands first on the panel; nil on other pages.
    var visibleText: String? {
        page == .nowPlaying ? String(text[min(passed, text.count)...]) : nil
    }

    /// The name of what plays, while the text that begins with it stands.
    var visibleName: String? { page == .nowPlaying && passed == 0 ? name : nil }

    /// How often the text moves until its end is seen.
    private var steps: Int { max(0, text.count - FaceMachine.narrowest) }

    private func shifted(by characters: Int) -> BootTime {
        shownSince + FaceMachine.textRest + FaceMachine.textStep * (characters - 1)
    }

    private var endOfText: BootTime {
        let whole = shownSince + FaceMachine.pageDuration
        return steps == 0 ? whole : max(whole, shifted(by: steps) + FaceMachine.textRest)
    }

    /// Shows the next page; what counts down comes first, as its time is short, then what plays.
    ///
    /// - Parameter playing: what the page of what plays would say; nil: nothing plays.
    mutating func showNext(hasCountdown: Bool, playing: PlayingText? = nil, at now: BootTime) {
        let afterCountdown = playing == nil ? FacePage.nextAlarmHeading : .nowPlaying
        let next: FacePage =
            switch page {
            case .time: hasCountdown ? .countdown : afterCountdown
            case .countdown: afterCountdown
            case .nowPlaying: .nextAlarmHeading
            case .nextAlarmHeading, .nextAlarm, .snooze: .time
            }
        if next == .nowPlaying, let playing { return showPlaying(playing, at: now) }
        page = next
        shownSince = now
    }

    /// Shows what counts down, from now on.
    mutating func showCountdown(at now: BootTime) {
        page = .countdown
        shownSince = now
    }

    /// Shows when what is snoozed rings again, from now on.
    mutating func showSnooze(at now: BootTime) {
        page = .snooze
        shownSince = now
    }

    /// Shows what plays, from now on.
    mutating func showPlaying(_ playing: PlayingText, at now: BootTime) {
        page = .nowPlaying
        shownSince = now
        text = Array(playing.whole.prefix(FaceMachine.longestText))
        name = playing.name
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
        // After a late wake more than one page may be over; each round goes on to a later one.
        while let end = nextWake, end <= now {
            switch page {
            case .time: return page != before
            case .nextAlarmHeading: page = .nextAlarm
            case .nextAlarm, .countdown, .snooze: page = .time
            case .nowPlaying: if passed < steps { passed += 1 } else { page = .time }
            }
        }
        return page != before
    }
}

package enum FacePage: String, Hashable, Sendable {
    case time, nextAlarmHeading, nextAlarm, countdown, nowPlaying, snooze
}

/// What the page of what plays says.
struct PlayingText: Hashable, Sendable {
    /// The name of the one sound, or of the favourite, that plays; nil of several, and of a volume.
    var name: String?
    var whole: String
}
