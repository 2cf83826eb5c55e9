import ClockTime

/// How much text a display shows at once, and how long it takes until the rest has moved through.
///
/// The painter moves texts, because only it knows how wide they are. The machine only has to wait for them, so it
/// counts each character as wide as the widest.
package struct TextRoom: Hashable, Sendable {
    /// How many of the widest characters stand side by side.
    let characters: Int
    /// How long one more of these takes.
    let step: Duration

    /// How long a text stands at its beginning, and at its end.
    package static let rest = Duration.seconds(1)
    /// Of text that moves on segments.
    package static let charactersPerSecond = 3
    /// Letters taller than this would show too few characters at a time.
    package static let mostRows = 16

    /// Of text that moves on pixels; letters of twice the size move by twice as many columns.
    ///
    /// - Parameter rows: the height of its line.
    package static func columnsPerSecond(rows: Int) -> Int { 12 * max(1, rows / 8) }

    /// Every text fits.
    static let wide = TextRoom(nil, .upright)

    /// - Parameter display: nil if it is not known; then every text fits.
    init(_ display: DisplayShape?, _ rotation: FaceRotation) {
        switch display {
        case nil: (characters, step) = (.max, .zero)
        case .digits(let digits):
            (characters, step) = (digits, .seconds(1) / TextRoom.charactersPerSecond)
        case .pixels(var columns, var rows):
            if rotation == .quarter || rotation == .threeQuarters {
                (columns, rows) = (rows, columns)
            }
            let height = min(rows, TextRoom.mostRows)
            let widest = max(TextRoom.leastAdvance, height)
            characters = columns / widest
            step = .seconds(1) * widest / TextRoom.columnsPerSecond(rows: height)
        }
    }

    /// From one small letter to the next one.
    private static let leastAdvance = 6

    /// How long a text takes to be read: nothing if it fits.
    package func length(of text: String) -> Duration {
        let hidden = text.count - characters
        return hidden > 0 ? TextRoom.rest * 2 + step * hidden : .zero
    }
}
