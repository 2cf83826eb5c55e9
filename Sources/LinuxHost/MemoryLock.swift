import CLinux
import Glibc
package import HAL
import Synchronization

/// Keeps in memory what the program has used, so that an alarm never waits for a card to give back a page, nor
/// dies of a card that gives none.
///
/// Theory of operation. Each page is locked from its first use on: of the program, of its libraries, of stacks and
/// heap. The program is large, mostly Swift's own libraries, and most of it is never used; whole, it would take
/// a quarter of a small machine's memory for itself. That leaves what a ring would be the first to use. Three
/// things see to it that there is nothing: the start itself goes through most of it; whoever runs the clock goes
/// through a ring once more (`DryRing` in Runtime) and then has the surroundings of all that was used locked too
/// (`lockSurroundings`); and ALSA's libraries, whose paths no dry run can know, are locked whole
/// (`lockLibraries`).
///
/// What only the start needed is not locked: the loader's tables, for one.
package enum MemoryLock {
    /// Beginnings of the names of libraries that are locked whole.
    private static let whole = ["libasound.", "libasound_module_"]
    /// What lies in the same block as a page that was used is locked with it: the kernel reads and maps blocks of
    /// this size around a page that it fetches, as long as their other pages are in memory by chance.
    private static let block = 65_536

    private static let isOn = Atomic<Bool>(false)
    /// Mappings of libraries when they were last locked.
    private static let lockedMappings = Atomic<Int>(0)

    /// More than a program's map has, at some 100 bytes a line.
    private static let longestMap = 1 << 20

    /// Locks what is used from now on. Call it before threads start.
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
        for mapping in try MemoryMapping.all(limit: longestMap) where mapping.isPristine {
            // The kernel gives them again when they are used again.
            madvise(UnsafeMutableRawPointer(bitPattern: mapping.start), mapping.size, MADV_DONTNEED)
        }
        guard mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) == 0 else {
            throw HostError(operation: "locking the memory", errno: errno)
        }
        isOn.store(true, ordering: .relaxed)
        try lockLibraries()
    }

    /// Whether memory is locked.
    package static var isLocked: Bool { isOn.load(ordering: .relaxed) }

    /// Locks ALSA's libraries, whole, where some were loaded since. Does nothing where nothing was locked.
    package static func lockLibraries() throws(HostError) {
        guard isLocked else { return }
        let libraries = try MemoryMapping.all(limit: longestMap).filter { mapping in
            whole.contains { mapping.name.hasPrefix($0) }
        }
        guard lockedMappings.exchange(libraries.count, ordering: .relaxed) != libraries.count
        else { return }
        for mapping in libraries where mapping.isReadable {
            try fetch(mapping.start, mapping.size, of: mapping.name)
        }
    }

    /// Fetches, and so locks, what lies beside the pages of the program and its libraries that were used so far. Does
    /// nothing where nothing was locked.
    package static func lockSurroundings() throws(HostError) {
        guard isLocked else { return }
        let pages = try MemoryPages()
        for mapping in try MemoryMapping.all(limit: longestMap) where mapping.isConstant {
            let end = mapping.start + UInt(mapping.size)
            var start = mapping.start
            while start < end {
                // Blocks are counted from nought, as the kernel does.
                let next = min(end, (start / UInt(block) + 1) * UInt(block))
                if try pages.isAnyPresent(in: start..<next) {
                    try fetch(start, Int(next - start), of: mapping.name)
                }
                start = next
            }
        }
    }

    /// As if each page had been read.
    private static func fetch(_ start: UInt, _ size: Int, of name: String) throws(HostError) {
        let address = UnsafeMutableRawPointer(bitPattern: start)
        guard madvise(address, size, MADV_POPULATE_READ) == 0 else {
            throw HostError(operation: "fetching \(name)", errno: errno)
        }
    }
}

/// Which pages of this process are in its memory (/proc/self/pagemap, proc(5)).
private struct MemoryPages {
    private let file: Descriptor
    private let pageSize = UInt(sysconf(Int32(_SC_PAGESIZE)))
    /// Of a page's number, its top bit.
    private static let present: UInt64 = 1 << 63

    init() throws(HostError) {
        file = try Descriptor(
            open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC), from: "opening the list of pages")
    }

    func isAnyPresent(in range: Range<UInt>) throws(HostError) -> Bool {
        let first = range.lowerBound / pageSize
        let count = Int((range.upperBound - range.lowerBound + pageSize - 1) / pageSize)
        var numbers = [UInt64](repeating: 0, count: count)
        let size = MemoryLayout<UInt64>.size
        let done = pread(file.number, &numbers, count * size, off_t(first) * off_t(size))
        guard done >= 0 else {
            throw HostError(operation: "reading the list of pages", errno: errno)
        }
        return numbers.contains { $0 & MemoryPages.present != 0 }
    }
}

/// A line of /proc/self/maps (proc(5)).
struct MemoryMapping: Equatable {
    var start: UInt
    /// In bytes.
    var size: Int
    var isReadable: Bool
    /// Of a file, and nobody may write there.
    var isConstant: Bool
    /// Its pages are those of the file and can be no others: program text, and what lies before it in the file. Tables
    /// that the loader filled in are none, though nobody may write to them any more.
    var isPristine: Bool
    /// Of the file, without its folder, or the kernel's word, such as `[heap]`; empty for memory alone.
    var name: String

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
            let rights = fields[1]
            let isConstant = path.hasPrefix("/") && rights.hasPrefix("r-")
            let isBegin = fields[2].allSatisfy { $0 == "0" }
            return MemoryMapping(
                start: ends[0], size: Int(ends[1] - ends[0]), isReadable: rights.hasPrefix("r"),
                isConstant: isConstant,
                isPristine: isConstant && (isBegin || rights.hasPrefix("r-x")),
                name: path.split(separator: "/").last.map(String.init) ?? "")
        }
    }
}
