package import ClockCore
import ClockTime
package import HAL

/// Turns what the clock knows into what a panel shows.
///
/// Theory of operation. The picture is a function of the snapshot and the panel's geometry, and of
/// nothing else: no state, no time of its own, no animation that runs by itself. Whether what blinks is
/// lit is told by the snapshot, so that the machine knows when it will change and wakes for it.
/// A panel that cannot show a thing gets the nearest that it can: on four digits a page takes the
/// face's place, and a lamp that a board lacks becomes a decimal point.
///
/// What wins, from the top: a time that nobody knows; a ring; a missed alarm; a page; the time.
///
/// Beside the drivers it is the only one who knows how a panel is made.
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
        case .sevenSegment(let digits, _, _, let lamps):
            let picture = SegmentFace(digits: digits, lamps: lamps).picture(of: snapshot)
            return Frame(
                content: picture.map(Frame.Content.segments) ?? .dark,
                brightness: Brightness(percent: snapshot.brightness))
        }
    }
}

/// The layout for seven-segment panels of four digits; a wider one shows the same around its colon.
struct SegmentFace {
    var digits: Int
    var lamps: Set<Lamp>

    /// Nil where the display is to be dark for now.
    func picture(of snapshot: Snapshot) -> SegmentPicture? {
        guard let civil = snapshot.civil else { return unknownTime(snapshot) }
        if let ring = snapshot.ring {
            // With no sound the light has to wake: the whole face flashes (law, 6.8, last rung).
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

    /// What of a moving text stands on the panel now: from its left edge on, so that a wider one shows more. Before
    /// it moves, a panel that is too narrow for a word shows the sound's short name, in letters that are read at
    /// once.
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

    /// "12:34" as it stands; of "1:02:03" hours and minutes, as there are four digits; "42" to the right.
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

    /// "--:--" blinks, and the time is asked for: showing a wrong one would be worse (law, 5.2).
    private func unknownTime(_ snapshot: Snapshot) -> SegmentPicture? {
        if let ring = snapshot.ring, ring.isFlashing, !snapshot.isBlinkLit {
            return nil
        }
        let dash = snapshot.isBlinkLit ? SegmentFont.dash : .blank
        return SegmentPicture(
            digits: Array(repeating: dash, count: digits), colon: snapshot.isBlinkLit)
    }

    /// A colon that goes out now and then although the style is steady says that the time is not
    /// confirmed (5.3).
    private func isColonLit(_ snapshot: Snapshot) -> Bool {
        guard snapshot.isTimeConfirmed else { return snapshot.isBlinkLit }
        switch snapshot.style.colon {
        case .steady: return true
        case .blinking: return snapshot.isBlinkLit
        }
    }

    /// The one mark: an alarm is set. Blinking, something may keep it from being heard (product, H1a).
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

    /// Two seconds the time, one "AL", one the time that was missed; the alarm mark blinks.
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
        var cells = [shown / 10, shown % 10, minute / 10, minute % 10].map(SegmentFont.digit)
        if shown < 10, style.hourFormat == .twelve, !style.hasLeadingZero { cells[0] = .blank }
        return decorated(cells, colon: colon, isAfternoon: isAfternoon, hasAlarm: hasAlarm)
    }

    /// Adds the marks: on lamps where the board has them, else PM on the first digit's point and the
    /// alarm on the last one's.
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
        let cells = text.map(SegmentFont.character)
        let left = max(0, digits - cells.count) / 2
        let padded =
            Array(repeating: Segments.blank, count: left) + cells
            + Array(repeating: Segments.blank, count: digits)
        return SegmentPicture(digits: Array(padded.prefix(digits)))
    }

    /// In the middle of the panel, where its colon is.
    private func centred(_ cells: [Segments]) -> [Segments] {
        let missing = max(0, digits - cells.count)
        let left = Array(repeating: Segments.blank, count: missing / 2)
        let right = Array(repeating: Segments.blank, count: missing - missing / 2)
        return Array((left + cells + right).suffix(digits))
    }
}
