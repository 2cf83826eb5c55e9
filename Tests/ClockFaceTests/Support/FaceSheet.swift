import HAL

@testable import ClockFace
@testable import SimulatedBoard

/// Pictures side by side, each with its caption: what `board/faces` shows people.
struct FaceSheet {
    var name: String
    var cells: [Cell]
    var columns = 4

    struct Cell {
        var caption: String
        var drawing: FaceDrawing
        var frame: Frame
    }

    private static let gap = 12.0
    private static let captionHeight = 22.0

    var svg: String {
        guard let size = cells.first.map({ ($0.drawing.width, $0.drawing.height) }) else {
            return ""
        }
        let (across, down) = (size.0 + Self.gap, size.1 + Self.captionHeight + Self.gap)
        let rows = (cells.count + columns - 1) / columns
        let width = Double(min(columns, cells.count)) * across + Self.gap
        let height = Double(rows) * down + Self.gap
        var lines = [
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(width) \(height)\" "
                + "width=\"\(width)\" height=\"\(height)\">",
            "<rect width=\"100%\" height=\"100%\" fill=\"#26282c\"/>",
        ]
        for (index, cell) in cells.enumerated() {
            let left = Self.gap + Double(index % columns) * across
            let top = Self.gap + Double(index / columns) * down
            lines.append("<g transform=\"translate(\(left) \(top))\"><!-- \(cell.caption) -->")
            lines.append(
                "<rect width=\"\(size.0)\" height=\"\(size.1)\" rx=\"5\" fill=\"#060607\"/>")
            lines.append(cell.drawing.svg(cell.frame))
            lines.append(Self.text(cell.caption, below: size.1 + 4, within: Int(size.0)))
            lines.append("</g>")
        }
        return (lines + ["</svg>", ""]).joined(separator: "\n")
    }

    /// In the face's own letters, so that the picture needs no font of the machine.
    private static func text(_ text: String, below top: Double, within width: Int) -> String {
        let font = FontLibrary.builtIn.text(rows: 8)
        var lines = [""]
        for word in text.split(separator: " ") {
            let longer = lines[lines.count - 1] + (lines[lines.count - 1].isEmpty ? "" : " ") + word
            if font.width(of: longer) <= width {
                lines[lines.count - 1] = longer
            } else {
                lines.append(String(word))
            }
        }
        var canvas = PixelCanvas(columns: width, rows: 20, background: .black)
        for (index, line) in lines.prefix(2).enumerated() {
            canvas.draw(line, in: font, pen: 0, line: index * 10, upTo: width, .white)
        }
        var path = ""
        for row in 0..<20 {
            for column in 0..<width where canvas.picture[column, row].isOn {
                path += "M\(column) \(row)h1v1h-1z"
            }
        }
        return "<path d=\"\(path)\" transform=\"translate(0 \(top))\" fill=\"#b8bcc4\"/>"
    }
}

extension FaceSheet {
    /// Three sheets for each panel, with all situations, with all pictures of each movement, and with those of a text that
    /// moves; and one of all panels at one moment.
    static func all() throws -> [FaceSheet] {
        let panels = try FaceBoard.allCases.map { try SheetPanel($0) }
        let each = panels.map { panel in
            FaceSheet(
                name: panel.name,
                cells: FaceSituation.all.map { panel.cell($0.name, of: $0) })
        }
        let moving = panels.map { panel in
            let films = MotionStory.all.map { panel.film(of: $0) }
            let longest = films.map(\.count).max() ?? 0
            return FaceSheet(
                name: panel.name + "-motion",
                cells: films.flatMap { film in
                    // It stays as it is after its end.
                    film
                        + (film.last.map { Array(repeating: $0, count: longest - film.count) } ?? [])
                }, columns: longest)
        }
        let texts = panels.map { panel in
            FaceSheet(name: panel.name + "-text", cells: panel.film(of: .text), columns: 10)
        }
        guard let set = FaceSituation.all.first(where: { $0.name == "An alarm is set" }) else {
            return each + moving + texts
        }
        return each + moving + texts + [
            FaceSheet(name: "all", cells: panels.map { $0.cell($0.name, of: set) }, columns: 3)
        ]
    }
}

/// A panel of the sheets.
struct SheetPanel {
    var name: String
    var geometry: PanelGeometry
    var color: BoardDescription.Display.Color

    func cell(_ caption: String, of situation: FaceSituation) -> FaceSheet.Cell {
        FaceSheet.Cell(
            caption: caption, drawing: FaceDrawing(geometry: geometry, color: color),
            frame: paint(situation.snapshot, on: geometry, after: situation.elapsed))
    }

    /// A movement from its beginning to its end.
    func film(of story: MotionStory) -> [FaceSheet.Cell] {
        let drawing = FaceDrawing(geometry: geometry, color: color, width: 128, height: 64)
        return story.frames(on: geometry).enumerated().map { place, picture in
            let time = Int((picture.time / .milliseconds(1)).rounded())
            return FaceSheet.Cell(
                caption: place == 0 ? story.name : "\(time) ms", drawing: drawing,
                frame: picture.frame)
        }
    }

    init(_ board: FaceBoard) throws {
        name = board.rawValue
        geometry = try board.geometry()
        color = try board.display().color
    }
}
