import ClockCore
import ClockTime

// What a page is about, said before it where there is no room for both at once.
extension FaceScene {
    struct Heading: Hashable {
        /// `forms` is empty where pixels need none.
        var text: FaceScene.Text
        var order: Order
        /// What has to stand beside the content in full for the heading not to be needed; empty: the first form.
        var parts: [String] = []
        /// How long it is shown at least.
        var least = FaceMachine.headingDuration

        enum Order: Hashable, Sendable {
            /// It comes first, and once.
            case first
            /// It comes again after the content has been shown for so long.
            case again(after: Duration, isFirst: Bool)

            /// The same with time for a content that has to move.
            func leaving(_ reading: Duration?) -> Order {
                guard case .again(let after, let isFirst) = self, let reading else { return self }
                return .again(after: max(after, reading), isFirst: isFirst)
            }
        }

        /// How long a question of the menu stands, and then its answer, while nobody presses anything.
        static let question = Duration.milliseconds(800)
        static let answer = Duration.seconds(3)
        /// How long the time is shown before the words of what rings pass again.
        static let ring = Duration.seconds(6)
        /// The same where the words say how to stop it.
        static let task = Duration.seconds(2)
    }
}

extension FaceScene.Heading {
    init?(_ snapshot: borrowing Snapshot) {
        if let ring = snapshot.ring {
            guard !ring.isFlashing, snapshot.civil != nil else { return nil }
            self.init(ring)
        } else if let menu = snapshot.menu {
            guard let question = MenuText.question(menu) else { return nil }
            self.init(
                question, since: menu.since,
                order: .again(after: FaceScene.Heading.answer, isFirst: menu.isNew))
            text.companions = MenuText(menu, isLit: true).text.forms
            parts = [MenuText.label(menu)]
            least = FaceScene.Heading.question
        } else {
            guard snapshot.civil != nil, snapshot.code == nil, snapshot.missedAlarm == nil else {
                return nil
            }
            self.init(page: snapshot)
        }
    }

    private init(_ words: FaceScene.Words, since: BootTime, order: Order = .first) {
        text = FaceScene.Text(words, since: since)
        self.order = order
    }

    private init?(page snapshot: borrowing Snapshot) {
        let since = snapshot.pageSince
        switch snapshot.page {
        case .countdown(let index):
            guard let name = snapshot.countdownName(index) else { return nil }
            self.init(.init(name), since: since)
        case .world(let index):
            guard let label = snapshot.worldTime(index)?.label else { return nil }
            self.init(.init(label), since: since)
        case .snooze where snapshot.snoozed == nil && snapshot.snoozedCountdown == nil: return nil
        case .sleepLeft where snapshot.nextAlarm == nil: return nil
        case .nextAlarm, .sleepLeft, .snooze, .hint:
            guard let words = snapshot.page.words else { return nil }
            // Pixels move both words of the hint at once.
            var forms = snapshot.page == .hint ? [] : [words.pixels]
            if snapshot.page == .nextAlarm, let day = snapshot.dayOfDistantAlarm {
                forms = ["\(words.pixels) \(day)"]
            }
            self.init(.init(forms, words.digits), since: since)
        case .time, .nowPlaying, .volume, .battery, .date, .seconds, .armed, .up, .message,
            .code, .warning:
            return nil
        }
    }

    /// What rings, what its owner wrote to it, and what the keys do (product, A4a and A8). The time comes first, and a task
    /// to stop before all other words: a person who does not know it only presses stop.
    private init(_ ring: Snapshot.Ring) {
        func text(_ names: String, _ second: String = "s") -> [String] {
            let words = [names] + ring.messages
            let keys = [ring.keysInWords(second: second)]
            return ring.hasTask ? keys + words : words + keys
        }
        let parts = text(ring.namesWithIcon)
        // Whoever presses stop where that is not enough wants to know at once.
        let asked = ring.stopAskedAt.flatMap { ring.hasTask && $0 >= ring.began ? $0 : nil }
        self.init(
            .init(
                parts.joined(separator: " - "),
                // An S looks like a 5 there.
                text(ring.namesInWords, "sec").joined(separator: " - ")),
            since: asked ?? ring.began,
            order: .again(
                after: ring.hasTask ? FaceScene.Heading.task : FaceScene.Heading.ring,
                isFirst: asked != nil))
        self.parts = parts
    }
}

extension Snapshot.Ring {
    /// What rings.
    var namesInWords: String {
        let names = subjects.map { subject in
            switch subject {
            case .alarm(let label): label.isEmpty ? "Alarm" : label
            case .timer(let name): name.isEmpty ? "Timer" : name
            case .nap: "Nap"
            }
        }
        return names.joined(separator: ", ")
    }

    /// The same for pixels, which show the icon before it.
    var namesWithIcon: String {
        let icon = icon.flatMap(AlarmIcon.init(named:))
        return (icon.map { "\($0.character) " } ?? "") + namesInWords
    }

    /// Whether more than stop, held for the usual time at most, is needed to end any of it.
    var hasTask: Bool {
        stops.contains { $0.keys != [.stop] || $0.length > Settings.holdToStopLength }
    }

    func stopInWords(second: String = "s") -> String {
        stops.map { $0.inWords(second) }.joined(separator: " - ")
    }

    /// What snooze and stop do.
    ///
    /// - Parameter second: the unit of a hold.
    func keysInWords(second: String = "s") -> String {
        let stop = stopInWords(second: second)
        guard let snoozeLength else { return stop }
        let snooze = "Snooze \(snoozeLength.components.seconds / 60) min"
        return hasTask ? "\(stop) - \(snooze)" : "\(snooze) - \(stop)"
    }
}

extension StopWay {
    fileprivate func inWords(_ second: String) -> String {
        let names = keys.map(\.rawValue).joined(separator: " and ")
        if isPress { return keys == [.stop] ? "Stop" : "Press \(names)" }
        // Whoever holds it for the usual time sees that it ends.
        let isUsual = length <= Settings.holdToStopLength
        return "Hold \(names)" + (isUsual ? "" : " \(length.components.seconds) \(second)")
    }
}
