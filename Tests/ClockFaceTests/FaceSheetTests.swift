import Foundation
import Testing

/// The sheets of `board/faces`, which has them written by this suite.
@Suite("Sheets of all faces")
struct FaceSheetTests {
    /// Where to write the sheets, if somebody asks for them.
    private static let folder = ProcessInfo.processInfo.environment["NOISECLOCK_FACES"]

    @Test(
        "Each panel has sheets of situations, of movements and of a text, and one sheet has all panels"
    )
    func sheets() throws {
        let sheets = try FaceSheet.all()
        #expect(Set(sheets.map(\.name)).count == 3 * FaceBoard.allCases.count + 1)
        for sheet in sheets {
            let text = sheet.svg
            let opened = text.components(separatedBy: "<g").count - 1
            #expect(opened == text.components(separatedBy: "</g>").count - 1)
            #expect(opened >= sheet.cells.count * 2)
            let captions = text.components(separatedBy: "<!-- ").dropFirst().compactMap {
                $0.components(separatedBy: " -->").first
            }
            #expect(captions == sheet.cells.map(\.caption))
            if let folder = Self.folder {
                try text.write(
                    toFile: "\(folder)/\(sheet.name).svg", atomically: false, encoding: .utf8)
            }
        }
    }

    @Test("The kept pictures are of sheets that there are, and small")
    func kept() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../board/pictures/faces").standardizedFileURL
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let sheets = Set(try FaceSheet.all().map { "\($0.name).png" })
        #expect(files.contains("all.png"))
        for file in files {
            let data = try Data(contentsOf: folder.appending(path: file))
            #expect(sheets.contains(file), "\(file)")
            #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(file)")
            #expect(data.count < 250_000, "\(file)")
        }
    }
}
