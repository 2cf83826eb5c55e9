import ClockCore

/// The strokes of the capitals.
extension Sketch {
    /// Nil for anything but A to Z.
    static func capital(_ letter: Character, _ measures: StrokeMeasures) -> Sketch? {
        guard let width = capitalWidths[letter] else { return nil }
        let isWide = width >= wideLetter
        let margin = measures.margin
        let columns = measures.width(width) + 2 * margin
        var sketch = Sketch(
            measures, columns: columns, margin: margin,
            pen: isWide ? measures.penForThreeStems(columns: columns - 2 * margin) : nil)
        if letter < "N" { sketch.firstCapitals(letter) } else { sketch.lastCapitals(letter) }
        return sketch
    }

    /// In per cent of a figure.
    private static let capitalWidths: [Character: Int] = [
        "A": 110, "B": 100, "C": 100, "D": 105, "E": 90, "F": 90, "G": 105, "H": 105, "I": 10,
        "J": 85, "K": 105, "L": 85, "M": 135, "N": 110, "O": 110, "P": 100, "Q": 110, "R": 105,
        "S": 100, "T": 100, "U": 105, "V": 110, "W": 150, "X": 105, "Y": 105, "Z": 100,
    ]
    /// Letters from this width on have three stems.
    static let wideLetter = 130

    private mutating func firstCapitals(_ letter: Character) {
        switch letter {
        case "A":
            draw(StrokePath(left, bottom).to(exactCentre, top).to(right, bottom))
            let bar = row(0.68)
            draw(StrokePath(column(0.2), bar).to(exactCentre, bar))
            mirror()
            slabs([(left, bottom), (right, bottom)])
        case "B":
            draw(lobe(top, middle))
            draw(lobe(middle, bottom))
            slabs([(left, top), (left, bottom)], onlyLeft: true)
        case "C": draw(openRing())
        case "D":
            draw(lobe(top, bottom))
            slabs([(left, top), (left, bottom)], onlyLeft: true)
        case "E", "F":
            if letter == "E" {
                draw(StrokePath(right, top).to(left, top).to(left, bottom).to(right, bottom))
            } else {
                draw(StrokePath(right, top).to(left, top).to(left, bottom))
            }
            bar(from: left, to: column(0.8), at: middle)
            slabs([(left, top), (left, bottom)], onlyLeft: letter == "E")
        case "G":
            draw(
                StrokePath(right, hook(row(0.2), from: top, above: middle)).round(right, top)
                    .round(left, top).round(left, bottom).round(right, bottom)
                    .to(right, middle).to(column(0.6), middle))
        case "H":
            stems()
            bar(from: left, to: right, at: middle)
            slabs([(left, top), (left, bottom), (right, top), (right, bottom)])
        case "I":
            stem(centre)
            if measures.design == .monospaced { capBars() }
            slabs([(centre, top), (centre, bottom)])
        case "J":
            draw(
                StrokePath(right, top).round(right, bottom).round(left, bottom).to(left, row(0.7)))
            slabs([(right, top)])
        case "K":
            stem(left)
            draw(StrokePath(right, top).to(left, row(0.62)))
            draw(StrokePath(column(0.32), row(0.42)).to(right, bottom))
            slabs([(left, top), (left, bottom), (right, top), (right, bottom)])
        case "L":
            draw(StrokePath(left, top).to(left, bottom).to(right, bottom))
            slabs([(left, top)])
        default:
            stems()
            draw(StrokePath(left, top).to(exactCentre, row(0.62)).to(right, top))
            mirror()
            slabs([(left, top), (left, bottom), (right, top), (right, bottom)])
        }
    }

    private mutating func lastCapitals(_ letter: Character) {
        switch letter {
        case "N":
            stems()
            draw(StrokePath(left, top).to(right, bottom))
            slabs([(left, top), (left, bottom), (right, top)])
        case "O", "Q":
            ring(left, top, right, bottom)
            mirror()
            mirrorRows()
            if letter == "Q" { draw(StrokePath(column(0.6), row(0.72)).to(right, bottom)) }
        case "P", "R":
            let bar = row(letter == "P" ? 0.54 : 0.5)
            stem(left)
            draw(lobe(top, bar))
            if letter == "R" { draw(StrokePath(column(0.4), bar).to(right, bottom)) }
            slabs([(left, top)], onlyLeft: true)
            slabs([(left, bottom), (right, bottom)].dropLast(letter == "P" ? 1 : 0))
        case "S":
            draw(
                StrokePath(right, hook(row(0.2), from: top, above: middle)).round(right, top)
                    .round(left, top).round(left, middle).round(right, middle)
                    .round(right, bottom).round(left, bottom)
                    .to(left, hook(row(0.8), from: bottom, below: middle)))
        case "T":
            bar(from: left, to: right, at: top)
            stem(centre)
            slabs([(centre, bottom)])
        case "U":
            draw(
                StrokePath(left, top).round(left, bottom).round(right, bottom).to(right, top))
            mirror()
            slabs([(left, top), (right, top)])
        case "V":
            draw(StrokePath(left, top).to(exactCentre, bottom).to(right, top))
            mirror()
            slabs([(left, top), (right, top)])
        case "W":
            zigzag(from: top, to: bottom, peak: row(0.25))
            slabs([(left, top), (right, top)])
        case "X":
            draw(StrokePath(left, top).to(right, bottom))
            mirrorOver()
            slabs([(left, top), (left, bottom), (right, top), (right, bottom)])
        case "Y":
            draw(StrokePath(left, top).to(exactCentre, row(0.55)).to(right, top))
            draw(StrokePath(exactCentre, row(0.5)).to(exactCentre, bottom))
            mirror()
            slabs([(left, top), (right, top), (centre, bottom)])
        default:
            draw(StrokePath(left, top).to(right, top).to(left, bottom).to(right, bottom))
        }
    }

    /// A stem with a bow to its right.
    private func lobe(_ top: Double, _ bottom: Double) -> StrokePath {
        StrokePath(left, top).round(right, top).round(right, bottom).to(left, bottom).closed()
    }

    private func openRing() -> StrokePath {
        StrokePath(right, hook(row(0.2), from: top, above: middle)).round(right, top)
            .round(left, top).round(left, bottom).round(right, bottom)
            .to(right, hook(row(0.8), from: bottom, below: middle))
    }

    private mutating func stem(_ x: Double) { draw(StrokePath(x, top).to(x, bottom)) }

    private mutating func stems() {
        stem(left)
        stem(right)
    }

    private mutating func capBars() {
        bar(from: left, to: right, at: top)
        bar(from: left, to: right, at: bottom)
    }
}
