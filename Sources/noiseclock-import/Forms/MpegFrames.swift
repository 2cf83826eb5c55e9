/// The whole frames of a file of MPEG audio, and what is missing between them.
///
/// Theory of operation. A frame is whole if another one of its kind, a tag or the end stands where its length says.
/// Behind a damaged place the search begins anew, as players do it. What the decoder gets are the whole frames
/// alone; from the bytes between them, and from the encoder's note, follows what is missing.
struct MpegFrames {
    private(set) var ranges: [Range<Int>] = []
    let rate: Int
    private(set) var shortfall = Shortfall()
    /// The encoder's note, where it is right: with it, a decoder leaves out what the encoder added at the ends.
    private(set) var note: Range<Int>?

    private var kind: UInt32
    private let samples: Int
    private var count = 0
    private var frameBytes = 0
    private var statedFrames: Int?
    /// Estimated from the bytes of damaged places.
    private var lostFrames = 0

    /// How far before the first frame there may be something else: half a frame, zeros, a broken tag.
    private static let furthestStart = 4 << 20
    /// Frames in a row that are not there by chance.
    private static let surely = 3
    /// Damaged places; a file with more is none that anybody wants to hear.
    private static let mostRanges = 65_536
    /// What a note may be wrong by: some encoders count it as a frame.
    private static let noteTolerance = 2

    /// Nil: there are none in this file.
    static func search(_ file: InputFile) throws(ImportProblem) -> MpegFrames? {
        var window = Window(file)
        let place = window.next(from: 0, through: furthestStart, kind: nil, chain: surely)
        guard let place, let header = window.header(at: place) else { return nil }
        var frames = MpegFrames(header)
        frames.walk(&window, from: place)
        try file.check()
        frames.settle()
        return frames
    }

    private init(_ header: MpegHeader) {
        kind = header.kind
        rate = header.rate
        samples = header.samples
    }

    /// What a decoder is to be fed.
    var parts: [InputFile.Part] {
        (note.map { [$0] } ?? []).map { .file($0) } + ranges.map { .file($0) }
    }

    private mutating func walk(_ window: inout Window, from start: Int) {
        var place = start
        while place < window.length, ranges.count < MpegFrames.mostRanges {
            if let header = window.header(at: place, kind: kind),
                window.isEnd(of: header, at: place, kind: kind)
            {
                take(header, at: place, in: &window)
                place += header.length
                continue
            }
            let tagged = window.endOfTags(from: place)
            if tagged > place {
                place = tagged
                continue
            }
            let next = window.next(from: place + 1, through: window.length, kind: kind, chain: 2)
            lose(from: place, through: next ?? window.length, isLast: next == nil, in: &window)
            guard let next else { return }
            place = next
        }
    }

    private mutating func take(_ header: MpegHeader, at place: Int, in window: inout Window) {
        let note = header.note(in: window.bytes(at: place, 64))
        let range = place..<(place + header.length)
        guard !note.isNote else {
            // Files are joined end to end, each with its note.
            statedFrames = (statedFrames ?? 0) + (note.frames ?? 0)
            if count == 0 { self.note = range }
            return
        }
        count += 1
        frameBytes += header.length
        if let last = ranges.last, last.upperBound == place {
            ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
        } else {
            ranges.append(range)
        }
    }

    private mutating func lose(
        from start: Int, through end: Int, isLast: Bool, in window: inout Window
    ) {
        let mean = max(1, frameBytes / max(1, count))
        let lost = (end - start + mean / 2) / mean
        // Behind the last frame, less than a frame is what was cut off, or what some program left.
        if isLast, lost <= 1 {
            shortfall.isCutOff = window.header(at: start, kind: kind) != nil
        } else {
            lostFrames += max(1, lost)
        }
    }

    private mutating func settle() {
        if let statedFrames, statedFrames > 0 {
            let missing = statedFrames - count
            if missing > MpegFrames.noteTolerance { lostFrames = max(lostFrames, missing) }
            // The note would end the sound where it says.
            if missing < -MpegFrames.noteTolerance { note = nil }
            // It says how long the whole is.
            if lostFrames > 0 || missing <= 0 { shortfall.isCutOff = false }
        }
        if lostFrames > 0 { note = nil }
        shortfall.missingSeconds = Double(lostFrames * samples) / Double(rate)
    }
}

/// The file around a place, as the search for frames looks at it.
private struct Window {
    let length: Int
    private let file: InputFile
    private var start = 0
    private var held: [UInt8] = []

    private static let size = 65_536

    init(_ file: InputFile) {
        self.file = file
        length = file.length
    }

    mutating func bytes(at place: Int, _ count: Int) -> [UInt8] {
        Array(slice(at: place, count))
    }

    private mutating func slice(at place: Int, _ count: Int) -> ArraySlice<UInt8> {
        if place < start || place + count > start + held.count {
            start = place
            held = file.bytes(at: place, max(Window.size, count))
        }
        let first = place - start
        guard first < held.count else { return [] }
        return held[first..<min(first + count, held.count)]
    }

    mutating func header(at place: Int, kind: UInt32? = nil) -> MpegHeader? {
        guard let header = MpegHeader(slice(at: place, MpegHeader.size)) else { return nil }
        return kind == nil || header.kind == kind ? header : nil
    }

    func endOfTags(from place: Int) -> Int { Tags.end(in: file, from: place) }

    /// Whether a frame ends where its length says.
    mutating func isEnd(of header: MpegHeader, at place: Int, kind: UInt32) -> Bool {
        let end = place + header.length
        return end == length
            || end < length
                && (self.header(at: end, kind: kind) != nil || endOfTags(from: end) > end)
    }

    /// The next place with so many frames in a row. Fewer are enough where the file ends with them.
    mutating func next(from start: Int, through end: Int, kind: UInt32?, chain: Int) -> Int? {
        var place = start
        while place < min(end, length) {
            let rest = slice(at: place, Window.size)
            guard let offset = rest.firstIndex(of: 0xFF) else {
                place += max(1, rest.count)
                continue
            }
            place += offset - rest.startIndex
            if isChain(at: place, kind: kind, count: chain) { return place }
            place += 1
        }
        return nil
    }

    private mutating func isChain(at place: Int, kind: UInt32?, count: Int) -> Bool {
        var (next, kind) = (place, kind)
        for _ in 0..<count {
            guard let header = header(at: next, kind: kind) else {
                return next == length && next > place
            }
            kind = header.kind
            next += header.length
        }
        return next <= length
    }
}
