import ClockTime

// The user's answers to a ring: snooze and stop.

/// Which members a snooze or stop applies to.
enum MemberTarget: Hashable {
    /// What rings now; for a stop while nothing rings, what is snoozed.
    case current
    case alarm(AlarmID)
    /// Those of these occurrences that are not over.
    case occurrences(Set<OccurrenceID>)
}

extension AlarmMachine {
    /// How long a snooze would last until the first ringing member rings again; nil if snooze is not offered because a
    /// member forbids it or has reached its limit (law, 6.2 and 6.3).
    package var offeredSnooze: Duration? {
        let ringing = ringing
        guard snoozeRefusal(of: ringing) == nil else { return nil }
        return ringing.compactMap { book[$0.occurrence.alarm]?.snooze.length }.min()
    }

    private func snoozeRefusal(of members: [RingMember]) -> CommandError? {
        for member in members {
            guard let rule = book[member.occurrence.alarm]?.snooze else { continue }
            guard rule.isAllowed else { return .snoozeForbidden }
            if let limit = rule.limit, member.snoozes >= limit { return .snoozeLimit }
        }
        return nil
    }

    /// Snoozes every ringing member by its own snooze length, or by the given one, and returns when the first one rings
    /// again. A refusal changes nothing: a snooze never stops an alarm.
    mutating func snooze(
        _ target: MemberTarget, for given: Duration? = nil, _ context: Context,
        _ outcome: inout Outcome
    ) throws(CommandError) -> WallTime {
        let targets = try self.targets(target).filter(\.isRinging)
        guard !targets.isEmpty else { throw .wrongState(.nothingRings) }
        if let refusal = snoozeRefusal(of: targets) { throw refusal }
        var first: WallTime?
        for member in targets {
            let own = book[member.occurrence.alarm]?.snooze.length
            let length = given ?? own ?? AlarmDefaults.snoozeLength
            update(member.occurrence) {
                $0.snoozes &+= 1
                $0.rest(for: length, from: context.now.boot, .snoozeEnded)
            }
            first = earlier(first, context.now.wall + length)
            outcome.notes.append(
                .of(.alarm(member.occurrence), .snoozed(until: context.now.wall + length)))
        }
        return first ?? context.now.wall
    }

    /// Stops what rings. If nothing rings and the target is `current`, ends what is snoozed.
    ///
    /// - Parameter ways: what else ends the members that go on (law, 6.12).
    mutating func stop(
        _ target: MemberTarget, by cause: StopCause, sparing ways: [RingName: StopWay] = [:],
        _ outcome: inout Outcome
    ) throws(CommandError) {
        var targets = try self.targets(target)
        if target == .current, !ringing.isEmpty { targets = ringing }
        guard let first = targets.first else { throw .wrongState(.nothingRingsOrIsSnoozed) }
        targets.removeAll { ways[.alarm($0.occurrence)] != nil }
        if targets.isEmpty, let way = ways[.alarm(first.occurrence)],
            let alarm = book[first.occurrence.alarm]
        {
            throw .wrongState(.stopTask(alarm.name, way))
        }
        stop(targets, by: cause, &outcome)
    }

    mutating func stop(
        _ targets: [RingMember], by cause: StopCause, _ outcome: inout Outcome
    ) {
        for member in targets {
            outcome.notes.append(.of(.alarm(member.occurrence), .stopped(by: cause)))
            if book[member.occurrence.alarm]?.noiseAfter != true { outcome.endsNoise = true }
        }
        close { member in targets.contains { $0.occurrence == member.occurrence } }
    }

    /// The members, ringing or snoozed, that `target` can mean.
    private func targets(_ target: MemberTarget) throws(CommandError) -> [RingMember] {
        switch target {
        case .current:
            return members
        case .alarm(let id):
            guard book[id] != nil else { throw .notFound(id) }
            return members.filter { $0.occurrence.alarm == id }
        case .occurrences(let occurrences):
            let found = members.filter { occurrences.contains($0.occurrence) }
            guard !found.isEmpty else { throw .stale }
            return found
        }
    }

    /// Throws if the ring is over.
    func checkMember(_ occurrence: OccurrenceID) throws(CommandError) {
        _ = try targets(.occurrences([occurrence]))
    }
}
