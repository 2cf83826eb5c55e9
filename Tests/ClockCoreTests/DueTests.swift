import ClockTime
import Testing

@testable import ClockCore

@Suite("Falling due (law, 2)")
struct DueTests {
    @Test("2.1, 2.6: an alarm rings at its instant, and not a moment before")
    func ringsOnTime() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        let due = WallTime(try night.zone.instant(showing: "2025-01-14 07:00"))
        let ahead: Duration = due - night.now.wall
        night.wait(ahead - .nanoseconds(1))
        night.handle(.wake)
        #expect(night.ringing == [])
        night.wait(.nanoseconds(1))
        #expect(night.ringing == [id])
        #expect(night.alarmSound?.volume == AlarmDefaults.volume)
        #expect(night.story == ["2025-01-14 07:00:00 fired 1"])
    }

    @Test("2.1: an engine that hung over the minute still rings")
    func hungEngine() throws {
        var night = try Night(at: "2025-01-14 06:59:30")
        _ = try night.daily("07:00")
        night.pass(.seconds(250))
        night.handle(.wake)
        #expect(night.story == ["2025-01-14 07:03:40 fired 1 late 220.0 seconds"])
    }

    @Test("2.2: late by the grace of 60 minutes it rings, a second later it was missed")
    func grace() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        var later = night
        try night.cutPower(for: .hours(2), clock: "2025-01-14 08:00")
        #expect(night.story == ["2025-01-14 08:00:00 fired 1 late 3600.0 seconds"])
        #expect(night.missed == [])

        let end = try night.zone.instant(showing: "2025-01-14 08:00")
        later.cutPower(
            for: .hours(2), wall: WallTime(end) + .seconds(1), trust: .trusted)
        #expect(later.story == ["2025-01-14 08:00:01 missed 1 of 2025-01-14 late 1"])
        #expect(later.alarmSound == nil)
        #expect(later.machine.snapshot.missedAlarm?.hour == 7)
        let occurrence = try later.occurrence(id, "2025-01-14")
        #expect(later.missed.map(\.occurrence) == [occurrence])
    }

    @Test("2.2: a command acknowledges the notices too, and says how many there were")
    func noticesAcknowledged() throws {
        var night = try Night(at: "2025-01-14 06:00")
        _ = try night.daily("07:00")
        try night.cutPower(for: .hours(3))
        #expect(night.machine.snapshot.missedAlarm != nil)
        #expect(night.ask(.ring(.acknowledge)) == .acknowledged(1))
        #expect(night.machine.snapshot.missedAlarm == nil)
        #expect(night.ask(.ring(.acknowledge)) == .acknowledged(0))
    }

    @Test("2.2: the notice stays until a key is pressed, which does nothing else")
    func noticeStays() throws {
        var night = try Night(at: "2025-01-14 06:00")
        _ = try night.daily("07:00")
        try night.cutPower(for: .hours(3))
        try night.wait(until: "2025-01-14 20:00")
        #expect(night.missed.count == 1)
        try night.cutPower(for: .minutes(1))
        #expect(night.missed.count == 1)
        night.press(.stop)
        #expect(night.missed == [])
        #expect(night.noiseSound == nil)
        night.press(.stop)
        #expect(night.noiseSound != nil)
    }

    @Test("2.3: after three weeks without power there is one missed record with the count")
    func longAbsence() throws {
        var night = try Night(at: "2025-01-01 06:00")
        _ = try night.daily("07:00")
        try night.cutPower(for: .hours(24 * 21 + 12))
        #expect(night.story == ["2025-01-22 18:00:00 missed 1 of 2025-01-22 late 22"])
    }

    @Test("2.3: looking back ends after 31 days, and an absence of 30 years costs no more")
    func lookBack() throws {
        var night = try Night(at: "2025-01-01 06:00")
        _ = try night.daily("07:00")
        try night.cutPower(for: .hours(0), clock: "2055-01-01 12:00")
        #expect(night.story == ["2055-01-01 12:00:00 missed 1 of 2055-01-01 late 31"])
        #expect(try night.alarm(AlarmID(1)).spent.entries.count == 31)
    }

    @Test("2.3: what rang in the last month is not missed again when a clock boots in 1970")
    func bootsWithoutTime() throws {
        var night = try Night(at: "2025-01-01 06:00")
        _ = try night.daily("07:00")
        for day in 1...31 {
            try night.wait(until: "2025-01-\(day < 10 ? "0" : "")\(day) 07:00:10")
            night.press(.stop)
        }
        night.handle(.wake)
        night.forgetStory()
        try night.cutPower(for: .minutes(5), clock: "1970-01-02 00:00", trust: .unknown)
        night.wait(.seconds(40))
        night.synchronise()
        #expect(night.story == [])
        #expect(night.missed == [])
    }

    @Test("2.4: while the clock is plausible a ring does not wait, but a verdict does")
    func verdictsWait() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let early = try night.daily("06:30")
        let late = try night.daily("07:45")
        try night.cutPower(for: .hours(2), clock: "2025-01-14 08:00", trust: .plausible)
        #expect(night.ringing == [late])
        #expect(night.missed == [])
        night.synchronise()
        #expect(night.missed.map(\.occurrence.alarm) == [early])
        #expect(night.ringing == [late])
    }

    @Test("2.4: a verdict that an unconfirmed step put off is given when the clock is trusted")
    func verdictPutOffByStep() throws {
        var night = try Night(at: "2025-01-14 06:00", trust: .plausible)
        let id = try night.once("07:00")
        night.step(by: .hours(3), trust: .plausible)
        #expect(night.missed == [])
        night.handle(.clockAdjusted(trust: .trusted, by: .synchronised))
        // The estimate armed it, so it moved with the correction and is still ahead (5.4).
        #expect(try night.next(id) == "2025-01-15 07:00:00")

        var other = try Night(at: "2025-01-14 06:00")
        let weekly = try other.daily("07:00")
        other.handle(.clockAdjusted(trust: .plausible, by: .synchronised))
        other.step(by: .hours(3), trust: .plausible)
        #expect(other.missed == [])
        other.handle(.clockAdjusted(trust: .trusted, by: .synchronised))
        #expect(other.missed.map(\.occurrence.alarm) == [weekly])
    }

    @Test("2.5: a once alarm is off when it rings, not when it is stopped")
    func onceSwitchesOff() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.once("07:00")
        #expect(try night.alarm(id).isEnabled)
        try night.wait(until: "2025-01-14 07:00")
        #expect(try !night.alarm(id).isEnabled)
        #expect(night.ringing == [id])
        night.press(.stop)
        try night.wait(until: "2025-01-17 00:00")
        #expect(night.story.count == 2)
    }

    @Test("2.5: a dated alarm is off when it was missed")
    func datedMissed() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.add(
            .dated(try civilDate("2025-01-15"), at: try timeOfDay("07:00")))
        try night.cutPower(for: .hours(72))
        #expect(night.story == ["2025-01-17 06:00:00 missed 1 of 2025-01-15 late 1"])
        #expect(try !night.alarm(id).isEnabled)
    }

    @Test("2.5: an unanswered weekly alarm rings the next day all the same")
    func unansweredRingsNextDay() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-15 07:00")
        #expect(night.ringing == [id])
        #expect(night.story.last == "2025-01-15 07:00:00 fired 1")
    }

    @Test(
        "1.4 and 1.5: the nights of spring and autumn ring once, at the jump and in the first pass")
    func daylightSaving() throws {
        var spring = try Night(at: "2025-03-29 23:00")
        _ = try spring.daily("02:30")
        try spring.wait(until: "2025-03-30 12:00")
        #expect(spring.story.first == "2025-03-30 03:00:00 fired 1")
        #expect(spring.story.filter { $0.contains("fired") }.count == 1)

        var autumn = try Night(at: "2025-10-25 23:00")
        _ = try autumn.daily("02:30")
        try autumn.wait(until: "2025-10-26 02:30")
        autumn.press(.stop)
        try autumn.wait(until: "2025-10-26 12:00")
        #expect(
            autumn.story == [
                "2025-10-26 02:30:00 fired 1", "2025-10-26 02:30:00 stopped 1 button",
            ])
    }

    @Test("12: alarms of equal time are two alarms, and both are listed")
    func equalTimes() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let one = try night.daily("07:00")
        let two = try night.daily("07:00")
        #expect(one != two)
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [one, two])
        #expect(night.machine.snapshot.ring?.subjects.count == 2)
    }

    @Test("12: a removed alarm's id is never given out again")
    func idsAreNotReused() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let one = try night.daily("07:00")
        night.ask(.alarm(.remove(one)))
        try night.cutPower(for: .minutes(1))
        #expect(try night.daily("07:00") == AlarmID(2))
    }
}

@Suite("A next date that cannot be true (law, 1.9)")
struct PlausibilityTests {
    private func occurrence(_ date: String, _ text: String) throws -> Occurrence {
        Occurrence(
            date: try civilDate(date), instant: try instant(text), placement: .exact)
    }

    @Test(
        "1.9: a next date within the limits is believed, and one beyond only if used-up dates explain it"
    )
    func doubted() throws {
        let zone = try systemZone("Europe/Berlin")
        let now = try instant("2025-01-14T05:00:00Z")
        let right = try occurrence("2025-01-14", "2025-01-14T06:00:00Z")
        let far = try occurrence("2027-10-01", "2027-10-01T05:00:00Z")
        let daily = Alarm(
            id: AlarmID(1), schedule: .daily(at: try timeOfDay("07:00")), createdAt: now)
        #expect(!daily.timing.mustDoubt(right, after: now, in: zone) { far })
        #expect(!daily.timing.mustDoubt(far, after: now, in: zone) { right })
        #expect(daily.timing.mustDoubt(far, after: now, in: zone) { far })
        #expect(daily.timing.mustDoubt(nil, after: now, in: zone) { nil })
        let once = Alarm(
            id: AlarmID(2), schedule: .once(at: try timeOfDay("07:00")), createdAt: now)
        #expect(once.timing.mustDoubt(far, after: now, in: zone) { far })
        // It may have rung already.
        #expect(!once.timing.mustDoubt(nil, after: now, in: zone) { nil })
        let dated = Alarm(
            id: AlarmID(3),
            schedule: .dated(try civilDate("2027-10-01"), at: try timeOfDay("07:00")),
            createdAt: now)
        #expect(!dated.timing.mustDoubt(far, after: now, in: zone) { far })
    }

    @Test("1.9: looked for date by date, the same is found")
    func plainLook() throws {
        let rules = DateRules(try systemZone("Europe/Berlin"))
        let now = try instant("2025-03-25T05:00:00Z")
        for hour in 0..<24 {
            let time = try #require(TimeOfDay(hour: hour, minute: 30))
            let alarm = Alarm(
                id: AlarmID(1), schedule: .dated(try civilDate("2025-03-30"), at: time),
                createdAt: now)
            let next = alarm.timing.nextUnspent(after: now, rules)
            #expect(alarm.timing.nextUnspentByLooking(after: now, rules) == next)
        }
    }
}
