import Glibc
import LinuxHost
import Synchronization

/// A disk beneath the real file code: sectors that forget what was not synchronised, calls that fail.
///
/// Theory of operation. Every call is an operation with a number. What is written stands in the file at
/// once for whoever reads it, and in a list until the file is synchronised. A power cut takes place in the
/// middle of one operation: from then on every call fails, as nobody is there to make any. `powerUp` then
/// decides, by chance from a seed, what is left. Of each sector (512 bytes) that was written since the last
/// synchronisation any one of its versions may be there, old or new, whatever became of its neighbours and
/// of writes before and after: that is a write dropped, torn and put in another order. A file whose folder
/// was not synchronised may be gone, and one that was not synchronised itself may be of any size.
final class SimulatedDisk: FileCalls {
    static let sector = 512

    private struct File {
        /// What a reader sees.
        var content: [UInt8] = []
        /// What a power cut cannot take away.
        var durable: [UInt8] = []
        /// Each sector's versions since then, oldest first.
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

    /// Operations so far, the failed ones included.
    var operations: Int { state.withLock { $0.operations } }
    var isOff: Bool { state.withLock { $0.isOff } }

    /// The power goes in the middle of the operation after so many more.
    func cutPower(after operations: Int) {
        state.withLock { $0.cutAt = $0.operations + operations }
    }

    /// These operations fail, counted from the first after this call, which is 1.
    func fail(_ operations: ClosedRange<Int>, _ errno: Int32) {
        state.withLock { state in
            let start = state.operations
            // "From then on" has no end to add to.
            let last = operations.upperBound == .max ? .max : operations.upperBound + start
            state.failing = (operations.lowerBound + start)...last
            state.errno = errno
        }
    }

    func mend() {
        state.withLock { $0.failing = nil }
    }

    /// What the files are after a cut, by chance; open descriptors and locks are gone.
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
        // Its growth may be there in part.
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

    /// What of it no power cut takes away.
    func durableContent(of path: String) -> [UInt8]? {
        state.withLock { $0.files[path]?.durable }
    }

    /// Changes a file behind everybody's back.
    func damage(_ path: String, _ change: (inout [UInt8]) -> Void) {
        state.withLock { state in
            guard var file = state.files[path] else { return }
            change(&file.content)
            file.durable = file.content
            state.files[path] = file
        }
    }

    // MARK: - Calls

    /// Counts an operation and does it, unless it is one that fails. A cut in the middle of one leaves it done
    /// and not heard of, or not done, as chance will have it.
    private func operate<Value: Sendable>(
        _ body: (inout State) -> Result<Value, CallFailure>
    ) throws(CallFailure) -> Value {
        let result = state.withLock { state -> Result<Value, CallFailure> in
            guard !state.isOff else { return .failure(CallFailure(errno: EIO)) }
            state.operations += 1
            if let cut = state.cutAt, state.operations >= cut {
                state.isOff = true
                // A call that only waits for the disk is where most cuts fall; its writes settle later.
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

    /// Not counted, as it changes nothing and asks nothing of the disk.
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
