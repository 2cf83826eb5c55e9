import ClockTime
import Glibc
import TestKit
import Testing

extension RealTimeBench {
    /// The contents of the display's chip in each state of the clock.
    @Suite("The display's registers")
    struct Face {
        @Test(
            "A steady time: four digits and a colon, lit, not blinking, and not touched for seconds"
        )
        func steadyTime() throws {
            let clock = try BenchClock(at: "2037-03-10T21:46:10Z")
            #expect(try clock.shows("21:46"))
            #expect(
                try clock.display.memory() == [
                    0x5B, 0, 0x06, 0, 0x02, 0, 0x66, 0, 0x7D, 0, 0, 0, 0, 0, 0, 0,
                ])
            #expect(try clock.display.registers().hasPrefix("oscillator=1 display=1 blink=0 "))
            // The light is constant, so the dimmer is idle once it has settled.
            VirtualBench.rest(.seconds(3))
            try clock.wires.clearLog()
            VirtualBench.rest(.seconds(3))
            #expect(try clock.wires.transfers(to: SimulatedDisplay.address).isEmpty)
            #expect(clock.stop() == 0)
            #expect(try clock.display.registers().hasPrefix("oscillator=0 display=0 "))
        }

        @Test("A time that nobody confirmed: the colon blinks; confirmed, it is steady")
        func unconfirmedTime() throws {
            let clock = try BenchClock(at: "2037-03-10T21:46:10Z", isSynchronised: false)
            #expect(try clock.shows("21 46"))
            #expect(try clock.shows("21:46"))
            #expect(try clock.shows("21 46"))
            // The firmware polls the kernel's state only occasionally.
            try VirtualBench.synchronise()
            #expect(clock.logs("event=clock.trust", "trust=trusted", upTo: .seconds(30)))
            #expect(try clock.shows("21:46"))
            VirtualBench.rest(.milliseconds(1500))
            try clock.wires.clearLog()
            VirtualBench.rest(.milliseconds(1500))
            #expect(try clock.wires.transfers(to: SimulatedDisplay.address).isEmpty)
        }

        @Test("From an alarm that is set to its ring, snooze, second ring and end")
        func alarm() throws {
            let clock = try BenchClock(at: "2037-03-10T06:20:00Z")
            try clock.wires.setLight(3)
            try clock.say("alarm", "add", "06:30", "--snooze", "1m")
            #expect(try clock.shows("06:20."))
            // A dark room, and then a ring, whose brightness must be readable. If the light was measured before it
            // changed, the display follows only after eight seconds.
            #expect(try VirtualBench.wait(upTo: .seconds(30)) { try clock.display.dimming() <= 2 })
            try VirtualBench.setWallClock("2037-03-10T06:29:58Z")
            #expect(clock.logs("event=alarm.fired", "alarm=1"))
            #expect(try VirtualBench.wait { try clock.display.dimming() >= 8 })
            #expect(try clock.shows("06 30"))
            #expect(try clock.shows("06:30"))
            try clock.pins.tap(.snooze)
            #expect(clock.logs("event=alarm.snoozed"))
            #expect(try clock.shows("06:30."))
            try VirtualBench.setWallClock("2037-03-10T06:31:30Z")
            // A snooze runs on boot time, so setting the clock does not shorten it.
            VirtualBench.rest(.seconds(2))
            #expect(clock.logged(["event=alarm.rangAgain"]) == 0)
            #expect(try clock.shows("06:31."))
            try clock.pins.press(.stop)
            #expect(clock.logs("event=alarm.stopped"))
            try clock.pins.release(.stop)
            #expect(try clock.shows("06:31"))
        }

        @Test("The snooze button shows AL and the next alarm, then the time again")
        func nextAlarm() throws {
            let clock = try BenchClock(at: "2037-03-10T21:46:10Z")
            try clock.say("alarm", "add", "07:05")
            #expect(try clock.shows("21:46."))
            try clock.pins.tap(.snooze)
            #expect(try clock.shows("_A L_"))
            #expect(try clock.shows("07:05."))
            #expect(try clock.shows("21:46."))
        }

        @Test("Twelve hours: the afternoon is the first digit's point")
        func twelveHours() throws {
            let clock = try BenchClock(at: "2037-03-10T21:46:10Z")
            try clock.say("style", "set", "--hours", "12")
            #expect(try clock.shows("0.9:46"))
        }

        @Test("The 1.2 inch board: its dots say afternoon and alarm")
        func bigBoard() throws {
            let board = Workbench.board.replacing("7seg.json", with: "7seg-big.json")
            let clock = try BenchClock(at: "2037-03-10T21:46:10Z", board: board)
            try clock.say("style", "set", "--hours", "12")
            #expect(try clock.shows("09:46"))
            // The colon, and the PM dot at the upper right.
            #expect(try clock.display.memory()[4] == 0x02 | 0x10)
            try clock.say("alarm", "add", "07:05")
            #expect(try VirtualBench.wait { try clock.display.memory()[4] == 0x02 | 0x10 | 0x08 })
        }

        @Test("A missed alarm is told in turn with the time, until a button is pressed")
        func missed() throws {
            let bench = try Workbench()
            let before = try BenchClock(at: "2037-03-10T05:00:00Z", bench: bench)
            try before.say("alarm", "add", "06:30")
            #expect(before.stop() == 0)
            // It was off too long: an alarm more than an hour late is missed.
            let clock = try BenchClock(at: "2037-03-10T09:00:10Z", bench: bench)
            #expect(clock.logs("event=alarm.missed"))
            #expect(try clock.shows("_A L_"))
            #expect(try clock.shows("06:30."))
            #expect(try clock.shows("09:00"))
            try clock.pins.tap(.plus)
            VirtualBench.rest(.milliseconds(300))
            let end = VirtualBench.bootTime + 5_000_000_000
            while VirtualBench.bootTime < end {
                let reading = try clock.display.reading()
                #expect(reading == "09:00")
                if reading != "09:00" { break }
                usleep(20_000)
            }
        }

        @Test(
            "The digits change at the minute's true boundary, in most cases within 5 ms to the last byte"
        )
        func digitFlip() throws {
            let clock = try BenchClock(at: "2037-03-10T21:46:10Z")
            let delays = try clock.digitChanges(minutes: 47...58)
            Figures.note("digits change after the minute's boundary", nanoseconds: delays)
            #expect(delays.allSatisfy { $0 >= 0 }, "\(delays)")
            // A kernel that shares its processor is late occasionally. In simulated time, where the processor is
            // infinitely fast, no change may be late.
            #expect(delays.sorted()[delays.count / 2] < 5_000_000, "\(delays)")
        }
    }
}
