import ClockTime

/// The words that say what a picture is. On a panel without room for both, words and picture take turns. A text that moves
/// starts again at each turn.
struct HeadingTurn: Hashable, Sendable {
    var content: FacePicture.Content
    /// How long it is shown at a time.
    var length: Duration
    var order: FaceScene.Heading.Order
    var since: BootTime

    /// What has its turn.
    struct Turn: Hashable {
        var isHeading: Bool
        var start: BootTime
        /// Nil: it stays.
        var end: BootTime?
    }

    func turn(at now: BootTime) -> Turn {
        switch order {
        case .first:
            let end = since + length
            return now < end
                ? Turn(isHeading: true, start: since, end: end)
                : Turn(isHeading: false, start: end, end: nil)
        case .again(let after, let isFirst):
            let period = length + after
            let begun = isFirst ? since : since + after - period
            let start = begun + period * max(0, Int((now - begun) / period))
            let middle = start + length
            return now < middle
                ? Turn(isHeading: true, start: start, end: middle)
                : Turn(isHeading: false, start: middle, end: start + period)
        }
    }
}
