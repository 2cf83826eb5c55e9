import TestKit
import Testing

@Suite("The pictures of all boards")
struct FaceGoldenTests {
    @Test("Every situation looks as its golden file shows", arguments: FaceBoard.allCases)
    func pictures(_ board: FaceBoard) throws {
        let geometry = try board.geometry()
        let text = FaceSituation.all.map { situation in
            "## \(situation.name)\n\n"
                + paintTurns(situation.snapshot, on: geometry).map { frame in
                    FaceArt.draw(frame, on: geometry) + "\n"
                }.joined(separator: "\n")
        }.joined(separator: "\n")
        try Golden.expect(text, "Faces/\(board.rawValue).txt")
    }
}
