import ClockCore
import ClockTime

/// Texts for panels with lines below or beside the time (product, O).
///
/// Two lines: the first has what stands, such as the next alarm, the second what takes turns. One line has all in turn.
/// Each is shown for a minute, so that turning costs no wake-up.
struct FaceOverlays: Hashable {
    /// What matters most. It keeps a line for itself.
    var standing: [Overlay] = []
    /// What takes turns.
    var turning: [Overlay] = []

    /// A text in several lengths, the longest first. None of them says anything wrong: half a time would.
    struct Overlay: Hashable {
        var forms: [String]
        /// A colour of its own, where the panel has colours.
        var tint: Tint?
        /// Stands before the text.
        var lead: FaceScene.Sign?
    }

    var isEmpty: Bool { standing.isEmpty && turning.isEmpty }

    /// What so many lines show in a minute, from the first line on.
    ///
    /// - Parameter fits: whether a line has room for some form; a text without room would be cut.
    func shown(on lines: Int, minute: Int, fits: (Overlay) -> Bool) -> [Overlay] {
        let (standing, turning) = (standing.filter(fits), turning.filter(fits))
        if lines == 1 || standing.isEmpty || turning.isEmpty {
            let all = standing + turning
            let count = min(lines, all.count)
            return (0..<count).map { all[(minute + $0) % all.count] }
        }
        return [standing, turning].prefix(lines).map { $0[minute % $0.count] }
    }
}

extension FaceOverlays {
    /// - Parameter heading: what the page is about.
    /// - Parameter snapshot: lent, as it is large.
    init(_ snapshot: borrowing Snapshot, heading: FaceScene.Heading?) {
        if let ring = snapshot.ring {
            // No other text may take the lines of what rings.
            standing = [Overlay(forms: Overlay.shortened(ring.namesWithIcon))]
            // What stops it has room on more panels than both keys have.
            let keys = Overlay(
                forms: [ring.keysInWords()] + (ring.hasTask ? [ring.stopInWords()] : []))
            let messages = ring.messages.map { Overlay(forms: [$0]) }
            turning = ring.hasTask ? [keys] + messages : messages + [keys]
        } else if let menu = snapshot.menu {
            standing = [Overlay(forms: Overlay.shortened(MenuText.label(menu)))]
        } else if snapshot.showsMissedTime {
            // It must not be taken for the time that it is.
            standing = [Overlay(forms: ["Missed"])]
        } else if let words = heading?.text.forms.first {
            standing = [Overlay(forms: Overlay.shortened(words))]
        } else if snapshot.page != .seconds {
            addStandard(snapshot)
        }
    }

    private mutating func addStandard(_ snapshot: borrowing Snapshot) {
        let time = snapshot.style.hourFormat
        if let subject = snapshot.warnings.first { standing.append(Overlay(warning: subject)) }
        if let battery = snapshot.battery, battery.isLow { standing.append(Overlay(battery)) }
        if let next = Overlay(nextOf: snapshot, time) { standing.append(next) }
        // Else nobody knows why the display is dim.
        if snapshot.isQuiet { standing.append(Overlay(forms: ["Quiet"])) }
        turning = snapshot.running.map { Overlay($0, playing: snapshot.noise.playingTitle) }
        // What counts down is of the moment, and the rest can wait.
        guard turning.isEmpty else { return }
        if snapshot.style.showsDate, let date = snapshot.civil?.date {
            turning.append(Overlay(date))
        }
        if let title = snapshot.noise.playingTitle {
            turning.append(Overlay(forms: ["Playing \(title)"] + Overlay.shortened(title)))
        }
        turning += snapshot.worldTimes.compactMap {
            Overlay($0, seenOn: snapshot.civil?.date, time)
        }
        if snapshot.style.showsBattery, let battery = snapshot.battery, !battery.isLow {
            turning.append(Overlay(battery))
        }
    }
}

extension FaceOverlays.Overlay {
    /// A text, shorter by whole words. None ends in a word that wants another one.
    static func shortened(_ text: String) -> [String] {
        let words = text.split(separator: " ")
        let lengths = (1...max(1, words.count)).reversed().filter { length in
            length == words.count || length < 2
                || !joining.contains(words[length - 1].lowercased())
        }
        return lengths.map { words.prefix($0).joined(separator: " ") }
    }

    private static let joining: Set<String> = [
        "a", "an", "and", "at", "by", "for", "from", "in", "my", "of", "on", "or", "the", "to",
        "with", "-", "&", "+",
    ]

    /// The snoozed alarm, else the next one.
    fileprivate init?(nextOf snapshot: borrowing Snapshot, _ form: HourFormat) {
        if let snoozed = snapshot.snoozed {
            let time = form.text(snoozed.civil)
            forms = ["Snooze \(time)", time]
        } else if let next = snapshot.nextAlarm {
            let day = DateWords.name(of: next.occurrence.date.weekday)
            let time = form.text(hour: next.time.hour, minute: next.time.minute)
            forms = ["Alarm \(day) \(time)", "\(day) \(time)", time]
        } else {
            return nil
        }
    }

    /// Product, O2: 7 September Mon.
    init(_ date: CivilDate) {
        let month = DateWords.nameOfMonth(date.month)
        let day = DateWords.name(of: date.weekday)
        forms = [
            DateWords.text(date), "\(date.day) \(month.prefix(3)) \(day)",
            "\(date.day) \(month.prefix(3))",
        ]
    }

    /// Product, O1.
    fileprivate init(_ battery: BatteryState) {
        let charge = FaceWords.percent(battery.charge)
        let name = battery.flow == .charging ? "Charging" : "Battery"
        forms = ["\(name) \(charge)", charge]
        tint = battery.tint
        lead = battery.lead?.sign
    }

    /// The time of a further zone, with the day where that is another one.
    fileprivate init?(_ time: WorldTime, seenOn today: CivilDate?, _ form: HourFormat) {
        guard let civil = time.civil else { return nil }
        let label = FaceOverlays.Overlay.shortened(time.label)
        let day = civil.date == today ? "" : DateWords.name(of: civil.date.weekday) + " "
        let text = day + form.text(civil)
        // Without a label it would be a wrong time.
        forms = (label + [String(time.label.prefix(3))]).map { "\($0) \(text)" }
    }

    /// What counts down, with what is left in whole minutes.
    fileprivate init(_ running: Snapshot.Running, playing: String?) {
        let name =
            switch running.subject {
            case .nap(.holding), .nap(.releasing), .alarm: "\(running.subject.name) in"
            case .timer, .nap: running.name
            case .sleep: playing ?? running.subject.name
            }
        let left =
            switch running.progress {
            case .paused: "paused"
            case .until: FaceOverlays.Overlay.length(minutes: running.minutesLeft)
            }
        forms = FaceOverlays.Overlay.shortened(name).map { "\($0) \(left)" } + [left]
    }

    /// "1 h 05 min", "12 min", "<1 min".
    static func length(minutes: Int) -> String {
        guard minutes > 0 else { return "<1 min" }
        guard minutes >= 60 else { return "\(minutes) min" }
        return "\(minutes / 60) h \(FaceWords.twoDigits(minutes % 60)) min"
    }

    /// What is wrong with the next ring.
    fileprivate init(warning subject: HealthCheck.Subject) {
        let word = subject.inWords.lowercased()
        forms = ["Check the \(word)", "Check \(word)", "\(subject.inWords)?"]
        tint = FaceOverlays.Overlay.alert
    }

    private static let alert = Tint(red: 255, green: 0, blue: 0)
}

extension HourFormat {
    fileprivate func text(_ civil: CivilTime) -> String {
        text(hour: civil.hour, minute: civil.minute)
    }

    /// "07:30", or "7:30 AM".
    fileprivate func text(hour: Int, minute: Int) -> String {
        let minutes = FaceWords.twoDigits(minute)
        return switch self {
        case .twentyFour: "\(FaceWords.twoDigits(hour)):\(minutes)"
        case .twelve: "\(hour % 12 == 0 ? 12 : hour % 12):\(minutes) \(hour < 12 ? "AM" : "PM")"
        }
    }
}

extension Snapshot {
    /// Nil: it has ended while its page was shown.
    func countdownName(_ index: Int) -> String? {
        running.indices.contains(index) ? running[index].title : nil
    }

    /// The minutes until the next alarm rings, the first of which counts as whole: those from the shown time to its
    /// own. Nil: there is none.
    var minutesToSleep: Int? {
        guard let next = nextAlarm, let civil else { return nil }
        let now = civil.secondsAsUTC - Int64(zoneOffset)
        return max(0, Int(next.occurrence.instant.seconds - now + 59) / 60)
    }

    /// The day of the next alarm where its time alone says too little: not within the next day. Nil: it does.
    var dayOfDistantAlarm: String? {
        guard let next = nextAlarm, minutesToSleep ?? 0 > 24 * 60 else { return nil }
        return DateWords.name(of: next.occurrence.date.weekday)
    }

    /// Nil: it was removed while its page was shown.
    func worldTime(_ index: Int) -> WorldTime? {
        worldTimes.indices.contains(index) ? worldTimes[index] : nil
    }
}

extension NoiseReport {
    /// Nil: nothing plays.
    fileprivate var playingTitle: String? { isPlaying && !title.isEmpty ? title : nil }
}

extension BatteryState {
    /// Whether a person should charge it.
    fileprivate var isLow: Bool { !isFed && charge.value < 20 }
}

extension FaceScene.Words {
    /// "7 h 12 min", on digits "7h12", and "12 h" from ten hours on.
    init(left minutes: Int) {
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        let minutesAlone = "\(rest)\(Font.narrowSpace)min"
        let short = "\(hours)h\(FaceWords.twoDigits(rest))"
        let forms = [
            FaceOverlays.Overlay.length(minutes: minutes), hours > 0 ? short : minutesAlone,
        ]
        let figures = hours < 10 ? short : FaceWords.padded(hours, 2) + " h"
        self.init(forms, hours > 99 ? "\(hours)h" : figures)
    }
}
