import ClockTime

@testable import ClockCore

/// With a right clock every ring can be predicted: each date rings at its instant or when the power is back,
/// is missed beyond the grace, or is skipped, because somebody asked for that or something covers it.
struct Foretelling {
    private let story: ChanceNight

    init(_ story: ChanceNight) { self.story = story }

    /// The differences from the prediction of a clock that ticks through the zones.
    var problems: [String] {
        get throws {
            // The changes of such a night move no date.
            let first = story.wishes.filter { wish in
                story.wishes.first { $0.alarm == wish.alarm }?.entry == wish.entry
            }
            let expected = try first.flatMap { try foretold($0) }
            let found = story.night.told.compactMap(told)
            let surplus = Set(found).subtracting(expected).map { "unforeseen: \($0)" }
            let lacking = Set(expected).subtracting(found).map { "lacking: \($0)" }
            return (surplus + lacking).sorted()
        }
    }

    private struct Due {
        var date: CivilDate
        var instant: Instant
        /// The time of the record of it.
        var at: WallTime
        /// Something other than a skip count covers it.
        var isCovered: Bool
    }

    private func foretold(_ wish: NightAudit.Wish) throws -> [String] {
        let due = try dates(of: wish)
        let asked = story.skips.filter { $0.alarm == wish.alarm }
        // A covered date does not reduce the count.
        let counted = asked.compactMap { skip in
            due.first { $0.instant > skip.at && !$0.isCovered }?.date
        }
        var expected: [String] = []
        var missed: (date: CivilDate, count: Int)?
        var missedAt: WallTime?
        func reportMissed() {
            guard let told = missed, let at = missedAt else { return }
            expected.append("\(at.instant) missed \(wish.alarm) \(told.date) \(told.count)")
            missed = nil
        }
        dates: for next in due {
            if next.at != missedAt { reportMissed() }
            if next.isCovered || counted.contains(next.date) {
                expected.append("\(next.at.instant) skipped \(wish.alarm) \(next.date)")
                continue
            }
            if next.at - WallTime(next.instant) <= AlarmDefaults.grace {
                expected.append("\(next.at.instant) rings \(wish.alarm) \(next.date)")
            } else {
                missed = (next.date, (missed?.count ?? 0) + 1)
                missedAt = next.at
            }
            switch wish.schedule.kind {
            // It takes its next free date, and no other (7, 2.5).
            case .once: break dates
            case .weekly, .dated: break
            }
        }
        reportMissed()
        return expected
    }

    /// All its dates, including those that a once alarm takes if earlier ones do not ring.
    private func dates(of wish: NightAudit.Wish) throws -> [Due] {
        var schedule = wish.schedule
        if case .once = schedule.kind { schedule = .daily(at: schedule.time) }
        let end = story.night.truth.instant
        let own = try spans(of: wish.zone ?? story.zone.name)
        let local = try spans(of: story.zone.name)
        var found: [Due] = []
        for (place, span) in own.enumerated() {
            let last = place + 1 < own.count ? min(own[place + 1].from, end) : end
            let due = TickingReckoner(zone: span.zone).due(
                schedule, armedAt: story.begin, after: span.from, through: last)
            for (date, instant) in due {
                let wall = WallTime(instant)
                let zone = local.last { $0.from < instant }?.zone ?? story.zone
                let cut = story.cuts.first { $0.off < wall && wall <= $0.on }
                let covers = suppressors(at: wall)
                    .reasons(for: wish, on: date, at: instant, in: zone)
                found.append(
                    Due(
                        date: date, instant: instant, at: cut?.on ?? wall,
                        isCovered: !covers.isEmpty))
            }
        }
        return found
    }

    /// The rules of a zone through the night. Their changes lie ahead, so each set of rules holds from the
    /// moment at which it came.
    private func spans(of name: String) throws -> [(from: Instant, zone: Zone)] {
        var spans = [(from: story.begin, zone: try systemZone(name))]
        for change in story.changes {
            if case .rules(let zone, _, _) = change.what, zone.name == name {
                spans.append((change.wall.instant, zone))
            }
        }
        return spans
    }

    /// A suppressor does not apply to dates that had come before somebody asked for it.
    private func suppressors(at wall: WallTime) -> Suppressors {
        var standing = Suppressors()
        for change in story.changes where change.wall < wall {
            if case .suppressors(let new) = change.what { standing = new }
        }
        return standing
    }

    private func told(_ entry: Night.Told) -> String? {
        switch entry.event {
        case .alarm(let id, .fired): "\(entry.truth.instant) rings \(id.alarm) \(id.date)"
        case .alarm(let id, .skipped): "\(entry.truth.instant) skipped \(id.alarm) \(id.date)"
        case .alarm(let id, .missed(_, .late, let count)) where !rang(id):
            "\(entry.truth.instant) missed \(id.alarm) \(id.date) \(count)"
        default: nil
        }
    }

    /// A missed date that rang before a cut counts as the end of that ring.
    private func rang(_ date: OccurrenceID) -> Bool {
        story.night.told.contains { told in
            if case .alarm(date, .fired) = told.event { true } else { false }
        }
    }
}
