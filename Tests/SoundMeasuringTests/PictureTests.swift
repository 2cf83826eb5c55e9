import ClockSound
import Foundation
import SoundMeasuring
import Testing

/// Checks that the pictures from `board/spectrograms` show the current sounds.
@Suite("Pictures of the sounds")
struct PictureTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../board/pictures/spectrograms").standardizedFileURL

    @Test("Every noise, every variant and every alarm tone has its picture, and nothing else has")
    func complete() throws {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: PictureTests.folder.path)
        #expect(files.filter { $0.hasSuffix(".png") }.sorted() == Picture.all.map(\.file).sorted())
    }

    @Test("What is drawn is all that the clock can play by itself")
    func covering() {
        let names = Set(Picture.all.map(\.name))
        #expect(names.count == Picture.all.count)
        #expect(BuiltInSound.variants.allSatisfy { names.contains($0.name) })
        #expect(ToneSound.allCases.allSatisfy { names.contains("tone/\($0.name)") })
        for sound in BuiltInSound.asPlayed {
            let isDrawn =
                names.contains(sound.name)
                || BuiltInSound.variants.contains { $0.recipe == sound.recipe }
            #expect(isDrawn, "\(sound)")
        }
    }

    @Test("Each picture is shown in the folder's README, is a PNG, and small")
    func shown() throws {
        let readme = try String(
            contentsOf: PictureTests.folder.appending(path: "README.md"), encoding: .utf8)
        for picture in Picture.all {
            let data = try Data(contentsOf: PictureTests.folder.appending(path: picture.file))
            #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(picture.file)")
            #expect(data.count < 80_000, "\(picture.file)")
            #expect(readme.contains("![\(picture.name)](\(picture.file))"), "\(picture.file)")
        }
    }
}
