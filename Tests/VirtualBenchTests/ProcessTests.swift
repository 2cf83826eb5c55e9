import ClockTime
import Foundation
import Glibc
import TestKit
import Testing

extension RealTimeBench {
    /// The program as the kernel sees it.
    @Suite("The program")
    struct Program {
        @Test("Its memory is locked, and its sound threads alone are scheduled in real time")
        func privileges() throws {
            let clock = try BenchClock()
            try clock.say("noise", "play", "pink")
            #expect(clock.logs("event=sound.started"))
            let process = "/proc/\(clock.firmware.identifier)"
            // Some seconds after the start, when it has rehearsed a ring.
            let isLocked = try eventually {
                try VirtualBench.read("\(process)/status")
                    .firstMatch(of: #/VmLck:\s+(\d+) kB/#).flatMap { Int($0.1) } ?? 0 > 10_000
            }
            #expect(isLocked)
            var policies: [String: String] = [:]
            for thread in try FileManager.default.contentsOfDirectory(atPath: "\(process)/task") {
                let name = try VirtualBench.read("\(process)/task/\(thread)/comm")
                // After the name in parentheses, the policy is the 39th field (proc(5), stat).
                let fields =
                    try VirtualBench.read("\(process)/task/\(thread)/stat")
                    .split(separator: ")").last?.split(separator: " ") ?? []
                policies[name] = fields.count > 38 ? String(fields[38]) : "?"
            }
            // One for each output: the first, and the fallback that only an alarm uses.
            #expect(policies["sound"] == "\(SCHED_FIFO)", "\(policies)")
            let urgent = policies.filter { $0.value != "0" }.keys.sorted()
            #expect(urgent == ["sound", "sound 2"], "\(policies)")
        }

        @Test("Motor and buzzer are held off from the start, and off after the end")
        func outputsOff() throws {
            let clock = try BenchClock()
            for line in [SimulatedPins.vibration, SimulatedPins.buzzer] {
                #expect(try clock.pins.isOutput(line))
                #expect(try !clock.pins.isHigh(line))
            }
            #expect(clock.stop() == 0)
            for line in [SimulatedPins.vibration, SimulatedPins.buzzer] {
                #expect(try !clock.pins.isHigh(line))
            }
        }

        @Test(
            "A motor that runs is off after every way out",
            arguments: [SIGTERM, SIGINT, SIGSEGV, SIGBUS, SIGILL, SIGABRT, SIGFPE, SIGTRAP])
        func outputsOffAfter(signal: Int32) throws {
            let pins = SimulatedPins()
            let bench = try Workbench()
            let trial = try bench.start(
                "noiseclockd", ["--try", "vibration", "--board", Workbench.board])
            #expect(try VirtualBench.wait { try pins.isHigh(SimulatedPins.vibration) })
            trial.send(signal)
            let end = trial.waitForEnd()
            #expect(try !pins.isHigh(SimulatedPins.vibration), "ended with \(end)")
        }

        @Test(
            "A motor that runs on after a kill is switched off by the command and by the next start"
        )
        func outputsOffAfterKill() throws {
            let pins = SimulatedPins()
            let bench = try Workbench()
            for isStarting in [false, true] {
                let trial = try bench.start(
                    "noiseclockd", ["--try", "buzzer", "--board", Workbench.board])
                #expect(try VirtualBench.wait { try pins.isHigh(SimulatedPins.buzzer) })
                trial.send(SIGKILL)
                trial.waitForEnd()
                if isStarting {
                    let clock = try BenchClock()
                    #expect(try !pins.isHigh(SimulatedPins.buzzer))
                    #expect(clock.stop() == 0)
                } else {
                    let run = try bench.run(
                        "noiseclockd", ["--switch-off", "--board", Workbench.board])
                    #expect(run.status == 0, "\(bench.text("noiseclockd.err"))")
                    #expect(try !pins.isHigh(SimulatedPins.buzzer))
                }
            }
        }

        @Test("The probe finds what is there, and proposes a board that is right")
        func probe() throws {
            let bench = try Workbench()
            let run = try bench.run("noiseclockd", ["--probe"])
            let findings = bench.text("noiseclockd.err")
            #expect(run.status == 0, "\(findings)")
            for word in ["0x70", "0x23", "pinctrl-bcm2711", "MAX98357A"] {
                #expect(findings.contains(word), "\(word) in \(findings)")
            }
            #expect(run.output.contains("\"ht16k33-7seg\""), "\(run.output)")
            #expect(run.output.contains("\"bh1750\""), "\(run.output)")
            try bench.write(run.output, to: "board.json")
            let check = try bench.run("noiseclockd", ["--check-board", "board.json"])
            #expect(check.status == 0, "\(bench.text("noiseclockd.err"))")
        }

        @Test("After a power cut in the middle of a ring it rings on, and its alarms are there")
        func killedWhileRinging() throws {
            let clock = try BenchClock(at: "2037-03-10T06:20:00Z")
            #expect(try clock.rings("daily"))
            VirtualBench.rest(.seconds(1))
            clock.firmware.send(SIGKILL)
            let again = try BenchClock(at: "2037-03-10T06:31:00Z", bench: clock.firmware.bench)
            #expect(again.logs("event=alarm.rangAgain"))
            try again.pins.tap(.stop)
            #expect(again.logs("event=alarm.stopped"))
        }
    }
}
