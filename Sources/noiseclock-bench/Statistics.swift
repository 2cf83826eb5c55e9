/// What is told of several runs of the same thing.
struct Statistics: Equatable, Sendable {
    let median: Double
    let least: Double
    let greatest: Double
    let runs: Int

    /// Nil for no values.
    init?(_ values: [Double]) {
        let sorted = values.sorted()
        guard let first = sorted.first, let last = sorted.last else { return nil }
        let middle = sorted.count / 2
        median =
            sorted.count.isMultiple(of: 2)
            ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
        least = first
        greatest = last
        runs = sorted.count
    }

    init(single value: Double) {
        (median, least, greatest, runs) = (value, value, value, 1)
    }
}
