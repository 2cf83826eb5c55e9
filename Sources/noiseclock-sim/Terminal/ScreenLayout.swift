import HAL

/// How many rows each part of the screen gets.
///
/// Parts are placed in order of importance, so a small terminal drops them in reverse order: first the gaps, the
/// longer list of messages and the keys' edges, then the scales, the messages, the clock's comfortable size, the
/// date, the title, the volume, the light, and what plays. The clock, the next alarm, the buttons and the help
/// line always stay. Neither a ringing alarm nor a fault moves anything: the banner covers the status lines, and
/// health comes before the messages. From 80 by 24 on the help line has a second row, and so names all keys.
///
/// The open mixer takes its rows from the clock's size and the messages. Its height does not depend on the mix,
/// so adding or removing a sound moves nothing.
struct ScreenLayout: Equatable {
    /// Below this, only one line of text is shown.
    static let minimumColumns = 40
    static let minimumRows = 12
    /// From this width on, volume and light are side by side and the buttons look like keys.
    static let wideColumns = 80
    /// Rows of the mixer: its heading, the sounds that a mix can hold, a line of remarks.
    static let mostMixerRows = 18

    /// Rows of the help line on a wide terminal.
    private static let mostHelpRows = 2

    let isWide: Bool
    /// The columns available to the clock.
    let clockColumns: Int
    var header = 0
    var clock = ClockPicture.minimumRows
    /// How many to show of: the next alarm, what plays, the date, in this order.
    var status = 0
    var levels = 0
    var scale = 0
    var mixer = 0
    var buttons = 0
    var notes = 0
    var help = 0
    /// Blank rows above each part except the header.
    var gaps = Gaps()

    struct Gaps: Equatable {
        var clock = 0
        var status = 0
        var levels = 0
        var mixer = 0
        var buttons = 0
        var notes = 0
        var help = 0
    }

    /// Nil if the terminal is too small for more than one line.
    init?(size: TerminalSize, display: SimulatorScreen.Display, isMixerOpen: Bool = false) {
        guard size.columns >= ScreenLayout.minimumColumns, size.rows >= ScreenLayout.minimumRows
        else { return nil }
        isWide = size.columns >= ScreenLayout.wideColumns
        // The fewer columns there are for pixels, the smaller they are, so the edges are the case's own matter.
        if case .pixels = display.geometry {
            clockColumns = size.columns
        } else {
            clockColumns = isWide ? size.columns - 4 : size.columns
        }
        var left = size.rows - clock
        func give(_ part: inout Int, upTo limit: Int) {
            let more = min(left, max(0, limit - part))
            part += more
            left -= more
        }
        give(&status, upTo: 1)
        if !isMixerOpen { give(&buttons, upTo: 1) }
        give(&help, upTo: 1)
        if isMixerOpen { give(&mixer, upTo: 4) }
        give(&status, upTo: 2)
        give(&levels, upTo: isWide ? 1 : 2)
        give(&header, upTo: 1)
        if isMixerOpen {
            give(&mixer, upTo: 8)
            give(&gaps.mixer, upTo: 1)
            give(&buttons, upTo: 1)
            give(&help, upTo: isWide ? ScreenLayout.mostHelpRows : 1)
        }
        let heights = ClockHeights(display, columns: clockColumns, most: clock + left)
        if !isMixerOpen { give(&clock, upTo: heights.withEachPixel) }
        give(&status, upTo: 3)
        if isMixerOpen {
            give(&clock, upTo: heights.largest(8))
            give(&mixer, upTo: ScreenLayout.mostMixerRows)
        }
        give(&clock, upTo: heights.largest(11))
        give(&notes, upTo: 2)
        give(&help, upTo: isWide ? ScreenLayout.mostHelpRows : 1)
        give(&gaps.levels, upTo: 1)
        give(&scale, upTo: isWide ? 1 : 0)
        give(&notes, upTo: 3)
        give(&buttons, upTo: isWide ? 2 : 1)
        give(&gaps.status, upTo: 1)
        give(&gaps.buttons, upTo: 1)
        give(&clock, upTo: heights.largest(13))
        give(&gaps.notes, upTo: 1)
        give(&notes, upTo: 5)
        give(&gaps.help, upTo: 1)
        give(&gaps.clock, upTo: 1)
        give(&clock, upTo: heights.largest(clock + left))
        // Split the remaining rows equally above and below the clock.
        gaps.clock += left / 2
        gaps.status += left - left / 2
    }
}

/// The heights that a clock can use.
private struct ClockHeights {
    private let display: SimulatorScreen.Display
    private let columns: Int
    private let most: Int

    init(_ display: SimulatorScreen.Display, columns: Int, most: Int) {
        self.display = display
        self.columns = columns
        self.most = most
    }

    /// The height of the largest clock of at most this many rows.
    func largest(_ rows: Int) -> Int {
        ClockPicture(display: display, columns: columns, rows: min(rows, most))?.size.rows ?? 0
    }

    /// The height from which on a panel of pixels shows each of them: as half a cell if there is room for that, or
    /// else as a dot. 0 if there is no room or no pixels.
    var withEachPixel: Int {
        guard case .pixels(let geometry) = display.geometry else { return 0 }
        let clock = PixelGrid.fitting(
            geometry, columns: columns, rows: most, scales: PixelGrid.scalesOfEach)
        return clock?.body.rows ?? 0
    }
}
