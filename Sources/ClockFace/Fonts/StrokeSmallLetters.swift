import ClockCore

/// The strokes of the small letters.
extension Sketch {
    /// Nil for anything but a to z.
    static func smallLetter(_ letter: Character, _ measures: StrokeMeasures) -> Sketch? {
        guard let width = smallWidths[letter] else { return nil }
        let isWide = width >= wideLetter
        let margin = measures.margin
        let columns = measures.width(width) + 2 * margin
        var sketch = Sketch(
            measures, columns: columns, margin: margin,
            pen: isWide ? measures.penForThreeStems(columns: columns - 2 * margin) : nil)
        sketch.clip = measures.figureHeight - measures.smallHeight..<measures.figureHeight
        if letter < "n" {
            sketch.firstSmallLetters(letter)
        } else {
            sketch.lastSmallLetters(letter)
        }
        return sketch
    }

    /// In per cent of a figure.
    private static let smallWidths: [Character: Int] = [
        "a": 90, "b": 95, "c": 85, "d": 95, "e": 90, "f": 70, "g": 95, "h": 90, "i": 10, "j": 40,
        "k": 90, "l": 35, "m": 140, "n": 90, "o": 95, "p": 95, "q": 95, "r": 65, "s": 85, "t": 60,
        "u": 90, "v": 95, "w": 140, "x": 95, "y": 95, "z": 85,
    ]

    /// The rows of letters that reach above or below small ones.
    private var allRows: Range<Int> { 0..<bitmap.rows }

    private mutating func firstSmallLetters(_ letter: Character) {
        switch letter {
        case "a":
            let bar = smallRow(0.42)
            draw(
                StrokePath(left, hook(smallRow(0.15), from: smallTop, above: bar))
                    .round(left, smallTop).round(right, smallTop).to(right, bottom))
            draw(StrokePath(right, bar).round(left, bar).round(left, bottom).to(right, bottom))
            slabs([(right, bottom)], onlyRight: true)
        case "b", "d":
            tallStem(letter == "b" ? left : right)
            smallRing()
            slabs([(letter == "b" ? left : right, top)], onlyLeft: true)
        case "c":
            draw(
                StrokePath(right, hook(smallRow(0.24), from: smallTop, above: smallMiddle))
                    .round(right, smallTop).round(left, smallTop).round(left, bottom)
                    .round(right, bottom)
                    .to(right, hook(smallRow(0.76), from: bottom, below: smallMiddle)))
        case "e":
            draw(
                StrokePath(left, smallMiddle).to(right, smallMiddle).round(right, smallTop)
                    .round(left, smallTop).round(left, bottom).round(right, bottom)
                    .to(right, hook(smallRow(0.82), from: bottom, below: smallMiddle)))
        case "f": hookedStem()
        case "g":
            smallRing()
            clip = smallRows.lowerBound..<bitmap.rows
            draw(
                StrokePath(right, smallTop).round(right, deepest).round(left, deepest)
                    .to(left, deepest - 1))
        case "h":
            tallStem(left)
            draw(arch(from: left, to: right))
            slabs([(left, bottom), (right, bottom)])
            slabs([(left, top)], onlyLeft: true)
        case "i", "l": uprightLetter(letter)
        case "j":
            clip = allRows
            draw(StrokePath(right, smallTop).round(right, deepest).to(left, deepest))
            dot(right)
        case "k":
            tallStem(left)
            draw(StrokePath(right, smallTop).to(left, smallRow(0.68)))
            draw(StrokePath(column(0.3), smallRow(0.44)).to(right, bottom))
            slabs([(left, bottom), (right, bottom)])
            slabs([(left, top)], onlyLeft: true)
        default:
            draw(StrokePath(left, smallTop).to(left, bottom))
            draw(arch(from: left, to: exactCentre))
            draw(StrokePath(exactCentre, smallMiddle).to(exactCentre, bottom))
            mirror()
            slabs([(left, bottom), (right, bottom)])
        }
    }

    private mutating func lastSmallLetters(_ letter: Character) {
        switch letter {
        case "n":
            draw(StrokePath(left, smallTop).to(left, bottom))
            draw(arch(from: left, to: right))
            slabs([(left, bottom), (right, bottom)])
            slabs([(left, smallTop)], onlyLeft: true)
        case "o":
            smallRing()
            mirror()
        case "p", "q":
            let place = letter == "p" ? left : right
            smallRing()
            clip = allRows
            draw(StrokePath(place, smallTop).to(place, deepest))
            slabs([(place, deepest)])
        case "r":
            draw(StrokePath(left, smallTop).to(left, bottom))
            draw(
                StrokePath(left, smallMiddle).round(left, smallTop).round(right, smallTop)
                    .to(right, smallRow(0.22)))
            slabs([(left, bottom)])
        case "s":
            draw(
                StrokePath(right, hook(smallRow(0.2), from: smallTop, above: smallMiddle))
                    .round(right, smallTop).round(left, smallTop).round(left, smallMiddle)
                    .round(right, smallMiddle).round(right, bottom).round(left, bottom)
                    .to(left, hook(smallRow(0.8), from: bottom, below: smallMiddle)))
        case "t":
            let place = column(0.3)
            clip = allRows
            draw(StrokePath(place, row(0.1)).round(place, bottom).to(right, bottom))
            bar(from: left, to: right, at: smallTop)
        case "u":
            draw(
                StrokePath(left, smallTop).round(left, bottom).round(right, bottom)
                    .to(right, smallMiddle))
            draw(StrokePath(right, smallTop).to(right, bottom))
            slabs([(left, smallTop), (right, smallTop)], onlyLeft: true)
            slabs([(right, bottom)], onlyRight: true)
        case "v":
            draw(StrokePath(left, smallTop).to(exactCentre, bottom).to(right, smallTop))
            mirror()
            slabs([(left, smallTop), (right, smallTop)])
        case "w":
            zigzag(from: smallTop, to: bottom, peak: smallTop)
            slabs([(left, smallTop), (right, smallTop)])
        case "x":
            draw(StrokePath(left, smallTop).to(right, bottom))
            mirrorOver()
            slabs([(left, smallTop), (left, bottom), (right, smallTop), (right, bottom)])
        case "y":
            clip = smallRows.lowerBound..<bitmap.rows
            draw(
                StrokePath(left, smallTop).round(left, bottom).round(right, bottom)
                    .to(right, smallMiddle))
            draw(
                StrokePath(right, smallTop).round(right, deepest).round(left, deepest)
                    .to(left, deepest - 1))
            slabs([(left, smallTop), (right, smallTop)])
        default:
            draw(
                StrokePath(left, smallTop).to(right, smallTop).to(left, bottom).to(right, bottom))
        }
    }

    private var smallRows: Range<Int> {
        measures.figureHeight - measures.smallHeight..<measures.figureHeight
    }

    private mutating func tallStem(_ place: Double) {
        let before = clip
        clip = allRows
        draw(StrokePath(place, top).to(place, bottom))
        clip = before
    }

    private mutating func smallRing() { ring(left, smallTop, right, bottom) }

    /// From a stem over to another one.
    private func arch(from start: Double, to end: Double) -> StrokePath {
        StrokePath(start, smallMiddle).round(start, smallTop).round(end, smallTop).to(end, bottom)
    }

    /// An i, or an l, whose foot tells it from a capital I.
    private mutating func uprightLetter(_ letter: Character) {
        let begin = letter == "i" ? smallTop : top
        clip = allRows
        switch measures.design {
        case .monospaced:
            draw(StrokePath(centre, begin).to(centre, bottom))
            bar(from: column(0.1), to: centre, at: begin)
            bar(from: column(0.1), to: column(0.9), at: bottom)
        case .serif:
            draw(StrokePath(centre, begin).to(centre, bottom))
            slabs([(centre, begin)], onlyLeft: true)
            slabs([(centre, bottom)])
        case .default, .rounded, .segments:
            if letter == "l" {
                draw(StrokePath(left, begin).round(left, bottom).to(right, bottom))
            } else {
                draw(StrokePath(centre, begin).to(centre, bottom))
            }
        }
        if letter == "i" { dot(centre) }
    }

    private mutating func hookedStem() {
        let place = column(0.35)
        clip = allRows
        draw(StrokePath(right, top).round(place, top).to(place, bottom))
        bar(from: left, to: right, at: smallTop)
        slabs([(place, bottom)])
    }

    /// The dot of an i.
    private mutating func dot(_ place: Double) {
        let before = clip
        clip = allRows
        dot(at: place, min(top, smallTop - Double(pen) - 1))
        clip = before
    }
}
