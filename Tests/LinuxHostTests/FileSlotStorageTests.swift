import Glibc
import HAL
import LinuxHost
import Synchronization
import Testing

@Suite("Slots in files")
struct FileSlotStorageTests {
    private let size = 64 * 1024

    private func make(
        _ folder: TemporaryFolder, calls: any FileCalls = KernelFileCalls()
    ) throws -> FileSlotStorage {
        try FileSlotStorage(
            directory: folder.file("deep/state"), slotSize: size, calls: calls)
    }

    @Test("The folder, its parents and all files are made, for us alone and at full size")
    func makesEverything() throws {
        let folder = try TemporaryFolder()
        let storage = try make(folder)
        #expect(folder.mode(of: "deep") == 0o700)
        #expect(folder.mode(of: "deep/state") == 0o700)
        for name in ["state.a", "state.b", "state.weekly"] {
            var status = stat()
            #expect(lstat(folder.file("deep/state/" + name), &status) == 0)
            #expect(status.st_size == size)
            #expect(Int(status.st_blocks) * 512 >= size, "the blocks must be there")
            #expect(status.st_mode & 0o777 == 0o600)
        }
        #expect(storage.slotSize == size)
        #expect(FileSlotStorage.defaultSlotSize == 4_194_304)
    }

    @Test("What is written is read back after a restart, each slot its own")
    func keepsBytes() throws {
        let folder = try TemporaryFolder()
        do {
            let storage = try make(folder)
            try storage.write([1, 2, 3], to: .a)
            try storage.write([9], to: .b)
            try storage.write([4], to: .a)
        }
        let storage = try make(folder)
        #expect(try storage.read(.a).prefix(4) == [4, 2, 3, 0])
        #expect(try storage.read(.b).prefix(2) == [9, 0])
        #expect(try storage.read(.a).count == size)
    }

    @Test("A slot is read piecewise, and its end gives what there is")
    func readsPieces() throws {
        let folder = try TemporaryFolder()
        let storage = try make(folder)
        let all = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try storage.write(all, to: .b)
        #expect(try storage.read(.b, from: 0, count: 28) == Array(all[..<28]))
        #expect(try storage.read(.b, from: 1000, count: 7) == Array(all[1000..<1007]))
        #expect(try storage.read(.b, from: size - 3, count: 28) == Array(all[(size - 3)...]))
        #expect(try storage.read(.b, from: size, count: 28) == [])
        #expect(try storage.read(.b, from: size + 1, count: 28) == [])
    }

    @Test("A slot takes exactly what fits and refuses more, leaving what was there")
    func refusesTooMuch() throws {
        let folder = try TemporaryFolder()
        let storage = try make(folder)
        let all = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try storage.write(all, to: .a)
        #expect(throws: StorageError.full) { try storage.write(all + [0], to: .a) }
        #expect(try storage.read(.a) == all)
    }

    @Test("Missing and short files read as what there is, and are whole again after a write")
    func readsWhatThereIs() throws {
        let folder = try TemporaryFolder()
        let storage = try make(folder)
        #expect(unlink(folder.file("deep/state/state.a")) == 0)
        #expect(try storage.read(.a) == [])
        #expect(truncate(folder.file("deep/state/state.b"), 3) == 0)
        #expect(try storage.read(.b) == [0, 0, 0])
    }

    @Test("A second process is refused while the first lives, and let in afterwards")
    func isLocked() throws {
        let folder = try TemporaryFolder()
        let directory = folder.file("deep/state")
        do {
            let first = try make(folder)
            do {
                _ = try make(folder)
                Issue.record("two have it")
            } catch let error as SlotStorageOpenError {
                guard case .inUse(directory, let holder?) = error else {
                    Issue.record("\(error)")
                    return
                }
                #expect(holder.process == getpid())
                #expect(error.description.hasSuffix("\(directory): \(holder)"))
            }
            try first.write([1], to: .a)
        }
        // A program that another test starts at this moment inherits all open files until its exec.
        #expect((0..<200).contains { _ in (try? make(folder)) != nil || usleep(5_000) != 0 })
    }

    @Test("A state directory that cannot be is refused with its reason")
    func refusesImpossiblePlaces() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "deep")
        #expect(
            throws: SlotStorageOpenError.failed(
                directory: folder.file("deep/state"), errno: ENOTDIR)
        ) { try make(folder) }
    }

    @Test(
        "A disk that cannot be written lets the storage start, says what is wrong, and is tried again",
        arguments: [
            (ENOSPC, StorageError.full), (EROFS, .readOnly),
            (EIO, .io(reason: "Input/output error")),
            (EDQUOT, .full),
        ])
    func startsOnFailingDisk(errno: Int32, error: StorageError) throws {
        let calls = FailingFileCalls()
        calls.fail(.allocate, errno)
        let folder = try TemporaryFolder()
        let storage = try make(folder, calls: calls)
        #expect(throws: error) { try storage.write([1], to: .a) }
        calls.recover()
        try storage.write([2], to: .a)
        #expect(try storage.read(.a).first == 2)
    }

    @Test("A folder that cannot be used is waited for, if the caller wants that, and then locked")
    func waits() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "deep")
        let storage = try FileSlotStorage(
            directory: folder.file("deep/state"), slotSize: size, waits: true)
        #expect(throws: StorageError.self) { try storage.read(.a) }
        let reason = "can't use the folder \(folder.file("deep/state")): Not a directory"
        #expect(throws: StorageError.refused(reason: reason)) { try storage.write([1], to: .a) }
        #expect(unlink(folder.file("deep")) == 0)
        try storage.write([2], to: .a)
        #expect(try storage.read(.a).first == 2)
        #expect(throws: SlotStorageOpenError.self) { try make(folder) }
    }

    @Test("On a read-only disk what is there can be read")
    func readsFromReadOnlyDisk() throws {
        let folder = try TemporaryFolder()
        try make(folder).write([7], to: .b)
        let calls = FailingFileCalls()
        calls.fail(.openForWriting, EROFS)
        let storage = try make(folder, calls: calls)
        #expect(try storage.read(.b).first == 7)
        #expect(throws: StorageError.readOnly) { try storage.write([8], to: .b) }
    }

    @Test(
        "Any call of a write that fails is reported, and never as success",
        arguments: [FailingFileCalls.Call.write, .synchroniseData], [ENOSPC, EROFS, EIO])
    func reportsFailures(call: FailingFileCalls.Call, errno: Int32) throws {
        let calls = FailingFileCalls()
        let folder = try TemporaryFolder()
        let storage = try make(folder, calls: calls)
        calls.fail(call, errno)
        #expect(throws: StorageError.self) { try storage.write([1], to: .a) }
    }

    @Test("A write in pieces arrives whole")
    func survivesShortWrites() throws {
        let calls = FailingFileCalls()
        let folder = try TemporaryFolder()
        let storage = try make(folder, calls: calls)
        calls.limitTransfers(to: 1000)
        let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        try storage.write(bytes, to: .a)
        #expect(try Array(storage.read(.a).prefix(5000)) == bytes)
    }
}

/// The kernel's calls, some of which fail.
final class FailingFileCalls: FileCalls {
    enum Call: Hashable, Sendable {
        case openForWriting, allocate, write, synchroniseData
    }

    private struct State {
        var failures: [Call: Int32] = [:]
        var longestTransfer = Int.max
    }

    private let kernel = KernelFileCalls()
    private let state = Mutex(State())

    func fail(_ call: Call, _ errno: Int32) {
        state.withLock { $0.failures[call] = errno }
    }

    func recover() {
        state.withLock { $0.failures = [:] }
    }

    func limitTransfers(to count: Int) {
        state.withLock { $0.longestTransfer = count }
    }

    private func check(_ call: Call) throws(CallFailure) {
        if let errno = state.withLock({ $0.failures[call] }) { throw CallFailure(errno: errno) }
    }

    func makeFolder(_ path: String, mode: UInt32) throws(CallFailure) {
        try kernel.makeFolder(path, mode: mode)
    }

    func open(_ path: String, flags: Int32, mode: UInt32) throws(CallFailure) -> Int32 {
        if flags & O_RDWR != 0 { try check(.openForWriting) }
        return try kernel.open(path, flags: flags, mode: mode)
    }

    func status(_ file: Int32) throws(CallFailure) -> FileStatus {
        try kernel.status(file)
    }

    func allocate(_ file: Int32, size: Int) throws(CallFailure) {
        try check(.allocate)
        try kernel.allocate(file, size: size)
    }

    func read(
        _ file: Int32, into buffer: UnsafeMutableRawBufferPointer, at offset: Int
    ) throws(CallFailure) -> Int {
        let count = min(buffer.count, state.withLock { $0.longestTransfer })
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer[..<count])
        return try kernel.read(file, into: part, at: offset)
    }

    func write(
        _ file: Int32, _ bytes: UnsafeRawBufferPointer, at offset: Int
    ) throws(CallFailure) -> Int {
        try check(.write)
        let count = min(bytes.count, state.withLock { $0.longestTransfer })
        let part = UnsafeRawBufferPointer(rebasing: bytes[..<count])
        return try kernel.write(file, part, at: offset)
    }

    func synchroniseData(_ file: Int32) throws(CallFailure) {
        try check(.synchroniseData)
        try kernel.synchroniseData(file)
    }

    func synchronise(_ file: Int32) throws(CallFailure) {
        try kernel.synchronise(file)
    }

    func lock(_ file: Int32) throws(CallFailure) {
        try kernel.lock(file)
    }

    func close(_ file: Int32) {
        kernel.close(file)
    }
}

extension FileSlotStorage {
    /// The whole contents of a slot.
    fileprivate func read(_ slot: StorageSlot) throws(StorageError) -> [UInt8] {
        try read(slot, from: 0, count: slotSize)
    }
}
