import ClockTime
import Testing

@testable import ClockCore

@Suite("Another zone, and other rules of the same (law, 4)")
struct ZoneChangeTests {
    @Test("4.1: in a new zone the alarm rings by the new zone's clock, and no date rings twice")
    func newZone() throws {
        var night = try Night("Europe/Berlin", at: "2025-01-14 06:30")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.stop)
        try night.changeZone("Europe/London")
        #expect(night.clock == "2025-01-14 06:00:00")
        #expect(try night.next(id) == "2025-01-15 07:00:00")
        try night.wait(until: "2025-01-14 12:00")
        #expect(night.story.filter { $0.contains("fired") }.count == 1)
        try night.wait(until: "2025-01-15 07:00")
        #expect(night.ringing == [id])
    }

    @Test("4.1: a person chooses another zone with a command, and is told what rings next by it")
    func zoneByCommand() throws {
        var night = try Night(at: "2025-01-14 05:00")
        let id = try night.daily("07:00")
        let helsinki = try systemZone("Europe/Helsinki")
        guard case .zoneSet(let report) = night.ask(.time(.setZone(helsinki))) else {
            Issue.record("no answer")
            return
        }
        #expect(report.time.zone == "Europe/Helsinki")
        #expect(report.time.civil?.hour == 6)
        #expect(report.nextAlarm?.alarm.id == id)
        #expect(night.machine.zone == helsinki)
        #expect(night.machine.persistentState.zone == "Europe/Helsinki")
        #expect(night.notes.contains(.zoneChanged("Europe/Helsinki")))
        night.wait(.hours(1))
        #expect(night.ringing == [id])
    }

    @Test("4.1: a date that has not rung rings at the new zone's instant")
    func newZoneBeforeTheRing() throws {
        var night = try Night("Europe/Berlin", at: "2025-01-14 06:30")
        let id = try night.daily("07:00")
        try night.changeZone("Europe/London")
        #expect(try night.next(id) == "2025-01-14 07:00:00")
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [id])
    }

    /// A clock whose face jumps from 06:30 to 07:30 under its zone's new rules, with an alarm at `time`.
    private func leaping(
        over time: String, armedAt text: String, isAway: Bool = false, isCut: Bool = false
    ) throws -> (Night, AlarmID) {
        var night = Night(
            zone: .fixed(name: "Here", offsetSeconds: 0),
            at: WallTime(try instant("2025-01-14T\(text):00Z")))
        let id = try night.daily(time)
        try night.wait(until: "2025-01-14 06:30")
        let rules = Zone.fixed(name: "Here", offsetSeconds: 3600)
        if isAway {
            night.restartProgram(after: .minutes(1), by: rules, isCut: isCut)
        } else {
            night.changeRules(to: rules)
        }
        return (night, id)
    }

    @Test(
        "4.2: new rules for the same zone apply as a synchronisation does: a time that they leap over rings",
        arguments: ["05:00", "06:20"])
    func newRules(armedAt: String) throws {
        let (night, id) = try leaping(over: "07:00", armedAt: armedAt)
        #expect(night.story == ["2025-01-14 07:30:00 fired 1 late 1800.0 seconds"])
        #expect(night.ringing == [id])
        #expect(try night.next(id) == "2025-01-15 07:00:00")
    }

    @Test("4.2: what rang before new rules came does not ring again by them")
    func newRulesAfterTheRing() throws {
        var (night, id) = try leaping(over: "06:15", armedAt: "05:00")
        night.changeRules(to: .fixed(name: "Here", offsetSeconds: -3600))
        try night.wait(until: "2025-01-14 12:00")
        #expect(night.story.filter { $0.contains("fired") }.count == 1)
        #expect(try night.next(id) == "2025-01-15 06:15:00")
    }

    @Test(
        "4.2: new rules for the zone of a pinned alarm ring what they leap over, and nothing else")
    func newRulesOfPinned() throws {
        var night = try Night("Europe/Berlin", at: "2025-01-14 06:30")
        let there = Zone.fixed(name: "There", offsetSeconds: 3600)
        let pinned = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.zone = .pinned(there) }
        let local = try night.daily("07:00")
        night.wait(.minutes(10))
        night.changeRules(to: .fixed(name: "There", offsetSeconds: 7200))
        #expect(night.ringing == [pinned])
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [pinned, local])
    }

    @Test("4.2: new rules that came while the program was away are taken as if it had been there")
    func newRulesWhileAway() throws {
        for isCut in [false, true] {
            var (night, id) = try leaping(
                over: "07:00", armedAt: "05:00", isAway: true, isCut: isCut)
            #expect(night.story == ["2025-01-14 07:31:00 fired 1 late 1860.0 seconds"])
            #expect(night.ringing == [id])
            // The next start under the same rules skips nothing.
            night.press(.stop)
            night.restartProgram(after: .minutes(1))
            #expect(night.ringing == [])
        }
    }

    @Test("4.2: a snooze does not move with the zone")
    func zoneLeavesSnoozes() throws {
        var night = try Night(at: "2025-01-14 06:45")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.snooze)
        try night.changeZone("Asia/Kathmandu")
        night.wait(.minutes(9))
        #expect(night.ringing == [id])
    }

    @Test(
        "4.1, 11: a date that the new zone has behind it is told as passed over, and does not ring")
    func passedOver() throws {
        var night = try Night("Europe/Berlin", at: "2025-01-13 23:30")
        let daily = try night.daily("07:00")
        let once = try night.once("06:00")
        let later = try night.daily("08:00")
        try night.changeZone("Asia/Tokyo")
        #expect(night.clock == "2025-01-14 07:30:00")
        #expect(
            night.story == [
                "2025-01-14 07:30:00 passed over 1 of 2025-01-14",
                "2025-01-14 07:30:00 passed over 2 of 2025-01-14",
            ])
        #expect(try night.next(daily) == "2025-01-15 07:00:00")
        #expect(try night.next(once) == "2025-01-15 06:00:00")
        #expect(try night.next(later) == "2025-01-14 08:00:00")
        // They are not used up: back in the west they are due again.
        try night.changeZone("Europe/Berlin")
        #expect(try night.next(daily) == "2025-01-14 07:00:00")
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing.contains(daily))
        #expect(Ledger.problems(of: night) == [])
    }

    @Test("4.1, 1.2: a pinned alarm is passed over by no zone of the clock")
    func pinnedIsLeftAlone() throws {
        var night = try Night("Europe/Berlin", at: "2025-01-13 23:30")
        let zone = try systemZone("Europe/Berlin")
        var changes = AlarmChanges()
        changes.zone = .pinned(zone)
        let time = try timeOfDay("07:00")
        night.ask(.alarm(.add(.daily(at: time), changes)))
        try night.changeZone("Asia/Tokyo")
        #expect(night.story.isEmpty)
        try night.wait(until: "2025-01-14 15:00")
        #expect(night.ringing == [AlarmID(1)])
    }

    @Test("4.1: two dates that lie behind at once, across the date line, are both told")
    func acrossTheDateLine() throws {
        var night = try Night("Pacific/Pago_Pago", at: "2025-01-13 11:00")
        let id = try night.daily("12:00")
        try night.changeZone("Pacific/Kiritimati")
        #expect(night.clock == "2025-01-14 12:00:00")
        #expect(
            night.story == [
                "2025-01-14 12:00:00 passed over 1 of 2025-01-13",
                "2025-01-14 12:00:00 passed over 1 of 2025-01-14",
            ])
        #expect(try night.next(id) == "2025-01-15 12:00:00")
    }

    @Test(
        "4.1: a start in another zone than before is a person's change: told, armed anew, passed over"
    )
    func startElsewhere() throws {
        var night = try Night("Europe/Berlin", at: "2025-01-13 23:30")
        let id = try night.daily("07:00")
        try night.restartProgram(after: .minutes(1), in: "Asia/Tokyo")
        #expect(night.clock == "2025-01-14 07:31:00")
        #expect(night.notes.contains(.zoneChanged("Asia/Tokyo")))
        #expect(night.story == ["2025-01-14 07:31:00 passed over 1 of 2025-01-14"])
        #expect(try night.alarm(id).armedAt == night.now.wall.instant)
        #expect(try night.next(id) == "2025-01-15 07:00:00")
        #expect(night.durable?.zone == "Asia/Tokyo")
        // The next start reports no zone change, and makes none.
        let told = night.notes.count
        night.restartProgram(after: .minutes(1))
        #expect(!night.notes.dropFirst(told).contains(.zoneChanged("Asia/Tokyo")))
    }

    @Test("4.1, 2.2: what fell due while the program was away rings, although it starts elsewhere")
    func dueBeforeTheStartElsewhere() throws {
        var night = try Night("Europe/Berlin", at: "2025-01-14 06:59")
        let id = try night.daily("07:00")
        try night.restartProgram(after: .minutes(3), in: "Europe/London")
        #expect(night.ringing == [id])
        night.press(.stop)
        try night.wait(until: "2025-01-14 12:00")
        #expect(night.story.filter { $0.contains("fired") }.count == 1)
    }

    @Test(
        "4.1, 9.4: a zone that cannot be saved is taken, and the answer says that it is not saved")
    func zoneNotSaved() throws {
        var night = try Night("Europe/Berlin", at: "2025-01-14 06:59")
        night.store = .failing("the disk is full")
        let tokyo = try systemZone("Asia/Tokyo")
        #expect(
            night.answer(to: .time(.setZone(tokyo)))?.durability == .notSaved("the disk is full"))
        #expect(night.machine.zone == tokyo)
    }

    @Test("4.1, 2.1: what was due before the zone was changed, and was not looked at yet, rings")
    func dueBeforeTheChange() throws {
        var night = try Night("Europe/Berlin", at: "2025-01-14 06:59")
        let id = try night.daily("07:00")
        night.pass(.minutes(2))
        try night.changeZone("Asia/Tokyo")
        #expect(night.ringing == [id])
    }
}

extension Night {
    /// Ends the program and starts it again `duration` later in another zone.
    fileprivate mutating func restartProgram(after duration: Duration, in name: String) throws {
        pass(duration)
        let left = zone
        zone = try systemZone(name)
        restart(trust: machine.trust, leftZone: left)
    }

    /// Restarts the program or cuts the power; meanwhile the zone has got other rules.
    fileprivate mutating func restartProgram(after duration: Duration, by rules: Zone, isCut: Bool)
    {
        newRules[rules.name] = rules
        zone = rules
        if isCut {
            cutPower(for: duration, wall: nil, trust: machine.trust)
        } else {
            restartProgram(after: duration)
        }
    }
}
