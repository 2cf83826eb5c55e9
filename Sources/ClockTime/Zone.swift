/// A time zone: which UTC offset applies at which instant.
///
/// Theory of operation. A zone is a sorted list of transitions, with segments of constant offset between them. It is
/// read once from TZif bytes (`init(name:tzif:)`, TZifFile.swift). The rule in the file's footer is expanded to
/// transitions to the end of 2120; after that, the last offset stays. Every later query is a lookup in a table of time
/// spans (`SegmentIndex`) and a little integer arithmetic: no calendar library, no lock, no allocation.
/// CivilInstants.swift maps a time of day to instants.
///
/// Two zones are equal if their names and all their rules are, so that changed tzdata counts as a change of zone (law,
/// 4.2).
package struct Zone: Hashable, Sendable {
    /// The IANA name, such as "Europe/Berlin".
    package let name: String

    /// The instants at which a new segment begins, ascending.
    let transitions: [Int64]
    /// Seconds to add to UTC in each segment; one more entry than `transitions`, because segment 0 lies before the
    /// first transition.
    let offsets: [Int32]
    /// For each segment the index into `types`.
    let typeIndices: [UInt16]
    let types: [Offset]
    private let index: SegmentIndex
    /// The smallest and largest of `offsets`: how far wall time and UTC can differ.
    let leastOffset: Int64
    let greatestOffset: Int64

    /// The offset and abbreviation at an instant.
    package struct Offset: Hashable, Sendable {
        /// Seconds to add to UTC to get wall time, within 26 hours.
        package let seconds: Int
        package let isDaylight: Bool
        /// Such as "CEST"; at most 15 bytes.
        package let abbreviation: String

        package init(seconds: Int, isDaylight: Bool, abbreviation: String) {
            self.seconds = seconds
            self.isDaylight = isDaylight
            self.abbreviation = abbreviation
        }
    }

    /// Coordinated Universal Time.
    package static let utc = Zone(
        name: "UTC", initial: Offset(seconds: 0, isDaylight: false, abbreviation: "UTC"),
        changes: []
    )

    /// A zone with a constant offset: the fallback if a zone's file cannot be read.
    ///
    /// - Parameter offsetSeconds: seconds to add to UTC, clamped to 26 hours either way.
    package static func fixed(name: String, offsetSeconds: Int) -> Zone {
        let seconds = min(max(offsetSeconds, -furthestOffset), furthestOffset)
        let minutes = seconds.magnitude / 60
        var abbreviation = (seconds < 0 ? "-" : "+") + padded(Int(minutes / 60), to: 2)
        if minutes % 60 != 0 { abbreviation += padded(Int(minutes % 60), to: 2) }
        return Zone(
            name: name,
            initial: Offset(seconds: seconds, isDaylight: false, abbreviation: abbreviation),
            changes: [])
    }

    /// RFC 9636, 3.2 asks for offsets between -25 and +26 hours.
    static let furthestOffset = 26 * 3600

    /// IANA zone files have at most 4 kB; anything larger than this is not one.
    package static let largestFile = 65_536

    /// - Parameters:
    ///   - initial: the offset before the first change.
    ///   - changes: ascending by instant; redundant ones are dropped. The reader ensures that offsets lie within
    ///     `furthestOffset` and instants within 2^59.
    init(name: String, initial: Offset, changes: [(instant: Int64, offset: Offset)]) {
        var types = [initial]
        var transitions: [Int64] = []
        var indices: [UInt16] = [0]
        transitions.reserveCapacity(changes.count)
        indices.reserveCapacity(changes.count + 1)
        for change in changes {
            let index: Int
            if let known = types.firstIndex(of: change.offset) {
                index = known
            } else {
                index = types.count
                types.append(change.offset)
            }
            guard indices.last != UInt16(index) else { continue }
            transitions.append(change.instant)
            indices.append(UInt16(index))
        }
        self.name = name
        self.transitions = transitions
        self.types = types
        typeIndices = indices
        index = SegmentIndex(transitions)
        offsets = indices.map { Int32(types[Int($0)].seconds) }
        leastOffset = Int64(offsets.min() ?? 0)
        greatestOffset = Int64(offsets.max() ?? 0)
    }

    /// The index of the segment that contains `seconds`: the number of transitions at or before it.
    func segment(at seconds: Int64) -> Int { index.count(through: seconds, of: transitions) }

    /// The first second of a segment.
    func start(ofSegment index: Int) -> Int64 {
        index == 0 ? .min : transitions[index - 1]
    }

    /// The second after a segment's last.
    func end(ofSegment index: Int) -> Int64 {
        index == transitions.count ? .max : transitions[index]
    }

    package func offset(at instant: Instant) -> Offset {
        types[Int(typeIndices[segment(at: instant.seconds)])]
    }

    /// The local time in this zone.
    package func civilTime(at instant: Instant) -> CivilTime {
        let offset = Int64(offsets[segment(at: instant.seconds)])
        return CivilTime(secondsAsUTC: saturatingSum(instant.seconds, offset))
    }

    /// The first instant after `instant` at which the offset, its kind or its abbreviation changes; nil if none is
    /// known.
    package func nextTransition(after instant: Instant) -> Instant? {
        let index = segment(at: instant.seconds)
        return index < transitions.count ? Instant(seconds: transitions[index]) : nil
    }
}

/// A source of zone rules.
package protocol ZoneReader {
    /// - Throws: why there is no such zone, in words for the user.
    mutating func zone(named name: String) throws(TextFormError) -> Zone
}
