import ClockTime
import Testing

@testable import ClockCore

@Suite("\"I am up\": stop held in the countdown to a ring (product, A6b; law, 6.10)")
struct GetUpTests {
    private func countingDown(
        _ schedule: Schedule? = nil, _ set: (inout AlarmChanges) -> Void = { _ in }
    ) throws -> (Night, AlarmID) {
        var night = try Night(at: "2025-01-14 06:45")
        let id = try night.add(schedule ?? .daily(at: try timeOfDay("07:00"))) {
            $0.preAlert = .minutes(10)
            set(&$0)
        }
        try night.wait(until: "2025-01-14 06:52")
        return (night, id)
    }

    @Test("6.10: It ends that ring alone, the display says so, and so does the history")
    func ends() throws {
        var (night, id) = try countingDown()
        night.handle(.button(.stop, isDown: true))
        night.wait(.milliseconds(599))
        #expect(night.machine.snapshot.page == .time)
        night.wait(.milliseconds(1))
        #expect(night.machine.snapshot.page == .up)
        night.handle(.button(.stop, isDown: false))
        #expect(night.noiseSound == nil)
        #expect(night.machine.settings.displayMode == .normal)
        #expect(night.machine.snapshot.running.isEmpty)
        let occurrence = try night.occurrence(id, "2025-01-14")
        #expect(night.recorded.last?.event == .alarm(occurrence, .gotUp))
        #expect(try night.next(id) == "2025-01-15 07:00:00")
        night.wait(.seconds(4))
        #expect(night.machine.snapshot.page == .time)
        try night.wait(until: "2025-01-15 07:00")
        #expect(night.ringing == [id])
        #expect(
            night.story == [
                "2025-01-14 06:50:00 counts down to 1", "2025-01-14 06:52:00 up before 1",
                "2025-01-15 06:50:00 counts down to 1", "2025-01-15 07:00:00 fired 1",
            ])
        #expect(Ledger.problems(of: night).isEmpty)
    }

    @Test("6.10: A tap ends nothing, nor does a hold that began before the countdown")
    func tooShort() throws {
        var (night, id) = try countingDown()
        night.hold(.stop, for: .milliseconds(599))
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [id])
        night = try Night(at: "2025-01-14 06:49:59")
        id = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.preAlert = .minutes(10) }
        night.wait(.milliseconds(700))
        night.hold(.stop, for: .seconds(1))
        #expect(night.machine.settings.displayMode == .face)
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [id])
    }

    @Test("6.10: A light that rises without a countdown can be ended by nothing but the ring")
    func sunrise() throws {
        var night = try Night(at: "2025-01-14 06:25")
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.sunrise = .minutes(30) }
        try night.wait(until: "2025-01-14 06:40")
        night.hold(.stop, for: .seconds(1))
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [id])
        // Beside a countdown it ends with it.
        (night, _) = try countingDown { $0.sunrise = .minutes(30) }
        #expect(night.machine.ringing.sunriseLevel(night.machine.ringingContext) != nil)
        night.hold(.stop, for: .seconds(1))
        #expect(night.machine.ringing.sunriseLevel(night.machine.ringingContext) == nil)
    }

    @Test(
        "6.10: A once alarm is off, a dated one too, and a must-wake alarm is ended like any other")
    func kinds() throws {
        let time = try timeOfDay("07:00")
        for schedule in [Schedule.once(at: time), .dated(try civilDate("2025-01-14"), at: time)] {
            var (night, id) = try countingDown(schedule)
            night.hold(.stop, for: .seconds(1))
            #expect(try !night.alarm(id).isEnabled)
            #expect(try night.next(id) == nil)
            night.wait(.hours(24))
            #expect(night.ringing.isEmpty)
            #expect(night.missed.isEmpty)
        }
        var (night, id) = try countingDown { $0.isMustWake = true }
        night.hold(.stop, for: .seconds(1))
        #expect(try night.next(id) == "2025-01-15 07:00:00")
    }

    @Test("6.10: Where stop must be held for 2 s to stop a ring, it must be here, too")
    func holdToStop() throws {
        var (night, id) = try countingDown()
        night.ask(.settings(.setHoldToStop(true)))
        night.hold(.stop, for: .milliseconds(1_999))
        #expect(try night.next(id) == "2025-01-14 07:00:00")
        #expect(night.machine.settings.displayMode == .normal)
        night.hold(.stop, for: .seconds(2))
        #expect(try night.next(id) == "2025-01-15 07:00:00")
        #expect(night.machine.snapshot.page == .up)
        // Both keys together open the menu, and end nothing.
        (night, id) = try countingDown()
        night.ask(.settings(.setHoldToStop(true)))
        night.holdBoth()
        #expect(night.page != nil)
        #expect(try night.next(id) == "2025-01-14 07:00:00")
    }

    @Test("6.10: Of several countdowns, one hold ends the next ring, whatever rings in it")
    func several() throws {
        var (night, first) = try countingDown()
        let time = try timeOfDay("07:00")
        let twin = try night.add(.daily(at: time)) { $0.preAlert = .minutes(30) }
        let later = try night.add(.daily(at: try timeOfDay("07:02"))) { $0.preAlert = .minutes(30) }
        let without = try night.add(.daily(at: time))
        night.wait(.seconds(5))
        night.hold(.stop, for: .seconds(1))
        for id in [first, twin] { #expect(try night.next(id) == "2025-01-15 07:00:00") }
        #expect(try night.next(later) == "2025-01-14 07:02:00")
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [without])
        night.press(.stop)
        night.wait(.seconds(2))
        night.hold(.stop, for: .seconds(1))
        #expect(try night.next(later) == "2025-01-15 07:02:00")
    }

    @Test("6.10: A snooze or a nap comes first: one hold ends one thing")
    func order() throws {
        var (night, id) = try countingDown()
        night.ask(.nap(.operate(.schedule, number: nil)))
        night.hold(.stop, for: .seconds(1))
        #expect(night.machine.ringing.nap.state == .idle)
        #expect(try night.next(id) == "2025-01-14 07:00:00")
        night.wait(.seconds(1))
        night.hold(.stop, for: .seconds(1))
        #expect(try night.next(id) == "2025-01-15 07:00:00")
    }

    @Test(
        "6.10: It outlasts a power cut and a step back, and an edit of the time makes it due anew")
    func lasts() throws {
        var (night, id) = try countingDown()
        night.hold(.stop, for: .seconds(1))
        try night.cutPower(for: .minutes(2))
        #expect(try night.next(id) == "2025-01-15 07:00:00")
        night.step(by: .minutes(-4))
        night.wait(.minutes(20))
        #expect(night.ringing.isEmpty)
        #expect(Ledger.problems(of: night).isEmpty)
        (night, id) = try countingDown()
        night.hold(.stop, for: .seconds(1))
        night.edit(id) { $0.time = TimeOfDay(hour: 7, minute: 5) }
        try night.wait(until: "2025-01-14 07:05")
        #expect(night.ringing == [id])
    }

    @Test(
        "6.10, 5.5: A correction that confirms the time changes nothing; one by an hour makes it due again"
    )
    func provisional() throws {
        for error in [Duration.zero, .hours(1)] {
            var night = try Night(at: "2025-01-14 06:45", trust: .plausible)
            let id = try night.add(.daily(at: try timeOfDay("07:00"))) {
                $0.preAlert = .minutes(10)
            }
            try night.wait(until: "2025-01-14 06:52")
            night.hold(.stop, for: .seconds(1))
            #expect(try night.next(id) == "2025-01-15 07:00:00")
            if error > .zero { night.step(by: .zero - error) } else { night.synchronise() }
            let next = error > .zero ? "2025-01-14 07:00:00" : "2025-01-15 07:00:00"
            #expect(try night.next(id) == next, "\(error)")
        }
    }

    @Test("6.10: The clock explains why it does not ring")
    func explained() throws {
        var (night, id) = try countingDown()
        night.hold(.stop, for: .seconds(1))
        guard case .explanation(let next) = night.ask(.health(.explain(.next(id)))),
            case .explanation(let last) = night.ask(.health(.explain(.last(id))))
        else {
            Issue.record("no explanation")
            return
        }
        for reasons in [next.reasons, last.reasons] {
            #expect(
                reasons.contains { if case .was(.gotUp) = $0 { true } else { false } }, "\(reasons)"
            )
        }
    }
}
