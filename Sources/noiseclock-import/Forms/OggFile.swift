/// Ogg: pages of one sound, or of several one behind the other (RFC 3533).
///
/// The libraries pass over damaged pages. They read the first of several sounds only, so each gets a decoder.
enum OggFile {
    static func stream(of file: InputFile, beginning first: [UInt8]) throws(ImportProblem)
        -> any FrameStream
    {
        guard first.count > 28, first[5] & 2 != 0 else {
            throw .damaged("it is an Ogg whose beginning is missing. Get the file again")
        }
        // The first page of a stream has one packet, which names its codec.
        let packet = Array(first.dropFirst(28))
        let links = try OggLinks(file)
        if packet.starts(with: [0x7F]), packet.holds("FLAC", at: 1) {
            return try FlacStream(file, isOgg: true)
        }
        let isVorbis = packet.holds("vorbis", at: 1)
        // A skeleton stands before others.
        guard isVorbis || packet.holds("OpusHead") || packet.holds("fishead") else {
            throw .foreign("\(name(of: packet)) in an Ogg file", "ogg")
        }
        return try LinkedStream(links, of: file, name: isVorbis ? "Ogg Vorbis" : "Ogg")
    }

    private static func name(of packet: [UInt8]) -> String {
        if packet.holds("Speex") { return "Speex" }
        if packet.holds("theora", at: 1) { return "Theora video" }
        return "an unknown codec"
    }
}

/// Where each sound of an Ogg file begins and ends.
struct OggLinks {
    private(set) var ranges: [Range<Int>] = []
    /// Whether the last page says that it is the last.
    private(set) var isEnded = true

    private static let headerSize = 27
    private static let windowSize = 65_536
    private static let mostLinks = 4096

    init(_ file: InputFile) throws(ImportProblem) {
        var place = 0
        var start: Int?
        var isEnd = true
        while place < file.length, ranges.count < OggLinks.mostLinks {
            let header = file.bytes(at: place, OggLinks.headerSize + 255)
            guard header.holds("OggS"), header.count >= OggLinks.headerSize,
                header.count >= OggLinks.headerSize + Int(header[26])
            else {
                guard let next = OggLinks.page(in: file, from: place + 1) else { break }
                place = next
                continue
            }
            let table = header[OggLinks.headerSize..<(OggLinks.headerSize + Int(header[26]))]
            // The first page of a sound comes before any page of its streams with sound.
            if header[5] & 2 != 0, isEnd || start == nil || isSound {
                if let start { ranges.append(start..<place) }
                start = place
                isSound = false
            }
            if header[5] & 2 == 0 { isSound = true }
            isEnd = header[5] & 4 != 0
            place += OggLinks.headerSize + table.count + table.reduce(0) { $0 + Int($1) }
        }
        try file.check()
        ranges.append((start ?? 0)..<file.length)
        isEnded = isEnd && place <= file.length
    }

    private var isSound = false

    /// The next page behind a damaged place.
    private static func page(in file: InputFile, from start: Int) -> Int? {
        var place = start
        while place < file.length {
            let bytes = file.bytes(at: place, windowSize)
            var from = bytes.startIndex
            while let found = bytes[from...].firstIndex(of: UInt8(ascii: "O")) {
                if bytes.holds("OggS", at: found) { return place + found }
                from = found + 1
            }
            if bytes.count < windowSize { return nil }
            place += bytes.count - 3
        }
        return nil
    }
}

/// The sounds of an Ogg file, one after the other.
private final class LinkedStream: FrameStream {
    let rate: Int
    let channels: Int
    let channelMap: [Int]?
    private let file: InputFile
    private let name: String
    private var left: [Range<Int>]
    private var current: LibraryStream
    private(set) var shortfall = Shortfall()
    private let isEnded: Bool

    init(_ links: OggLinks, of file: InputFile, name: String) throws(ImportProblem) {
        self.file = file
        self.name = name
        isEnded = links.isEnded
        left = links.ranges
        let first = left.removeFirst()
        current = try LinkedStream.open(first, of: file, name)
        (rate, channels, channelMap) = (current.rate, current.channels, current.channelMap)
    }

    private static func open(
        _ range: Range<Int>, of file: InputFile, _ name: String
    ) throws(ImportProblem) -> LibraryStream {
        try LibraryStream(
            InputFile(file, parts: [.file(range)]), name: name, ending: "ogg", isOfPages: true)
    }

    func next() throws(ImportProblem) -> [Float] {
        while true {
            let block = try current.next()
            if !block.isEmpty { return block }
            shortfall.missingSeconds += current.shortfall.missingSeconds
            guard let following = try following() else {
                shortfall.isCutOff = !isEnded
                return []
            }
            current = following
        }
    }

    /// The next sound that goes on as this one does; the others are missing.
    private func following() throws(ImportProblem) -> LibraryStream? {
        while !left.isEmpty {
            let range = left.removeFirst()
            do throws(ImportProblem) {
                let next = try LinkedStream.open(range, of: file, name)
                if next.rate == rate, next.channels == channels { return next }
                shortfall.missingSeconds +=
                    Double(next.claimedFrames) / Double(max(1, next.rate))
            } catch {
                try file.check()
                // What cannot be opened has no length that anybody knows.
                shortfall.isCutOff = true
            }
        }
        return nil
    }
}
