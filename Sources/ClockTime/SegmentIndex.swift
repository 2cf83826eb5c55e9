/// Finds a zone's segment without a binary search: a table holds the number of transitions before each span of 97 days.
/// No zone has more than a few transitions in one span, so only a step or two remain.
///
/// A binary search over two centuries takes eight steps, each an unpredictable branch. It took most of the time needed
/// to compute an alarm's next instant.
struct SegmentIndex: Hashable, Sendable {
    /// A span is this power of two of seconds.
    private static let spanBits: Int64 = 23
    /// Two centuries are 750 spans. If the transitions reach further, the latest spans are kept: some files have a
    /// transition at the beginning of time.
    private static let mostSpans: Int64 = 2048

    /// The first second of the first span.
    private let begin: Int64
    /// For each span, the number of transitions before its first second; one more span than contain any.
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

    /// How many of `transitions`, which must be those that this was built from, are not after `seconds`.
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
