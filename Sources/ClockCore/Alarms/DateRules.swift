package import ClockTime

/// What determines an alarm's dates besides the alarm itself: the zone rules, and what keeps alarms from ringing (law,
/// 1.2 and 7).
package struct DateRules: Hashable, Sendable {
    /// The clock's zone.
    package var local: Zone
    /// The other zones in use, by name: those that alarms are pinned to, and those of world clocks.
    package var pinned: [String: Zone] = [:]
    package var pauses = Pauses()
    package var freeDays = FreeDays()
    package var doNotDisturb = DoNotDisturb()

    package init(_ local: Zone) {
        self.local = local
    }

    /// The zone rules of an alarm. Falls back to the clock's own if the pinned zone is unavailable, because an alarm
    /// that rings an hour off is better than none.
    package func zone(of timing: AlarmTiming) -> Zone {
        timing.pinnedZone.flatMap { pinned[$0] } ?? local
    }

    /// The rules of one of the zones in use; nil if they are unavailable.
    func zone(named name: String) -> Zone? { name == local.name ? local : pinned[name] }
}
