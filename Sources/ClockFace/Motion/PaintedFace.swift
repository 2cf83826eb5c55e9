import ClockCore
import ClockTime
import HAL

/// What was painted last, for the movement from it to the next picture.
struct PaintedFace: Sendable {
    var scene: FaceScene
    var style: ClockStyle
    var mode: DisplayMode
    /// Whether nothing may move: at night, while something rings, and if the style says so.
    var isStill: Bool
    /// Decides what chance does.
    var minute: Int
    var parts = MovingParts()
    var picture: FacePicture
}

/// What moves from one picture to the next one (product, C10 and C11).
///
/// | what changed           | what moves                                                                     |
/// | ---------------------- | ------------------------------------------------------------------------------ |
/// | the page or the mode   | the whole picture: it fades or slides, towards where it came from on the way back |
/// | digits of a page       | these digits, as the style says                                                |
/// | the style, a dark face | nothing                                                                        |
///
/// A text that is longer than the panel moves by itself (`TextRun`).
///
/// What moves already goes on if its part of the picture is still the same.
extension PaintedFace {
    mutating func move(from before: PaintedFace, at now: BootTime) {
        guard !before.isStill, !isStill, before.style == style else { return }
        guard before.scene.page == scene.page, before.mode == mode else {
            // The notice of a missed alarm may stay for a whole day. It changes without movement, which would cost
            // many wake-ups.
            if !before.scene.page.isMissed, !scene.page.isMissed {
                picture.turn(
                    from: before.picture, at: now, style.motion.transition,
                    isBack: scene.page == .time)
            }
            return
        }
        picture.fades += before.picture.fades.filter {
            now < $0.end && !picture.fades.contains($0)
        }
        switch (before.picture.content, picture.content) {
        case (.pixels(let old), .pixels(var new)):
            new.moves += pixelMoves(from: before, old, at: now)
            picture.content = .pixels(new)
        case (.segments(let old, let moves), .segments(let new, let steady)):
            picture.content = .segments(new, steady + segmentMoves(old, moves, new, at: now))
        default: break
        }
    }

    // MARK: - Pixels

    private func pixelMoves(
        from before: PaintedFace, _ old: FacePicture.PixelScene, at now: BootTime
    ) -> [PixelMove] {
        let running = old.moves.filter { $0.length != nil && !$0.isOver(at: now) }
        var moves = running.filter { move in
            if case .slide = move.effect { return true }
            return false
        }
        guard before.parts.figures.elementsEqual(parts.figures, by: { $0.area == $1.area }) else {
            return moves
        }
        for (place, figures) in zip(before.parts.figures, parts.figures).enumerated() {
            let area = figures.1.area
            if figures.0.digit == figures.1.digit {
                moves += running.filter { $0.area == area }
            } else {
                let effects = digitEffects(figures.1, place)
                guard !effects.isEmpty else { continue }
                let picture = old.picture.cut(area)
                moves += effects.map {
                    PixelMove(area: area, before: picture, effect: $0, start: now)
                }
            }
        }
        return moves
    }

    private func digitEffects(_ figure: MovingParts.Figure, _ place: Int) -> [PixelMove.Effect] {
        let motion = style.motion
        let area = figure.area
        var effects: [PixelMove.Effect] = []
        switch (motion.digitChange, motion.rolls) {
        case (.none, false): break
        case (.none, true): effects.append(.roll(.ease, MotionTiming.roll))
        case (.spring, true): effects.append(.roll(.spring, MotionTiming.spring))
        case (.bounce, true): effects.append(.roll(.bounce, MotionTiming.bounce))
        case (.spring, false) where area.rows >= PaintedFace.rowsForSwell:
            effects.append(.swell(MotionTiming.spring, spare: figure.spare))
        case (.spring, false):
            effects.append(.drop(.spring, MotionTiming.spring, rows: max(1, area.rows / 3)))
        case (.bounce, false):
            // Its foot is seen at once, so that its place is never dark.
            effects.append(.drop(.bounce, MotionTiming.bounce, rows: max(1, area.rows * 2 / 3)))
        case (.glitch, _): effects.append(.glitch(seed: seed(place)))
        }
        if motion.glow.value > 0 { effects.append(.glow(Glow.share(motion.glow))) }
        return effects
    }

    /// Lower figures cannot be read in more than one size.
    private static let rowsForSwell = 14

    /// The same chance in every replay.
    private func seed(_ place: Int) -> UInt64 {
        UInt64(truncatingIfNeeded: minute) &* 16 &+ UInt64(place)
    }

    // MARK: - Segments

    private func segmentMoves(
        _ old: SegmentPicture, _ moves: [SegmentMove], _ new: SegmentPicture, at now: BootTime
    ) -> [SegmentMove] {
        let running = moves.filter { $0.length != nil && !$0.isOver(at: now) }
        guard scene.content.hasFigures, old.digits.count == new.digits.count else {
            return running
        }
        var kept = running.filter { $0.place == nil }
        for place in new.digits.indices {
            let digits = (old.digits[place].bars, new.digits[place].bars)
            if digits.0 == digits.1 {
                kept += running.filter { $0.place == place }
            } else if let effect = segmentEffect(place, before: digits.0) {
                kept.append(SegmentMove(effect: effect, start: now))
            }
        }
        return kept
    }

    private func segmentEffect(_ place: Int, before: Segments) -> SegmentMove.Effect? {
        let motion = style.motion
        var places: [SegmentShift]
        switch motion.digitChange {
        case .glitch: return .glitch(place: place, seed: seed(place))
        case .none where !motion.rolls: return nil
        case .none: places = [.wholeAbove, .halfAbove]
        // From a little above it swings below its place.
        case .spring: places = [.halfAbove, .inPlace, .halfBelow]
        case .bounce: places = [.wholeAbove, .halfAbove, .inPlace, .halfAbove]
        }
        if motion.rolls, places.first != .wholeAbove { places.insert(.wholeAbove, at: 0) }
        return .fall(place: place, rolling: motion.rolls ? before : nil, through: places)
    }
}

/// The light of a digit that changes.
enum Glow {
    /// Its part of the digit's light, 0...0.3. The digits of a style that glows stay dimmer by it, so that there is
    /// room for it.
    static func share(_ percent: Percent) -> Double { 0.3 * Double(percent.value) / 100 }
}

extension FaceScene.Page {
    /// Whether it is a part of the notice of a missed alarm.
    fileprivate var isMissed: Bool { self == .missedHeading || self == .missedTime }
}

extension Segments {
    /// Without the point.
    fileprivate var bars: Segments { subtracting(.point) }
}

extension SegmentMove {
    /// The digit that moves alone; nil if more than one does.
    fileprivate var place: Int? {
        switch effect {
        case .fall(let place, _, _), .glitch(let place, _): place
        case .wipe, .slide, .breath, .run: nil
        }
    }
}
