import HAL
import Synchronization

/// Files of other processes, in memory. A file's number says which it is.
final class MemoryPassedFiles: PassedFileAccess {
    let files = Mutex<[Int32: [UInt8]]>([:])
    /// The bytes that a file can have.
    let room = Mutex(Int.max)

    func bytes(of file: PassedFile, limit: Int) throws(PassedFileError) -> [UInt8] {
        let size = try size(of: file)
        guard size <= limit else { throw PassedFileError("is too large", isTooLarge: true) }
        return try bytes(of: file, at: 0, count: size)
    }

    func size(of file: PassedFile) throws(PassedFileError) -> Int {
        guard let size = files.withLock({ $0[file.number]?.count }) else {
            throw PassedFileError("is not a regular file")
        }
        return size
    }

    func bytes(
        of file: PassedFile, at place: Int, count: Int
    ) throws(PassedFileError) -> [UInt8] {
        files.withLock { Array(($0[file.number] ?? []).dropFirst(place).prefix(count)) }
    }

    func write(
        _ bytes: [UInt8], to file: PassedFile, at place: Int
    ) throws(PassedFileError) {
        guard place + bytes.count <= room.withLock({ $0 }) else {
            throw PassedFileError("has no room")
        }
        files.withLock { files in
            var content = files[file.number] ?? []
            content.removeLast(max(0, content.count - place))
            files[file.number] = content + bytes
        }
    }
}
