import Glibc
import LinuxHost
import Synchronization

/// A disk beneath the real file code: sectors lose what was not synchronised, and calls can fail.
///
/// Theory of operation. Every call is a numbered operation. Readers see written data at once; it is also kept in a
/// list until the file is synchronised. A power cut happens in the middle of one operation. From then on every call
/// fails, because no program would be running to make it. `powerUp` then decides at random, from a seed, what
/// survives. Of each sector (512 bytes) written since the last synchronisation any version may survive, old or new,
/// regardless of its neighbours and of earlier and later writes. This covers dropped, torn and reordered writes. A
/// file may be gone if its folder was not synchronised. It may have any size if it was not synchronised itself.
final class SimulatedDisk: FileCalls {
    static let sector = 512

    private struct File {
        /// What a reader sees.
        var content: [UInt8] = []
        /// What survives any power cut.
        var durable: [UInt8] = []
        /// Each sector's versions since the last synchronisation, oldest first.
        var versions: [Int: [[UInt8]]] = [:]
        var isInFolder = false
    }

    private struct State {
        var files: [String: File] = [:]
        var folders: Set<String> = ["/"]
        var open: [Int32: String] = [:]
        var nextDescriptor: Int32 = 3
        var operations = 0
        var cutAt: Int?
        var isOff = false
        /// Which operations fail, and how.
        var failing: ClosedRange<Int>?
        var errno: Int32 = EIO
        var chance = Chance(seed: 0)
    }

    private let state = Mutex(State())

    // MARK: - The outside world

    /// The number of operations so far, including failed ones.
    var operations: Int { state.withLock { $0.operations } }
    var isOff: Bool { state.withLock { $0.isOff } }

    /// Cuts the power in the middle of the operation after this many more.
    func cutPower(after operations: Int) {
        state.withLock { $0.cutAt = $0.operations + operations }
    }

    /// Makes these operations fail, counted from 1 for the first after this call.
    func fail(_ operations: ClosedRange<Int>, _ errno: Int32) {
        state.withLock { state in
            let start = state.operations
            // An open-ended range must not overflow.
            let last = operations.upperBound == .max ? .max : operations.upperBound + start
            state.failing = (operations.lowerBound + start)...last
            state.errno = errno
        }
    }

    func mend() {
        state.withLock { $0.failing = nil }
    }

    /// Decides at random what the files hold after a cut. Open descriptors and locks are gone.
    func powerUp(seed: UInt64) {
        state.withLock { state in
            state.chance = Chance(seed: seed)
            state.isOff = false
            state.cutAt = nil
            state.open = [:]
            for path in state.files.keys.sorted() {
                guard var file = state.files[path] else { continue }
                if !file.isInFolder, state.chance.number(0...1) == 0 {
                    state.files[path] = nil
                    continue
                }
                SimulatedDisk.settle(&file, &state.chance)
                state.files[path] = file
            }
        }
    }

    private static func settle(_ file: inout File, _ chance: inout Chance) {
        var content = file.durable
        // Some of the file's growth may survive.
        let size =
            file.content.count > content.count
            ? chance.number(content.count...file.content.count) : content.count
        content += [UInt8](repeating: 0, count: size - content.count)
        for index in file.versions.keys.sorted() {
            guard let versions = file.versions[index] else { continue }
            let choice = chance.number(0...versions.count)
            guard choice > 0 else { continue }
            let start = index * sector
            let bytes = versions[choice - 1].prefix(max(0, content.count - start))
            content.replaceSubrange(start..<(start + bytes.count), with: bytes)
        }
        file = File(content: content, durable: content, isInFolder: true)
    }

    /// The bytes of a file as a reader sees them.
    func content(of path: String) -> [UInt8]? {
        state.withLock { $0.files[path]?.content }
    }

    /// The part of a file that survives any power cut.
    func durableContent(of path: String) -> [UInt8]? {
        state.withLock { $0.files[path]?.durable }
    }

    /// Changes a file without the knowledge of its users.
    func damage(_ path: String, _ change: (inout [UInt8]) -> Void) {
        state.withLock { state in
            guard var file = state.files[path] else { return }
            change(&file.content)
            file.durable = file.content
            state.files[path] = file
        }
    }

    // MARK: - Calls

    /// Counts an operation and performs it, unless it is set to fail. If a cut hits it, it is either performed but
    /// not reported, or not performed, at random.
    private func operate<Value: Sendable>(
        _ body: (inout State) -> Result<Value, CallFailure>
    ) throws(CallFailure) -> Value {
        let result = state.withLock { state -> Result<Value, CallFailure> in
            guard !state.isOff else { return .failure(CallFailure(errno: EIO)) }
            state.operations += 1
            if let cut = state.cutAt, state.operations >= cut {
                state.isOff = true
                // Most cuts hit a call that only waits for the disk; the fate of its writes is decided later.
                if state.chance.number(0...1) == 0 { _ = body(&state) }
                return .failure(CallFailure(errno: EIO))
            }
            if let failing = state.failing, failing.contains(state.operations) {
                return .failure(CallFailure(errno: state.errno))
            }
            return body(&state)
        }
        return try result.get()
    }

    func makeFolder(_ path: String, mode: UInt32) throws(CallFailure) {
        try operate { (state: inout State) -> Result<Void, CallFailure> in
            state.folders.insert(path).inserted
                ? .success(()) : .failure(CallFailure(errno: EEXIST))
        }
    }

    func open(_ path: String, flags: Int32, mode: UInt32) throws(CallFailure) -> Int32 {
        try operate { (state: inout State) -> Result<Int32, CallFailure> in
            if !state.folders.contains(path), state.files[path] == nil {
                guard flags & O_CREAT != 0 else { return .failure(CallFailure(errno: ENOENT)) }
                state.files[path] = File()
            }
            state.nextDescriptor += 1
            state.open[state.nextDescriptor] = path
            return .success(state.nextDescriptor)
        }
    }

    /// Not counted, because it changes nothing and does not access the disk.
    func status(_ number: Int32) throws(CallFailure) -> FileStatus {
        let status = state.withLock { state -> FileStatus? in
            guard !state.isOff, let path = state.open[number] else { return nil }
            return FileStatus(
                isRegular: !state.folders.contains(path),
                size: state.files[path]?.content.count ?? 0)
        }
        guard let status else { throw CallFailure(errno: EIO) }
        return status
    }

    private func use<Value: Sendable>(
        _ number: Int32, _ body: (inout File) -> Value
    ) throws(CallFailure) -> Value {
        try operate { (state: inout State) -> Result<Value, CallFailure> in
            guard let path = state.open[number], var file = state.files[path] else {
                return .failure(CallFailure(errno: EBADF))
            }
            defer { state.files[path] = file }
            return .success(body(&file))
        }
    }

    func allocate(_ number: Int32, size: Int) throws(CallFailure) {
        try use(number) { (file: inout File) -> Void in
            let missing = size - file.content.count
            if missing > 0 { file.content += [UInt8](repeating: 0, count: missing) }
        }
    }

    func read(
        _ number: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(CallFailure) -> Int {
        let count = buffer.count
        let bytes = try use(number) { file in Array(file.content.dropFirst(offset).prefix(count)) }
        buffer.copyBytes(from: bytes)
        return bytes.count
    }

    func write(
        _ number: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int
    ) throws(CallFailure) -> Int {
        let new = Array(bytes)
        return try use(number) { (file: inout File) -> Int in
            let end = offset + new.count
            if file.content.count < end {
                file.content += [UInt8](repeating: 0, count: end - file.content.count)
            }
            file.content.replaceSubrange(offset..<end, with: new)
            let sector = SimulatedDisk.sector
            for index in (offset / sector)...(max(offset, end - 1) / sector) {
                let range = (index * sector)..<min((index + 1) * sector, file.content.count)
                file.versions[index, default: []].append(Array(file.content[range]))
            }
            return new.count
        }
    }

    func synchroniseData(_ number: Int32) throws(CallFailure) {
        try use(number) { (file: inout File) -> Void in
            file.durable = file.content
            file.versions = [:]
        }
    }

    func synchronise(_ number: Int32) throws(CallFailure) {
        try operate { (state: inout State) -> Result<Void, CallFailure> in
            guard let path = state.open[number] else {
                return .failure(CallFailure(errno: EBADF))
            }
            if state.folders.contains(path) {
                for name in state.files.keys where name.hasPrefix(path + "/") {
                    state.files[name]?.isInFolder = true
                }
            } else {
                guard var file = state.files[path] else {
                    return .failure(CallFailure(errno: EBADF))
                }
                file.durable = file.content
                file.versions = [:]
                state.files[path] = file
            }
            return .success(())
        }
    }

    func lock(_ number: Int32) throws(CallFailure) {
        try operate { _ -> Result<Void, CallFailure> in .success(()) }
    }

    func close(_ number: Int32) {
        state.withLock { $0.open[number] = nil }
    }
}
