import CLinux
import Glibc
import HAL

/// Why a socket cannot be listened on.
package enum ListenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Another program listens there, or is about to.
    case inUse(path: String, by: LockHolder?)
    /// Something in the place of its lock file is not ours.
    case refused(path: String, FileRefusal)
    /// The path is taken by something that is not a socket.
    case notASocket(path: String)
    /// The kernel accepts paths of at most `limit` bytes.
    case pathTooLong(path: String, limit: Int)
    case failed(operation: String, path: String, errno: Int32)

    package var description: String {
        switch self {
        case .inUse(let path, let holder):
            "another clock listens on \(path)" + (holder.map { ": \($0)" } ?? "")
        case .refused(let path, let refusal): "\(path) \(refusal.words)"
        case .notASocket(let path): "\(path) exists and isn't a socket"
        case .pathTooLong(let path, let limit):
            "the socket's path is longer than \(limit) bytes: \(path)"
        case .failed(let operation, let path, let errno):
            "cannot \(operation) \(path): \(systemMessage(errno))"
        }
    }
}

/// A listening Unix socket and its file.
struct SocketFile: Sendable {
    let descriptor: Descriptor
    let path: String
    /// Held before the file of a dead program is removed, so that two clocks that start at once do not remove each
    /// other's.
    private let lock: ProcessLock
    private let device: dev_t
    private let inode: ino_t

    /// The size of sun_path, less the terminating zero (unix(7)).
    private static let longestPath = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// Makes the socket, its folder if missing (0700), and the file (0660). Replaces a file that a dead program left
    /// behind.
    init(listeningAt path: String, backlog: Int32) throws(ListenError) {
        guard path.utf8.count <= SocketFile.longestPath else {
            throw .pathTooLong(path: path, limit: SocketFile.longestPath)
        }
        do {
            try makePrivateFolder(parentFolder(of: path), with: KernelFileCalls())
        } catch {
            throw .failed(operation: "make the folder of", path: path, errno: error.errno)
        }
        lock = try SocketFile.lock(besides: path)
        try SocketFile.removeStale(path)
        descriptor = try SocketFile.makeSocket(for: path)
        self.path = path
        let number = descriptor.number
        guard SocketFile.withAddress(path, { bind(number, $0, $1) }) == 0 else {
            // Another program bound it between our check and our call.
            if errno == EADDRINUSE { throw .inUse(path: path, by: nil) }
            throw .failed(operation: "make the socket", path: path, errno: errno)
        }
        var status = stat()
        // Nobody can connect before `listen`, so the mode is right before anyone gets in.
        guard chmod(path, 0o660) == 0, lstat(path, &status) == 0, listen(number, backlog) == 0
        else {
            let reason = errno
            unlink(path)
            throw .failed(operation: "listen on", path: path, errno: reason)
        }
        device = status.st_dev
        inode = status.st_ino
    }

    /// Gives the socket to a group, if there is one of this name and we are in it. Otherwise it stays for our own.
    func give(to group: String) {
        guard let entry = getgrnam(group) else { return }
        _ = chown(path, uid_t.max, entry.pointee.gr_gid)
    }

    /// Removes the file, unless another program has replaced it, and releases the lock for the next clock.
    func remove() {
        defer { lock.release() }
        var status = stat()
        guard lstat(path, &status) == 0, status.st_dev == device, status.st_ino == inode else {
            return
        }
        unlink(path)
    }

    private static func lock(besides path: String) throws(ListenError) -> ProcessLock {
        let folder = parentFolder(of: path)
        let name = (path.split(separator: "/").last.map(String.init) ?? "socket") + ".lock"
        do throws(ProcessLockError) {
            return try ProcessLock(name, in: folder, calls: KernelFileCalls())
        } catch {
            switch error {
            case .held(let holder): throw .inUse(path: path, by: holder)
            case .refused(let refusal): throw .refused(path: "\(folder)/\(name)", refusal)
            case .failed(let errno):
                throw .failed(operation: "lock", path: "\(folder)/\(name)", errno: errno)
            }
        }
    }

    private static func removeStale(_ path: String) throws(ListenError) {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            if errno == ENOENT { return }
            throw .failed(operation: "look at", path: path, errno: errno)
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else { throw .notASocket(path: path) }
        let probe = try makeSocket(for: path)
        let result = withAddress(path) { connect(probe.number, $0, $1) }
        // Only a refusal proves that nobody listens: EAGAIN, for example, means that many already wait.
        guard result != 0, errno == ECONNREFUSED else {
            throw .inUse(path: path, by: nil)
        }
        guard unlink(path) == 0 else {
            throw .failed(operation: "replace", path: path, errno: errno)
        }
    }

    /// Whether a program listens there. False where that cannot be found out.
    static func isServed(_ path: String) -> Bool {
        guard path.utf8.count <= longestPath, let probe = try? makeSocket(for: path) else {
            return false
        }
        return withAddress(path) { connect(probe.number, $0, $1) } == 0
    }

    private static func makeSocket(for path: String) throws(ListenError) -> Descriptor {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        do {
            return try Descriptor(socket(AF_UNIX, type, 0), from: "socket")
        } catch {
            throw .failed(operation: "make a socket for", path: path, errno: error.errno)
        }
    }

    /// Calls `body` with the address of a path that fits.
    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { room in
            room.copyBytes(from: path.utf8.prefix(longestPath))
        }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
