import CLinux
import Glibc
import Synchronization

/// The holder of a lock, as far as the kernel tells.
package struct LockHolder: Hashable, Sendable, CustomStringConvertible {
    package let process: Int32
    package let name: String?

    package init(process: Int32, name: String?) {
        self.process = process
        self.name = name
    }

    package var description: String {
        "process \(process)" + (name.map { " (\($0))" } ?? "")
    }

    /// The kernel's list of locks, one per line: "3: FLOCK  ADVISORY  WRITE 4242 fe:00:131083 0 EOF" (proc_locks(5)).
    private static let list = "/proc/locks"
    /// Far more than a small machine has.
    private static let longestList = 1 << 20

    /// The holder of the lock on an open file; nil if the kernel does not say, or names several.
    init?(of file: Int32) {
        var status = stat()
        guard fstat(file, &status) == 0,
            let bytes = try? FileReading.bytes(at: LockHolder.list, limit: LockHolder.longestList)
        else { return nil }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        let found = LockHolder.processes(holding: UInt64(status.st_ino), in: lines)
        guard found.count == 1, let process = found.first else { return nil }
        self.process = process
        let name = try? FileReading.bytes(at: "/proc/\(process)/comm", limit: 64)
        self.name = name.map {
            String(decoding: $0.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        }
    }

    static func processes(holding inode: UInt64, in lines: [Substring]) -> Set<Int32> {
        var found: Set<Int32> = []
        for line in lines {
            let words = line.split(separator: " ")
            // A process that waits for a lock has an arrow before the lock's kind.
            guard words.count >= 6, words[1] == "FLOCK", let process = Int32(words[4]), process > 0,
                let place = words[5].split(separator: ":").last, UInt64(place) == inode
            else { continue }
            found.insert(process)
        }
        return found
    }
}

/// Why a lock is not available.
enum ProcessLockError: Error, Hashable, Sendable {
    case held(by: LockHolder?)
    /// Something else is in the place of its file.
    case refused(FileRefusal)
    case failed(errno: Int32)
}

/// A lock that a process holds as long as it runs; it ends with the process, however that ends (flock(2)). Its file
/// stays, because removing it could remove another process's.
final class ProcessLock: Sendable {
    private let file: Mutex<Int32?>
    private let calls: any FileCalls
    /// The file stays empty; content from others is not read either.
    private static let largestSize = 4096

    /// - Parameters:
    /// - name: the name of the file, in an existing folder.
    init(_ name: String, in folder: String, calls: any FileCalls) throws(ProcessLockError) {
        self.calls = calls
        let opened: Int32?
        do throws(CallFailure) {
            opened = try ProcessLock.open("\(folder)/\(name)", in: folder, with: calls)
        } catch {
            if let refusal = error.refusal { throw .refused(refusal) }
            throw .failed(errno: error.errno)
        }
        file = Mutex(opened)
        guard let opened else { return }
        do throws(CallFailure) {
            try calls.lock(opened)
        } catch {
            let holder = LockHolder(of: opened)
            release()
            switch error.errno {
            case EWOULDBLOCK: throw .held(by: holder)
            // A failing disk does not keep a clock from starting.
            case EIO, ENOSPC, EDQUOT, EROFS: break
            default: throw .failed(errno: error.errno)
            }
        }
    }

    deinit {
        release()
    }

    /// Releases the lock. A second call does nothing.
    func release() {
        let opened = file.withLock { file in
            defer { file = nil }
            return file
        }
        if let opened { calls.close(opened) }
    }

    /// - Returns: nil if a failing disk lets nothing be opened; a clock starts all the same (law, 9.4).
    private static func open(
        _ path: String, in folder: String, with calls: any FileCalls
    ) throws(CallFailure) -> Int32? {
        do throws(CallFailure) {
            return try calls.openRegular(
                path, flags: O_RDWR | O_CREAT, mode: 0o600, largest: largestSize)
        } catch {
            switch error.errno {
            case EIO: return nil
            case ENOSPC, EDQUOT, EROFS: break
            default: throw error
            }
        }
        // The file of an earlier run, else the folder itself: neither needs a write.
        if let file = try? calls.openRegular(path, flags: O_RDONLY, largest: largestSize) {
            return file
        }
        return try? calls.open(folder, flags: O_RDONLY | O_DIRECTORY, mode: 0)
    }
}
