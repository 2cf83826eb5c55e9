import Drivers
import HAL
import TestKit
import Testing

@Suite("The pictures of all boards")
struct FaceGoldenTests {
    @Test("Every situation looks as its golden file shows", arguments: FaceBoard.allCases)
    func pictures(_ board: FaceBoard) throws {
        let geometry = try board.geometry()
        let text = FaceSituation.all.map { situation in
            "## \(situation.name)\n\n"
                + FaceArt.draw(
                    paint(situation.snapshot, on: geometry, after: situation.elapsed), on: geometry)
                + "\n"
        }.joined(separator: "\n")
        try Golden.expect(text, "Faces/\(board.rawValue).txt")
    }

    @Test("Every board file that ships with the clock has a panel of one of these")
    func allBoards() throws {
        let known = try Set(FaceBoard.allCases.map { try $0.geometry() })
        let files = try FaceBoard.allFiles()
        #expect(files.count >= 14)
        for file in files {
            let geometry = try Catalog.makePanel(for: FaceBoard.shipped(file)).geometry
            #expect(known.contains(geometry), "\(file)")
        }
    }
}
