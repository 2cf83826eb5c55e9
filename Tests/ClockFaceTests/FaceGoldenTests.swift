import TestKit
import Testing

@Suite("The pictures of all boards")
struct FaceGoldenTests {
    @Test("Every situation looks as its golden file shows", arguments: FaceBoard.allCases)
    func pictures(_ board: FaceBoard) throws {
        let geometry = try board.geometry()
        let text = FaceSituation.all.map { situation in
            "## \(situation.name)\n\n"
                + FaceArt.draw(paint(situation.snapshot, on: geometry), on: geometry) + "\n"
        }.joined(separator: "\n")
        try Golden.expect(text, "Faces/\(board.rawValue).txt")
    }
}
