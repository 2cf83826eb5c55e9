/// The strokes of the signs.
extension Sketch {
    /// Nil for anything but the signs that faces and pages need.
    static func sign(_ sign: Character, _ measures: StrokeMeasures) -> Sketch? {
        guard let width = signWidths[sign] else { return nil }
        let columns =
            sign == "%" ? max(measures.width(width), measures.percentWidth) : measures.width(width)
        var sketch = Sketch(measures, columns: columns)
        switch sign {
        case ":", ".", ",", "!", "'", "(", ")": sketch.narrowSign(sign)
        case " ": break
        default: sketch.wideSign(sign)
        }
        return sketch
    }

    static var signs: [Character] { Array(signWidths.keys) }

    /// In per cent of a figure. The narrowest are as wide as the pen.
    private static let signWidths: [Character: Int] = [
        " ": 40, ":": 10, ".": 10, ",": 10, "!": 10, "'": 10, "-": 75, "+": 90, "%": 130, "/": 75,
        "°": 60, "?": 95, "(": 45, ")": 45, "_": 100, "=": 90,
    ]

    private mutating func narrowSign(_ sign: Character) {
        switch sign {
        case ":":
            dot(at: centre, row(0.28))
            dot(at: centre, row(0.78))
        case ".": dot(at: centre, bottom)
        case ",":
            clip = 0..<bitmap.rows
            let tail = min(deepest, bottom + Double(max(2, pen)))
            draw(StrokePath(centre, bottom).to(centre, tail))
        case "!":
            draw(StrokePath(centre, top).to(centre, hook(row(0.66), from: top, above: bottom)))
            dot(at: centre, bottom)
        case "'": draw(StrokePath(centre, top).to(centre, row(0.25)))
        case "(":
            draw(
                StrokePath(right, top).round(left, row(0.25)).to(left, row(0.5)))
            draw(StrokePath(left, row(0.5)).round(left, row(0.75)).to(right, bottom))
        default:
            draw(StrokePath(left, top).round(right, row(0.25)).to(right, row(0.5)))
            draw(StrokePath(right, row(0.5)).round(right, row(0.75)).to(left, bottom))
        }
    }

    private mutating func wideSign(_ sign: Character) {
        switch sign {
        case "-": bar(from: left, to: right, at: middle)
        case "_": bar(from: left, to: right, at: bottom)
        case "=":
            let distance = Double(max(pen, measures.figureHeight / 8))
            bar(from: left, to: right, at: snapped(middle - distance))
            bar(from: left, to: right, at: snapped(middle + distance))
        case "+":
            bar(from: left, to: right, at: middle)
            let reach = (right - left) / 2
            draw(StrokePath(centre, middle - reach).to(centre, middle + reach))
        case "/": draw(StrokePath(right, top).to(left, bottom))
        case "°": ring(left, top, right, top + max(2, right - left))
        case "%":
            let size = Double(measures.percentRing - measures.percentPen)
            let thin = measures.percentPen
            let half = Double(thin) / 2
            let edge = Double(columns) - half
            let base = Double(measures.figureHeight) - half
            draw(StrokePath(edge, half).to(half, base), pen: thin)
            smallRing(half, half, size, thin)
            smallRing(edge - size, base - size, size, thin)
        default:
            draw(
                StrokePath(left, row(0.2)).round(left, top).round(right, top)
                    .round(right, row(0.42)).round(centre, row(0.48)).to(
                        centre, hook(row(0.68), from: top, above: bottom)))
            dot(at: centre, bottom)
        }
    }

    private mutating func smallRing(_ left: Double, _ top: Double, _ size: Double, _ pen: Int) {
        draw(
            StrokePath(round: left, top).round(left + size, top)
                .round(left + size, top + size).round(left, top + size).closed(), pen: pen)
    }
}
