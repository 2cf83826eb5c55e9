import CLinux
import Glibc
package import HAL

/// The own sounds as files in one folder: `<id>.wav` and `index.json`, and during an import `<id>.wav.new`.
///
/// An id is a file name here, and ids come from outside (an alarm that names a sound). So any id that is not a plain
/// name is refused before it becomes part of a path.
package final class OwnSoundFolder: OwnSoundStorage, LoopSourceOpener {
    private let folder: String

    private static let indexName = "index.json"
    private static let ending = ".wav"
    private static let draftEnding = ".wav.new"
    /// A thousand times what 256 sounds need: a larger file is not ours.
    private static let largestIndex = 4 << 20

    /// Its path in a clock's state folder.
    static func path(inState folder: String) -> String { "\(folder)/own-sounds" }

    /// The folder of a clock with this state folder.
    package convenience init(inState folder: String) {
        self.init(OwnSoundFolder.path(inState: folder))
    }

    /// - Parameter folder: its path; created with the first sound.
    package init(_ folder: String) {
        self.folder = folder
    }

    // MARK: - The index

    package func readIndex() throws(OwnSoundStorageError) -> [UInt8]? {
        do throws(FileError) {
            return try FileReading.bytesIfPresent(
                at: "\(folder)/\(OwnSoundFolder.indexName)", limit: OwnSoundFolder.largestIndex)
        } catch {
            throw .failed(operation: "read", reason: error.description)
        }
    }

    package func replaceIndex(_ bytes: [UInt8]) throws(OwnSoundStorageError) {
        do throws(FileError) {
            try FileReplacing.replace("\(folder)/\(OwnSoundFolder.indexName)", with: bytes)
        } catch {
            if case .failed(_, _, let errno) = error, errno == ENOSPC || errno == EDQUOT {
                throw .full
            }
            throw .failed(operation: "write", reason: error.description)
        }
    }

    // MARK: - The sounds

    package func scan() throws(OwnSoundStorageError) -> [OwnSoundFile] {
        let ids: [String]
        do throws(CallFailure) {
            ids = try OwnFiles.ids(in: folder, ending: OwnSoundFolder.ending)
        } catch {
            throw failure("list", error.errno)
        }
        return ids.compactMap { try? inspect($0) }
    }

    package func holds(_ id: String) -> Bool {
        guard let path = try? path(of: id, ending: OwnSoundFolder.ending) else { return false }
        // A dangling link occupies the name too.
        var status = stat()
        return lstat(path, &status) == 0
    }

    package func freeBytes() throws(OwnSoundStorageError) -> Int {
        var status = statvfs()
        // Before the first sound the folder does not exist, but a parent does.
        var path = folder
        while statvfs(path, &status) != 0 {
            guard errno == ENOENT, parentFolder(of: path) != path else {
                throw failure("look at", errno)
            }
            path = parentFolder(of: path)
        }
        let (bytes, overflow) = UInt64(status.f_bavail).multipliedReportingOverflow(
            by: UInt64(status.f_frsize))
        return overflow ? Int.max : Int(clamping: bytes)
    }

    package func makeDraft(_ id: String) throws(OwnSoundStorageError) -> String {
        let path = try path(of: id, ending: OwnSoundFolder.draftEnding)
        do throws(CallFailure) {
            try makePrivateFolder(folder, with: KernelFileCalls())
        } catch {
            throw failure("make", error.errno)
        }
        guard unlink(path) == 0 || errno == ENOENT else { throw failure("remove", errno) }
        return path
    }

    package func extendDraft(_ id: String, with bytes: [UInt8]) throws(OwnSoundStorageError) {
        let path = try path(of: id, ending: OwnSoundFolder.draftEnding)
        let calls = KernelFileCalls()
        do throws(CallFailure) {
            let file = try calls.openRegular(
                path, flags: O_WRONLY | O_CREAT, mode: 0o600, largest: WaveFile.largestSize)
            defer { calls.close(file) }
            try calls.writeAll(bytes, to: file, at: try calls.status(file).size)
        } catch {
            throw failure("write", error.errno)
        }
    }

    package func bytes(
        of id: String, at place: Int, count: Int
    ) throws(OwnSoundStorageError) -> [UInt8] {
        let path = try path(of: id, ending: OwnSoundFolder.ending)
        let calls = KernelFileCalls()
        do throws(CallFailure) {
            let file = try calls.openRegular(
                path, flags: O_RDONLY, largest: WaveFile.largestSize)
            defer { calls.close(file) }
            return try calls.bytes(of: file, at: place, count: count)
        } catch {
            throw failure("read", error.errno)
        }
    }

    package func keepDraft(_ id: String) throws(OwnSoundStorageError) -> OwnSoundFile {
        let draft = try path(of: id, ending: OwnSoundFolder.draftEnding)
        let final = try path(of: id, ending: OwnSoundFolder.ending)
        let calls = KernelFileCalls()
        do throws(CallFailure) {
            let file = try calls.openRegular(
                draft, flags: O_RDONLY, largest: WaveFile.largestSize)
            defer { calls.close(file) }
            try calls.synchronise(file)
            // link(2) refuses to replace a file; rename(2) does not.
            guard link(draft, final) == 0, unlink(draft) == 0 else {
                throw CallFailure(errno: errno)
            }
            try OwnFiles.synchronise(folder: folder)
        } catch {
            throw failure("keep", error.errno)
        }
        do throws(LoopSourceError) {
            return try inspect(id)
        } catch {
            throw .failed(operation: "keep", reason: "what was imported is no sound of ours")
        }
    }

    package func dropDraft(_ id: String) {
        guard let path = try? path(of: id, ending: OwnSoundFolder.draftEnding) else { return }
        // A leftover is removed before the next draft.
        _ = unlink(path)
    }

    package func remove(_ id: String) throws(OwnSoundStorageError) {
        let path = try path(of: id, ending: OwnSoundFolder.ending)
        do throws(CallFailure) {
            try OwnFiles.remove(path)
        } catch {
            throw failure("remove", error.errno)
        }
    }

    // MARK: - Playing

    package func open(
        _ id: String, playback: OwnSoundPlayback, rate: Int
    ) throws(LoopSourceError) -> any LoopSource {
        let reader = try OwnSoundReader(
            id: id, path: try soundPath(id), playback: playback)
        guard rate != reader.rate else { return reader }
        return try ResampledLoopSource(reader, playback: playback, rate: rate)
    }

    /// Reads the file's header, and checks that the file is as long as it says.
    private func inspect(_ id: String) throws(LoopSourceError) -> OwnSoundFile {
        let reader = try OwnSoundReader(id: id, path: try soundPath(id), playback: .once)
        return OwnSoundFile(id: id, bytes: reader.bytes, content: reader.content)
    }

    private func soundPath(_ id: String) throws(LoopSourceError) -> String {
        guard OwnFiles.isPlain(id) else { throw .missing(id: id) }
        return "\(folder)/\(id)\(OwnSoundFolder.ending)"
    }

    // MARK: - Paths and failures

    private func path(of id: String, ending: String) throws(OwnSoundStorageError) -> String {
        guard OwnFiles.isPlain(id) else { throw .badID(id) }
        return "\(folder)/\(id)\(ending)"
    }

    private func failure(_ operation: String, _ errno: Int32) -> OwnSoundStorageError {
        switch errno {
        case ENOSPC, EDQUOT: .full
        default: .failed(operation: operation, reason: systemMessage(errno))
        }
    }
}
