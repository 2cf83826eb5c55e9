import ClockTime
import HAL

@testable import ClockFace

/// The frames of all movements on one panel, as `board/faces` makes a moving picture of them.
struct FaceFilm {
    var name: String
    var frames: [Frame]

    struct Frame {
        var svg: String
        /// How long it is shown.
        var length: Duration
    }

    /// A panel of segments, one with levels, and a large one.
    private static let boards: [FaceBoard] = [.digits, .grid16x9, .oled128x64]
    /// Each movement once, to keep the files small.
    private static let stories = MotionStory.all.filter { story in
        !["rolls and", "slides back", "text"].contains(where: story.name.contains)
    }
    /// How long each story stands still at its beginning and at its end.
    private static let rest = Duration.milliseconds(700)

    /// Films have no shorter frames.
    private static let shortest = Duration.milliseconds(5)

    static func all() throws -> [FaceFilm] {
        try boards.map { board in
            let panel = try SheetPanel(board)
            let frames = stories.flatMap { film(of: $0, on: panel) }
            return FaceFilm(name: "motion-\(board.rawValue)", frames: frames)
        }
    }

    private static func film(of story: MotionStory, on panel: SheetPanel) -> [Frame] {
        let moving = story.frames(on: panel.geometry)
        let ends = moving.dropFirst().map(\.time) + [(moving.last?.time ?? .zero) + rest]
        func picture(_ frame: HAL.Frame) -> String {
            let drawing = FaceDrawing(geometry: panel.geometry, color: panel.color)
            let cell = FaceSheet.Cell(caption: story.name, drawing: drawing, frames: [frame])
            return FaceSheet(name: "", cells: [cell], columns: 1).svg
        }
        let before = Frame(
            svg: picture(paint(story.before, on: panel.geometry)), length: rest)
        let rest = zip(moving, ends).map { moment, end in
            Frame(svg: picture(moment.frame), length: end - moment.time)
        }
        return [before] + rest.filter { $0.length >= shortest }
    }
}
