import ClockTime
import Testing

@testable import ClockCore

/// A clock that keeps no time without power boots wrong, loses its power, and boots right. The records of the
/// first boot say nothing about the time of the second, and still nothing of them may be lost.
@Suite("A boot that nobody trusts, followed by one that is right (law, 5.4, 8.4, 9.1 and 9.2)")
struct UntrustedBootTests {
    /// The true time is 05:10; the clock shows 00:10, or knows no time.
    private static func night(_ trust: ClockTrust) throws -> Night {
        var night = try Night(at: "2025-01-13 23:00")
        try goWrong(&night, trust)
        return night
    }

    private static func goWrong(_ night: inout Night, _ trust: ClockTrust) throws {
        let clock = trust == .plausible ? "2025-01-14 00:10" : "1970-01-01 01:00"
        try night.cutPower(for: .hours(6) + .minutes(10), clock: clock, trust: trust)
    }

    private static func shown(_ night: Night) -> String { night.zone.text(at: night.truth.instant) }

    @Test(
        "9.1: a ring by the wrong clock goes on in the boot that is right",
        arguments: [false, true])
    func ringGoesOn(isSnoozed: Bool) throws {
        var night = try Night(at: "2025-01-13 23:00")
        let id = try night.daily("00:20")
        try Self.goWrong(&night, .plausible)
        night.wait(.minutes(11))
        #expect(night.ringing == [id])
        if isSnoozed { night.send(.ring(.snooze(.current))) }
        night.wait(.minutes(1))
        #expect(Self.shown(night) == "2025-01-14 05:22:00")
        try night.cutPower(for: .seconds(20))
        #expect(night.missed == [])
        if isSnoozed { night.wait(.minutes(8)) }
        #expect(night.ringing == [id])
        #expect(night.missed == [])
        #expect(Ledger.problems(of: night) == [])
    }

    @Test(
        "9.2: a timer waits at most what was left of it",
        arguments: [ClockTrust.unknown, .plausible], [false, true])
    func timer(trust: ClockTrust, isSnoozed: Bool) throws {
        var night = try Self.night(trust)
        night.wait(.minutes(1))
        night.ask(.timer(.add(.seconds(isSnoozed ? 60 : 1200), name: nil, starts: true)))
        if isSnoozed {
            night.wait(.minutes(2))
            night.send(.ring(.snooze(.current)))
            night.wait(.minutes(2))
        } else {
            night.wait(.minutes(4))
        }
        #expect(Self.shown(night) == "2025-01-14 05:15:00")
        try night.cutPower(for: .seconds(20))
        #expect(night.machine.ringing.timers.notices == [])
        // The age of the last record is unknown: the timer rings no later, and not much earlier.
        night.wait((isSnoozed ? .minutes(7) : .minutes(16)) - .seconds(66))
        #expect(night.machine.ringing.timers.alerting == [])
        night.wait(.seconds(66))
        #expect(night.machine.ringing.timers.alerting.count == 1)
        #expect(night.machine.ringing.timers.notices == [])
    }

    @Test("9.2: a nap waits at most what was left of it")
    func nap() throws {
        var night = try Self.night(.plausible)
        night.wait(.minutes(1))
        night.ask(.nap(.operate(.countdown, number: nil)))
        night.wait(.minutes(4))
        try night.cutPower(for: .seconds(20))
        night.wait(.minutes(16) + .seconds(30))
        #expect(night.machine.ringing.nap.alerting != nil)
        #expect(night.machine.ringing.nap.notices == [])
    }

    @Test("8.4, 5.4: a timer of a boot without a time is not missed as the next becomes right")
    func timerThroughThree() throws {
        var night = try Self.night(.unknown)
        night.wait(.minutes(1))
        night.ask(.timer(.add(.seconds(1200), name: nil, starts: true)))
        night.wait(.minutes(4))
        try night.cutPower(for: .seconds(20), clock: "2025-01-14 00:15", trust: .plausible)
        night.wait(.minutes(1))
        night.synchronise()
        #expect(night.machine.ringing.timers.notices == [])
        night.wait(.minutes(15))
        #expect(night.machine.ringing.timers.alerting.count == 1)
    }

    @Test(
        "9.1: a timer that alerts by a wrong clock goes on in the boot that is right",
        arguments: [ClockTrust.unknown, .plausible])
    func alertGoesOn(trust: ClockTrust) throws {
        var night = try Self.night(trust)
        night.ask(.timer(.add(.seconds(60), name: nil, starts: true)))
        night.ask(.nap(.operate(.countdown, number: nil)))
        night.wait(.minutes(22))
        #expect(night.machine.ringing.timers.alerting.count == 1)
        #expect(night.machine.ringing.nap.alerting != nil)
        try night.cutPower(for: .seconds(20))
        #expect(night.machine.ringing.timers.alerting.count == 1)
        #expect(night.machine.ringing.timers.notices == [])
        #expect(night.machine.ringing.nap.alerting != nil)
        #expect(night.machine.ringing.nap.notices == [])
    }

    @Test("8.4: from one estimate to the next a timer goes on by the estimate")
    func byEstimate() throws {
        var night = try Self.night(.plausible)
        night.ask(.timer(.add(.seconds(1200), name: nil, starts: true)))
        night.wait(.minutes(4))
        try night.cutPower(for: .minutes(5), clock: "2025-01-14 00:19", trust: .plausible)
        night.wait(.minutes(11) - .seconds(1))
        #expect(night.machine.ringing.timers.alerting == [])
        night.wait(.seconds(1))
        #expect(night.machine.ringing.timers.alerting.count == 1)
    }

    @Test("9.2: what ended by the estimate, however long ago, alerts at once")
    func longOverByEstimate() throws {
        var night = try Self.night(.plausible)
        night.ask(.timer(.add(.seconds(1200), name: nil, starts: true)))
        try night.cutPower(for: .hours(5), clock: "2025-01-14 05:10", trust: .plausible)
        #expect(night.machine.ringing.timers.alerting.count == 1)
        night.synchronise()
        #expect(night.machine.ringing.timers.notices == [])
    }

    @Test("8.4: while no time is known and something counts down, the state is kept each minute")
    func heartbeat() throws {
        var night = try Self.night(.unknown)
        night.wait(.minutes(1))
        func saves(_ night: inout Night) -> Int {
            let before = night.newest?.revision ?? 0
            night.wait(.minutes(10))
            return (night.newest?.revision ?? 0) - before
        }
        #expect(saves(&night) <= 1)
        night.ask(.timer(.add(.hours(2), name: nil, starts: true)))
        #expect((10...11).contains(saves(&night)))
        night.synchronise()
        #expect(saves(&night) <= 1)
    }
}
