import ClockTime
import Testing

@testable import ClockCore

/// No real wake-up is exact. The outcome of a night must not depend on how late each was.
@Suite("Wake-ups that come late (law, 2.2 and 6.5)")
struct LateWakeTests {
    /// From no delay to almost the full second that still counts as on time.
    static let delays: [Duration] = [.zero, .nanoseconds(1), .milliseconds(50), .milliseconds(990)]

    /// Waits for `length`; each wake-up comes late by `delay`.
    private static func wait(_ night: inout Night, _ length: Duration, late delay: Duration) {
        let end = night.now.boot + length
        while let wake = night.machine.nextWake.bootTime(asSeenAt: night.now), wake + delay <= end {
            night.pass(max(.zero, wake + delay - night.now.boot))
            night.handle(.wake)
        }
        night.pass(end - night.now.boot)
    }

    /// The notes, without the fraction of a second by which a wake-up was late.
    private static func lines(_ night: Night) -> [String] {
        night.log.compactMap { entry in
            let line: String? =
                switch entry.note {
                case .of(.timer(let id), .fired): "timer \(id) fired"
                case .of(.timer(let id), .rangAgain): "timer \(id) again"
                case .of(.timer(let id), .missed(_, let reason, _)): "timer \(id) missed \(reason)"
                case .of(.timer(let id), .silenced): "timer \(id) silenced"
                case .of(.nap, .fired): "nap fired"
                case .of(.nap, .missed): "nap missed"
                default: entry.note.line
                }
            return line.map { night.zone.text(at: entry.at.wall.instant) + " " + $0 }
        }
    }

    @Test("2.2: with a grace of 0 all that is due within the second rings", arguments: delays)
    func noGrace(delay: Duration) throws {
        var night = try Night(at: "2025-01-14 06:59:30")
        _ = try night.daily("07:00")
        let rules: [RingRuleChange] = [.set(\.grace, .zero)]
        night.ask(.settings(.setRingRules(rules)))
        night.ask(.timer(.add(.seconds(10), name: nil, starts: true)))
        let nap: [NapChange] = [.set(\.release, .seconds(5)), .set(\.nap, .minutes(1))]
        night.ask(.nap(.set(nap)))
        night.ask(.nap(.operate(.countdown, number: nil)))
        Self.wait(&night, .seconds(90), late: delay)
        #expect(
            Self.lines(night) == [
                "2025-01-14 06:59:40 timer 1 fired", "2025-01-14 07:00:00 fired 1 joined",
                "2025-01-14 07:00:35 nap fired",
            ])
    }

    @Test("2.2: with a grace of 0 a ring that a power cut found rings again within its second")
    func noGraceAfterCut() throws {
        for late in [Duration.milliseconds(900), .seconds(1)] {
            var night = try Night(at: "2025-01-14 06:59:30")
            _ = try night.daily("07:00")
            let rules: [RingRuleChange] = [.set(\.grace, .zero)]
            night.ask(.settings(.setRingRules(rules)))
            try night.wait(until: "2025-01-14 07:00")
            #expect(night.ringing == [AlarmID(1)])
            night.cutPower(for: late, wall: nil, trust: .trusted)
            #expect(night.ringing.isEmpty == (late == .seconds(1)))
            #expect(night.missed.isEmpty == (late < .seconds(1)))
        }
    }

    @Test("2.2: lateness counts in whole seconds: 60 min and 0.99 s ring, 60 min and 1 s do not")
    func wholeSeconds() throws {
        for (late, rings) in [(Duration.milliseconds(990), true), (.seconds(1), false)] {
            var night = try Night(at: "2025-01-14 06:00")
            _ = try night.daily("07:00")
            let end = try night.zone.instant(showing: "2025-01-14 08:00")
            night.cutPower(for: .hours(2), wall: WallTime(end) + late, trust: .trusted)
            #expect(night.ringing.isEmpty == !rings)
            #expect(night.missed.isEmpty == rings)
        }
    }

    @Test("6.5: an alarm that is due as another's N ends joins it", arguments: delays)
    func joinsAsItEnds(delay: Duration) throws {
        var night = try Night(at: "2025-01-14 06:59:30")
        for time in ["07:00", "07:10"] {
            try night.add(.daily(at: try timeOfDay(time))) {
                $0.ringLength = .minutes(10)
                $0.automaticRings = 0
            }
        }
        Self.wait(&night, .minutes(25), late: delay)
        #expect(
            Self.lines(night) == [
                "2025-01-14 07:00:00 fired 1", "2025-01-14 07:10:00 fired 2 joined",
                "2025-01-14 07:20:00 missed 1 of 2025-01-14 unanswered 1",
                "2025-01-14 07:20:00 missed 2 of 2025-01-14 unanswered 1",
            ])
    }

    @Test("6.5, 3: the wall clock is slewed while it rings, and still they join")
    func joinsDespiteSlewing() throws {
        for slew in [Duration.milliseconds(-200), .milliseconds(200)] {
            var night = try Night(at: "2025-01-14 06:59:30")
            for time in ["07:00", "07:10"] {
                try night.add(.daily(at: try timeOfDay(time))) { $0.ringLength = .minutes(10) }
            }
            try night.wait(until: "2025-01-14 07:05")
            night.passUnevenly(wall: .seconds(1) + slew, boot: .seconds(1))
            night.wait(.minutes(6))
            #expect(
                Self.lines(night) == [
                    "2025-01-14 07:00:00 fired 1", "2025-01-14 07:10:00 fired 2 joined",
                ])
        }
    }

    @Test(
        "6.5: a timer that ends later in the second in which N ends joins, too", arguments: delays)
    func timerJoins(delay: Duration) throws {
        var night = try Night(at: "2025-01-14 06:59:30")
        try night.add(.daily(at: try timeOfDay("07:00"))) { $0.ringLength = .minutes(10) }
        night.wait(.seconds(29) + .milliseconds(700))
        night.ask(.timer(.add(.minutes(10) + .seconds(1), name: nil, starts: true)))
        Self.wait(&night, .minutes(11), late: delay)
        #expect(
            Self.lines(night) == [
                "2025-01-14 07:00:00 fired 1", "2025-01-14 07:10:00 timer 1 fired",
            ])
        #expect(night.ringing == [AlarmID(1)])
    }

    @Test("6.5: what falls due a second after N ended rings alone", arguments: delays)
    func ringsAlone(delay: Duration) throws {
        var night = try Night(at: "2025-01-14 06:59:30")
        try night.add(.daily(at: try timeOfDay("07:00"))) { $0.ringLength = .minutes(10) }
        night.ask(.timer(.add(.minutes(10) + .seconds(31), name: nil, starts: true)))
        Self.wait(&night, .seconds(10 * 60 + 33), late: delay)
        #expect(
            Self.lines(night) == [
                "2025-01-14 07:00:00 fired 1", "2025-01-14 07:10:00 silenced 1",
                "2025-01-14 07:10:01 timer 1 fired",
            ])
    }

    @Test("6.5, 6.6: as its snooze ends, the next date takes the member's place", arguments: delays)
    func supersededAsSnoozeEnds(delay: Duration) throws {
        var night = try Night(at: "2025-01-13 06:00")
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) {
            $0[\.snooze.length] = .minutes(60)
        }
        try night.wait(until: "2025-01-13 07:00")
        // Snoozed each time as soon as it rings, until the snooze ends at its next date.
        for _ in 0..<23 {
            night.send(.ring(.snooze(.current)))
            night.wait(.hours(1))
            #expect(night.ringing == [id])
        }
        night.send(.ring(.snooze(.current)))
        night.forgetStory()
        Self.wait(&night, .minutes(61), late: delay)
        #expect(
            Self.lines(night) == [
                "2025-01-14 07:00:00 superseded 1 of 2025-01-13", "2025-01-14 07:00:00 fired 1",
            ])
    }

    @Test(
        "6.5: however late each wake-up, silences and rings keep to their seconds",
        arguments: delays)
    func noDrift(delay: Duration) throws {
        var night = try Night(at: "2025-01-14 06:59:30")
        try night.add(.daily(at: try timeOfDay("07:00"))) {
            $0.ringLength = .minutes(5)
            $0[\.snooze.length] = .minutes(3)
            $0.automaticRings = 3
        }
        Self.wait(&night, .hours(1), late: delay)
        #expect(
            Self.lines(night) == [
                "2025-01-14 07:00:00 fired 1", "2025-01-14 07:05:00 silenced 1",
                "2025-01-14 07:08:00 again 1 unanswered", "2025-01-14 07:13:00 silenced 1",
                "2025-01-14 07:16:00 again 1 unanswered", "2025-01-14 07:21:00 silenced 1",
                "2025-01-14 07:24:00 again 1 unanswered",
                "2025-01-14 07:29:00 missed 1 of 2025-01-14 unanswered 1",
            ])
    }
}
