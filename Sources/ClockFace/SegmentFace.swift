import ClockCore
import ClockTime
import HAL

/// The layout for panels of segments. Panels with more than four characters show the same, centred on their colon.
struct SegmentFace {
    var panel: SegmentGeometry

    func content(of scene: FaceScene) -> FacePicture.Content {
        .segments(picture(of: scene), steadyMoves(of: scene))
    }

    func picture(of scene: FaceScene) -> SegmentPicture {
        switch scene.content {
        case .dark: SegmentPicture(digits: [])
        case .clock(let time): clock(time)
        case .unknownTime(let isLit):
            picture(
                centred(Array(repeating: isLit ? SegmentFont.dash : .blank, count: 4)),
                isColonLit: isLit)
        case .word(let word): text(word.short)
        case .date(let date, _): self.date(date)
        case .countdown(let left): countdown(left)
        case .text(let text): picture(of: text)
        case .code(let code): text(self.code(code))
        case .menu(let menu): self.menu(menu)
        }
    }

    /// A whole code where it fits; else one half after the other, each with a dash towards the other.
    private func code(_ code: Snapshot.Code) -> String {
        let halves = (0..<2).map { code.part($0, of: 2) }
        if panel.digits > code.digits.count { return halves.joined(separator: " ") }
        if panel.digits == code.digits.count { return code.digits }
        return code.turn.isMultiple(of: 2) ? halves[0] + "-" : "-" + halves[1]
    }

    /// In the middle, or its beginning.
    private func picture(of words: FaceScene.Text) -> SegmentPicture {
        middle(cells(of: words))
    }

    private func cells(of words: FaceScene.Text) -> [Segments] {
        cells(panel.shape == .seven ? words.ofSeven : words.ofFourteen)
    }

    /// A point belongs to the character before it, where the panel has points.
    private func cells(_ text: String) -> [Segments] {
        text.reduce(into: []) { cells, character in
            if character == ".", panel.hasPoints, let last = cells.last, !last.contains(.point) {
                cells[cells.count - 1].insert(.point)
            } else {
                cells.append(SegmentFont.character(character, shape: panel.shape))
            }
        }
    }

    /// How a text moves; nil if it fits.
    private func move(of words: FaceScene.Text) -> SegmentMove? {
        let cells = cells(of: words)
        let hidden = cells.count - panel.digits
        guard hidden > 0 else { return nil }
        let run = TextRun(
            hidden: hidden, perSecond: TextRoom.charactersPerSecond, repeats: words.repeats)
        return SegmentMove(effect: .run(text: cells, run), start: words.since)
    }

    private func menu(_ menu: MenuText) -> SegmentPicture {
        if let date = menu.date { return self.date(date.date, menu.isLit ? nil : date.part) }
        return menu.isLit ? picture(of: menu.text) : SegmentPicture(digits: [])
    }

    /// "7.09"; without points "7 09".
    private func date(
        _ date: CivilDate, _ hidden: MenuText.ChangingDate.Part? = nil
    ) -> SegmentPicture {
        let day =
            hidden == .day ? [nil, nil] : [date.day < 10 ? nil : date.day / 10, date.day % 10]
        let month = hidden == .month ? [nil, nil] : [date.month / 10, date.month % 10]
        var cells = (day + month).map { $0.map { SegmentFont.digit($0) } ?? .blank }
        if panel.hasPoints { cells[1].insert(.point) }
        return picture(centred(cells), isColonLit: false)
    }

    /// "12:34" unchanged; for lack of digits, "1:02:03" as "1h02", which nobody takes for a minute, and "0:59:47" as "59:47";
    /// "42" right-aligned.
    private func countdown(_ left: String) -> SegmentPicture {
        var parts = left.split(separator: ":").map(String.init)
        if parts.count == 3 {
            guard parts[0] == "0" else { return middle(cells("\(parts[0])h\(parts[1])")) }
            parts.removeFirst()
        }
        let shown = parts.map { part in
            String(repeating: " ", count: max(0, 2 - part.count)) + part
        }.joined()
        let padded = String(repeating: " ", count: max(0, 4 - shown.count)) + shown
        return picture(text(padded).digits, isColonLit: parts.count == 2)
    }

    /// Boards with points in place of a colon have one before the seconds too.
    private var hasSeconds: Bool { !panel.hasColon && panel.hasPoints && panel.digits >= 6 }

    private func shown(_ time: ClockText) -> ClockText {
        hasSeconds ? time : time.withSecondsOnColon
    }

    /// The time with its marks: on lamps if the board has them, otherwise PM on the first digit's point and the alarm
    /// on the last one's.
    private func clock(_ time: ClockText) -> SegmentPicture {
        var digits = time.hourDigits + time.minuteDigits
        if hasSeconds, let seconds = time.secondDigits { digits += seconds }
        var cells = digits.map { $0.map { SegmentFont.digit($0) } ?? .blank }
        var lit: Set<Lamp> = []
        if time.isAfternoon {
            if panel.lamps.contains(.pm) { lit.insert(.pm) } else { cells[0].insert(.point) }
        }
        if time.hasAlarmMark {
            if panel.lamps.contains(.alarm) {
                lit.insert(.alarm)
            } else {
                cells[cells.count - 1].insert(.point)
            }
        }
        let isColonLit = shown(time).colon > 0.5
        if cells.count > 4 {
            if isColonLit { for place in [1, 3] { cells[place].insert(.point) } }
            return SegmentPicture(digits: centred(cells), lamps: lit)
        }
        return picture(centred(cells), isColonLit: isColonLit, lamps: lit)
    }

    private func movingWords(of scene: FaceScene) -> FaceScene.Text? {
        switch scene.content {
        case .text(let words): words
        case .menu(let menu): menu.isLit && menu.date == nil ? menu.text : nil
        default: nil
        }
    }

    /// What moves in the picture of a scene as long as it is shown.
    func steadyMoves(of scene: FaceScene) -> [SegmentMove] {
        if let move = movingWords(of: scene).flatMap(move) { return [move] }
        guard case .clock(let time) = scene.content, shown(time).breathes else { return [] }
        let cells = hasSeconds && time.second != nil ? 6 : 4
        let missing = max(0, panel.digits - cells) / 2
        let points = panel.hasColon ? [] : cells == 6 ? [1, 3] : [panel.digits / 2 - 1]
        return [
            SegmentMove(
                effect: .breath(points: points.map { $0 + (cells == 6 ? missing : 0) }),
                start: BootTime(nanoseconds: 0))
        ]
    }

    /// A board without a colon but with points, such as those of fourteen segments, puts it on the point of the hour.
    private func picture(
        _ cells: [Segments], isColonLit: Bool, lamps: Set<Lamp> = []
    ) -> SegmentPicture {
        var cells = cells
        if isColonLit, !panel.hasColon, panel.hasPoints, cells.count >= 4 {
            cells[cells.count / 2 - 1].insert(.point)
        }
        return SegmentPicture(
            digits: cells, colon: isColonLit && panel.hasColon, lamps: lamps)
    }

    /// A text in the middle.
    func text(_ text: String) -> SegmentPicture {
        middle(cells(text))
    }

    private func middle(_ cells: [Segments]) -> SegmentPicture {
        SegmentPicture(digits: filled(cells, after: max(0, panel.digits - cells.count) / 2))
    }

    /// The cells after so many blanks, and blanks up to the panel's end.
    private func filled(_ cells: [Segments], after blanks: Int) -> [Segments] {
        var digits = Array(repeating: Segments.blank, count: panel.digits)
        for (place, cell) in zip(blanks..<max(blanks, panel.digits), cells) { digits[place] = cell }
        return digits
    }

    /// Centres the cells on the panel, where its colon is.
    private func centred(_ cells: [Segments]) -> [Segments] {
        let missing = panel.digits - cells.count
        return missing > 0 ? filled(cells, after: missing / 2) : Array(cells.suffix(panel.digits))
    }
}
