@testable import noiseclock_sim

/// Draws a terminal's screen as SVG, cell by cell, so that readers of the README see what a terminal shows.
///
/// Blocks and lines are drawn as shapes, because fonts leave gaps between them. Other characters are text in any
/// available fixed-width font, with each run stretched to the width of its cells.
struct ScreenDrawing {
    private static let width = 10
    private static let height = 20
    private static let margin = 10
    /// The distance from a cell's top to the baseline.
    private static let ascent = 15

    private let frame: TerminalFrame
    /// The backgrounds, and the shapes on them.
    private var grounds = Layer()
    private var inks = Layer()
    private var texts: [String] = []

    /// Rectangles by colour, in the order in which colours first appear; they do not overlap.
    private struct Layer {
        private var paths: [String: String] = [:]
        private var colors: [String] = []

        mutating func add(_ rectangle: String, _ color: String) {
            if paths[color] == nil { colors.append(color) }
            paths[color, default: ""] += rectangle
        }

        var lines: [String] { colors.map { #"<path fill="\#($0)" d="\#(paths[$0] ?? "")"/>"# } }
    }

    init(_ frame: TerminalFrame) {
        self.frame = frame
        for row in 0..<frame.size.rows {
            for column in 0..<frame.size.columns { drawBlock(column, row) }
            drawTexts(row)
        }
    }

    /// The contents of the SVG file.
    var text: String {
        let width = frame.size.columns * Self.width + 2 * Self.margin
        let height = frame.size.rows * Self.height + 2 * Self.margin
        let ground = Self.color(frame[0, 0].style.background) ?? "#000000"
        var lines = [
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \#(width) \#(height)""#
                + #" width="\#(width)" height="\#(height)">"#,
            #"<rect width="\#(width)" height="\#(height)" fill="\#(ground)"/>"#,
            #"<g transform="translate(\#(Self.margin) \#(Self.margin))">"#,
            #"<g shape-rendering="crispEdges">"#,
        ]
        lines += grounds.lines + inks.lines
        lines.append("</g>")
        lines.append(
            #"<g font-family="DejaVu Sans Mono, Menlo, Consolas, monospace" font-size="16.6""#
                + #" xml:space="preserve">"#)
        lines += texts + ["</g>", "</g>", "</svg>", ""]
        return lines.joined(separator: "\n")
    }

    // MARK: - Shapes

    /// Fills a part of a cell, given in tenths of its width and twentieths of its height.
    private mutating func fill(
        _ column: Int, _ row: Int, x: Int, y: Int, width: Int, height: Int, _ color: TerminalColor
    ) {
        guard let name = Self.color(color) else { return }
        inks.add(Self.rectangle(column, row, x: x, y: y, width: width, height: height), name)
    }

    private static func rectangle(
        _ column: Int, _ row: Int, x: Int, y: Int, width: Int, height: Int
    ) -> String {
        "M\(column * Self.width + x) \(row * Self.height + y)h\(width)v\(height)h-\(width)z"
    }

    private mutating func drawBlock(_ column: Int, _ row: Int) {
        let cell = frame[column, row]
        let ink = cell.style.foreground
        let ground = cell.style.background
        if ground != frame[0, 0].style.background, let name = Self.color(ground) {
            let whole = Self.rectangle(
                column, row, x: 0, y: 0, width: Self.width, height: Self.height)
            grounds.add(whole, name)
        }
        if let mask = Self.quarters.firstIndex(of: cell.character) {
            fillQuarters(column, row, mask, ink)
        } else if let eighths = Self.eighths.firstIndex(of: cell.character) {
            fill(column, row, x: 0, y: 0, width: (eighths + 1) * 10 / 8, height: 20, ink)
        } else if cell.character == "━" {
            fill(column, row, x: 0, y: 9, width: 10, height: 3, ink)
        } else if cell.character == "─" {
            fill(column, row, x: 0, y: 10, width: 10, height: 1, ink)
        } else if cell.character == "┃" {
            fill(column, row, x: 4, y: 0, width: 3, height: 20, ink)
        }
    }

    /// Uses as few rectangles as possible.
    private mutating func fillQuarters(
        _ column: Int, _ row: Int, _ mask: Int, _ ink: TerminalColor
    ) {
        for (half, bits) in [(0, mask & 3), (1, mask >> 2)] where bits != 0 {
            if mask & 3 == mask >> 2, half == 1 { return }
            fill(
                column, row, x: bits == 2 ? 5 : 0, y: half * 10, width: bits == 3 ? 10 : 5,
                height: mask & 3 == mask >> 2 ? 20 : 10, ink)
        }
    }

    /// Indexed by a mask of filled quarters.
    private static let quarters = Array(" ▘▝▀▖▌▞▛▗▚▐▜▄▙▟█")
    private static let eighths = Array("▏▎▍▌▋▊▉")
    private static let shapes = Set(quarters + eighths + Array("━─┃"))

    // MARK: - Text

    private mutating func drawTexts(_ row: Int) {
        var column = 0
        while column < frame.size.columns {
            let first = frame[column, row]
            guard !Self.shapes.contains(first.character) else {
                column += 1
                continue
            }
            var run = ""
            let start = column
            // Single spaces belong to the run.
            while column < frame.size.columns {
                let cell = frame[column, row]
                let isBlank = cell.character == " " && !run.hasSuffix(" ")
                guard isBlank || !Self.shapes.contains(cell.character),
                    isBlank || cell.style.foreground == first.style.foreground,
                    cell.style.isBold == first.style.isBold
                else { break }
                run.append(cell.character)
                column += 1
            }
            while run.last == " " { run.removeLast() }
            add(run, start, row, first.style)
        }
    }

    private mutating func add(_ run: String, _ column: Int, _ row: Int, _ style: TerminalStyle) {
        if run == "●" {
            texts.append(
                #"<circle cx="\#(column * Self.width + 5)" cy="\#(row * Self.height + 10)" r="5""#
                    + #" fill="\#(Self.color(style.foreground) ?? "#ffffff")"/>"#)
            return
        }
        let escaped = run.map { character in
            switch character {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            default: String(character)
            }
        }.joined()
        texts.append(
            #"<text x="\#(column * Self.width)" y="\#(row * Self.height + Self.ascent)""#
                + #" textLength="\#(run.count * Self.width)" lengthAdjust="spacingAndGlyphs""#
                + #" fill="\#(Self.color(style.foreground) ?? "#ffffff")""#
                + #"\#(style.isBold ? #" font-weight="bold""# : "")>\#(escaped)</text>"#)
    }

    private static func color(_ color: TerminalColor) -> String? {
        guard case .rgb(let red, let green, let blue) = color else { return nil }
        return "#"
            + [red, green, blue].map { byte in
                let digits = String(byte, radix: 16)
                return digits.count == 1 ? "0\(digits)" : digits
            }.joined()
    }
}
