/// One figure, or why there is none.
struct Row: Equatable, Sendable {
    enum Outcome: Equatable, Sendable {
        case measured(Statistics)
        /// It cannot be had here, and that is nobody's fault: a program is not installed.
        case skipped(String)
        /// It should have been had.
        case failed(String)
    }

    /// The measurement's name and, after a slash, what of it.
    var name: String
    /// Whose figure it is; nil: ours.
    var peer: String?
    var unit: Unit
    var outcome: Outcome
    /// How many times as much as ours the peer needs.
    var ratio: Double?
    /// What the clock is to keep to: at most this, of a rate at least. Nil where nobody set one.
    var bar: Double?
    /// How many times as much as ours the peer is to need at the least. Nil where nobody set it.
    var leastRatio: Double?
    /// What it was measured on, or what the peer does; empty where the name says it.
    var remark = ""

    /// Whether the bar holds; nil where there is no bar or no figure.
    var holdsBar: Bool? {
        if let leastRatio, let ratio { return ratio >= leastRatio }
        guard let bar, case .measured(let statistics) = outcome else { return nil }
        return unit.isMoreBetter ? statistics.median >= bar : statistics.median <= bar
    }

    var isFailure: Bool {
        switch outcome {
        case .failed: true
        case .measured, .skipped: false
        }
    }
}

/// What a figure counts.
struct Unit: Equatable, Sendable {
    var name: String
    /// A rate; of a cost, less is better.
    var isMoreBetter = false

    static let nanoseconds = Unit(name: "ns")
    static let milliseconds = Unit(name: "ms")
    static let seconds = Unit(name: "s")
    static let allocations = Unit(name: "allocations")
    static let shareOfCore = Unit(name: "% of a core")
    /// Seconds of sound for a second of processor time.
    static let timesRealTime = Unit(name: "s per CPU s", isMoreBetter: true)
    static let bytesPerMinute = Unit(name: "bytes/min")
    static let wakesPerMinute = Unit(name: "per min")
    static let millisecondsPerMinute = Unit(name: "CPU ms/min")
    static let kibibytes = Unit(name: "KiB")
    static let picturesPerSecond = Unit(name: "per s", isMoreBetter: true)
    static let requests = Unit(name: "requests")
    static let requestsPerSecond = Unit(name: "requests/s", isMoreBetter: true)

    /// How many times as much as `ours` a peer with the figure `other` needs.
    func ratio(of other: Double, to ours: Double) -> Double? {
        let (needed, base) = isMoreBetter ? (ours, other) : (other, ours)
        return base > 0 ? needed / base : nil
    }
}
