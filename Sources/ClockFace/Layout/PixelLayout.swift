import ClockCore
import HAL

/// Where the parts of a time stand on a panel of pixels, and in which font.
///
/// Figures stand in cells of equal width, so that nothing shifts when they change (product, C7). The size is the
/// largest that fits, found by binary search over the heights that the font has (C8).
struct PixelLayout: Hashable, Sendable {
    var font: Font
    /// The left column of each figure cell: hours, minutes, and seconds if they are digits.
    var cells: [Place] = []
    /// The colon's dots, and those before the seconds. With a colon of the font's own, each of these is a whole colon.
    var dots: [PixelArea] = []
    /// The colon of an own font, as far as it fits.
    var colon: Font.Glyph?
    /// Room for "PM" and for the bell, where there are no lines for texts.
    var afternoonBadge: PixelArea?
    var alarmBadge: PixelArea?
    /// Dots that stand for them where there is no such room; nil if there is no free place.
    var afternoonMark: PixelArea?
    var alarmMark: PixelArea?
    /// Where the seconds are a bar; nil if they are digits or there is no free row.
    var secondsBar: PixelArea?
    /// Otherwise the free pixels at the edge, clockwise, in which one pixel goes round; empty if they are too few.
    var secondsPath: [Place] = []
    /// Seven pixels for the days of the week, where a row is free for them.
    var week: PixelArea?
    /// The lines for texts, below the time or beside it.
    var overlayLines: [PixelArea] = []
    /// The columns and rows that the figures cover.
    var figures: [PixelArea] = []
    /// The rows above and below each figure cell that stay free when all figures grow by as many.
    var spareRows: [Int] = []
    /// A dot for every five minutes, where no figures that can be read leave room for those of the minutes. Three of them
    /// are a quarter of an hour. Otherwise empty.
    var fives: [PixelArea] = []

    /// Moves the others to the middle, if all stand on one line.
    mutating func leaveOutFirstFigure() {
        let (first, second) = (cells.removeFirst(), cells[0])
        spareRows.removeFirst()
        guard cells.allSatisfy({ $0.row == first.row }) else { return }
        let step = (second.column - first.column) / 2
        for place in cells.indices { cells[place].column -= step }
        for place in dots.indices { dots[place].column -= step }
    }

    /// Whether the minutes stand right below the hours, without a row between them.
    var hasTouchingLines: Bool {
        guard let hours = figures.first, let minutes = figures.last else { return false }
        return minutes.row == hours.bottom
    }

    /// Whether each figure stands right beside the next one, in another colour.
    var hasTouchingFigures: Bool {
        guard cells.count > 1 else { return false }
        return cells[1].row == cells[0].row
            && cells[1].column == cells[0].column + font.figureWidth
    }

    /// Whether the colon stands right beside a figure, without a column between them.
    var hasTouchingDots: Bool {
        guard let dot = dots.first else { return false }
        return cells.contains { cell in
            cell.column + font.figureWidth == dot.column
                && (cell.row..<cell.row + font.figureHeight).contains(dot.row)
        }
    }

    struct Place: Hashable {
        var column: Int
        var row: Int
    }

    /// What a layout depends on.
    struct Request: Hashable {
        var area: PixelArea
        var design: FontDesign
        var weight: FontWeight
        var size: FaceSize
        var showsSeconds: Bool
        var hasOverlays: Bool
        /// Whether pixels have levels.
        var hasLevels: Bool
        /// Whether colours tell the minutes from the hours where both touch.
        var hasTwoColors: Bool
        /// A person's own fonts to prefer; nil: the built-in ones.
        var family: String?
    }

    /// From this width on, the seconds are digits (product, C3).
    static let columnsForSeconds = 48
    /// Figures lower than this may stand close to the colon.
    static let tightBelow = 9
    /// From this width on, low panels have the time at the left and a text beside it.
    static let columnsForText = 96
    /// From these heights on, there are one line and two lines below the time.
    static let rowsForOverlay = 24
    private static let rowsForTwoOverlays = 48
    /// From this height on, the first line is larger than the second one.
    private static let rowsForTwoSizes = 56
    /// The rows of such a line's font.
    static let overlayRows = 8
    private static let largeOverlayRows = 11
    /// The free rows between the time and the lines for texts.
    static let distanceToTexts = 3

    /// The rows of each line for texts. All of their fonts have a pen of one pixel.
    static func overlayRows(in area: PixelArea) -> [Int] {
        if area.rows < rowsForOverlay { return [] }
        if area.rows < rowsForTwoOverlays { return [overlayRows] }
        return [area.rows < rowsForTwoSizes ? overlayRows : largeOverlayRows, overlayRows]
    }

    /// Of dots for five minutes.
    static let linesOfFives = 2
}

extension PixelLayout {
    /// Nil if not even the smallest font fits.
    ///
    /// An own font comes first wherever it fits. But it never takes the figures of the minutes off a face that has room for
    /// them in a built-in font.
    init?(_ request: Request, fonts: FontLibrary = .builtIn) {
        let own = request.family.flatMap { family in
            fonts.has(family)
                ? PixelLayout.best(request, FigureFonts(of: family, in: fonts, for: request)) : nil
        }
        if let own, own.fives.isEmpty {
            self = own
            return
        }
        let builtIn = PixelLayout.best(request, FigureFonts(builtInFor: request))
        guard let layout = builtIn?.fives.isEmpty == true ? builtIn : own ?? builtIn else {
            return nil
        }
        self = layout
    }

    private static func best(_ request: Request, _ fonts: FigureFonts) -> PixelLayout? {
        let area = request.area
        var candidates: [PixelLayout] = []
        // Wide panels have the time in one row. Where it does not fit, or is taller otherwise, hours stand over
        // minutes.
        if let row = Arrangement(request, fonts, .row).largest { candidates.append(row) }
        if candidates.isEmpty || area.rows > area.columns {
            if let stack = Arrangement(request, fonts, .stack).largest { candidates.append(stack) }
        }
        // Figures of four rows are hard to read. Higher ones that touch are better, if they have two colours.
        if request.hasTwoColors,
            candidates.allSatisfy({ $0.font.figureHeight <= FontLibrary.smallestFigureHeight }),
            let dense = Arrangement(request, fonts, .denseRow).largest
        {
            candidates.append(dense)
        }
        if candidates.isEmpty, let tally = Arrangement(request, fonts, .tally).largest {
            candidates.append(tally)
        }
        return candidates.max { $0.font.figureHeight < $1.font.figureHeight }
    }
}
