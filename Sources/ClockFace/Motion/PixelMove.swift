import ClockTime
import HAL

/// One part of a picture of pixels that moves: an area, what it showed before, and how that becomes what it shows now.
struct PixelMove: Hashable, Sendable {
    var area: PixelArea
    /// What the area showed; empty if the effect does not need it.
    var before = PixelPicture(columns: 0, rows: 0)
    var effect: Effect
    var start: BootTime

    enum Effect: Hashable, Sendable {
        /// The old picture goes out at the bottom while the new one comes in from the top. It stays out when the new one
        /// swings or rebounds.
        case roll(MotionCurve, Duration)
        /// The new picture comes from so many rows above, and the old one is gone.
        case drop(MotionCurve, Duration, rows: Int)
        /// The new picture comes from above and grows, past its height by so many rows at each end, and the old
        /// one is gone.
        case swell(Duration, spare: Int)
        /// Rows jump to the side, and pixels flicker, by chance.
        case glitch(seed: UInt64)
        /// It lights up by this share of its light.
        case glow(Double)
        /// The new picture pushes the old one to the left, or to the right.
        case slide(toLeft: Bool)
        /// A text, which is in the picture before, moves through to the left.
        case run(TextRun)
        /// The light rises and falls, for ever.
        case breath
    }

    /// Nil: as long as the picture is shown.
    var length: Duration? {
        switch effect {
        case .roll(_, let length), .drop(_, let length, _), .swell(let length, _): length
        case .glitch: MotionTiming.glitch
        case .glow: MotionTiming.glow
        case .slide: MotionTiming.transition
        case .breath, .run: nil
        }
    }

    var run: TextRun? { if case .run(let run) = effect { run } else { nil } }

    func isOver(at now: BootTime) -> Bool { length.map { start + $0 <= now } ?? false }

    /// When the next picture is due; nil once it is over.
    func nextPicture(after now: BootTime, hasLevels: Bool) -> BootTime? {
        switch effect {
        case .breath:
            hasLevels ? now + MotionTiming.picture : Breath.nextBlink(after: now)
        case .glitch:
            MotionTiming.next(
                of: MotionTiming.glitch, pictures: MotionTiming.fewPictures, since: start,
                after: now)
        case .run(let run): run.next(after: now - start).map { start + $0 }
        case .roll, .drop, .swell, .glow, .slide:
            length.flatMap { MotionTiming.next(of: $0, since: start, after: now) }
        }
    }

    // MARK: - Drawing

    /// Draws the area over the picture, which shows everything as it is after the movement.
    func draw(
        on picture: inout PixelPicture, background: PixelLight, hasLevels: Bool, at now: BootTime
    ) {
        guard !isOver(at: now) else { return }
        if case .run(let run) = effect {
            let passed = run.passed(after: now - start)
            return picture.place(before, column: area.column - passed, row: area.row, in: area)
        }
        let progress = length.map { MotionTiming.progress(of: $0, since: start, at: now) } ?? 0
        let strip = PixelStrip(
            area: area, before: before, after: picture.cut(area), background: background,
            isSmooth: hasLevels)
        switch effect {
        case .roll(let curve, _):
            let pitch = area.rows + 1
            let way = Double(pitch) * held(curve.value(progress), rows: pitch)
            let rolled = progress < curve.arrival ? strip : strip.withoutBefore
            rolled.draw(on: &picture, rows: way, lead: (0, pitch))
        case .drop(let curve, _, let height):
            let way = Double(height) * held(curve.value(progress), rows: height)
            strip.withoutBefore.draw(on: &picture, rows: way, lead: (0, height))
        case .swell(_, let spare):
            PixelSwell(area: area, spare: spare, background: background)
                .draw(on: &picture, progress: progress, isSmooth: hasLevels)
        case .slide(let toLeft):
            let pitch = area.columns + PixelMove.gap
            let whole = toLeft ? -pitch : pitch
            let way = (Double(whole) * MotionCurve.ease.value(progress)).rounded()
            strip.draw(on: &picture, columns: way, lead: (whole, 0))
        case .run: break
        case .glitch(let seed):
            let step = Int(progress * Double(MotionTiming.fewPictures))
            strip.glitch(on: &picture, seed: seed &+ UInt64(step))
        case .glow(let share):
            let wave = 4 * progress * (1 - progress)
            picture.scale(area, by: 1 + share * wave, from: background)
        case .breath:
            let light: Double =
                hasLevels ? Breath.light(at: now) : Breath.isLit(at: now) ? 1 : 0
            picture.scale(area, by: light, from: background)
        }
    }

    /// The columns between two pages that slide.
    private static let gap = 2

    /// A spring swings over its end by a row. Less would not be seen on panels without levels, and more would cut the foot
    /// of a figure off.
    private func held(_ value: Double, rows: Int) -> Double {
        let most = 1 / Double(max(1, rows))
        return value > 1 ? 1 + (value - 1) * most / MotionCurve.overshoot : value
    }
}
