import CLinux
import Glibc
package import HAL
import Synchronization

/// Keeps in memory what a ring needs, so that an alarm never waits for a card to give back a page, nor dies of
/// a card that gives none.
///
/// Theory of operation. The program is large, mostly Swift's own libraries, and most of it is never used; whole, it
/// would take a tenth of a small machine's memory. So pages are kept that have been used, each from its first use
/// on. That leaves what a ring would be the first to use, and what only the start has needed. Both are seen to in
/// three steps once the clock runs:
///
/// 1. `forget` gives back all pages of files. From then on the kernel reads pages one by one: by itself it reads and
///    maps sixteen at a time, of which a program like this one uses three or four.
/// 2. Whoever runs the clock goes through rings that nobody hears (`DryRing` in Runtime), on the same threads and
///    through the same libraries.
/// 3. `lock` keeps what is there now, and each page that comes later. ALSA's libraries, whose paths no dry run can
///    know, are kept whole, also those that a device brings along later (`lockLibraries`).
package enum MemoryLock {
    /// Beginnings of the names of libraries that are kept whole.
    private static let whole = ["libasound.", "libasound_module_"]

    private static let isOn = Atomic<Bool>(false)
    /// Mappings of libraries when they were last locked.
    private static let lockedMappings = Atomic<Int>(0)

    /// How often `forget` gives pages back.
    private static let rounds = 4

    /// More than a program's map has, at some 100 bytes a line.
    private static let longestMap = 1 << 20

    /// Says why memory cannot be locked for good.
    ///
    /// A limit counts as one: a lock would hold at first, and refuse a thread or an allocation later, which is worse
    /// than a page on a card. A service gets `LimitMEMLOCK=infinity`.
    package static func check() throws(HostError) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit) == 0 else {
            throw HostError(operation: "asking for the limit of locked memory", errno: errno)
        }
        // The superuser's processes are not held to it.
        guard limit.rlim_cur == rlim_t.max || geteuid() == 0 else {
            throw HostError(operation: "locking the memory", errno: EPERM)
        }
    }

    /// Has the kernel give the program small pages alone. To be called before there is another thread.
    ///
    /// Debian's kernel also uses pages of 2 MiB, wherever a program may have as much, and goes on putting small pages
    /// together into such ones while it runs. The heap of each thread would take them for a few KiB that are used, and
    /// the lock would keep them.
    package static func keepPagesSmall() {
        // Where it fails the clock takes more memory, and nothing else.
        _ = noiseclock_keep_pages_small()
    }

    /// Gives back the pages of files that were used so far. Threads may run; each takes what it needs again, a page
    /// at a time, so this is not the moment for a thread that makes sound. Call it before `lock`.
    package static func forget() throws(HostError) {
        let mappings = try MemoryMapping.all(limit: longestMap).filter(\.isOfFile)
        let program = try Descriptor(
            open("/proc/self/exe", O_RDONLY | O_CLOEXEC), from: "opening the program")
        for mapping in mappings {
            // Advice: what is not taken costs memory and nothing else.
            madvise(UnsafeMutableRawPointer(bitPattern: mapping.start), mapping.size, MADV_RANDOM)
        }
        // What runs meanwhile takes pages again, and with each its neighbours, as long as these are in the cache. A page
        // that somebody has mapped stays there. So the two calls follow each other closely, and do so again.
        for _ in 1...rounds {
            for mapping in mappings where mapping.isPristine {
                madvise(
                    UnsafeMutableRawPointer(bitPattern: mapping.start), mapping.size, MADV_DONTNEED)
            }
            posix_fadvise(program.number, 0, 0, POSIX_FADV_DONTNEED)
        }
    }

    /// Keeps what is in memory, and what comes into it from now on.
    package static func lock() throws(HostError) {
        // What was freed would be kept for good.
        malloc_trim(0)
        guard mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) == 0 else {
            throw HostError(operation: "locking the memory", errno: errno)
        }
        isOn.store(true, ordering: .sequentiallyConsistent)
        try lockLibraries()
    }

    /// Locks ALSA's libraries, whole, where some were loaded since. Does nothing where nothing was locked.
    package static func lockLibraries() throws(HostError) {
        guard isOn.load(ordering: .sequentiallyConsistent) else { return }
        let libraries = try MemoryMapping.all(limit: longestMap).filter { mapping in
            whole.contains { mapping.name.hasPrefix($0) }
        }
        guard lockedMappings.exchange(libraries.count, ordering: .relaxed) != libraries.count
        else { return }
        for mapping in libraries where mapping.isReadable {
            // As if each page had been read.
            let start = UnsafeMutableRawPointer(bitPattern: mapping.start)
            guard madvise(start, mapping.size, MADV_POPULATE_READ) == 0 else {
                throw HostError(operation: "fetching \(mapping.name)", errno: errno)
            }
        }
    }
}

/// A line of /proc/self/maps (proc(5)).
struct MemoryMapping: Equatable {
    var start: UInt
    /// In bytes.
    var size: Int
    var isReadable: Bool
    var isOfFile: Bool
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
            let isOfFile = path.hasPrefix("/")
            let isBegin = rights.hasPrefix("r-") && fields[2].allSatisfy { $0 == "0" }
            return MemoryMapping(
                start: ends[0], size: Int(ends[1] - ends[0]), isReadable: rights.hasPrefix("r"),
                isOfFile: isOfFile, isPristine: isOfFile && (isBegin || rights.hasPrefix("r-x")),
                name: path.split(separator: "/").last.map(String.init) ?? "")
        }
    }
}
