import CLinux
import Glibc
package import HAL
import Synchronization

/// Keeps in memory what a ring needs, so that an alarm neither waits for a card to return a page, nor dies of a card
/// that returns none.
///
/// Theory of operation. The program is large, mostly Swift's own libraries, and most of it is never used. All of it
/// would take a tenth of a small machine's memory. So each page is kept from its first use on. Two gaps remain: pages
/// that a ring would be the first to use, and pages that only the start needed. Three steps close them once the clock
/// runs:
///
/// 1. `forget` drops all pages of files. From then on the kernel reads single pages: by default it reads and maps
///    sixteen at a time, of which a program like this one uses three or four.
/// 2. The caller runs rings that nobody hears (`DryRing` in Runtime), on the same threads and through the same
///    libraries.
/// 3. `lock` keeps the pages that are present now, and each later one. ALSA's libraries, whose paths no dry run can
///    know, are kept whole, also those that a device loads later (`lockLibraries`).
package enum MemoryLock {
    /// Name prefixes of the libraries that are kept whole.
    private static let whole = ["libasound.", "libasound_module_"]

    private static let isOn = Atomic<Bool>(false)
    /// The number of library mappings when they were last locked.
    private static let lockedMappings = Atomic<Int>(0)

    /// How often `forget` drops pages.
    private static let rounds = 4

    /// More than a program's map has, at some 100 bytes a line.
    private static let longestMap = 1 << 20

    /// Throws if memory cannot be locked for good.
    ///
    /// A limit counts as a failure: a lock would hold at first, but a thread or an allocation would fail later, which
    /// is worse than a page on a card. A service gets `LimitMEMLOCK=infinity`.
    package static func check() throws(HostError) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit) == 0 else {
            throw HostError(operation: "asking for the limit of locked memory", errno: errno)
        }
        // The limit does not apply to the superuser.
        guard limit.rlim_cur == rlim_t.max || geteuid() == 0 else {
            throw HostError(operation: "locking the memory", errno: EPERM)
        }
    }

    /// Makes the kernel give the program only small pages. Call it before there is another thread.
    ///
    /// Debian's kernel also uses pages of 2 MiB where a program allows it, and keeps merging small pages into such
    /// ones at run time. Each thread's heap would take them for the few KiB that it uses, and the lock would keep
    /// them.
    package static func keepPagesSmall() {
        // If it fails the clock only takes more memory.
        _ = noiseclock_keep_pages_small()
    }

    /// Drops the pages of files that were used so far. Threads may run: each reads what it needs again, one page at a
    /// time, so do not call it while a thread makes sound. Call it before `lock`.
    package static func forget() throws(HostError) {
        let mappings = try MemoryMapping.all(limit: longestMap).filter(\.isOfFile)
        let program = try Descriptor(
            open("/proc/self/exe", O_RDONLY | O_CLOEXEC), from: "opening the program")
        for mapping in mappings {
            // Advice: if it is not taken, it only costs memory.
            madvise(UnsafeMutableRawPointer(bitPattern: mapping.start), mapping.size, MADV_RANDOM)
        }
        // Running threads fault pages in again, and with each its cached neighbours. A page that somebody has mapped
        // stays cached. So the two calls follow each other closely, and are repeated.
        for _ in 1...rounds {
            for mapping in mappings where mapping.isPristine {
                madvise(
                    UnsafeMutableRawPointer(bitPattern: mapping.start), mapping.size, MADV_DONTNEED)
            }
            posix_fadvise(program.number, 0, 0, POSIX_FADV_DONTNEED)
        }
    }

    /// Keeps the pages that are in memory, and all later ones.
    package static func lock() throws(HostError) {
        // Otherwise freed memory would be locked for good.
        malloc_trim(0)
        guard mlockall(MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT) == 0 else {
            throw HostError(operation: "locking the memory", errno: errno)
        }
        isOn.store(true, ordering: .sequentiallyConsistent)
        try lockLibraries()
    }

    /// Locks ALSA's libraries whole, if some were loaded since. Does nothing before `lock`.
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
    /// Its pages can only be those of the file: program text, and what precedes it in the file. Tables that the
    /// loader filled in do not count, even if they are read-only now.
    var isPristine: Bool
    /// The file's name without its folder, or a name of the kernel's, such as `[heap]`; empty for anonymous memory.
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

    /// Skips lines that are not valid.
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
