/// Finds a zone's segment without a search: for each span of 97 days, how many transitions lie before it. No
/// zone has more than a few within one, so what is left is a step or two.
///
/// A search by halves goes eight steps through two centuries, each of them a branch that nothing foretells:
/// it was most of what an alarm's next instant cost.
struct SegmentIndex: Hashable, Sendable {
    /// Spans are this power of two of seconds.
    private static let spanBits: Int64 = 23
    /// Two centuries are 750 spans. Of what reaches further, the latest are kept: some files have a
    /// transition at the beginning of time.
    private static let mostSpans: Int64 = 2048

    /// The first second of the first span.
    private let begin: Int64
    /// For each span the transitions before its first second; one span more than hold any.
    private let before: [UInt16]

    /// - Parameter transitions: ascending, within 2^59, not more than 65,535.
    init(_ transitions: [Int64]) {
        let last = transitions.last ?? 0
        begin = max(
            transitions.first ?? 0, last - (SegmentIndex.mostSpans << SegmentIndex.spanBits))
        var counts: [UInt16] = []
        var count = 0
        for span in 0...(((last - begin) >> SegmentIndex.spanBits) + 1) {
            let start = begin + (span << SegmentIndex.spanBits)
            while count < transitions.count, transitions[count] < start { count += 1 }
            counts.append(UInt16(count))
        }
        before = counts
    }

    /// How many of the transitions that this was made of are not after `seconds`.
    func count(through seconds: Int64, of transitions: [Int64]) -> Int {
        var count = 0
        if seconds >= begin {
            let span = seconds.subtractingReportingOverflow(begin)
            let place = span.overflow ? .max : span.partialValue >> SegmentIndex.spanBits
            count = Int(before[Int(min(place, Int64(before.count - 1)))])
        }
        while count < transitions.count, transitions[count] <= seconds { count += 1 }
        return count
    }
}
