@testable import ClockTime

@testable import ClockCore

/// A change that affects all alarms of a night from some moment on, other than one of the clock.
struct NightChange {
    /// The index in the history from which it holds.
    var entry: Int
    /// The reading of the device's clock; dates due by then were judged before.
    var wall: WallTime
    var what: What

    enum What {
        case suppressors(Suppressors)
        /// New rules of a zone, which differ from an instant on, perhaps a past one.
        case rules(Zone, since: Instant, shift: Int)
    }
}

/// What keeps alarms from ringing (law, 7), as requested.
struct Suppressors {
    var paused: Set<CivilDate> = []
    var freeDays: Set<CivilDate> = []
    var byHand = DoNotDisturb.ByHand.off
    var quietHours: QuietHours?

    /// The reasons why the wish's date with that instant does not ring; empty if it rings. It does not cover
    /// suppressors that count dates.
    ///
    /// - Parameter zone: the clock's own, which decides when do not disturb holds.
    func reasons(
        for wish: NightAudit.Wish, on date: CivilDate, at instant: Instant, in zone: Zone
    ) -> Set<SkipReason> {
        var reasons: Set<SkipReason> = []
        if paused.contains(date) { reasons.insert(.paused) }
        if wish.observesFreeDays, freeDays.contains(date) { reasons.insert(.freeDay) }
        if wish.respectsDoNotDisturb, isQuiet(at: instant, in: zone) {
            reasons.insert(.doNotDisturb)
        }
        return reasons
    }

    private func isQuiet(at instant: Instant, in zone: Zone) -> Bool {
        switch byHand {
        case .off: break
        case .on: return true
        case .until(let end): if instant < end { return true }
        }
        guard let quietHours else { return false }
        let day = 86_400
        // Before 1970 the remainder is negative.
        let rest = (instant.seconds + Int64(zone.offset(at: instant).seconds)) % Int64(day)
        let local = Int(rest) + (rest < 0 ? day : 0)
        let from = quietHours.from.hour * 3_600 + quietHours.from.minute * 60
        let length = (quietHours.to.hour * 3_600 + quietHours.to.minute * 60 - from + day) % day
        return (local - from + day) % day < length
    }
}

extension Zone {
    /// Rules that a newer tzdata could have: another offset from an instant on. Nil if that instant is near
    /// another change, or the offset is out of range.
    func changed(since instant: Instant, by shift: Int) -> Zone? {
        let margin: Int64 = 3 * 3_600
        let near = transitions.contains { abs($0 - instant.seconds) < margin }
        let furthest = Int64(14 * 3_600)
        let allowed = -furthest...furthest
        guard !near, allowed.contains(leastOffset + Int64(shift)),
            allowed.contains(greatestOffset + Int64(shift))
        else { return nil }
        func type(_ segment: Int) -> Offset { types[Int(typeIndices[segment])] }
        func shifted(_ segment: Int) -> Offset {
            let old = type(segment)
            return Offset(
                seconds: old.seconds + shift, isDaylight: old.isDaylight,
                abbreviation: old.abbreviation)
        }
        let first = segment(at: instant.seconds)
        var changes: [(instant: Int64, offset: Offset)] = []
        for place in transitions.indices where place < first {
            changes.append((transitions[place], type(place + 1)))
        }
        changes.append((instant.seconds, shifted(first)))
        for place in transitions.indices where place >= first {
            changes.append((transitions[place], shifted(place + 1)))
        }
        return Zone(name: name, initial: type(0), changes: changes)
    }
}
