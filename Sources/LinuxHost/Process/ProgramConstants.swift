import CLinux
import Glibc
import HAL

/// The pages of the running program's constants, which `MemoryLock.forget` drops.
///
/// Swift's compiler marks the section of a program's constants as writable, although nobody writes there. So the linker
/// puts them into the segment of the variables, and the map of the memory does not tell the two apart. The section
/// table of the program's file does (elf(5)). The loader may have filled in some of those pages; the kernel tells which
/// are still pages of the file (Documentation/admin-guide/mm/pagemap.rst).
enum ProgramConstants {
    private static let sectionName = ".rodata"
    /// The most of the file's table of sections that is read; a program has some fifty, of 64 bytes each.
    private static let longestTable = 1 << 20

    /// Calls `drop` with each page that holds nothing but constants, is in memory, and is the file's.
    ///
    /// - Parameter program: its file.
    static func forEachPage(
        of program: borrowing Descriptor, drop: (UnsafeMutableRawPointer) -> Void
    ) throws(HostError) {
        guard let section = try section(of: program) else { return }
        let size = UInt(max(1, sysconf(Int32(_SC_PAGESIZE))))
        let first = (section.lowerBound + size - 1) / size
        let end = section.upperBound / size
        guard first < end else { return }
        let kernel = try Descriptor(
            open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC), from: "opening the map of the pages")
        var entries = [UInt64](repeating: 0, count: Int(end - first))
        let isWhole = entries.withUnsafeMutableBytes { bytes in
            pread(kernel.number, bytes.baseAddress, bytes.count, off_t(first) * 8) == bytes.count
        }
        guard isWhole else {
            throw HostError(operation: "reading the map of the pages", errno: errno)
        }
        for (index, entry) in entries.enumerated() {
            let (isPresent, isOfFile) = (entry >> 63 & 1 == 1, entry >> 61 & 1 == 1)
            guard isPresent, isOfFile,
                let page = UnsafeMutableRawPointer(bitPattern: (first + UInt(index)) * size)
            else { continue }
            drop(page)
        }
    }

    /// The addresses of the section; nil if the file does not tell them.
    static func section(of program: borrowing Descriptor) throws(HostError) -> Range<UInt>? {
        let header = try read(program, at: 0, count: MemoryLayout<Elf64_Ehdr>.size).first(
            Elf64_Ehdr.self)
        guard let header, header.e_shentsize == MemoryLayout<Elf64_Shdr>.size else { return nil }
        let table = try read(
            program, at: header.e_shoff,
            count: Int(header.e_shnum) * MemoryLayout<Elf64_Shdr>.size)
        let sections = table.all(Elf64_Shdr.self)
        guard let names = sections.element(Int(header.e_shstrndx)) else { return nil }
        let text = try read(program, at: names.sh_offset, count: Int(clamping: names.sh_size))
        let wanted = Array(sectionName.utf8) + [0]
        guard
            let found = sections.first(where: {
                text.bytes.dropFirst(Int(clamping: $0.sh_name)).starts(with: wanted)
            })
        else { return nil }
        let begin = loadAddress &+ UInt(found.sh_addr)
        return begin..<(begin &+ UInt(found.sh_size))
    }

    /// What the loader has added to the addresses of the program's file.
    private static var loadAddress: UInt {
        let table = UnsafePointer<Elf64_Phdr>(bitPattern: getauxval(UInt(AT_PHDR)))
        let headers = UnsafeBufferPointer(start: table, count: Int(getauxval(UInt(AT_PHNUM))))
        let own = headers.first { $0.p_type == UInt32(PT_PHDR) }
        return own.map { UInt(bitPattern: table) &- UInt($0.p_vaddr) } ?? 0
    }

    /// A piece of the file.
    private struct Piece {
        var bytes: [UInt8]

        func all<Record: BitwiseCopyable>(_: Record.Type) -> [Record] {
            bytes.withUnsafeBytes { bytes in
                let size = MemoryLayout<Record>.size
                return stride(from: 0, through: bytes.count - size, by: size).map {
                    bytes.loadUnaligned(fromByteOffset: $0, as: Record.self)
                }
            }
        }

        func first<Record: BitwiseCopyable>(_ type: Record.Type) -> Record? { all(type).first }
    }

    /// Shorter than asked for where the file ends.
    private static func read(
        _ file: borrowing Descriptor, at offset: UInt64, count: Int
    ) throws(HostError) -> Piece {
        var bytes = [UInt8](repeating: 0, count: min(count, longestTable))
        let done = bytes.withUnsafeMutableBytes {
            pread(file.number, $0.baseAddress, $0.count, off_t(clamping: offset))
        }
        guard done >= 0 else {
            throw HostError(operation: "reading the program's file", errno: errno)
        }
        bytes.removeLast(bytes.count - done)
        return Piece(bytes: bytes)
    }
}

extension Array {
    fileprivate func element(_ index: Int) -> Element? {
        indices.contains(index) ? self[index] : nil
    }
}
