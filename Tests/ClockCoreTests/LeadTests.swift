import ClockTime
import Testing

@testable import ClockCore

@Suite("What shows of an alarm before it rings (product, A6a and A11b)")
struct LeadTests {
    private func report(_ night: inout Night, _ id: AlarmID) throws -> AlarmReport {
        guard case .alarms(let reports, _) = night.ask(.alarm(.list)) else {
            throw CommandError.wrongState(.inWords("no list"))
        }
        return try #require(reports.first { $0.alarm.id == id })
    }

    @Test("A6a: a pre-alert is a countdown before the ring, told once and shown with what is left")
    func preAlert() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.preAlert = .minutes(10) }
        #expect(try report(&night, id).state == .scheduled)
        #expect(night.machine.snapshot.running.isEmpty)
        try night.wait(until: "2025-01-14 06:50")
        #expect(try report(&night, id).state == .countdown)
        let running = try #require(night.machine.snapshot.running.first)
        #expect(running.subject == .alarm(""))
        #expect(running.left(at: night.now.boot) == .minutes(10))
        // The display's page of countdowns, reached by the next-page key.
        try night.wait(until: "2025-01-14 06:57")
        night.press(.snooze)
        #expect(night.machine.showing.face.page == .countdown(0))
        #expect(night.machine.snapshot.countdownText == "2:59")
        night.wait(.seconds(1))
        #expect(night.machine.snapshot.countdownText == "2:58")
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.machine.snapshot.running.isEmpty)
        #expect(
            night.story == [
                "2025-01-14 06:50:00 counts down to 1", "2025-01-14 07:00:00 fired 1",
            ])
    }

    @Test("A6a: neither a command nor a tap on stop swallows a ring that is counted down to")
    func nothingSwallows() throws {
        var night = try Night(at: "2025-01-14 06:55")
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.preAlert = .minutes(10) }
        for operation in [Operation.pause, .resume, .stop, .snooze, .repeat, .add] {
            guard case .refused = night.ask(.alarm(.operate(operation, id))) else {
                Issue.record("\(operation) was not refused")
                continue
            }
        }
        night.press(.stop)
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [id])
    }

    @Test("A pre-alert begins at once where its alarm is set later than that, and ends with a skip")
    func lateAndSkipped() throws {
        var night = try Night(at: "2025-01-14 06:55")
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.preAlert = .minutes(10) }
        night.wait(.seconds(1))
        #expect(night.story == ["2025-01-14 06:55:00 counts down to 1"])
        night.ask(.alarm(.skipNext(id, 1)))
        #expect(night.machine.snapshot.running.isEmpty)
        #expect(try report(&night, id).state == .scheduled)
    }

    @Test("A11b: the light rises in a hundred steps up to the ring, on display and lamp")
    func sunrise() throws {
        var equipment = Equipment()
        equipment.hasLight = true
        var night = try Night(at: "2025-01-14 06:00", equipment: equipment)
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.sunrise = .minutes(30) }
        let dark = night.machine.snapshot.brightness
        try night.wait(until: "2025-01-14 06:29")
        #expect(night.outputs.light.value == 0)
        var levels: [Int] = []
        try night.wait(until: "2025-01-14 06:30")
        for _ in 0..<30 {
            levels.append(night.outputs.light.value)
            night.wait(.minutes(1))
        }
        #expect(levels.prefix(5) == [0, 3, 6, 10, 13])
        #expect(levels.last == 96)
        #expect(levels == levels.sorted())
        #expect(night.ringing == [id])
        #expect(night.outputs.light.value == 100)
        #expect(night.machine.snapshot.brightness == 100)
        night.press(.stop)
        #expect(night.outputs.light.value == 0)
        #expect(night.machine.snapshot.brightness == dark)
        #expect(night.story.first == "2025-01-14 06:30:00 sunrise of 1")
    }

    @Test("A11b: the face follows the sunrise, and never gets darker by it")
    func sunriseOnFace() throws {
        var night = try Night(at: "2025-01-14 06:00")
        try night.add(.daily(at: try timeOfDay("07:00"))) { $0.sunrise = .minutes(10) }
        try night.wait(until: "2025-01-14 06:51")
        #expect(night.machine.snapshot.brightness == 40)
        try night.wait(until: "2025-01-14 06:58")
        #expect(night.machine.snapshot.brightness == 80)
    }

    @Test("A11b: a wake each step and no more, so that a rising light costs little")
    func sunriseCost() throws {
        var night = try Night(at: "2025-01-14 06:29")
        try night.add(.daily(at: try timeOfDay("07:00"))) { $0.sunrise = .minutes(30) }
        night.skipsPictures = true
        let before = night.wakes
        try night.wait(until: "2025-01-14 06:59")
        #expect(night.wakes - before <= 102)
    }

    @Test("A clock that knows no time begins neither countdown nor sunrise")
    func unknownTime() throws {
        var night = try Night(at: "2025-01-14 06:00")
        try night.add(.daily(at: try timeOfDay("07:00"))) {
            $0.sunrise = .minutes(60)
            $0.preAlert = .minutes(60)
        }
        night.forgetStory()
        try night.cutPower(for: .minutes(30), clock: "1970-01-01 06:30", trust: .unknown)
        night.wait(.minutes(10))
        #expect(night.story == [])
        #expect(night.machine.snapshot.running.isEmpty)
    }
}
