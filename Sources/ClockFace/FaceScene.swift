import ClockCore
import ClockTime
import HAL

/// What the face shows at one moment, before any panel is considered: the content in the middle, the marks, and texts
/// for panels with room beside it.
///
/// Priority, highest first: the menu, which a ring closes; a code, which a ring ends; words about an unknown time; an
/// unknown time; a ring; a missed alarm; a page; the time.
struct FaceScene: Hashable {
    var content: Content
    /// What the content belongs to. From one to another the picture changes as a whole.
    var page = Page.time
    /// Words that say what the content is.
    var heading: Heading?
    var overlays = FaceOverlays()
    /// The digits' colour, where the panel has colours.
    var tint: Tint?

    enum Content: Hashable {
        /// Nothing is lit.
        case dark
        case clock(ClockText)
        /// The time is unknown: dashes that blink.
        case unknownTime(isLit: Bool)
        case word(Word)
        /// The date, and its words where they may move.
        case date(CivilDate, words: Text?)
        /// Time left, such as "12:34".
        case countdown(String)
        /// Words that move where they do not fit.
        case text(Text)
        /// Digits that somebody has to copy.
        case code(Snapshot.Code)
        case menu(MenuText)
    }

    enum Page: Hashable {
        case time, unknownTime, ring
        /// The two parts of a missed alarm: the word and its time.
        case missedHeading, missedTime
        case other(FacePage)
        case menu(MenuItem)
    }

    /// A few words for each kind of panel. On segments, longer ones than the panel move.
    struct Words: Hashable {
        /// For pixels, the longest first. The shortest moves where none fits.
        var forms: [String]
        var ofSeven: String
        var ofFourteen: String

        init(_ forms: [String], _ ofSeven: String, _ ofFourteen: String? = nil) {
            self.forms = forms
            self.ofSeven = ofSeven
            self.ofFourteen = ofFourteen ?? ofSeven
        }

        /// The same on every panel.
        init(_ text: String) { self.init([text], text) }

        init(_ text: String, _ ofSeven: String, _ ofFourteen: String? = nil) {
            self.init([text], ofSeven, ofFourteen)
        }
    }

    /// Words that move where they do not fit.
    struct Text: Hashable {
        /// For pixels, the longest first. The shortest moves where none fits.
        var forms: [String]
        /// For each shape of segments.
        var ofSeven: String
        var ofFourteen: String
        /// Since when it is shown.
        var since: BootTime
        /// Whether it begins again after its end.
        var repeats = false
        /// Texts that take turns with it, and have letters of the same size.
        var companions: [String] = []

        init(_ words: Words, since: BootTime, repeats: Bool = false) {
            (forms, ofSeven, ofFourteen) = (words.forms, words.ofSeven, words.ofFourteen)
            (self.since, self.repeats) = (since, repeats)
        }
    }

    struct Word: Hashable {
        /// Up to four characters that seven segments can show.
        var short: String
        /// For pixels: the longest first.
        var forms: [String]
        /// For panels of pixels that are too narrow for any of them.
        var sign: Sign
        /// A colour of its own, where the panel has colours.
        var tint: Tint?
        /// Stands before the text, in this colour.
        var lead: LeadingSign?
    }

    struct LeadingSign: Hashable {
        var sign: Sign
        var tint: Tint
    }

    /// A picture that stands for a word.
    enum Sign: Hashable {
        case bell, dash, bolt
    }
}

/// A time as it is shown.
struct ClockText: Hashable {
    /// As in the chosen format: 0 to 23, or 1 to 12.
    var hour: Int
    var minute: Int
    /// Nil if the style hides the seconds.
    var second: Int?
    /// Whether the hour's first digit is left out if it is 0.
    var hidesLeadingZero: Bool
    /// Whether the PM mark is lit.
    var isAfternoon: Bool
    /// How bright the colon is, 0...1.
    var colon: Double
    /// Whether the colon's light rises and falls.
    var breathes = false
    /// Whether it blinks for another reason than the seconds.
    var blinks = false
    var hasAlarmMark: Bool
    /// Today, where the days of the week may stand below the time.
    var weekday: Weekday?

    /// The digits that somebody sets, which blink.
    var edited: Part?
    /// Whether these are dark now.
    var isEditedHidden = false

    enum Part: Hashable {
        case hour, minuteTens, minuteOnes
    }

    private func isHidden(_ part: Part) -> Bool { isEditedHidden && edited == part }

    /// The digits from left to right; nil for a blank.
    var hourDigits: [Int?] {
        if isHidden(.hour) { return [nil, nil] }
        return [hour < 10 && hidesLeadingZero ? nil : hour / 10, hour % 10]
    }
    var minuteDigits: [Int?] {
        [
            isHidden(.minuteTens) ? nil : minute / 10, isHidden(.minuteOnes) ? nil : minute % 10,
        ]
    }
    var secondDigits: [Int?]? { second.map { [$0 / 10, $0 % 10] } }

    /// The same where the panel has no other place for the seconds: the colon is lit every other second (product, C3).
    var withSecondsOnColon: ClockText {
        guard let second, !blinks else { return self }
        var text = self
        text.colon *= second.isMultiple(of: 2) ? 1 : 0
        text.breathes = false
        return text
    }
}

extension FaceScene {
    /// - Parameters:
    ///   - snapshot: lent, as it is so large that a copy costs as much as a small picture.
    ///   - hasOverlays: whether the panel has room for texts beside the content.
    init(_ snapshot: borrowing Snapshot, hasOverlays: Bool) {
        self.init(content: snapshot.content, page: snapshot.scenePage)
        heading = Heading(snapshot)
        if snapshot.menu == nil { tint = snapshot.ring?.tint }
        if hasOverlays, case .clock = content, snapshot.ring != nil || !snapshot.hidesOverlays {
            overlays = FaceOverlays(snapshot, heading: heading)
        }
    }
}

// What the scene of a snapshot is made of.
extension Snapshot {
    fileprivate var content: FaceScene.Content {
        if let menu, ring == nil { return content(of: menu) }
        if let code, ring == nil { return .code(code) }
        guard let civil else { return words.map { .text($0) } ?? unknownTime }
        if isAsleep { return .dark }
        if let ring {
            // Without sound, the light must wake the sleeper: the whole face flashes (law, 6.8, last rung).
            if ring.isFlashing, !isBlinkLit { return .dark }
            return time(civil, colon: isBlinkLit ? 1 : 0, blinks: true)
        }
        if let missed = missedAlarm { return missedAlarm(missed, civil) }
        switch page {
        case .time: return time(civil)
        case .nextAlarm:
            guard let next = nextAlarm else { return .word(Snapshot.nothing) }
            return clock(hour: next.time.hour, minute: next.time.minute, hasAlarmMark: true)
        case .sleepLeft:
            return minutesToSleep.map { .text(text(FaceScene.Words(left: $0))) }
                ?? .word(Snapshot.nothing)
        case .countdown:
            return countdownText.map { .countdown($0) } ?? .word(Snapshot.nothing)
        case .nowPlaying: return .text(playingText)
        case .message, .warning: return .text(words ?? text(""))
        case .code: return .word(Snapshot.nothing)
        case .volume:
            let volume = noise.volume
            return .text(
                text(
                    FaceScene.Words(
                        FaceWords.volumes(volume), FaceWords.volume(volume, on: .seven),
                        FaceWords.volume(volume, on: .fourteen))))
        case .snooze:
            guard let end = snoozed?.civil ?? snoozedCountdown else {
                return time(civil)
            }
            return clock(hour: end.hour, minute: end.minute, hasAlarmMark: true)
        case .battery:
            return .word(battery.map { FaceScene.Word($0) } ?? Snapshot.nothing)
        case .date: return .date(civil.date, words: message.map { text($0) })
        case .seconds:
            return .clock(
                ClockText(
                    hour: civil.minute, minute: civil.second, hidesLeadingZero: false,
                    isAfternoon: false, colon: 1, hasAlarmMark: false))
        case .world(let index):
            guard let there = worldTime(index)?.civil else { return .word(Snapshot.nothing) }
            return clock(hour: there.hour, minute: there.minute, hasAlarmMark: false)
        case .hint:
            return .text(text(FaceScene.Words(FacePage.hint.words?.pixels ?? "", "StOP")))
        case .armed: return .text(text(FaceScene.Words("Armed", "ALOn")))
        case .up: return .word(FaceScene.Word(short: "UP", forms: ["I am up", "Up"], sign: .dash))
        }
    }

    /// Hour and minute are shown as a time is, everything else as a text.
    private func content(of menu: MenuPage) -> FaceScene.Content {
        let isLit = isBlinkLit
        func clock(_ part: ClockText.Part, of time: TimeOfDay) -> FaceScene.Content {
            self.clock(
                hour: time.hour, minute: time.minute, hasAlarmMark: menu.item != .time,
                edited: part, isEditedHidden: !isLit)
        }
        switch menu.value {
        case .hour(let time): return clock(.hour, of: time)
        case .minuteTens(let time): return clock(.minuteTens, of: time)
        case .minuteOnes(let time): return clock(.minuteOnes, of: time)
        case nil, .day, .month, .year, .zone, .days, .sound, .state, .wanted, .hourFormat,
            .brightness, .lamp, .volume, .sleepTimer, .timer, .quiet, .breathing, .snooze,
            .napRelease,
            .napLength, .napMaximum, .help, .finding, .address:
            return .menu(MenuText(menu, isLit: isLit))
        }
    }

    fileprivate var scenePage: FaceScene.Page {
        if let menu { return .menu(menu.item) }
        guard let civil else {
            return words == nil && code == nil ? .unknownTime : .other(page)
        }
        if ring != nil { return .ring }
        if code != nil { return .other(.code) }
        if missedAlarm != nil {
            switch civil.second % 4 {
            case 0, 1: return .time
            case 2: return .missedHeading
            default: return .missedTime
            }
        }
        return page == .time ? .time : .other(page)
    }

    private static let nothing = FaceScene.Word(
        short: "----", forms: ["----"], sign: .dash)

    /// What is said while nothing rings. A clock that does not know the time says why it has none, too.
    private var words: FaceScene.Text? {
        switch page {
        case .message, .warning:
            ring == nil ? message.map { text($0) } : nil
        default: nil
        }
    }

    private func text(_ words: String) -> FaceScene.Text {
        text(FaceScene.Words(words))
    }

    private func text(_ words: FaceScene.Words) -> FaceScene.Text {
        FaceScene.Text(words, since: pageSince, repeats: page == .message)
    }

    /// Titles, and the volume behind them as each panel shows it.
    private var playingText: FaceScene.Text {
        guard let playing else { return text("") }
        guard let volume = playing.volume else { return text(playing.titles) }
        return text(
            FaceScene.Words(
                playing.titles + FaceWords.volume(volume),
                playing.titles + FaceWords.volume(volume, on: .seven),
                playing.titles + FaceWords.volume(volume, on: .fourteen)))
    }

    /// A blinking "--:--" asks for the time: a wrong time would be worse (law, 5.2).
    private var unknownTime: FaceScene.Content {
        if let ring, ring.isFlashing, !isBlinkLit { return .dark }
        return .unknownTime(isLit: isBlinkLit)
    }

    /// If the style is steady, a colon that goes out now and then means that the time is unconfirmed (5.3).
    private var colon: Double {
        guard isTimeConfirmed else { return isBlinkLit ? 1 : 0 }
        return switch style.colon {
        case .steady, .breathing: 1
        case .blinking: isBlinkLit ? 1 : 0
        }
    }

    /// The one mark: an alarm is set. It blinks if something may keep the alarm from being heard (product, H1a).
    private var hasAlarmMark: Bool {
        switch mark {
        case .noAlarm: snoozed != nil
        case .armed, .verified: true
        case .doubtful: isBlinkLit
        }
    }

    private func time(_ civil: CivilTime) -> FaceScene.Content {
        time(
            civil, colon: colon,
            blinks: !isTimeConfirmed || style.colon == .blinking,
            weekday: hidesOverlays || !style.showsDate ? nil : civil.date.weekday)
    }

    private func time(
        _ civil: CivilTime, colon: Double, blinks: Bool, weekday: Weekday? = nil
    ) -> FaceScene.Content {
        clock(
            hour: civil.hour, minute: civil.minute,
            second: style.showsSeconds ? civil.second : nil, colon: colon,
            blinks: blinks, hasAlarmMark: hasAlarmMark, weekday: weekday)
    }

    /// Whether the digits are those of the missed alarm.
    var showsMissedTime: Bool {
        missedAlarm != nil && ring == nil && menu == nil && (civil?.second ?? 0) % 4 == 3
    }

    /// Two seconds of the time, one of "AL", one of the missed time; the alarm mark blinks.
    private func missedAlarm(_ missed: CivilTime, _ civil: CivilTime) -> FaceScene.Content {
        switch civil.second % 4 {
        case 0, 1: time(civil)
        case 2: .word(FaceScene.Word(short: "AL", forms: ["Missed"], sign: .bell))
        default:
            clock(hour: missed.hour, minute: missed.minute, hasAlarmMark: isBlinkLit)
        }
    }

    private func clock(
        hour: Int, minute: Int, second: Int? = nil, colon: Double = 1, blinks: Bool = false,
        hasAlarmMark: Bool, weekday: Weekday? = nil,
        edited: ClockText.Part? = nil, isEditedHidden: Bool = false
    ) -> FaceScene.Content {
        let isTwelve = style.hourFormat == .twelve
        return .clock(
            ClockText(
                hour: isTwelve ? (hour % 12 == 0 ? 12 : hour % 12) : hour, minute: minute,
                second: second, hidesLeadingZero: isTwelve && !style.hasLeadingZero,
                isAfternoon: isTwelve && style.showsBadge && hour >= 12, colon: colon,
                breathes: style.colon == .breathing && colon == 1 && !isStill,
                blinks: blinks,
                hasAlarmMark: hasAlarmMark, weekday: weekday, edited: edited,
                isEditedHidden: isEditedHidden))
    }

    // MARK: - Overlays

    fileprivate var hidesOverlays: Bool {
        mode == .face || (isNight && style.night.hidesOverlays)
    }
}

extension FaceScene.Content {
    /// Whether it consists of figures, which may change one by one.
    var hasFigures: Bool {
        switch self {
        case .clock, .countdown: true
        case .dark, .unknownTime, .word, .date, .text, .code, .menu: false
        }
    }

    /// Whether a part of it moves as long as it is shown.
    var breathes: Bool {
        if case .clock(let time) = self { time.breathes } else { false }
    }
}

extension Snapshot {
    /// Whether nothing on the face may move.
    var isStill: Bool { isNight || ring != nil || menu != nil || style.motion.isReduced }
}
