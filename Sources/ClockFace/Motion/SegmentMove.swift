import ClockTime
import HAL

/// One part of a picture of segments that moves. Segments have no places in between, so there are only a few pictures.
struct SegmentMove: Hashable, Sendable {
    var effect: Effect
    var start: BootTime

    enum Effect: Hashable, Sendable {
        /// A digit, counted from the left, goes through its middle bar from the old one to the new one.
        case wipe(place: Int, before: Segments, Duration)
        /// Its segments flicker by chance.
        case glitch(place: Int, seed: UInt64)
        /// The new digits push the old ones out.
        case slide(before: [Segments], toLeft: Bool)
        /// The colon, or the points that stand for it, is lit half of the time, for ever.
        case breath(points: [Int])
    }

    /// Nil: for ever.
    var length: Duration? {
        switch effect {
        case .wipe(_, _, let length): length
        case .glitch: MotionTiming.glitch
        case .slide: MotionTiming.transition
        case .breath: nil
        }
    }

    func isOver(at now: BootTime) -> Bool { length.map { start + $0 <= now } ?? false }

    /// When the next picture is due; nil once it is over.
    func nextPicture(after now: BootTime) -> BootTime? {
        guard let length else { return Breath.nextBlink(after: now) }
        return MotionTiming.next(of: length, pictures: pictures, since: start, after: now)
    }

    private var pictures: Int {
        switch effect {
        case .wipe, .glitch: MotionTiming.fewPictures
        case .slide(let before, _): max(1, before.count)
        case .breath: 1
        }
    }

    /// Changes the picture, which shows everything as it is after the movement.
    func draw(on picture: inout SegmentPicture, at now: BootTime) {
        guard !isOver(at: now) else { return }
        let progress = length.map { MotionTiming.progress(of: $0, since: start, at: now) } ?? 0
        let step = Int(progress * Double(pictures))
        switch effect {
        case .wipe(let place, let before, _):
            guard picture.digits.indices.contains(place) else { return }
            let after = picture.digits[place]
            let points = after.intersection(.point)
            let bars: Segments =
                switch step {
                case 0: before.intersection(.lowerHalf)
                case 1: .g
                default: after.intersection(.upperHalf)
                }
            picture.digits[place] = bars.union(points)
        case .glitch(let place, let seed):
            guard picture.digits.indices.contains(place) else { return }
            var chance = Scatter(seed &+ UInt64(step))
            for segment in Segments.sevenSegments where chance.next(below: 3) == 0 {
                picture.digits[place].formSymmetricDifference(segment)
            }
        case .slide(let before, let toLeft):
            let after = picture.digits
            guard before.count == after.count else { return }
            picture.digits =
                toLeft
                ? Array(before.dropFirst(step + 1) + after.prefix(step + 1))
                : Array(after.suffix(step + 1) + before.dropLast(step + 1))
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
    /// What is above the middle, with the middle bar.
    fileprivate static let upperHalf: Segments = [.a, .b, .f, .g1, .g2, .h, .i, .j]
    /// What is below it, with the middle bar.
    fileprivate static let lowerHalf: Segments = [.c, .d, .e, .g1, .g2, .k, .l, .m]
    fileprivate static let sevenSegments: [Segments] = [.a, .b, .c, .d, .e, .f, .g]
}
