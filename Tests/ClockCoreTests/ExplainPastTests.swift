import ClockTime
import Testing

@testable import ClockCore

@Suite("Why a past ring was as it was (product, H1c)")
struct ExplainPastTests {
    private func explanation(
        _ night: inout Night, _ target: ExplainTarget
    ) throws -> Explanation {
        switch night.ask(.health(.explain(target))) {
        case .explanation(let explanation): return explanation
        case .refused(let error): throw error
        default: throw CommandError.wrongState(.inWords("no answer"))
        }
    }

    private func last(_ night: inout Night, _ id: AlarmID? = nil) throws -> [Explanation.Reason] {
        try explanation(&night, .last(id)).reasons
    }

    private func on(
        _ date: String, _ night: inout Night, _ id: AlarmID
    ) throws -> [Explanation.Reason] {
        let occurrence = OccurrenceID(alarm: id, date: try civilDate(date))
        let explanation = try explanation(&night, .occurrence(occurrence))
        #expect(explanation.occurrence == occurrence)
        return explanation.reasons
    }

    private func daily(_ time: String) throws -> Explanation.Reason {
        .rule(.daily(at: try timeOfDay(time)))
    }

    private func rang(_ time: String, late: Duration? = nil) throws -> Explanation.Reason {
        .was(.rang(try civil(time), lateness: late, joined: false))
    }

    private func stopped(_ time: String) throws -> Explanation.Reason {
        .was(.stopped(try civil(time), by: .button))
    }

    private func placed(
        _ placement: Placement, _ date: String, _ time: String
    ) throws -> Explanation.Reason {
        .placed(placement, try civilDate(date), try timeOfDay(time), isPast: true)
    }

    @Test("A ring on time, how often it was snoozed, and who stopped it")
    func onTime() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:01")
        night.press(.snooze)
        let end = try civil("2025-01-14 07:10")
        let soFar: [Explanation.Reason] = [
            try daily("07:00"), try rang("2025-01-14 07:00"),
            .was(.snoozed(times: 1, lastUntil: end)), .snoozed(until: end),
        ]
        #expect(try last(&night) == soFar)
        night.wait(.minutes(10))
        night.press(.snooze)
        night.wait(.minutes(10))
        night.press(.stop)
        let whole: [Explanation.Reason] = [
            try daily("07:00"), try rang("2025-01-14 07:00"),
            .was(.snoozed(times: 2, lastUntil: try civil("2025-01-14 07:20"))),
            try stopped("2025-01-14 07:21"),
        ]
        #expect(try last(&night, id) == whole)
    }

    @Test("A skipped date names what it was skipped for")
    func skips() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) {
            $0.observesFreeDays = true
            $0.respectsDoNotDisturb = true
        }
        night.ask(.alarm(.skipNext(id, 1)))
        night.ask(.quiet(.setFreeDays([FreeDay(date: try civilDate("2025-01-15"), name: "Fair")])))
        let pause = try civilDate("2025-01-16")
        night.ask(.alarm(.pauseAll(DateRange(first: pause, last: pause))))
        try night.wait(until: "2025-01-16 12:00")
        night.ask(.quiet(.setDoNotDisturb(.byHand(.on))))
        try night.wait(until: "2025-01-17 12:00")
        let reasons: [(String, SkipReason, freeDay: String?)] = [
            ("2025-01-14", .skipNext, nil), ("2025-01-15", .freeDay, "Fair"),
            ("2025-01-16", .paused, nil), ("2025-01-17", .doNotDisturb, nil),
        ]
        for (date, why, freeDay) in reasons {
            let leftOut = Explanation.Past.leftOut(try civilDate(date), why, freeDay: freeDay)
            #expect(try on(date, &night, id).last == .was(leftOut))
        }
        #expect(try explanation(&night, .last(nil)).occurrence?.date == civilDate("2025-01-17"))
    }

    @Test("Some seconds are not worth the word late, and need no reason")
    func barelyLate() throws {
        let rings: [(seconds: Int64, lateness: Duration?)] = [(4, nil), (5, .seconds(5))]
        for (seconds, lateness) in rings {
            var night = try Night(at: "2025-01-14 06:59")
            _ = try night.daily("07:00")
            night.pass(.seconds(60 + seconds))
            night.handle(.wake)
            night.press(.stop)
            let reasons = try last(&night)
            let time = "2025-01-14 07:00:0\(seconds)"
            #expect(try reasons[1] == rang(time, late: lateness))
            #expect(reasons.contains(.history(.latenessNotKnown)) == (lateness != nil))
        }
    }

    @Test("A late ring and a missed one name what kept the clock from ringing")
    func late() throws {
        var night = try Night(at: "2025-01-14 06:59")
        let id = try night.daily("07:00")
        try night.cutPower(for: .minutes(5))
        night.press(.stop)
        let late: [Explanation.Reason] = [
            try daily("07:00"), try rang("2025-01-14 07:04", late: .minutes(4)),
            .late(.started(try civil("2025-01-14 07:04"))), try stopped("2025-01-14 07:04"),
        ]
        #expect(try last(&night) == late)
        // Three mornings without power, then an hour with a clock that is not yet set.
        try night.cutPower(for: .hours(74), clock: "2025-01-14 07:05", trust: .plausible)
        night.synchronise()
        let confirmed = try civil("2025-01-17 09:04")
        // The key above was final after three tenths of a second.
        let forward = Duration.hours(73) + .minutes(59) + Hand.span
        let why: [Explanation.Reason] = [
            .late(.started(try civil("2025-01-14 07:05"))),
            .late(.clockSet(confirmed, by: forward, .synchronised)),
            .late(.trustChanged(.trusted, confirmed)),
        ]
        let lastMissed: [Explanation.Reason] = [
            try daily("07:00"), .was(.missedLate(grace: .hours(1), dates: 3)),
        ]
        #expect(try on("2025-01-17", &night, id) == lastMissed + why)
        let missedWithIt = Explanation.Past.missedOn(try civilDate("2025-01-16"))
        #expect(try on("2025-01-16", &night, id) == [.was(missedWithIt)] + why)
    }

    @Test("A ring that nobody answered, and what was taken where no sound came out")
    func unanswered() throws {
        var night = try Night(at: "2025-01-14 06:59")
        _ = try night.daily("07:00")
        night.workingOutputs = []
        try night.wait(until: "2025-01-14 08:00")
        let reasons = try last(&night)
        #expect(reasons.contains(.was(.rungTaken(.builtInTone, .noFrames))))
        let end: [Explanation.Reason] = [
            .was(.silenced(times: 2, lastUntil: try civil("2025-01-14 07:38"))),
            .was(.missedUnanswered),
        ]
        #expect(reasons.suffix(2) == end)
    }

    @Test("What a change of the clock made of its time: the jump, the first time, the second")
    func clockChanges() throws {
        var night = try Night(at: "2025-03-29 12:00")
        _ = try night.daily("02:30")
        try night.wait(until: "2025-03-30 03:00")
        night.press(.stop)
        let moved = [
            try rang("2025-03-30 03:00"), try placed(.movedByGap, "2025-03-30", "02:30"),
        ]
        #expect(try Array(last(&night)[1...2]) == moved)
        var autumn = try Night(at: "2025-10-25 12:00")
        _ = try autumn.daily("02:30")
        autumn.wait(.hours(14) + .minutes(30))
        #expect(try last(&autumn)[2] == placed(.exact, "2025-10-26", "02:30"))
        var second = Night(
            zone: try systemZone("Europe/Berlin"),
            at: WallTime(try instant("2025-10-26T00:45:00Z")))
        _ = try second.once("02:30")
        second.wait(.minutes(45))
        #expect(try last(&second)[2] == placed(.secondPass, "2025-10-26", "02:30"))
    }

    @Test("Passed over by a hand, due again as the clock went back, ended by the next ring")
    func steps() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        night.step(by: .hours(2), .user)
        let passed: [Explanation.Reason] = [
            .was(.passedOver),
            .late(.clockSet(try civil("2025-01-14 08:00"), by: .hours(2), .user)),
        ]
        #expect(try Array(last(&night).suffix(2)) == passed)
        try night.cutPower(for: .hours(27))
        night.step(by: .hours(-3))
        let reopened = Explanation.Past.reopened(try civil("2025-01-15 06:00"))
        #expect(try on("2025-01-15", &night, id).contains(.was(reopened)))
    }

    @Test("A clock that was not confirmed says so; another zone of then is named")
    func quality() throws {
        var night = try Night(at: "2025-01-14 06:00", trust: .plausible)
        _ = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.stop)
        #expect(try last(&night).last == .timeNotConfirmed(isPast: true))
        try night.changeZone("Asia/Tokyo")
        #expect(try last(&night)[2] == .history(.zone("Europe/Berlin")))
    }

    @Test("What the history does not know is said: changed, deleted, lost and forgotten")
    func unknown() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.stop)
        var lost = night
        lost.restartProgram(keepingRecords: 0)
        let seven = try civil("2025-01-14 07:00")
        let usedUp: [Explanation.Reason] = [.was(.rangOn(seven.date)), .history(.usedUpAlone)]
        #expect(try last(&lost, id) == usedUp)
        let begins = Explanation.Knowledge.begins(seven, after: try civilDate("2025-01-13"))
        #expect(try on("2025-01-13", &lost, id) == [.history(begins)])
        var changes = AlarmChanges()
        changes.time = try timeOfDay("08:00")
        changes.label = "Work"
        night.ask(.alarm(.edit(id, changes)))
        #expect(try last(&night, id)[0] == .history(.changed(seven)))
        night.ask(.alarm(.remove(id)))
        let deleted = try explanation(&night, .last(nil))
        #expect(deleted.alarm == nil && deleted.occurrence?.alarm == id)
        #expect(deleted.reasons.first == .history(.deleted(AlarmName(id, label: "Work"))))
    }

    @Test("A date without a record: none of its dates, off, set too late, yet to come, refused")
    func nothing() throws {
        var night = try Night(at: "2025-01-14 08:00")
        #expect(try last(&night) == [.history(.noRing)])
        let days: WeekdaySet = [WeekdaySet(.monday), WeekdaySet(.tuesday)]
        let seven = try timeOfDay("07:00")
        let id = try night.add(try #require(Schedule(time: seven, kind: .weekly(days))))
        let eight = try civil("2025-01-14 08:00")
        #expect(
            try on("2025-01-14", &night, id).last
                == .countsFrom(eight, isNew: true, after: eight.date))
        night.ask(.alarm(.setEnabled(id, false)))
        try night.wait(until: "2025-01-21 06:00")
        #expect(try on("2025-01-20", &night, id).last == .history(.offSince(eight)))
        night.ask(.alarm(.setEnabled(id, true)))
        #expect(try on("2025-01-20", &night, id).last == .history(.offSince(eight)))
        for (date, knowledge) in [
            ("2025-01-19", Explanation.Knowledge.notDue),
            ("2025-01-21", Explanation.Knowledge.notYet),
        ] {
            let expected = knowledge(try civilDate(date))
            #expect(try on(date, &night, id).last == .history(expected))
        }
        let far = OccurrenceID(alarm: id, date: try civilDate("2025-01-22"))
        #expect(throws: CommandError.self) { try explanation(&night, .occurrence(far)) }
        #expect(throws: CommandError.notFound(AlarmID(9))) {
            try explanation(&night, .last(AlarmID(9)))
        }
    }
}
