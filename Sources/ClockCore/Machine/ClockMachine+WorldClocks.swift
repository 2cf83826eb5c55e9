import ClockTime

// Further zones whose time the clock shows (product, O5).
extension ClockMachine {
    mutating func answer(_ command: WorldCommand) throws(CommandError) -> CommandOutcome {
        switch command {
        case .list: return .now(.worldTimes(worldTimes))
        case .add(let zone, let label):
            try addWorldClock(zone, label: label ?? WorldClock.town(of: zone.name))
        case .remove(let name):
            guard let place = settings.worldClocks.firstIndex(where: { $0.answers(to: name) })
            else { throw .notFoundWorldClock(name) }
            settings.worldClocks.remove(at: place)
            prunePinnedZones()
        }
        return .saved(.worldTimes(worldTimes))
    }

    /// One that is there already gets the new label.
    private mutating func addWorldClock(_ zone: Zone, label: String) throws(CommandError) {
        try LabelRule.check(
            label, field: "label", length: WorldClock.labelLength, bytes: WorldClock.labelBytes)
        guard label.contains(where: { !$0.isWhitespace }) else {
            throw .invalid(field: "label", .empty)
        }
        if let place = settings.worldClocks.firstIndex(where: { $0.zone == zone.name }) {
            settings.worldClocks[place].label = label
        } else {
            guard settings.worldClocks.count < WorldClock.capacity else { throw .worldClocksFull }
            settings.worldClocks.append(WorldClock(zone: zone.name, label: label))
        }
        rules.pinned[zone.name] = zone
    }

    /// The times of all world clocks, in the order in which they were added.
    var worldTimes: [WorldTime] {
        settings.worldClocks.map { clock in
            guard let zone = rules.zone(named: clock.zone), trust != .unknown else {
                return WorldTime(clock)
            }
            return WorldTime(
                clock, civil: zone.civilTime(at: now.wall.instant),
                offset: zone.offset(at: now.wall.instant).seconds)
        }
    }
}
