import Foundation
import Glibc
import HAL
@testable import LinuxHost
import Testing

/// What others may put in the place of one of our files.
enum Intruder: CaseIterable, Sendable {
    case pipe, link, danglingLink, folder, large

    /// Puts it there. A link points to `victim` in the same folder.
    func place(at name: String, in folder: TemporaryFolder) throws {
        let path = folder.file(name)
        let made =
            switch self {
            case .pipe: mkfifo(path, 0o600)
            case .link: symlink(folder.file("victim"), path)
            case .danglingLink: symlink(folder.file("nothing"), path)
            case .folder: mkdir(path, 0o700)
            case .large: try Intruder.makeLarge(path)
            }
        try #require(made == 0)
    }

    /// Sparse, so it takes no disk space.
    private static func makeLarge(_ path: String) throws -> Int32 {
        try FileWriter(path: path).close()
        return truncate(path, 5 << 30)
    }

    var words: String {
        switch self {
        case .pipe, .folder: "isn't a regular file"
        case .link, .danglingLink: "is a symbolic link"
        case .large: "is larger than the"
        }
    }
}

@Suite("What lies in the place of a file of ours")
struct SpecialFileTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("precious", to: "victim")
    }

    private func expectVictim() throws {
        #expect(try FileReading.bytes(at: folder.file("victim"), limit: 100).count == 8)
        #expect(!folder.exists("nothing"))
    }

    @Test(
        "A slot's or the history's place is neither read nor written, nor waited for",
        arguments: ["state.a", "state.b", "state.weekly", "history"], Intruder.allCases)
    func state(name: String, intruder: Intruder) throws {
        try intruder.place(at: name, in: folder)
        let storage = try FileSlotStorage(directory: folder.path, slotSize: 65_536)
        let history = storage.makeHistory(recordSize: 64, recordCount: 16)
        let slot = StorageSlot.allCases.first { name == "state.\($0.rawValue)" }
        let read: StorageError? = failure { () throws(StorageError) in
            if let slot {
                _ = try storage.read(slot, from: 0, count: 100)
            } else {
                _ = try history.read()
            }
        }
        let write: StorageError? = failure { () throws(StorageError) in
            if let slot {
                try storage.write([1], to: slot)
            } else {
                try history.write([1], at: 0)
            }
        }
        for error in [read, write] {
            guard case .refused(let reason) = error else {
                Issue.record("\(name) as \(intruder): \(String(describing: error))")
                continue
            }
            #expect(reason.hasPrefix("\(folder.file(name)) \(intruder.words)"), "\(reason)")
        }
        try expectVictim()
        // The other files still work.
        try storage.write([7], to: slot == .a ? .b : .a)
        #expect(unlink(folder.file(name)) == 0 || rmdir(folder.file(name)) == 0)
        if let slot { try storage.write([1], to: slot) } else { try history.write([1], at: 0) }
    }

    private func failure(_ body: () throws(StorageError) -> Void) -> StorageError? {
        do throws(StorageError) {
            try body()
            return nil
        } catch {
            return error
        }
    }

    @Test("The lock is none of these", arguments: Intruder.allCases)
    func lock(intruder: Intruder) throws {
        try intruder.place(at: "lock", in: folder)
        do throws(SlotStorageOpenError) {
            _ = try FileSlotStorage(directory: folder.path, slotSize: 65_536)
            Issue.record("\(intruder) was taken for the lock")
        } catch {
            #expect(error.description.hasPrefix("\(folder.file("lock")) \(intruder.words)"))
        }
        try expectVictim()
    }

    @Test("A file that a person put there is refused as these", arguments: Intruder.allCases)
    func reading(intruder: Intruder) throws {
        try intruder.place(at: "board.json", in: folder)
        let path = folder.file("board.json")
        do throws(FileError) {
            _ = try FileReading.bytesIfPresent(at: path, limit: 1000)
            Issue.record("\(intruder) was read")
        } catch {
            #expect(error.description.hasPrefix("\(path) \(intruder.words)"), "\(error)")
        }
    }

    @Test("A link of the system's is followed where it is to be, and only to a regular file")
    func systemLinks() throws {
        try Intruder.link.place(at: "zone", in: folder)
        let bytes = try FileReading.bytes(
            at: folder.file("zone"), limit: 8, links: .followed)
        #expect(bytes == Array("precious".utf8))
        #expect(mkfifo(folder.file("pipe"), 0o600) == 0)
        #expect(symlink(folder.file("pipe"), folder.file("other")) == 0)
        #expect(throws: FileError.notAFile(path: folder.file("other"))) {
            try FileReading.bytes(at: folder.file("other"), limit: 8, links: .followed)
        }
    }

    @Test(
        "Replacing a file writes through no link and into no pipe",
        arguments: ["kept", "kept.new"], [Intruder.pipe, .link, .danglingLink, .large])
    func replacing(name: String, intruder: Intruder) throws {
        try intruder.place(at: name, in: folder)
        try FileReplacing.replace(folder.file("kept"), with: [1, 2])
        #expect(try FileReading.bytes(at: folder.file("kept"), limit: 100) == [1, 2])
        try expectVictim()
    }

    @Test("An own sound, their index and a draft are none of these", arguments: Intruder.allCases)
    func ownSounds(intruder: Intruder) throws {
        let storage = OwnSoundFolder(folder.path)
        try intruder.place(at: "index.json", in: folder)
        do throws(OwnSoundStorageError) {
            _ = try storage.readIndex()
            Issue.record("\(intruder) was taken for the index")
        } catch {
            guard case .failed("read", let reason) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(reason.contains(intruder.words))
        }
        try intruder.place(at: "own-a.wav", in: folder)
        #expect(try storage.scan().isEmpty)
        #expect(storage.holds("own-a"))
        #expect(throws: LoopSourceError.damaged(id: "own-a")) {
            _ = try storage.open("own-a", playback: .once, rate: 48_000)
        }
        try intruder.place(at: "own-b.wav.new", in: folder)
        #expect(throws: OwnSoundStorageError.self) { try storage.keepDraft("own-b") }
        #expect(!storage.holds("own-b"))
        try expectVictim()
    }

    @Test("A folder that others can write to is told of, by who they are")
    func rights() throws {
        let path = folder.file("state")
        #expect(FolderRights.problem(ofState: path) == nil)
        #expect(mkdir(path, 0o755) == 0 && mkdir("\(path)/own-sounds", 0o700) == 0)
        #expect(FolderRights.problem(ofState: path) == nil)
        for (mode, who) in [(0o777, "every user"), (0o775, "its group"), (0o1777, "every user")] {
            #expect(chmod(path, mode_t(mode)) == 0)
            #expect(
                FolderRights.problem(ofState: path)
                    == "\(who) can change the clock's files in the folder \(path)")
        }
        #expect(chmod(path, 0o700) == 0 && chmod("\(path)/own-sounds", 0o777) == 0)
        let problem = try #require(FolderRights.problem(ofState: path))
        #expect(problem.hasSuffix("\(path)/own-sounds"))
        // Service managers make the folder's name a link of their own.
        #expect(chmod("\(path)/own-sounds", 0o700) == 0)
        #expect(symlink(path, folder.file("linked")) == 0)
        #expect(FolderRights.problem(ofState: folder.file("linked")) == nil)
        _ = try FileSlotStorage(directory: folder.file("linked"), slotSize: 65_536)
        #expect(folder.exists("state/state.a"))
    }
}
