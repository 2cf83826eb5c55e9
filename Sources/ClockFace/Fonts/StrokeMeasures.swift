import ClockCore

/// The measures of a stroke font, in pixels. All of them are whole, so stems and bars cover whole pixels.
struct StrokeMeasures: Hashable, Sendable {
    let design: FontDesign
    /// Rows of figures and capitals.
    let figureHeight: Int
    /// Columns of figures.
    let figureWidth: Int
    /// How thick strokes are.
    let pen: Int
    /// Rows without ink that keep strokes apart.
    let clearance: Int
    /// Rows of small letters without what sticks out above or below.
    let smallHeight: Int
    /// Rows below the base line.
    let descent: Int
    /// Columns between characters.
    let gap: Int
    /// How far serifs stick out from a stem.
    let serif: Int

    /// The pen's width in thousandths of the height.
    private static func penShare(_ weight: FontWeight) -> Int {
        switch weight {
        case .ultraLight: 30
        case .thin: 52
        case .light: 82
        case .regular: 112
        case .medium: 136
        case .semibold: 160
        case .bold: 185
        case .heavy: 210
        case .black: 235
        }
    }

    /// The width of characters that are only a stem, in per cent of a figure.
    static let stemAlone = 10
    /// The narrowest figures that can be told apart.
    static let narrowestFigure = 3

    init(design: FontDesign, weight: FontWeight, figureHeight: Int, maximumFigureWidth: Int?) {
        self.design = design
        self.figureHeight = figureHeight
        let wanted = max(1, (figureHeight * StrokeMeasures.penShare(weight) + 500) / 1000)
        // Slabs need room at both sides of a stem.
        let room = design == .serif ? 2 * max(1, figureHeight / 16) : 0
        let natural = (figureHeight * 56 + 50) / 100 + wanted / 2 + room
        let limit = max(StrokeMeasures.narrowestFigure, maximumFigureWidth ?? natural)
        let width = min(natural, limit)
        // Three bars and two counters make an 8's height, two stems and a counter its width.
        let counter = figureHeight < 10 ? 1 : max(2, figureHeight / 12)
        let byHeight = (figureHeight - 2 * counter) / 3
        let byWidth = (width - max(1, width / 5)) / 2
        var pen = max(1, min(wanted, byHeight, byWidth))
        // A stem in the middle needs as many columns on either side.
        var figureWidth = width
        if !(width - pen).isMultiple(of: 2), width > StrokeMeasures.narrowestFigure {
            if width < maximumFigureWidth ?? .max {
                figureWidth += 1
            } else if pen > 1 {
                pen -= 1
            } else {
                figureWidth -= 1
            }
        }
        self.pen = pen
        self.figureWidth = figureWidth
        clearance = max(1, figureHeight / 14)
        smallHeight = max(5, (figureHeight * 70 + 50) / 100)
        descent = StrokeMeasures.descent(figureHeight: figureHeight)
        gap = max(1, (figureHeight * 10 + 50) / 100)
        serif = design == .serif ? max(1, (figureHeight * 5 + pen * 20 + 50) / 100) : 0
    }

    /// Rows below the base line.
    static func descent(figureHeight: Int) -> Int { max(2, (figureHeight * 24 + 50) / 100) }

    /// Columns of a letter that is `percent` as wide as a figure, and as many on either side of a stem in its middle.
    /// In a monospaced font that is as wide as a figure.
    func width(_ percent: Int) -> Int {
        if design == .monospaced { return figureWidth }
        // Anything but a stem needs columns beside it.
        let narrowest = percent > StrokeMeasures.stemAlone ? pen + 2 : pen
        let columns = max(narrowest, (figureWidth * percent + 50) / 100)
        return (columns - pen).isMultiple(of: 2) ? columns : columns + 1
    }

    /// Columns at either side of letters that serifs need.
    var margin: Int { serif }

    /// The pen of a percent sign: that of its word, unless its rings would meet.
    var percentPen: Int { max(1, min(pen, figureHeight / 7)) }
    /// The side of its rings.
    var percentRing: Int { 2 * percentPen + max(1, figureHeight / 9) }
    /// Its columns: so many that the stroke between the rings touches neither.
    var percentWidth: Int {
        if design == .monospaced { return figureWidth }
        let reach = percentRing + percentPen + clearance
        return reach * figureHeight / max(1, figureHeight - percentRing)
    }

    /// The pen for letters with three stems, which must leave two counters open.
    func penForThreeStems(columns: Int) -> Int {
        max(1, min(pen, (columns - 2 * max(1, columns / 8)) / 3))
    }
}
