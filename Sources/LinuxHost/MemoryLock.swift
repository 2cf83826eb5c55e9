import CLinux
import Glibc
package import HAL
import Synchronization

/// Keeps the program in memory, so that an alarm never waits for a card to give back a page, nor dies of
/// a card that gives none.
///
/// What is mapped at the start is locked whole: the program, the libraries, what was allocated. Of what
/// comes later each page is locked from its first use on: the threads' stacks and the heap, which are
/// memory and come from no card, would else take many times what is ever used of them. The libraries that
/// a sound device brings along are locked whole again, once it is open (`lockLibraries`).
///
/// A few libraries are spared: see `spared`.
package enum MemoryLock {
    /// Beginnings of the names of libraries of which only used pages are locked. Swift's parser of regular
    /// expressions is loaded by others and never called. Of Foundation's essentials the clock uses JSON alone:
    /// each start reads and writes a state with it, and of what that takes every page stays. Neither has to do
    /// with how a ring is heard, shown or stopped; whole, both would take 4 MiB more.
    private static let spared = ["libswift_RegexParser.", "libFoundationEssentials."]

    private static let isOn = Atomic<Bool>(false)
    /// Mappings of libraries when they were last locked.
    private static let lockedMappings = Atomic<Int>(0)

    /// More than a program's map has, at some 100 bytes a line.
    private static let longestMap = 1 << 20

    /// Locks what there is and what will be. Call it before threads start.
    ///
    /// Does not try where a limit is set: it would hold at first, and refuse a thread or an allocation
    /// later, which is worse than a page on a card. A service gets `LimitMEMLOCK=infinity`.
    package static func lockAll() throws(HostError) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit) == 0 else {
            throw HostError(operation: "asking for the limit of locked memory", errno: errno)
        }
        // The superuser's processes are not held to it.
        guard limit.rlim_cur == rlim_t.max || geteuid() == 0 else {
            throw HostError(operation: "locking the memory", errno: EPERM)
        }
        guard mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) == 0 else {
            throw HostError(operation: "locking the memory", errno: errno)
        }
        isOn.store(true, ordering: .relaxed)
        let mappings = try MemoryMapping.all(limit: longestMap)
        for mapping in mappings where !isSpared(mapping) { try lock(mapping) }
        lockedMappings.store(mappings.count(where: \.isLibrary), ordering: .relaxed)
    }

    /// Locks the libraries that were loaded since, whole. Does nothing where nothing was locked.
    package static func lockLibraries() throws(HostError) {
        guard isOn.load(ordering: .relaxed) else { return }
        let libraries = try MemoryMapping.all(limit: longestMap).filter(\.isLibrary)
        guard lockedMappings.exchange(libraries.count, ordering: .relaxed) != libraries.count
        else { return }
        for mapping in libraries where !isSpared(mapping) { try lock(mapping) }
    }

    private static func isSpared(_ mapping: MemoryMapping) -> Bool {
        spared.contains { mapping.name.hasPrefix($0) }
    }

    private static func lock(_ mapping: MemoryMapping) throws(HostError) {
        // What may not be read cannot be filled: gaps that keep others apart, and what the heap reserves.
        guard mapping.isReadable, !mapping.isKernels else { return }
        guard mlock(UnsafeRawPointer(bitPattern: mapping.start), mapping.size) == 0 else {
            throw HostError(operation: "locking \(mapping.name)", errno: errno)
        }
    }
}

/// A line of /proc/self/maps (proc(5)).
struct MemoryMapping: Equatable {
    var start: UInt
    /// In bytes.
    var size: Int
    var isReadable: Bool
    /// Of the file, without its folder, or the kernel's word, such as `[heap]`; empty for memory alone.
    var name: String

    var isLibrary: Bool { name.hasSuffix(".so") || name.contains(".so.") }
    /// Pages that the kernel lends to every process, and which never leave.
    var isKernels: Bool { name.hasPrefix("[v") }

    static func all(limit: Int) throws(HostError) -> [MemoryMapping] {
        let bytes: [UInt8]
        do throws(FileError) {
            bytes = try FileReading.bytes(at: "/proc/self/maps", limit: limit)
        } catch {
            guard case .failed(_, _, let errno) = error else {
                throw HostError(operation: "reading the memory's map", errno: EFBIG)
            }
            throw HostError(operation: "reading the memory's map", errno: errno)
        }
        return parse(String(decoding: bytes, as: UTF8.self))
    }

    /// Lines that are none are left out.
    static func parse(_ text: String) -> [MemoryMapping] {
        text.split(separator: "\n").compactMap { line in
            let fields = line.split(separator: " ", maxSplits: 5)
            guard fields.count >= 5 else { return nil }
            let ends = fields[0].split(separator: "-").compactMap { UInt($0, radix: 16) }
            guard ends.count == 2, ends[0] < ends[1] else { return nil }
            let path = fields.count > 5 ? fields[5].drop { $0 == " " } : ""
            return MemoryMapping(
                start: ends[0], size: Int(ends[1] - ends[0]), isReadable: fields[1].hasPrefix("r"),
                name: path.split(separator: "/").last.map(String.init) ?? "")
        }
    }
}
