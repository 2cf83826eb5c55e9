import Glibc

/// The audio file, by its descriptor: read at places, so that the descriptor's own position, which somebody
/// else may share, does not matter.
///
/// It is read in parts, and some bytes can stand in place of the file's: so what decodes it never sees the damage
/// that was found before.
///
/// A class, because the libraries call back with a pointer to it.
final class InputFile {
    /// A piece of what is read.
    enum Part: Equatable {
        case file(Range<Int>)
        case bytes([UInt8])

        var count: Int {
            switch self {
            case .file(let range): range.count
            case .bytes(let bytes): bytes.count
            }
        }
    }

    private let descriptor: Int32
    private let parts: [Part]
    /// Where each part begins.
    private let starts: [Int]
    /// The part that was read last.
    private var current = 0
    private var position = 0
    let length: Int
    /// Of the first read that failed.
    private(set) var failure: Int32?

    init(_ descriptor: Int32) throws(ImportProblem) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw ImportProblem(
                code: .notAFile, message: "descriptor \(descriptor), the input, is not a file")
        }
        self.descriptor = descriptor
        length = Int(status.st_size)
        parts = [.file(0..<length)]
        starts = [0]
    }

    /// Only these parts of what another one reads.
    init(_ file: InputFile, parts: [Part]) {
        descriptor = file.descriptor
        let parts = parts.flatMap { part in
            if case .file(let range) = part { file.parts(in: range) } else { [part] }
        }
        self.parts = parts
        var starts: [Int] = []
        var length = 0
        for part in parts {
            starts.append(length)
            length += part.count
        }
        self.starts = starts
        self.length = length
    }

    var place: Int { position }

    /// As lseek(2), within the file.
    func seek(_ offset: Int, _ whence: Int32) -> Int {
        let base =
            switch whence {
            case SEEK_CUR: position
            case SEEK_END: length
            default: 0
            }
        let (place, overflow) = base.addingReportingOverflow(offset)
        guard !overflow, place >= 0 else { return -1 }
        position = place
        return place
    }

    /// - Returns: bytes read; fewer than asked for only at the end, or after a failure.
    func read(_ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
        var done = 0
        while done < count, position < length {
            let part = partAtPosition()
            let offset = position - starts[part]
            let wanted = min(count - done, parts[part].count - offset)
            var result = wanted
            switch parts[part] {
            case .bytes(let bytes):
                UnsafeMutableRawBufferPointer(start: buffer + done, count: wanted)
                    .copyBytes(from: bytes[offset..<(offset + wanted)])
            case .file(let range):
                result = pread(descriptor, buffer + done, wanted, range.lowerBound + offset)
                if result < 0, errno == EINTR { continue }
                if result < 0 { failure = failure ?? errno }
            }
            guard result > 0 else { break }
            done += result
            position += result
        }
        return done
    }

    private func parts(in range: Range<Int>) -> [Part] {
        zip(parts, starts).compactMap { part, start in
            let cut = range.clamped(to: start..<(start + part.count))
            guard !cut.isEmpty else { return nil }
            switch part {
            case .bytes(let bytes):
                return .bytes(Array(bytes[(cut.lowerBound - start)..<(cut.upperBound - start)]))
            case .file(let whole):
                let first = whole.lowerBound + cut.lowerBound - start
                return .file(first..<(first + cut.count))
            }
        }
    }

    private func partAtPosition() -> Int {
        if starts[current] > position || starts[current] + parts[current].count <= position {
            // Mostly it is the next one.
            if current + 1 < starts.count, starts[current + 1] <= position { current += 1 }
            if starts[current] > position || starts[current] + parts[current].count <= position {
                current = search()
            }
        }
        return current
    }

    /// The last part that begins at the position or before, and holds something.
    private func search() -> Int {
        var (low, high) = (0, starts.count - 1)
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[middle] <= position { low = middle } else { high = middle - 1 }
        }
        return low
    }

    /// Bytes at a place, or fewer where there are no more. The position stays.
    func bytes(at place: Int, _ count: Int) -> [UInt8] {
        guard place >= 0, place < length, count > 0 else { return [] }
        let kept = position
        defer { position = kept }
        position = place
        return [UInt8](unsafeUninitializedCapacity: min(count, length - place)) { buffer, done in
            done = buffer.baseAddress.map { read($0, buffer.count) } ?? 0
        }
    }

    /// What follows is no audio if reading failed before.
    func check() throws(ImportProblem) {
        if let failure {
            throw ImportProblem(
                code: .readFailed, message: "reading failed: \(String(cString: strerror(failure)))")
        }
    }
}

/// Numbers in bytes.
extension Array<UInt8> {
    /// The number of so many bytes, the least significant first; nil beyond the end.
    func little(_ place: Int, _ count: Int) -> Int? {
        guard place >= 0, place + count <= self.count else { return nil }
        return self[place..<(place + count)].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// The most significant first.
    func big(_ place: Int, _ count: Int) -> Int? {
        guard place >= 0, place + count <= self.count else { return nil }
        return self[place..<(place + count)].reduce(0) { $0 << 8 | Int($1) }
    }

    func holds(_ text: String, at place: Int = 0) -> Bool {
        place >= 0 && dropFirst(place).starts(with: text.utf8)
    }
}
