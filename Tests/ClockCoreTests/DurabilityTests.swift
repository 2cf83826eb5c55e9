import ClockTime
import Testing

@testable import ClockCore

/// Stories that change much of the stored state; after each event `Night` compares the state that the machine
/// would save with the store.
@Suite("Every change is durable (law, 9.3)")
struct DurabilityTests {
    /// Answers to a ring of timers or of the nap, in turn.
    private static let answers: [@Sendable (inout Night) -> Void] = [
        { $0.press(.stop) }, { $0.press(.snooze) }, { $0.send(.ring(.stop(.current))) },
        { $0.send(.ring(.snooze(.current))) }, { $0.wait(.minutes(11)) },
    ]

    @Test("What timers and the nap do by themselves, and what keys and commands do to them")
    func countdowns() throws {
        for first in DurabilityTests.answers {
            for second in DurabilityTests.answers {
                var night = try Night(at: "2025-01-14 06:00")
                night.ask(.timer(.add(.seconds(30), name: "tea", starts: true)))
                night.wait(.seconds(31))
                #expect(night.machine.ringing.timers.alerting.count == 1)
                first(&night)
                night.wait(.minutes(10))
                second(&night)
                night.wait(.hours(1))
                night.press(.stop)

                night.ask(.nap(.operate(.countdown, number: nil)))
                night.wait(.minutes(21))
                #expect(night.machine.ringing.nap.alerting != nil)
                first(&night)
                night.wait(.minutes(10))
                second(&night)
                night.wait(.hours(1))
                night.press(.stop)
            }
        }
    }

    @Test("Operations on a timer and the nap, in any state")
    func operations() throws {
        for operation in Operation.allCases {
            for waits in [Duration.zero, .seconds(10), .minutes(25)] {
                var night = try Night(at: "2025-01-14 06:00")
                night.ask(.timer(.add(.minutes(5), name: nil, starts: true)))
                night.ask(.nap(.operate(.countdown, number: nil)))
                night.wait(waits)
                night.send(.timer(.operate(operation, TimerID(1), run: nil)))
                night.wait(.minutes(1))
                night.send(.nap(.operate(operation, number: nil)))
                night.wait(.minutes(40))
            }
        }
    }

    @Test("A clock that becomes trusted, is set, or moves to another zone")
    func clocks() throws {
        var night = try Night(at: "2025-01-14 06:00")
        _ = try night.daily("07:00")
        _ = try night.once("06:30")
        try night.cutPower(for: .minutes(5), clock: "2025-01-14 05:00", trust: .plausible)
        night.ask(.timer(.add(.hours(1), name: nil, starts: true)))
        night.wait(.minutes(95))
        night.synchronise()
        night.step(by: .minutes(-30), .user)
        try night.changeZone("Asia/Tokyo")
        night.passUnevenly(wall: .hours(3), boot: .zero)
        night.handle(.wake)
        night.synchronise()
        night.wait(.hours(24))
    }
}
