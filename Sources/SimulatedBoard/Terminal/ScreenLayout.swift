/// How many rows each part of the screen gets.
///
/// Parts are taken in order of what a person needs most, so that on a small terminal they go in the
/// reverse order: first the gaps and the longer list of messages, then the scales and the keys'
/// edges, the messages, the clock's comfortable size, the date, the title, the volume, the light,
/// and what plays. The clock, the next alarm, the buttons and the help line always stay. Neither an
/// alarm that rings nor a fault moves anything: the banner covers the status lines, and health
/// comes before the messages.
struct ScreenLayout: Equatable {
    /// Below this only one line of text is shown.
    static let minimumColumns = 40
    static let minimumRows = 12
    /// From this width on, volume and light stand side by side and the buttons are drawn as keys.
    static let wideColumns = 80

    let isWide: Bool
    var header = 0
    var clock = ClockPicture.minimumRows
    /// The next alarm, what plays, the date: of these the first so many.
    var status = 0
    var levels = 0
    var scale = 0
    var buttons = 0
    var notes = 0
    var help = 0
    /// Blank rows above each part but the header.
    var gaps = Gaps()

    struct Gaps: Equatable {
        var clock = 0
        var status = 0
        var levels = 0
        var buttons = 0
        var notes = 0
        var help = 0
    }

    /// Nil where the terminal is too small for more than a line.
    init?(size: TerminalSize, display: SimulatorScreen.Display) {
        guard size.columns >= ScreenLayout.minimumColumns, size.rows >= ScreenLayout.minimumRows
        else { return nil }
        isWide = size.columns >= ScreenLayout.wideColumns
        var left = size.rows - clock
        func take(_ part: inout Int, upTo limit: Int) {
            let more = min(left, max(0, limit - part))
            part += more
            left -= more
        }
        take(&status, upTo: 1)
        take(&buttons, upTo: 1)
        take(&help, upTo: 1)
        take(&status, upTo: 2)
        take(&levels, upTo: isWide ? 1 : 2)
        take(&header, upTo: 1)
        take(&status, upTo: 3)
        let largest = clock + left
        let useful =
            ClockPicture(display: display, columns: size.columns, rows: largest)?.size.rows ?? clock
        take(&clock, upTo: min(useful, 11))
        take(&notes, upTo: 2)
        take(&gaps.levels, upTo: 1)
        take(&scale, upTo: isWide ? 1 : 0)
        take(&buttons, upTo: isWide ? 2 : 1)
        take(&notes, upTo: 3)
        take(&gaps.status, upTo: 1)
        take(&gaps.buttons, upTo: 1)
        take(&clock, upTo: min(useful, 13))
        take(&gaps.notes, upTo: 1)
        take(&notes, upTo: 5)
        take(&gaps.help, upTo: 1)
        take(&gaps.clock, upTo: 1)
        take(&clock, upTo: useful)
        // What is left over stands above and below the clock in equal parts.
        gaps.clock += left / 2
        gaps.status += left - left / 2
    }
}
