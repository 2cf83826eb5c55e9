package import ClockCore
package import ClockTime
import English

/// The status beside the face on a screen, in words.
package struct ClockStatus: Equatable, Sendable {
    /// "Sun 29 Mar, Europe/Berlin"; with world clocks "Sun 29 Mar, Europe/Berlin; Tokyo 06:57, New York 16:57".
    package var dateLine: String
    /// "01:59:50"; nil while the time is not known.
    package var time: String?
    /// The zone's offset from UTC in seconds.
    package var zoneOffset: Int
    /// "07:30 Mon–Fri Work, in 8 h 42 min", or when a snoozed alarm rings again; nil if none is ahead.
    package var nextAlarm: String?
    /// The text to show instead when there is none.
    package var noAlarm: String
    /// The noise that is on, audible or not; nil if it is off.
    package var noise: String?
    package var volumePercent: Int
    /// The current ring; tells whether snooze is offered.
    package var ringing: Ringing?
    /// One line for each running timer, nap and sleep timer: "Pizza rings in 11 min 58 s".
    package var countdowns: [String]
    package var problems: [String]

    package struct Ringing: Equatable, Sendable {
        /// The names of everything that rings.
        package var title: String
        package var isSeveral: Bool
        /// "9 min"; nil if snooze is not offered.
        package var snooze: String?
        package var stops: [StopWay]
    }

    init(_ snapshot: Snapshot, at now: Moment) {
        let civil = ClockStatus.civil(at: now.wall, offset: snapshot.zoneOffset)
        let isKnown = snapshot.civil != nil
        dateLine =
            isKnown
            ? "\(TimeText.date(civil.date)), \(snapshot.zoneName)"
                + ClockStatus.text(snapshot.worldTimes, at: now.wall)
            : "unknown. Set it: \(TimeReport.howToSet)"
        time = isKnown ? ClockStatus.text(civil) : nil
        zoneOffset = snapshot.zoneOffset
        nextAlarm =
            snapshot.snoozed.map { ClockStatus.line($0, at: now.wall) }
            ?? snapshot.nextAlarm.map { ClockStatus.line($0, at: now.wall) }
        noAlarm =
            isKnown
            ? "none; noiseclock alarm add 07:30 mon-fri in another terminal sets one"
            : "none as long as the time is not known"
        noise =
            snapshot.noise.previewName.map { "\($0), a preview" }
            ?? (snapshot.noise.isPlaying ? snapshot.noise.title : nil)
        volumePercent = snapshot.noise.volume.value
        ringing = snapshot.ring.map { ring in
            Ringing(
                title: ring.title, isSeveral: ring.subjects.count > 1,
                snooze: ring.snoozeLength.map(TimeText.length),
                stops: ring.stops)
        }
        countdowns = snapshot.running.map { running in
            ClockStatus.line(running, at: now.boot, isTimeKnown: isKnown, snapshot.zoneOffset)
        }
        problems =
            (snapshot.mark == .doubtful ? [AlarmOutlook.mayNotRing.text] : [])
            + snapshot.problems.compactMap(\.problem).map(Sentences.begun)
    }

    private static func text(_ times: [WorldTime], at now: WallTime) -> String {
        let texts = times.compactMap { there in
            there.offset.map { "\(there.label) \(time(at: now, offset: $0).prefix(5))" }
        }
        return texts.isEmpty ? "" : "; " + texts.joined(separator: ", ")
    }

    private static func line(_ next: Snapshot.NextAlarm, at now: WallTime) -> String {
        let until = TimeText.interval(WallTime(next.occurrence.instant) - now)
        let label = next.label.isEmpty ? "" : " \(next.label)"
        return "\(next.time) \(TimeText.days(next.kind))\(label), in \(until)"
    }

    private static func line(_ snoozed: Snapshot.Snoozed, at now: WallTime) -> String {
        let name = Snapshot.Ring.Subject.alarm(snoozed.label).name
        let until = TimeText.interval(snoozed.until - now)
        return "\(name) rings again at \(TimeText.clock(snoozed.civil)), in \(until)"
    }

    private static func line(
        _ running: Snapshot.Running, at now: BootTime, isTimeKnown: Bool, _ zoneOffset: Int
    ) -> String {
        let left = LengthText.text(left: running.left(at: now), running.form)
        let name =
            switch running.subject {
            case .timer(let name): Snapshot.Ring.Subject.timer(name).name
            case .nap: Snapshot.Ring.Subject.nap.name
            case .sleep: "Sleep timer"
            case .alarm(let label): Snapshot.Ring.Subject.alarm(label).name
            }
        if case .paused = running.progress { return "\(name) is paused with \(left) left" }
        // Rounded up to the next minute: by then it has rung.
        func end(roundingUp: Bool) -> String {
            guard isTimeKnown, let end = running.end else { return "" }
            let shown = roundingUp ? end + .seconds(59) : end
            let time = text(civil(at: shown, offset: zoneOffset)).prefix(5)
            return roundingUp ? ". Rings by \(time)" : ". Rings at \(time)"
        }
        switch running.subject {
        case .timer, .alarm: return "\(name) rings \(running.ringsAgain ? "again " : "")in \(left)"
        case .sleep: return "\(name) ends the noise in \(left)"
        case .nap(let phase):
            switch phase {
            case .holding: return "Nap starts when you let go\(end(roundingUp: true))"
            case .releasing: return "Nap starts in \(left)\(end(roundingUp: true))"
            case .napping: return "Nap ends in \(left)\(end(roundingUp: false))"
            case .snoozed: return "Nap rings again in \(left)"
            case .idle, .paused, .alert: return "\(name) has \(left) left"
            }
        }
    }

    /// "01:59:50": the time on a clock with that offset from UTC.
    package static func time(at wall: WallTime, offset: Int) -> String {
        text(civil(at: wall, offset: offset))
    }

    private static func civil(at wall: WallTime, offset: Int) -> CivilTime {
        CivilTime(secondsAsUTC: wall.instant.advanced(bySeconds: Int64(offset)).seconds)
    }

    private static func text(_ civil: CivilTime) -> String {
        [civil.hour, civil.minute, civil.second]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
    }
}

extension Snapshot.Ring {
    /// "Work, Gym and Timer": the names of everything that rings; a generic name for what has none.
    package var title: String {
        Sentences.enumeration(subjects.map(\.name))
    }
}

extension Snapshot.Ring.Subject {
    fileprivate var name: String {
        switch self {
        case .alarm(let label): label.isEmpty ? "Alarm" : label
        case .timer(let name): name.isEmpty ? "Timer" : name
        case .nap: "Nap"
        }
    }
}
