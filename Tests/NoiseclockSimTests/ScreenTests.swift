import ClockTime
import Foundation
import HAL
import Runtime
import SimulatedBoard
import Testing

@testable import noiseclock_sim

@Suite("What the simulator's screen shows of a clock")
struct ScreenTests {
    @Test("The README's picture is the screen; NOISECLOCK_RECORD=1 redraws it")
    func picture() throws {
        let screen = try SteppedScreen(at: "2026-03-29T20:46:50Z")
        screen.world.expose(to: Lux(300))
        screen.run(for: .seconds(6))
        screen.say("alarm add 07:30 mon-fri --label Work")
        screen.say("noise play pink --volume 50")
        screen.run(for: .seconds(20))
        let frame = try screen.screen().render(
            size: TerminalSize(columns: 100, rows: 31), capability: .trueColor)
        let file = Checkout.root.appendingPathComponent("board/pictures/simulator.svg")
        let drawing = ScreenDrawing(frame).text
        if ProcessInfo.processInfo.environment["NOISECLOCK_RECORD"] == "1" {
            try drawing.write(to: file, atomically: true, encoding: .utf8)
            return
        }
        let isSame = try String(contentsOf: file, encoding: .utf8) == drawing
        #expect(
            isSame, "the screen has changed: NOISECLOCK_RECORD=1 redraws it\n\(frame.text)")
    }

    @Test("A first start says how an alarm is set, and the log that it is the first")
    func firstStart() throws {
        let screen = try SteppedScreen(at: "2026-03-29T20:46:50Z")
        let lines = try screen.lines()
        #expect(
            lines.contains(
                "  Next   none; noiseclock alarm add 07:30 mon-fri in another terminal sets one"))
        #expect(lines.contains("  22:46:50  The clock starts for the first time"))
    }

    @Test("A clock that does not know the time shows none, anywhere")
    func unknownTime() throws {
        let screen = try SteppedScreen(at: nil)
        let lines = try screen.lines()
        #expect(lines.first?.hasSuffix("--:--:--") == true)
        #expect(
            lines.contains(
                "  Date   unknown. Set it: noiseclock time set 2026-12-31T23:59"))
        #expect(lines.contains("  Next   none as long as the time is not known"))
        #expect(lines.contains("  --:--:--  The clock starts for the first time"))
        screen.say("time set 2026-03-29T22:47")
        let known = try screen.lines()
        #expect(known.first?.contains("22:47:0") == true)
        #expect(known.contains("  Date   Sun 29 Mar, Europe/Berlin"))
        #expect(
            known.contains { $0.hasPrefix("  22:47:0") && $0.hasSuffix("The time is confirmed") })
    }

    @Test("The battery stands beside the time, and says when it is charged")
    func battery() throws {
        let screen = try SteppedScreen(at: "2026-03-29T20:46:50Z", battery: 80)
        #expect(try screen.lines().first?.contains("battery 80 %  ►") == true)
        #expect(screen.world.setBattery(percent: 70, isCharging: true))
        #expect(try screen.lines().first?.contains("battery 70 %, charging  ►") == true)
        let without = try SteppedScreen(at: "2026-03-29T20:46:50Z")
        #expect(!without.world.setBattery(percent: 70, isCharging: true))
        #expect(try without.lines().first?.contains("battery") == false)
    }

    @Test("Nothing says that noise plays while nobody can hear it, and the reason stands beside it")
    func silence() throws {
        let screen = try SteppedScreen(at: "2026-03-29T20:46:50Z")
        #expect(try screen.lines().contains("  Noise  off"))
        screen.say("noise play pink")
        #expect(try screen.lines().contains("  Noise  Pink noise"))
        #expect(try screen.screen(isPaused: true).silence == "the time stands still")
        screen.world.sounds[0].setStalled(true)
        #expect(try screen.lines().contains("  Noise  Pink noise, not heard: the sound is frozen"))
        screen.world.sounds[0].setStalled(false)
        screen.world.sounds[0].unplug()
        #expect(
            try screen.lines().contains("  Noise  Pink noise, not heard: the sound is unplugged"))
        screen.world.sounds[0].plugIn()
        screen.say("noise volume 0")
        #expect(try screen.lines().contains("  Noise  Pink noise, not heard: the volume is 0 %"))
        let without = try SteppedScreen(at: "2026-03-29T20:46:50Z", device: nil)
        without.say("noise play pink")
        let lines = try without.lines()
        #expect(lines.contains("  Noise  Pink noise, not heard: no sound device"))
        #expect(lines.contains { $0.hasPrefix("  no sound device") })
    }

    @Test("The log says once what comes twice, with the later time")
    func repeated() {
        let messages = Messages()
        let start = Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0))
        messages.add("Noise off", at: start)
        messages.add("Noise off", at: start.advanced(by: .seconds(1)))
        #expect(messages.latest == [SimulatorScreen.Message(time: "00:00:01", text: "Noise off")])
    }

    @Test("A snoozed alarm and a nap are told on the screen by name and time")
    func evening() throws {
        let screen = try SteppedScreen(at: "2026-03-30T05:29:50Z")
        screen.say("alarm add 07:30 mon-fri --label Work")
        screen.run(for: .seconds(10))
        #expect(try screen.screen().ringing?.title == "Work")
        #expect(
            try screen.lines().contains { $0.contains("Work rings") && $0.contains("t stops") })
        screen.say("alarm snooze")
        #expect(try screen.lines().contains("  Next   Work rings again at 07:39, in 8 min"))
        screen.say("nap start")
        screen.run(for: .seconds(3))
        #expect(try screen.lines().contains("  Nap starts in 26 s. Rings by 08:00"))
    }
}
