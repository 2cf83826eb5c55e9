import ClockTime
import Testing

@testable import ClockCore

@Suite("A text that somebody shows on the display") struct MessageTests {
    private let address = "192.168.1.23"

    private func night() throws -> Night { try Night(at: "2025-01-14 22:00") }

    private func show(_ text: String, for length: Duration, _ night: inout Night) {
        night.ask(.display(.text(text, for: length)))
    }

    private func message(_ night: Night) -> String? { night.machine.snapshot.message }

    @Test("A short one stands still until its time is over")
    func short() throws {
        var night = try night()
        show("Tea", for: .seconds(30), &night)
        let start = night.machine.now.boot
        #expect(night.machine.snapshot.page == .message)
        #expect(message(night) == "Tea")
        #expect(night.machine.showing.face.nextWake == start + .seconds(30))
        night.wait(.seconds(29))
        #expect(night.machine.snapshot.message == "Tea")
        night.wait(.seconds(1))
        #expect(night.machine.snapshot.page == .time && message(night) == nil)
    }

    @Test("Any key ends it, and does nothing else")
    func keys() throws {
        for button in Button.allCases {
            var night = try night()
            show(address, for: .minutes(5), &night)
            night.press(button)
            #expect(night.machine.snapshot.page == .time, "\(button)")
            #expect(!night.machine.snapshot.noise.isPlaying && night.machine.snapshot.menu == nil)
        }
    }

    @Test("A ring ends it, and while something rings there is none")
    func rings() throws {
        var night = try night()
        _ = try night.daily("22:02")
        show(address, for: .minutes(5), &night)
        try night.wait(until: "2025-01-14 22:02")
        #expect(night.machine.snapshot.page == .time)
        show(address, for: .minutes(5), &night)
        #expect(night.machine.snapshot.page == .time)
    }

    @Test("A key answers the missed alarm that covers it first, and then ends it")
    func covered() throws {
        var night = try night()
        _ = try night.daily("22:02")
        try night.cutPower(for: .minutes(90))
        #expect(night.machine.snapshot.missedAlarm != nil)
        show(address, for: .minutes(5), &night)
        night.press(.snooze)
        #expect(night.machine.snapshot.missedAlarm == nil)
        #expect(night.machine.snapshot.page == .message)
        night.press(.snooze)
        #expect(night.machine.snapshot.page == .time)
    }

    @Test("It lights a display that is off, and another text or a picture takes its place")
    func replaced() throws {
        var night = try night()
        night.ask(.style(.set([.set(\.sleepAfter, .minutes(1))])))
        night.wait(.minutes(2))
        #expect(night.machine.snapshot.isAsleep)
        show("Tea", for: .seconds(30), &night)
        #expect(!night.machine.snapshot.isAsleep)
        show("Cake", for: .seconds(30), &night)
        #expect(message(night) == "Cake")
        night.ask(.display(.test(TestPicture(.all), for: .seconds(5))))
        #expect(night.machine.snapshot.test != nil)
        show("Milk", for: .seconds(30), &night)
        #expect(night.machine.snapshot.test == nil && message(night) == "Milk")
    }
}
