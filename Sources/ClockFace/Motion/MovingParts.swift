import ClockTime
import HAL

/// The parts of a picture of pixels that can move, as they were drawn.
struct MovingParts: Hashable, Sendable {
    /// The cells of figures, from left to right and from the top.
    var figures: [Figure] = []
    /// The colon's dots, if they are fully lit.
    var dots: [PixelArea] = []
    var text: Text?

    struct Figure: Hashable, Sendable {
        var area: PixelArea
        /// Nil for a blank.
        var digit: Int?
        /// The rows above and below it that stay free, into which it may grow.
        var spare: Int
    }

    /// A text that is wider than its area.
    struct Text: Hashable, Sendable {
        var area: PixelArea
        /// All of it, as high as the area.
        var whole: PixelPicture
        var run: TextRun
        var since: BootTime
    }
}
