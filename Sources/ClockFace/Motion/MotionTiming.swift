import ClockTime

/// How long movements take, and when their pictures are due.
enum MotionTiming {
    /// 30 pictures a second.
    static let picture = Duration.nanoseconds(33_333_333)
    static let roll = Duration.milliseconds(350)
    static let spring = Duration.milliseconds(600)
    static let bounce = Duration.milliseconds(500)
    static let glitch = Duration.milliseconds(120)
    /// Up and down again.
    static let glow = Duration.milliseconds(500)
    /// From one page to another.
    static let transition = Duration.milliseconds(280)

    /// How long a digit of segments stands in each place on its way.
    static let segmentStep = Duration.milliseconds(100)
    /// Where chance decides, a movement has so few pictures.
    static let fewPictures = 3

    /// 0 at the beginning, 1 at the end and later.
    static func progress(of length: Duration, since start: BootTime, at now: BootTime) -> Double {
        min(1, max(0, (now - start) / length))
    }

    /// When the next picture of a movement is due; nil once it is over.
    ///
    /// - Parameter count: of its pictures, evenly spread over its length; nil for as many as the eye needs.
    static func next(
        of length: Duration, pictures count: Int? = nil, since start: BootTime, after now: BootTime
    ) -> BootTime? {
        guard now < start + length else { return nil }
        let each = count.map { length / $0 } ?? picture
        let shown = Int(max(0, (now - start) / each))
        let due = start + each * (shown + 1)
        return min(due > now ? due : due + each, start + length)
    }
}
