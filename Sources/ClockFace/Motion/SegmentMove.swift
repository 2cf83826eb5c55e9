import ClockTime
import HAL

/// One part of a picture of segments that moves. Segments have no places in between, so there are only a few pictures.
struct SegmentMove: Hashable, Sendable {
    var effect: Effect
    var start: BootTime

    enum Effect: Hashable, Sendable {
        /// The new digit, counted from the left, comes from above and stands in each of these places for a moment. An old
        /// digit that rolls goes ahead of it, and is gone once the new one has arrived.
        case fall(place: Int, rolling: Segments?, through: [SegmentShift])
        /// Its segments flicker by chance.
        case glitch(place: Int, seed: UInt64)
        /// The new digits take the places of the old ones from the top down, one row of segments after the other.
        case wipe(before: [Segments])
        /// The new digits push the old ones out.
        case slide(before: [Segments], toLeft: Bool)
        /// A text moves through to the left.
        case run(text: [Segments], TextRun)
        /// The colon, or the points that stand for it, is lit half of the time, for ever.
        case breath(points: [Int])
    }

    /// Nil: as long as the picture is shown.
    var length: Duration? {
        switch effect {
        case .fall(_, _, let places): MotionTiming.segmentStep * places.count
        case .glitch: MotionTiming.glitch
        case .wipe, .slide: MotionTiming.transition
        case .breath, .run: nil
        }
    }

    var run: TextRun? { if case .run(_, let run) = effect { run } else { nil } }

    func isOver(at now: BootTime) -> Bool { length.map { start + $0 <= now } ?? false }

    /// When the next picture is due; nil once it is over.
    func nextPicture(after now: BootTime) -> BootTime? {
        if case .run(_, let run) = effect { return run.next(after: now - start).map { start + $0 } }
        guard let length else { return Breath.nextBlink(after: now) }
        return MotionTiming.next(of: length, pictures: pictures, since: start, after: now)
    }

    private var pictures: Int {
        switch effect {
        case .fall(_, _, let places): max(1, places.count)
        case .glitch: MotionTiming.fewPictures
        // The last row comes with the end.
        case .wipe: Segments.rows.count - 1
        case .slide(let before, _): max(1, before.count)
        case .breath, .run: 1
        }
    }

    /// Changes the picture, which shows everything as it is after the movement.
    func draw(on picture: inout SegmentPicture, at now: BootTime) {
        guard !isOver(at: now) else { return }
        let progress = length.map { MotionTiming.progress(of: $0, since: start, at: now) } ?? 0
        let step = Int(progress * Double(pictures))
        switch effect {
        case .fall(let place, let rolling, let places):
            guard picture.digits.indices.contains(place), places.indices.contains(step) else {
                return
            }
            let after = picture.digits[place]
            var bars = after.shifted(places[step])
            if let rolling, let old = places[step].ahead, !places[...step].contains(.inPlace) {
                bars.formUnion(rolling.shifted(old))
            }
            picture.digits[place] = bars.union(after.intersection(.point))
        case .glitch(let place, let seed):
            guard picture.digits.indices.contains(place) else { return }
            var chance = Scatter(seed &+ UInt64(step))
            for segment in Segments.sevenSegments where chance.next(below: 3) == 0 {
                picture.digits[place].formSymmetricDifference(segment)
            }
        case .wipe(let before):
            guard before.count == picture.digits.count else { return }
            let old = Segments.rows.dropFirst(step + 1).reduce(Segments.blank) { $0.union($1) }
            for place in before.indices {
                let digit = picture.digits[place].subtracting(old)
                picture.digits[place] = digit.union(before[place].intersection(old))
            }
        case .slide(let before, let toLeft):
            let after = picture.digits
            guard before.count == after.count else { return }
            picture.digits =
                toLeft
                ? Array(before.dropFirst(step + 1) + after.prefix(step + 1))
                : Array(after.suffix(step + 1) + before.dropLast(step + 1))
        case .run(let text, let run):
            let passed = run.passed(after: now - start)
            picture.digits = Array(text.dropFirst(passed).prefix(picture.digits.count))
        case .breath(let points):
            guard !Breath.isLit(at: now) else { return }
            picture.colon = false
            for place in points where picture.digits.indices.contains(place) {
                picture.digits[place].remove(.point)
            }
        }
    }
}

extension Segments {
    /// From the top.
    fileprivate static let rows: [Segments] = [
        .a, [.b, .f, .h, .i, .j], .g, [.c, .e, .k, .l, .m], .d,
    ]
    fileprivate static let sevenSegments: [Segments] = [.a, .b, .c, .d, .e, .f, .g]
}
