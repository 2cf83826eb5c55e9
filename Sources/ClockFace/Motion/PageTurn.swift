import ClockCore
import ClockTime
import HAL

// From one page to another, and from a heading to what it announces, the whole picture moves.
extension FacePicture {
    /// Comes onto the panel in place of another picture.
    mutating func turn(
        from before: FacePicture, at start: BootTime, _ transition: FaceTransition, isBack: Bool
    ) {
        let (old, shown) = (before.shownTurn(at: start).content, before.frame(at: start).content)
        if heading?.turn(at: start).isHeading == true {
            fades += heading?.content.turn(from: old, shown, at: start, transition, isBack) ?? []
        } else {
            fades += content.turn(from: old, shown, at: start, transition, isBack)
        }
    }

    /// The heading makes room for the content.
    mutating func turnFromHeading(_ transition: FaceTransition) {
        guard let heading, heading.order == .first else { return }
        let start = heading.since + heading.length
        let shown = heading.content.shown(at: start)
        fades += content.turn(from: heading.content, shown, at: start, transition, false)
    }
}

extension FacePicture.Content {
    /// - Parameter shown: how the old content looks on the panel.
    /// - Returns: how the old picture fades.
    fileprivate mutating func turn(
        from before: FacePicture.Content, _ shown: Frame.Content, at start: BootTime,
        _ transition: FaceTransition, _ isBack: Bool
    ) -> [FacePicture.Fade] {
        switch transition {
        case .none: break
        case .fade:
            guard shown != .dark, self != .dark else { return [] }
            // The few steps of such a display's brightness would flicker.
            guard case (.segments(let old), .segments(let new, let moves)) = (shown, self) else {
                return [FacePicture.Fade(before: shown, start: start)]
            }
            let wipe = SegmentMove(effect: .wipe(before: old.digits), start: start)
            self = .segments(new, moves + [wipe])
        case .slide:
            switch (before, self) {
            case (.pixels(let old), .pixels(var new)):
                guard old.picture.columns == new.picture.columns else { return [] }
                new.moves.append(
                    PixelMove(
                        area: PixelArea(
                            column: 0, row: 0, columns: new.picture.columns,
                            rows: new.picture.rows),
                        before: old.drawn(at: start), effect: .slide(toLeft: !isBack),
                        start: start))
                self = .pixels(new)
            case (.segments, .segments(let new, let moves)):
                guard case .segments(let old) = shown else { return [] }
                let slide = SegmentMove(
                    effect: .slide(before: old.digits, toLeft: !isBack), start: start)
                self = .segments(new, moves + [slide])
            default: break
            }
        }
        return []
    }
}
