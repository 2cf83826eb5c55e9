/// WAV, AIFF and CAF: a header of chunks, one of which has the samples.
///
/// Theory of operation. Programs that write into a pipe cannot go back to the header, so they leave 0 or the
/// greatest number as the size of the samples; and a file whose end is missing states more than there is. Each is
/// told apart here, and the decoder gets a header with the true size.
struct ChunkedFile {
    enum Container: String {
        case wave = "WAV"
        case aiff = "AIFF"
        case caf = "CAF"

        var words: String { self == .aiff ? "an AIFF file" : "a \(rawValue) file" }

        var ending: String {
            switch self {
            case .wave: "wav"
            case .aiff: "aiff"
            case .caf: "caf"
            }
        }
    }

    /// A chunk as its header has it.
    private struct Chunk {
        var name: String
        var content: Int
        var size: Int
        var sizePlace: Int
    }

    let file: InputFile
    let container: Container
    /// A size has 4 bytes, but 8 in CAF and RF64.
    private let isBigEndian: Bool
    private(set) var description: [UInt8] = []
    private(set) var packetTable: [UInt8] = []
    /// Where the samples begin, and how many bytes of them there are.
    private(set) var samples = 0..<0
    /// As stated; nil where the size is none.
    private(set) var statedBytes: Int?
    private var sizePlace = 0
    private var sizeWidth = 4
    /// Of RF64, where its sizes stand: the samples' size does not fit into their own chunk.
    private var wideSizes: Int?
    private var isDescribedBehind = false

    private static let mostChunks = 4096
    private static let longestDescription = 4096
    /// Sizes from here on are those of programs that do not know it, where the file is shorter.
    private static let leastUnknown = 0x7FFF_0000

    /// Nil: the file is none of these.
    init?(_ file: InputFile) throws(ImportProblem) {
        let first = file.bytes(at: 0, 12)
        self.file = file
        if first.holds("caff") {
            (container, isBigEndian, sizeWidth) = (.caf, true, 8)
        } else if ["RIFF", "RIFX", "RF64", "BW64"].contains(where: { first.holds($0) }),
            first.holds("WAVE", at: 8)
        {
            (container, isBigEndian) = (.wave, first.holds("RIFX"))
        } else if first.holds("FORM"), first.holds("AIFF", at: 8) || first.holds("AIFC", at: 8) {
            (container, isBigEndian) = (.aiff, true)
        } else {
            return nil
        }
        readChunks()
        try file.check()
        guard !description.isEmpty else {
            throw damaged("its \(container.rawValue) header has no format")
        }
        guard !samples.isEmpty else { throw damaged("it has no samples") }
    }

    private func damaged(_ reason: String) -> ImportProblem {
        .damaged(
            "\(reason). Get the file again, or try to mend it: "
                + "ffmpeg -i sound.\(container.ending) sound.flac")
    }

    // MARK: - Chunks

    private func number(_ bytes: [UInt8], _ place: Int, _ count: Int) -> Int? {
        isBigEndian ? bytes.big(place, count) : bytes.little(place, count)
    }

    private func chunk(at place: Int) -> Chunk? {
        let width = container == .caf ? 8 : 4
        let bytes = file.bytes(at: place, 4 + width)
        guard let size = number(bytes, 4, width) else { return nil }
        return Chunk(
            name: String(decoding: bytes[..<4], as: UTF8.self), content: place + 4 + width,
            size: size,
            sizePlace: place + 4)
    }

    private mutating func readChunks() {
        var place = container == .caf ? 8 : 12
        for _ in 0..<ChunkedFile.mostChunks {
            guard let chunk = chunk(at: place) else { return }
            var end = chunk.content &+ chunk.size
            switch chunk.name {
            case "fmt ", "COMM", "desc":
                isDescribedBehind = !samples.isEmpty
                description = file.bytes(
                    at: chunk.content, min(max(0, chunk.size), ChunkedFile.longestDescription))
            case "pakt": packetTable = file.bytes(at: chunk.content, min(max(0, chunk.size), 24))
            case "ds64": wideSizes = chunk.content
            case "data", "SSND":
                takeSamples(chunk)
                end = samples.upperBound
            default: break
            }
            guard end > place else { return }
            // All but CAF's chunks begin at even places.
            place = container == .caf ? end : end + end % 2
        }
    }

    private mutating func takeSamples(_ chunk: Chunk) {
        var stated = chunk.size
        sizePlace = chunk.sizePlace
        if let wideSizes, stated == 0xFFFF_FFFF {
            (sizePlace, sizeWidth) = (wideSizes + 8, 8)
            stated = number(file.bytes(at: sizePlace, 8), 0, 8) ?? 0
        }
        let rest = file.length - chunk.content
        let isUnknown =
            stated < 0 || (stated >= ChunkedFile.leastUnknown && stated > rest)
            || isNone(stated, chunk)
        statedBytes = isUnknown ? nil : stated
        let end = isUnknown ? endOfSamples(from: chunk.content) : min(stated, rest) + chunk.content
        samples = chunk.content..<end
    }

    /// Where samples of an unknown size end: at the end of the file, or before the last chunk with words.
    private func endOfSamples(from start: Int) -> Int {
        let first = max(start, file.length - ChunkedFile.longestWords)
        let bytes = file.bytes(at: first, file.length - first)
        guard container != .caf, bytes.count >= 8 else { return file.length }
        for place in 0...(bytes.count - 8)
        where ChunkedFile.words.contains(where: { bytes.holds($0, at: place) }) {
            let size = number(bytes, place + 4, 4) ?? 0
            if place + 8 + size + size % 2 == bytes.count { return first + place }
        }
        return file.length
    }

    /// Chunks that programs put behind the samples.
    private static let words = [
        "LIST", "id3 ", "ID3 ", "bext", "cue ", "smpl", "iXML", "PEAK", "ANNO", "NAME",
    ]
    private static let longestWords = 4096

    /// A size that is too small: 0, or one with no chunk behind it, but more than it says.
    private func isNone(_ stated: Int, _ chunk: Chunk) -> Bool {
        guard container != .caf, stated < (file.length - chunk.content) / 2 else { return false }
        let place = chunk.content + stated + stated % 2
        let behind = file.bytes(at: place, 8)
        guard behind.count == 8, let size = number(behind, 4, 4) else { return false }
        // What begins with four letters and fits into the file is a chunk.
        let isNamed = behind[..<4].allSatisfy { (0x20..<0x7F).contains($0) }
        return !isNamed || place + 8 + size > file.length
    }

    // MARK: - What decodes it

    /// What is missing of the samples, as a share of those that are there.
    var missingShare: Double {
        guard let statedBytes, statedBytes > samples.count else { return 0 }
        return Double(statedBytes - samples.count) / Double(samples.count)
    }

    func stream() throws(ImportProblem) -> any FrameStream {
        let codec = Codec(of: self)
        switch codec.reader {
        case .library:
            return try LibraryStream(
                mended, name: container.rawValue, ending: container.ending,
                missingShare: missingShare)
        case .packets: return try PacketStream(self)
        case .frames:
            let inside = InputFile(file, parts: [.file(samples)])
            guard let frames = try MpegFrames.search(inside) else {
                throw damaged("no whole frame of MP3 is in it")
            }
            return try MpegStream(frames, of: inside)
        case .none:
            throw .foreign("\(codec.name) in \(container.words)", container.ending)
        }
    }

    /// The file with true sizes.
    private var mended: InputFile {
        guard statedBytes != samples.count || isWrongOutside else { return file }
        // Behind the samples, nothing else is of use.
        let end = isDescribedBehind ? file.length : samples.upperBound
        var parts: [InputFile.Part] = []
        var place = 0
        func add(_ size: Int, width: Int, at next: Int) {
            if next > place { parts.append(.file(place..<next)) }
            let bytes = (0..<width).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
            parts.append(.bytes(isBigEndian ? bytes.reversed() : bytes))
            place = next + width
        }
        if container != .caf {
            if file.bytes(at: 0, 4).holds("BW64") {
                parts.append(.bytes(Array("RF64".utf8)))
                place = 4
            }
            if wideSizes == nil { add(end - 8, width: 4, at: 4) }
        }
        if sizePlace >= place { add(samples.count, width: sizeWidth, at: sizePlace) }
        if end > place { parts.append(.file(place..<end)) }
        return InputFile(file, parts: parts)
    }

    /// Whether the size of all chunks together is wrong.
    private var isWrongOutside: Bool {
        container != .caf && wideSizes == nil
            && number(file.bytes(at: 4, 4), 0, 4) != file.length - 8
            || file.bytes(at: 0, 4).holds("BW64")
    }
}
