import HAL
import Synchronization

/// An in-memory folder of own fonts. A passed file's number says which of `passed` it is.
final class MemoryFonts: OwnFontStorage {
    let files = Mutex<[String: [UInt8]]>([:])
    let passed = Mutex<[[UInt8]]>([])
    let failure = Mutex<OwnFontStorageError?>(nil)

    func scan(limit: Int) throws(OwnFontStorageError) -> [OwnFontFile] {
        if let failure = failure.withLock({ $0 }) { throw failure }
        return files.withLock { files in
            files.sorted { $0.key < $1.key }.map { OwnFontFile(id: $0, content: .success($1)) }
        }
    }

    func read(_ file: PassedFile, limit: Int) -> [UInt8] {
        passed.withLock { $0[Int(file.number)] }
    }

    func replace(_ id: String, with bytes: [UInt8]) throws(OwnFontStorageError) {
        if let failure = failure.withLock({ $0 }) { throw failure }
        files.withLock { $0[id] = bytes }
    }

    func remove(_ id: String) { files.withLock { $0[id] = nil } }
}
