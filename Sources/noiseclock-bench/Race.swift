/// The same work done by us and by peers, in turn.
struct Race {
    /// Of each contender. Odd, so that the median is a run; with this many, one that was disturbed on
    /// either side does not count.
    static let runs = 9

    let unit: Unit
    let contenders: [Contender]
    /// What ours is to keep to.
    var bar: Double?
    /// How often each runs.
    var rounds = Race.runs

    /// The rows of all contenders, of which the first is ours.
    func run(_ name: String) -> [Row] {
        var values = [[Double]](repeating: [], count: contenders.count)
        var failures = [String?](repeating: nil, count: contenders.count)
        for _ in 0..<rounds {
            for (place, contender) in contenders.enumerated() where failures[place] == nil {
                switch contender.sample() {
                case .success(let value): values[place].append(value)
                case .failure(let failure): failures[place] = failure.reason
                }
            }
        }
        let statistics = values.map { Statistics($0) }
        return contenders.indices.map { place in
            var row = Row(
                name: name, peer: contenders[place].peer, unit: unit,
                outcome: .failed(failures[place] ?? "no run was made"),
                remark: contenders[place].remark)
            if failures[place] == nil, let statistics = statistics[place] {
                row.outcome = .measured(statistics)
                if place > 0, let ours = values.first, failures[0] == nil {
                    row.ratio = ratio(of: values[place], to: ours)
                    row.leastRatio = contenders[place].leastRatio
                }
                if place == 0 { row.bar = bar }
            }
            return row
        }
    }

    /// The median of each round's own ratio: whatever slows a while of the race slows both in it alike.
    private func ratio(of values: [Double], to ours: [Double]) -> Double? {
        Statistics(zip(values, ours).compactMap { unit.ratio(of: $0, to: $1) })?.median
    }
}

/// Who takes part in a race.
struct Contender {
    /// Nil: ours.
    let peer: String?
    let remark: String
    /// How many times as much as ours it is to need at the least.
    var leastRatio: Double?
    /// The figure of one run.
    let sample: () -> Result<Double, RunFailure>
}

/// Why a run gave no figure, in words for people.
struct RunFailure: Error, Equatable {
    let reason: String
}

extension Contender {
    /// Work of ours, timed on this thread. Making the contender warms it up: it is run until it is known
    /// how many times it goes into a run.
    ///
    /// - Parameters:
    ///   - peer: whose work it is, where it is not ours but runs on this thread, too.
    ///   - leastRatio: see `Contender`.
    ///   - seconds: what all runs together may take.
    ///   - runs: how many those will be.
    ///   - figure: makes the figure of the nanoseconds that one time takes.
    ///   - work: does it so many times, allocating nothing of its own, and returns something that
    ///     depends on all of it.
    static func timed(
        _ remark: String, peer: String? = nil, leastRatio: Double? = nil, seconds: Double,
        runs: Int = Race.runs, figure: @escaping (Double) -> Double = { $0 },
        work: @escaping (Int) -> UInt64
    ) -> Contender {
        let budget = seconds * 1e9 / Double(runs)
        let count = RunLength.find(budget: budget, atMost: 1 << 40) { count in
            CPUTime.nanoseconds(count, work)
        }
        return Contender(peer: peer, remark: remark, leastRatio: leastRatio) {
            .success(figure(CPUTime.nanoseconds(count, work) / Double(count)))
        }
    }
}

/// How many times work is done in one run.
enum RunLength {
    /// A number of times that takes about as long as the budget.
    ///
    /// - Parameter cost: what doing it so many times takes, in the budget's unit.
    static func find(budget: Double, atMost limit: Int, cost: (Int) -> Double) -> Int {
        var count = 1
        while true {
            let taken = cost(count)
            // An eighth of the budget is enough to tell from; what is shorter is mostly the timer.
            if taken >= budget / 8 || count >= limit {
                let fitting = Double(count) * budget / max(taken, 1e-9)
                return max(1, min(limit, Int(min(fitting, Double(limit)))))
            }
            count = min(limit, count * 4)
        }
    }
}
