package import ClockCore
import ClockTime
package import HAL

/// Converts the clock's state into a panel picture.
///
/// Theory of operation. The picture depends only on the snapshot and the panel's geometry. There is no state, no
/// separate time and no self-running animation. The snapshot says whether blinking parts are lit, so the machine
/// knows when that changes and wakes for it. If a panel cannot show something, it gets the closest substitute: on
/// four digits a page replaces the face, and a decimal point replaces a missing lamp.
///
/// Priority, highest first: an unknown time; a ring; a missed alarm; a page; the time.
///
/// Besides the drivers, only this type knows the layout of a panel.
package struct FacePainter: Sendable {
    private let geometry: PanelGeometry

    package init(for panel: any Panel) {
        self.init(geometry: panel.geometry)
    }

    package init(geometry: PanelGeometry) {
        self.geometry = geometry
    }

    package func paint(_ snapshot: Snapshot) -> Frame {
        switch geometry {
        case .segments(let panel):
            let picture = SegmentFace(digits: panel.digits, lamps: panel.lamps)
                .picture(of: snapshot)
            return Frame(
                content: picture.map(Frame.Content.segments) ?? .dark,
                brightness: Brightness(percent: snapshot.brightness))
        case .pixels: return .dark
        }
    }
}

/// The layout for four-digit seven-segment panels. Wider panels show the same, centred on their colon.
struct SegmentFace {
    var digits: Int
    var lamps: Set<Lamp>

    /// Nil if the display should be dark now.
    func picture(of snapshot: Snapshot) -> SegmentPicture? {
        guard let civil = snapshot.civil else { return unknownTime(snapshot) }
        if let ring = snapshot.ring {
            // Without sound, the light must wake the sleeper: the whole face flashes (law, 6.8, last rung).
            if ring.isFlashing, !snapshot.isBlinkLit { return nil }
            return time(civil, snapshot, colon: snapshot.isBlinkLit)
        }
        if let missed = snapshot.missedAlarm {
            return missedAlarm(missed, civil, snapshot)
        }
        switch snapshot.page {
        case .time:
            return time(civil, snapshot, colon: isColonLit(snapshot))
        case .nextAlarmHeading:
            return text("AL", snapshot)
        case .nextAlarm:
            guard let next = snapshot.nextAlarm else { return text("----", snapshot) }
            return clockFace(
                hour: next.time.hour, minute: next.time.minute, snapshot.style, colon: true,
                hasAlarm: true)
        case .countdown:
            guard let left = snapshot.countdownText else { return text("----", snapshot) }
            return countdown(left, snapshot)
        case .nowPlaying:
            return playing(snapshot)
        case .snooze:
            guard let end = snapshot.snoozed?.civil else {
                return time(civil, snapshot, colon: isColonLit(snapshot))
            }
            return clockFace(
                hour: end.hour, minute: end.minute, snapshot.style, colon: true, hasAlarm: true)
        }
    }

    /// The visible part of a scrolling text, from the panel's left edge on; a wider panel shows more. Before the
    /// text scrolls, a panel too narrow for a word shows the sound's short name, which can be read at a glance.
    private func playing(_ snapshot: Snapshot) -> SegmentPicture {
        if digits <= ShortName.length, let name = snapshot.playingName,
            let cells = ShortName.cells(of: name)
        {
            let missing = max(0, digits - cells.count)
            return SegmentPicture(
                digits: Array(
                    (cells + Array(repeating: .blank, count: missing)).prefix(digits)))
        }
        let shown = String((snapshot.playingText ?? "").prefix(digits))
        return text(shown + String(repeating: " ", count: digits - shown.count), snapshot)
    }

    /// "12:34" unchanged; "1:02:03" as hours and minutes, for lack of digits; "42" right-aligned.
    private func countdown(_ left: String, _ snapshot: Snapshot) -> SegmentPicture {
        let parts = left.split(separator: ":").prefix(2).map(String.init)
        let shown = parts.map { part in
            String(repeating: " ", count: max(0, 2 - part.count)) + part
        }.joined()
        let padded = String(repeating: " ", count: max(0, 4 - shown.count)) + shown
        var picture = text(padded, snapshot)
        picture.colon = parts.count == 2
        return picture
    }

    /// A blinking "--:--" asks for the time: a wrong time would be worse (law, 5.2).
    private func unknownTime(_ snapshot: Snapshot) -> SegmentPicture? {
        if let ring = snapshot.ring, ring.isFlashing, !snapshot.isBlinkLit {
            return nil
        }
        let dash = snapshot.isBlinkLit ? SegmentFont.dash : .blank
        return SegmentPicture(
            digits: Array(repeating: dash, count: digits), colon: snapshot.isBlinkLit)
    }

    /// If the style is steady, a colon that goes out now and then means that the time is unconfirmed (5.3).
    private func isColonLit(_ snapshot: Snapshot) -> Bool {
        guard snapshot.isTimeConfirmed else { return snapshot.isBlinkLit }
        switch snapshot.style.colon {
        case .steady: return true
        case .blinking: return snapshot.isBlinkLit
        }
    }

    /// The one mark: an alarm is set. It blinks if something may keep the alarm from being heard (product, H1a).
    private func hasAlarmMark(_ snapshot: Snapshot) -> Bool {
        switch snapshot.mark {
        case .noAlarm: snapshot.snoozed != nil
        case .armed, .verified: true
        case .doubtful: snapshot.isBlinkLit
        }
    }

    private func time(
        _ civil: CivilTime, _ snapshot: Snapshot, colon: Bool
    ) -> SegmentPicture {
        clockFace(
            hour: civil.hour, minute: civil.minute, snapshot.style, colon: colon,
            hasAlarm: hasAlarmMark(snapshot))
    }

    /// Two seconds of the time, one of "AL", one of the missed time; the alarm mark blinks.
    private func missedAlarm(
        _ missed: CivilTime, _ civil: CivilTime, _ snapshot: Snapshot
    ) -> SegmentPicture {
        switch civil.second % 4 {
        case 0, 1: time(civil, snapshot, colon: isColonLit(snapshot))
        case 2: text("AL", snapshot)
        default:
            clockFace(
                hour: missed.hour, minute: missed.minute, snapshot.style, colon: true,
                hasAlarm: snapshot.isBlinkLit)
        }
    }

    private func clockFace(
        hour: Int, minute: Int, _ style: ClockStyle, colon: Bool, hasAlarm: Bool
    ) -> SegmentPicture {
        var shown = hour
        var isAfternoon = false
        switch style.hourFormat {
        case .twentyFour: break
        case .twelve:
            isAfternoon = hour >= 12
            shown = hour % 12 == 0 ? 12 : hour % 12
        }
        var cells = [shown / 10, shown % 10, minute / 10, minute % 10].map { SegmentFont.digit($0) }
        if shown < 10, style.hourFormat == .twelve, !style.hasLeadingZero { cells[0] = .blank }
        return decorated(cells, colon: colon, isAfternoon: isAfternoon, hasAlarm: hasAlarm)
    }

    /// Adds the marks: on lamps if the board has them, otherwise PM on the first digit's point and the alarm on
    /// the last one's.
    private func decorated(
        _ cells: [Segments], colon: Bool, isAfternoon: Bool, hasAlarm: Bool
    ) -> SegmentPicture {
        var cells = centred(cells)
        var lit: Set<Lamp> = []
        if isAfternoon {
            if lamps.contains(.pm) { lit.insert(.pm) } else { cells[0].insert(.point) }
        }
        if hasAlarm {
            if lamps.contains(.alarm) {
                lit.insert(.alarm)
            } else {
                cells[cells.count - 1].insert(.point)
            }
        }
        return SegmentPicture(digits: cells, colon: colon, lamps: lit)
    }

    private func text(_ text: String, _ snapshot: Snapshot) -> SegmentPicture {
        let cells = text.map { SegmentFont.character($0) }
        let left = max(0, digits - cells.count) / 2
        let padded =
            Array(repeating: Segments.blank, count: left) + cells
            + Array(repeating: Segments.blank, count: digits)
        return SegmentPicture(digits: Array(padded.prefix(digits)))
    }

    /// Centres the cells on the panel, where its colon is.
    private func centred(_ cells: [Segments]) -> [Segments] {
        let missing = max(0, digits - cells.count)
        let left = Array(repeating: Segments.blank, count: missing / 2)
        let right = Array(repeating: Segments.blank, count: missing - missing / 2)
        return Array((left + cells + right).suffix(digits))
    }
}
