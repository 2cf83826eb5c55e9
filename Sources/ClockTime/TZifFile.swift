// Reads TZif, the format of the system's compiled zones: RFC 9636 (versions 1 to 4), which replaced RFC 8536. The bytes
// come from outside: every count and index is checked before use.

extension Zone {
    /// Reads a zone from the bytes of its file.
    ///
    /// Versions 2 and later are read from their 64-bit block and footer, version 1 from its only block. What a reader
    /// may ignore (the standard/wall and UT/local indicators) is ignored.
    ///
    /// - Throws: `ZoneError` if the bytes are not a complete, valid file, or count leap seconds.
    package init(name: String, tzif bytes: [UInt8]) throws(ZoneError) {
        guard bytes.count <= Zone.largestFile else { throw .tooLarge(bytes: bytes.count) }
        var reader = TZifReader(bytes: bytes)
        var header = try reader.header()
        var timeSize = 4
        if header.version >= 2 {
            try reader.skip(header.blockSize(timeSize: 4))
            header = try reader.header()
            timeSize = 8
        }
        let block = try reader.block(header, timeSize: timeSize)
        let rule = header.version >= 2 ? try reader.footer() : nil
        let (initial, changes) = Zone.expanded(block, by: rule)
        self.init(name: name, initial: initial, changes: changes)
    }

    /// The last year for which the footer's rule is expanded to transitions.
    private static let lastYear = 2120
    /// The first such year, if a file has a rule but no transitions. No zone had daylight saving earlier.
    private static let firstYear = 1900

    private static func expanded(
        _ block: TZifReader.Block, by rule: PosixZoneRule?
    ) -> (initial: Offset, changes: [(instant: Int64, offset: Offset)]) {
        var changes = block.changes
        guard let rule else { return (block.initial, changes) }
        guard let daylight = rule.daylight else {
            // Without daylight saving, the footer repeats the last transition's type.
            return (changes.isEmpty ? rule.standard : block.initial, changes)
        }
        let last = changes.last?.instant ?? .min
        var year = firstYear
        if changes.last != nil {
            // Starts a year earlier, because local New Year can fall in another UTC year.
            year = max(year, CivilTime(secondsAsUTC: last).date.year - 1)
        }
        while year <= lastYear {
            let start = daylight.start.seconds(inYear: year) - Int64(rule.standard.seconds)
            let end = daylight.end.seconds(inYear: year) - Int64(daylight.offset.seconds)
            let pair = [(start, daylight.offset), (end, rule.standard)]
            for (instant, offset) in start < end ? pair : pair.reversed() where instant > last {
                // All-year daylight saving ends and begins at the same instant: the later change wins.
                while let previous = changes.last, previous.instant >= instant {
                    changes.removeLast()
                }
                changes.append((instant, offset))
            }
            year += 1
        }
        return (block.initial, changes)
    }
}

/// A cursor over the bytes of a TZif file.
private struct TZifReader {
    let bytes: [UInt8]
    var position = 0

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    struct Header {
        var version: Int
        var isUTCount, isStandardCount, leapCount, timeCount, typeCount, characterCount: Int

        /// The size of the following data block, in bytes.
        func blockSize(timeSize: Int) -> Int {
            timeCount * (timeSize + 1) + typeCount * 6 + characterCount
                + leapCount * (timeSize + 4) + isStandardCount + isUTCount
        }
    }

    struct Block {
        var initial: Zone.Offset
        var changes: [(instant: Int64, offset: Zone.Offset)]
    }

    mutating func skip(_ count: Int) throws(ZoneError) {
        guard bytes.count - position >= count else { throw .truncated }
        position += count
    }

    mutating func byte() throws(ZoneError) -> UInt8 {
        try skip(1)
        return bytes[position - 1]
    }

    /// A big-endian two's complement number of `size` bytes.
    mutating func number(size: Int) throws(ZoneError) -> Int64 {
        try skip(size)
        var value: Int64 = bytes[position - size] >= 0x80 ? -1 : 0
        for byte in bytes[(position - size)..<position] { value = value << 8 | Int64(byte) }
        return value
    }

    /// RFC 9636, 3.1. No count can exceed the file's own size.
    mutating func header() throws(ZoneError) -> Header {
        let magic = Array("TZif".utf8)
        guard bytes.count - position >= 44 else {
            guard
                bytes.count - position < 4 || bytes[position..<(position + 4)].elementsEqual(magic)
            else { throw .notTZif }
            throw .truncated
        }
        guard bytes[position..<(position + 4)].elementsEqual(magic) else { throw .notTZif }
        let version: Int
        switch bytes[position + 4] {
        case 0: version = 1
        // A version newer than the known ones only adds meaning to their content (RFC 9636, 4).
        case UInt8(ascii: "2")...UInt8(ascii: "9"):
            version = Int(bytes[position + 4] - UInt8(ascii: "0"))
        default: throw .malformed("unknown version")
        }
        position += 20
        var counts: [Int] = []
        for _ in 0..<6 {
            let count = Int(try number(size: 4))
            guard (0...bytes.count).contains(count) else { throw .truncated }
            counts.append(count)
        }
        return Header(
            version: version, isUTCount: counts[0], isStandardCount: counts[1],
            leapCount: counts[2], timeCount: counts[3], typeCount: counts[4],
            characterCount: counts[5])
    }

    /// RFC 9636, 3.2.
    mutating func block(_ header: Header, timeSize: Int) throws(ZoneError) -> Block {
        guard (1...256).contains(header.typeCount) else {
            throw .malformed("\(header.typeCount) types of local time; 1 to 256 are possible")
        }
        guard header.leapCount == 0 else { throw .countsLeapSeconds }
        guard bytes.count - position >= header.blockSize(timeSize: timeSize) else {
            throw .truncated
        }
        var instants: [Int64] = []
        instants.reserveCapacity(header.timeCount)
        for _ in 0..<header.timeCount {
            let instant = try number(size: timeSize)
            // Older files use -2^59 for the beginning of time; nothing lies before it or beyond 2^59.
            guard instant.magnitude <= 1 << 59, instants.last.map({ $0 < instant }) ?? true else {
                throw .malformed("transitions are out of order or out of range")
            }
            instants.append(instant)
        }
        var indices: [Int] = []
        indices.reserveCapacity(header.timeCount)
        for _ in 0..<header.timeCount { indices.append(Int(try byte())) }
        let types = try types(header)
        guard indices.allSatisfy({ $0 < types.count }) else {
            throw .malformed("a transition to a type that is not there")
        }
        try skip(header.isStandardCount + header.isUTCount)
        let changes = zip(instants, indices).map { (instant: $0, offset: types[$1]) }
        return Block(initial: types[0], changes: changes)
    }

    private mutating func types(_ header: Header) throws(ZoneError) -> [Zone.Offset] {
        let firstCharacter = position + header.typeCount * 6
        let characters = bytes[firstCharacter..<(firstCharacter + header.characterCount)]
        var types: [Zone.Offset] = []
        types.reserveCapacity(header.typeCount)
        for _ in 0..<header.typeCount {
            let seconds = Int(try number(size: 4))
            let isDaylight = try byte()
            let designation = Int(try byte())
            guard seconds.magnitude <= Zone.furthestOffset, isDaylight <= 1 else {
                throw .malformed("an offset from UTC of \(seconds) seconds")
            }
            let name = characters.dropFirst(designation).prefix { $0 != 0 }
            guard name.endIndex < characters.endIndex, let name = abbreviation(name) else {
                throw .malformed("an abbreviation that is not there or has no proper form")
            }
            types.append(
                Zone.Offset(seconds: seconds, isDaylight: isDaylight == 1, abbreviation: name))
        }
        try skip(header.characterCount)
        return types
    }

    /// RFC 9636, 3.3: a newline, a TZ string (may be empty: no rule), a newline.
    mutating func footer() throws(ZoneError) -> PosixZoneRule? {
        guard try byte() == UInt8(ascii: "\n") else { throw .malformed("no footer") }
        guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) else {
            throw .truncated
        }
        let text = bytes[position..<end]
        guard !text.isEmpty else { return nil }
        guard let rule = PosixZoneRule(text) else {
            throw .malformed("a footer that is not a TZ rule")
        }
        return rule
    }
}
