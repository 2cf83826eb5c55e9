import Foundation
import Glibc
import HAL
@testable import LinuxHost
import Testing

@Suite("The folder of own fonts")
struct OwnFontFolderTests {
    private let folder: TemporaryFolder
    private let storage: OwnFontFolder

    init() throws {
        folder = try TemporaryFolder()
        storage = OwnFontFolder(inState: folder.path)
    }

    private func passed(_ path: String, flags: Int32 = O_RDONLY) -> PassedFile {
        PassedFile(open(path, flags)) { close($0) }
    }

    @Test("Files are written whole, found by their ids, and removed")
    func files() throws {
        #expect(try storage.scan(limit: 100).isEmpty)
        try storage.remove("own-a")
        try storage.replace("own-b", with: [1])
        try storage.replace("own-a", with: [2])
        try storage.replace("own-b", with: [3, 4])
        try Data([9]).write(to: URL(fileURLWithPath: folder.file("own-fonts/Not Ours.bdf")))
        try Data([9]).write(to: URL(fileURLWithPath: folder.file("own-fonts/own-c.txt")))
        #expect(
            try storage.scan(limit: 100) == [
                OwnFontFile(id: "own-a", content: .success([2])),
                OwnFontFile(id: "own-b", content: .success([3, 4])),
            ])
        try storage.remove("own-a")
        #expect(try storage.scan(limit: 100).map(\.id) == ["own-b"])
        for id in ["", "../a", "A", "a/b", String(repeating: "a", count: 65)] {
            #expect(throws: OwnFontStorageError.self) { try storage.replace(id, with: [1]) }
            #expect(throws: OwnFontStorageError.self) { try storage.remove(id) }
        }
    }

    @Test("A file that is too large, and one that is none, come with the reason")
    func refused() throws {
        try storage.replace("own-large", with: [UInt8](repeating: 1, count: 11))
        #expect(symlink("/etc/passwd", folder.file("own-fonts/own-link.bdf")) == 0)
        #expect(mkdir(folder.file("own-fonts/own-folder.bdf"), 0o700) == 0)
        let reasons = try storage.scan(limit: 10).map { file -> String in
            guard case .failure(.failed(let reason)) = file.content else { return "read" }
            return reason
        }
        #expect(reasons.count == 3)
        #expect(reasons[0].contains("isn't a regular file"))
        #expect(reasons[1].contains("larger than the allowed 10 bytes"))
        #expect(reasons[2].contains("symbolic link"))
    }

    @Test("A passed file is read from its beginning, if it is a small regular one")
    func passing() throws {
        let path = folder.file("font.bdf")
        try Data([1, 2, 3]).write(to: URL(fileURLWithPath: path))
        let file = passed(path)
        #expect(lseek(file.number, 2, SEEK_SET) == 2)
        #expect(try storage.read(file, limit: 3) == [1, 2, 3])
        for (file, limit, words) in [
            (file, 2, "larger than the allowed 2 bytes"),
            (passed(folder.path), 10, "isn't a regular file"),
            (passed("/dev/zero"), 10, "isn't a regular file"),
            (passed(path, flags: O_WRONLY), 10, "Bad file descriptor"),
        ] {
            do throws(OwnFontStorageError) {
                _ = try storage.read(file, limit: limit)
                Issue.record("it was read: \(words)")
            } catch {
                guard case .failed(let reason) = error else { continue }
                #expect(reason.hasPrefix("the file ") && reason.contains(words), "\(reason)")
            }
        }
    }
}
