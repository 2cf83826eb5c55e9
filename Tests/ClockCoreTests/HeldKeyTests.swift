import ClockTime
import Testing

@testable import ClockCore

@Suite("Stop held to stop a ring (product, B3)")
struct HoldToStopTests {
    private func ringing() throws -> Night {
        var night = try Night(at: "2025-01-14 06:59")
        _ = try night.daily("07:00")
        #expect(night.ask(.settings(.setHoldToStop(true))) == .holdToStop(true))
        try night.wait(until: "2025-01-14 07:00")
        return night
    }

    @Test(
        "Switched on, stop stops after two seconds and not before; a tap does nothing and is told")
    func holds() throws {
        var night = try ringing()
        let held = StopWay(keys: [.stop], length: .seconds(2))
        #expect(night.machine.snapshot.ring?.stops == [held])
        night.press(.stop)
        #expect(night.notes.contains(.keyRefused(.stop, "holdToStop")))
        night.hold(.stop, for: .milliseconds(1_999))
        #expect(!night.ringing.isEmpty)
        night.handle(.button(.stop, isDown: true))
        night.wait(.milliseconds(1_999))
        #expect(night.alarmSound != nil)
        night.wait(.milliseconds(1))
        #expect(night.alarmSound == nil)
        #expect(night.machine.ringing.alarms.members == [])
        night.handle(.button(.stop, isDown: false))
        #expect(night.noiseSound == nil)
    }

    @Test("The other keys, commands and the end of a snooze are as without it")
    func others() throws {
        let night = try ringing()
        for button in Button.allCases where button != .stop {
            var other = night
            other.handle(.button(button, isDown: true))
            #expect(other.snoozed.count == 1, "\(button)")
        }
        var byCommand = night
        byCommand.ask(.ring(.stop(.current)))
        #expect(byCommand.machine.ringing.alarms.members == [])
        var snoozed = night
        snoozed.press(.snooze)
        snoozed.hold(.stop, for: .milliseconds(600))
        #expect(snoozed.machine.ringing.alarms.members == [])
    }

    @Test(
        "A hold that the ring does not last for stops nothing later, not even the same alarm's snooze"
    )
    func ringEndsFirst() throws {
        var night = try ringing()
        night.handle(.button(.stop, isDown: true))
        night.wait(.seconds(1))
        night.press(.snooze)
        night.wait(.minutes(10))
        #expect(night.ringing.count == 1)
        night.handle(.button(.stop, isDown: false))
        #expect(night.ringing.count == 1)
        #expect(!night.notes.contains(.keyRefused(.stop, "holdToStop")))
    }

    @Test("It is kept, off by default, and can be switched off again")
    func kept() throws {
        var night = try Night(at: "2025-01-14 06:59")
        #expect(!night.machine.settings.holdToStop)
        night.ask(.settings(.setHoldToStop(true)))
        try night.cutPower(for: .seconds(5))
        #expect(night.machine.settings.holdToStop)
        night.ask(.settings(.setHoldToStop(false)))
        _ = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.machine.snapshot.ring?.stops.map(\.isPress) == [true])
        night.press(.stop)
        #expect(night.machine.ringing.alarms.members == [])
    }
}

@Suite("Stuck keys")
struct StuckKeyTests {
    private func problems(_ night: Night) -> [String?] {
        night.machine.snapshot.problems.filter { $0.part == .keys }.map(\.problem)
    }

    @Test("A key held at the start, or for 30 s, is told as a problem until it comes up")
    func told() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.handle(.buttonHeldAtStart(.snooze))
        night.wait(.milliseconds(500))
        let snooze = "the snooze button is stuck down; it is ignored until it comes up"
        #expect(problems(night) == [snooze])
        night.handle(.button(.menu, isDown: true))
        night.wait(.milliseconds(29_999))
        #expect(problems(night) == [snooze])
        night.wait(.milliseconds(1))
        #expect(
            problems(night) == [
                "the buttons snooze, menu are stuck down; they are ignored until they come up"
            ])
        night.handle(.button(.menu, isDown: false))
        #expect(problems(night) == [snooze])
        night.handle(.button(.snooze, isDown: false))
        #expect(problems(night) == [])
        let health = night.notes.filter { note in
            if case .healthChanged(let report) = note { report.part == .keys } else { false }
        }
        #expect(health.count == 4)
    }

    @Test("Keys that are all down at the start are told of once")
    func toldOnce() throws {
        var night = try Night(at: "2025-01-14 06:00")
        for button in Button.allCases {
            night.handle(.buttonHeldAtStart(button))
            night.wait(.milliseconds(20))
        }
        night.wait(.seconds(5))
        let reports = night.notes.filter { note in
            if case .healthChanged(let report) = note { report.part == .keys } else { false }
        }
        #expect(reports.count == 1)
        #expect(
            problems(night).first??.contains("plus, minus, lamp, goodNight are stuck down") == true)
    }

    @Test("A key that chatters for 30 s is told of and ignored until it rests; fingers are not")
    func chatters() throws {
        var night = try Night(at: "2025-01-14 06:59:50")
        func chatter(_ night: inout Night, _ edges: Int, every pause: Duration) {
            for edge in 0..<edges {
                night.handle(.button(.stop, isDown: edge.isMultiple(of: 2)))
                night.pass(pause)
            }
        }
        // Two hundred edges a second.
        chatter(&night, 5_800, every: .milliseconds(5))
        #expect(problems(night) == [])
        chatter(&night, 420, every: .milliseconds(5))
        let told = "the stop button chatters; it is ignored until it rests"
        #expect(problems(night) == [told])
        chatter(&night, 400, every: .milliseconds(5))
        #expect(problems(night) == [told])
        night.wait(.seconds(3))
        #expect(problems(night) == [])
        // As fast as a finger can press, for a minute.
        chatter(&night, 900, every: .milliseconds(70))
        night.handle(.button(.stop, isDown: false))
        #expect(problems(night) == [])
    }

    @Test("A stuck snooze key snoozes no ring, and stop and the others answer it as ever")
    func neverBlocks() throws {
        for answer in [Button.stop, .noise] {
            var night = try Night(at: "2025-01-14 06:59")
            let id = try night.daily("07:00")
            night.handle(.buttonHeldAtStart(.snooze))
            try night.wait(until: "2025-01-14 07:05")
            #expect(night.ringing == [id])
            night.handle(.button(answer, isDown: true))
            #expect(night.ringing == [])
        }
    }

    @Test(
        "The key that answered a ring and stays down for 30 s is stuck, and its way up does nothing"
    )
    func afterTheAnswer() throws {
        var night = try Night(at: "2025-01-14 06:59")
        _ = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.handle(.button(.stop, isDown: true))
        night.wait(.seconds(31))
        #expect(problems(night).count == 1)
        night.handle(.button(.stop, isDown: false))
        #expect(problems(night) == [])
        #expect(night.noiseSound == nil)
    }

    @Test("A press whose release was lost answers a ring all the same")
    func lostRelease() throws {
        for button in [Button.snooze, .stop] {
            for wait in [Duration.milliseconds(10), .seconds(2), .seconds(40)] {
                var night = try Night(at: "2025-01-14 06:59")
                _ = try night.daily("07:00")
                night.handle(.button(button, isDown: true))
                night.wait(wait)
                try night.wait(until: "2025-01-14 07:00")
                #expect(night.ringing.count == 1)
                night.handle(.button(button, isDown: true))
                #expect(night.ringing.isEmpty, "\(button) after \(wait)")
                #expect(problems(night) == [])
            }
        }
    }
}
