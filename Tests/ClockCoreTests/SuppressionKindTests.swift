import ClockTime
import English
import Testing

@testable import ClockCore

@Suite("What keeps alarms from ringing (law, 7; product, A11 and A11a)")
struct SuppressionKindTests {
    private func report(_ night: inout Night, _ id: AlarmID) throws -> AlarmReport {
        guard case .alarms(let reports, _) = night.ask(.alarm(.list)) else {
            throw CommandError.wrongState(.inWords("no list"))
        }
        return try #require(reports.first { $0.alarm.id == id })
    }

    private func free(_ dates: String...) throws -> Command {
        .quiet(.setFreeDays(try dates.map { FreeDay(date: try civilDate($0), name: "Free") }))
    }

    @Test("7: a free day suppresses the alarms that observe such days, and no others")
    func freeDays() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let work = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.observesFreeDays = true }
        let always = try night.daily("08:00")
        night.ask(try free("2025-01-15", "2025-01-14"))
        let listed = try report(&night, work)
        #expect(listed.skips.map(\.reason) == [.freeDay, .freeDay])
        #expect(listed.next?.date.description == "2025-01-16")
        #expect(try report(&night, always).next?.date.description == "2025-01-14")
        try night.wait(until: "2025-01-14 07:30")
        #expect(night.story == ["2025-01-14 07:00:00 skipped 1 of 2025-01-14 freeDay"])
    }

    @Test("7: a free day taken back before its instant is due again, after it stays skipped")
    func freeDayTakenBack() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.observesFreeDays = true }
        night.ask(try free("2025-01-14", "2025-01-15"))
        try night.wait(until: "2025-01-14 12:00")
        night.ask(.quiet(.setFreeDays([])))
        try night.wait(until: "2025-01-15 07:00")
        #expect(night.ringing == [id])
        #expect(night.story.count == 2)
    }

    @Test("7, 5.5: a dated alarm that a hand has switched off stays off when its date comes again")
    func offByHand() throws {
        var night = try Night(at: "2025-01-14 06:00", trust: .plausible)
        let id = try night.add(.dated(try civilDate("2025-01-14"), at: try timeOfDay("07:00"))) {
            $0.observesFreeDays = true
        }
        night.ask(try free("2025-01-14"))
        night.ask(.alarm(.setEnabled(id, false)))
        try night.wait(until: "2025-01-14 07:10")
        #expect(night.story == ["2025-01-14 07:00:00 skipped 1 of 2025-01-14 freeDay"])
        night.step(by: .minutes(-30))
        #expect(try !night.alarm(id).isEnabled)
        night.ask(.quiet(.setFreeDays([])))
        try night.wait(until: "2025-01-14 08:00")
        #expect(night.ringing == [])
    }

    @Test("A11: do not disturb mutes only the alarms that are set to respect it")
    func quietHours() throws {
        var night = try Night(at: "2025-01-14 20:00")
        let quiet = try night.add(.daily(at: try timeOfDay("06:00"))) {
            $0.respectsDoNotDisturb = true
        }
        let loud = try night.daily("06:30")
        night.ask(
            .quiet(
                .setDoNotDisturb(
                    .quietHours(
                        QuietHours(from: try timeOfDay("22:00"), to: try timeOfDay("07:00"))))))
        #expect(try report(&night, quiet).next == nil)
        #expect(try report(&night, quiet).skips.first?.reason == .doNotDisturb)
        try night.wait(until: "2025-01-15 06:30")
        #expect(night.ringing == [loud])
        #expect(
            night.story.first == "2025-01-15 06:00:00 skipped 1 of 2025-01-15 doNotDisturb")
    }

    @Test("A11: switched on by hand it holds until it is switched off, or until a time")
    func byHand() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) {
            $0.respectsDoNotDisturb = true
        }
        night.ask(.quiet(.setDoNotDisturb(.byHand(.until(try instant("2025-01-15T12:00:00Z"))))))
        #expect(try report(&night, id).next?.date.description == "2025-01-16")
        night.ask(.quiet(.setDoNotDisturb(.byHand(.off))))
        #expect(try report(&night, id).next?.date.description == "2025-01-14")
        night.ask(.quiet(.setDoNotDisturb(.byHand(.on))))
        try night.wait(until: "2025-01-14 12:00")
        #expect(night.ringing == [])
        night.ask(.quiet(.setDoNotDisturb(.byHand(.off))))
        try night.wait(until: "2025-01-15 07:00")
        #expect(night.ringing == [id])
    }

    @Test(
        "A11: it dims the face, is told when it begins and ends, and a ring is bright all the same")
    func dims() throws {
        var night = try Night(at: "2025-01-14 21:00")
        night.ask(
            .quiet(
                .setDoNotDisturb(
                    .quietHours(
                        QuietHours(from: try timeOfDay("22:00"), to: try timeOfDay("07:00"))))))
        _ = try night.daily("06:30")
        #expect(night.machine.snapshot.brightness == 40)
        try night.wait(until: "2025-01-14 22:00")
        #expect(night.machine.snapshot.brightness == 12)
        #expect(night.machine.snapshot.isQuiet)
        try night.wait(until: "2025-01-15 06:30")
        #expect(night.machine.snapshot.brightness == 100)
        night.press(.stop)
        try night.wait(until: "2025-01-15 07:00")
        #expect(night.machine.snapshot.brightness == 40)
        #expect(night.notes.filter { $0 == .doNotDisturbChanged(holds: true) }.count == 1)
        #expect(night.notes.filter { $0 == .doNotDisturbChanged(holds: false) }.count == 1)
    }

    @Test("A11: noise goes on and may be started, unless the setting says otherwise")
    func noise() throws {
        var night = try Night(at: "2025-01-14 21:00")
        night.ask(
            .quiet(
                .setDoNotDisturb(
                    .quietHours(
                        QuietHours(from: try timeOfDay("22:00"), to: try timeOfDay("07:00"))))))
        night.ask(.noise(.play(nil, volume: nil)))
        try night.wait(until: "2025-01-14 22:30")
        #expect(night.noiseSound != nil)
        night.ask(.quiet(.setDoNotDisturb(.allowsNoise(false))))
        #expect(night.noiseSound == nil)
        guard case .refused(let error) = night.ask(.noise(.play(nil, volume: nil))) else {
            Issue.record("noise was started")
            return
        }
        #expect(error.code == "wrongState")
        night.press(.stop)
        #expect(night.noiseSound == nil)
        #expect(night.story.last == "2025-01-14 22:30:00 refused stop doNotDisturb")
        try night.wait(until: "2025-01-15 07:00")
        night.press(.noise)
        #expect(night.noiseSound != nil)
    }

    @Test(
        "7: over a pause longer than the dates it remembers, a once alarm finds its next free date")
    func longPause() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.once("07:00")
        night.ask(
            .alarm(
                .pauseAll(
                    DateRange(
                        first: try civilDate("2025-01-14"), last: try civilDate("2025-02-20")))))
        #expect(try night.next(id) == "2025-02-21 07:00:00")
        try night.wait(until: "2025-02-21 07:00")
        #expect(night.ringing == [id])
    }

    @Test(
        "7: skipped on the first pass of a night that has its time twice, a once alarm is not lost")
    func onceOverBothPasses() throws {
        var night = try Night(at: "2025-10-25 22:00")
        let id = try night.once("02:30")
        let day = try civilDate("2025-10-26")
        night.ask(.alarm(.pauseAll(DateRange(first: day, last: day))))
        #expect(try night.next(id) == "2025-10-27 02:30:00")
        try night.wait(until: "2025-10-26 12:00")
        #expect(try night.next(id) == "2025-10-27 02:30:00")
        try night.wait(until: "2025-10-27 02:30")
        #expect(night.ringing == [id])
        #expect(night.story.filter { $0.contains("skipped") }.count == 1)
    }

    @Test("2.5: a once alarm that has rung is not skipped on the days of a pause")
    func onceIsOver() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.once("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.stop)
        night.ask(
            .alarm(
                .pauseAll(
                    DateRange(
                        first: try civilDate("2025-01-15"), last: try civilDate("2025-01-18")))))
        try night.wait(until: "2025-01-20 12:00")
        #expect(night.story.filter { $0.contains("skipped") }.isEmpty)
        #expect(try !night.alarm(id).isEnabled)
    }

    @Test(
        "A11a: a pause covers alarms added later, ends by itself, and is refused where it is over")
    func pauseForAll() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let range = DateRange(first: try civilDate("2025-01-14"), last: try civilDate("2025-01-15"))
        night.ask(.alarm(.pauseAll(range)))
        let id = try night.daily("07:00")
        #expect(try report(&night, id).skips.map(\.reason) == [.paused, .paused])
        night.cutPower(for: .minutes(1), wall: nil, trust: .trusted)
        #expect(try report(&night, id).skips.count == 2)
        try night.wait(until: "2025-01-16 07:00")
        #expect(night.ringing == [id])
        guard case .refused(let error) = night.ask(.alarm(.pauseAll(range))) else {
            Issue.record("a pause that is over was taken")
            return
        }
        #expect(error.field == "last")
    }

    @Test(
        "A13: a category is switched off and on as a group, and an unknown one is named with the others"
    )
    func categories() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let one = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.category = "work" }
        let two = try night.add(.daily(at: try timeOfDay("07:30"))) { $0.category = "work" }
        let other = try night.add(.daily(at: try timeOfDay("08:00"))) {
            $0.category = "gym"
        }
        night.ask(.alarm(.setCategoryEnabled("work", false)))
        #expect(try !night.alarm(one).isEnabled && !night.alarm(two).isEnabled)
        #expect(try night.alarm(other).isEnabled)
        night.ask(.alarm(.setCategoryEnabled("work", true)))
        #expect(try night.alarm(one).isEnabled && night.alarm(two).isEnabled)
        guard case .refused(let error) = night.ask(.alarm(.setCategoryEnabled("sleep", true)))
        else {
            Issue.record("an unknown category was taken")
            return
        }
        #expect(error.message.contains("gym, work"))
    }
}
