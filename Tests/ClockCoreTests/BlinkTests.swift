import ClockTime
import Testing

@testable import ClockCore

@Suite("What blinks, and how often it wakes the clock")
struct BlinkTests {
    /// The changes of the blink during `duration`: seconds since the start, and the new state.
    private func changes(
        of night: inout Night, for duration: Duration
    ) -> [(second: Double, isLit: Bool)] {
        var found: [(Double, Bool)] = []
        let start = night.now.boot
        var isLit = night.machine.snapshot.isBlinkLit
        while night.now.boot - start < duration {
            night.wait(.milliseconds(100))
            guard night.machine.snapshot.isBlinkLit != isLit else { continue }
            isLit.toggle()
            found.append((Double((night.now.boot - start).wholeNanoseconds) / 1e9, isLit))
        }
        return found
    }

    @Test("A trusted clock wakes once a minute, an unconfirmed one four times in ten seconds")
    func wakes() throws {
        for (trust, limit) in [
            (ClockTrust.trusted, 62), (.plausible, 60 * 24), (.unknown, 60 * 25),
        ] {
            var night = try Night(at: "2025-01-14 13:00", trust: trust)
            let before = night.wakes
            night.wait(.hours(1))
            #expect(night.wakes - before <= limit, "\(trust): \(night.wakes - before)")
        }
    }

    @Test("5.3: what says that the time is not confirmed goes out for one second in five")
    func slowly() throws {
        for trust in [ClockTrust.plausible, .unknown] {
            var night = try Night(at: "2025-01-14 13:00", trust: trust)
            let changes = changes(of: &night, for: .seconds(10))
            #expect(changes.map(\.second) == [4, 5, 9, 10])
            #expect(changes.map(\.isLit) == [false, true, false, true])
        }
    }

    @Test("A ring and a missed alarm blink each second, whatever is known of the time")
    func quickly() throws {
        for trust in [ClockTrust.trusted, .plausible] {
            var night = try Night(at: "2025-01-14 06:59", trust: trust)
            _ = try night.once("07:00")
            try night.wait(until: "2025-01-14 07:00")
            let ringing = changes(of: &night, for: .seconds(2))
            #expect(ringing.map(\.second) == [0.5, 1, 1.5, 2])
        }
    }

    @Test("The minute changes at its second while the blink is slow")
    func minute() throws {
        var night = try Night("Europe/Berlin", at: "2025-01-14 13:00", trust: .plausible)
        night.wait(.minutes(1))
        #expect(night.machine.snapshot.civil?.minute == 1)
    }

    @Test("Without a display nothing blinks: a ring wakes no more than silence does")
    func withoutDisplay() throws {
        var equipment = Equipment()
        equipment.hasDisplay = false
        var night = try Night(at: "2025-01-14 06:59", trust: .plausible, equipment: equipment)
        _ = try night.once("07:00")
        let before = night.wakes
        night.wait(.hours(1))
        #expect(night.machine.ringing.alarms.notices.count == 1)
        // One wake a minute, and those of the ring and its ladder.
        #expect(night.wakes - before <= 62 + 20, "\(night.wakes - before)")
    }
}
