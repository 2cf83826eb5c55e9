import ClockCore
import ClockTime
import HAL
import LinuxHost
import Runtime
import SimulatedBoard
import Testing

/// Virtual time judges all nights, so it must tell what real time tells. Each script runs on threads, a few seconds
/// long, and in virtual time; then the events of both are compared.
@Suite("The same script in real and in virtual time")
struct TwoTimesTests {
    enum Act: Sendable {
        case say(String)
        case press(Button)
        case unplug, plugIn
        case failDisplay, mendDisplay
        case fillDisk, emptyDisk
        /// Time passes, at once.
        case pass(Duration)
    }

    /// What happens, by seconds since the start, and the last of these.
    struct Script: Sendable, CustomTestStringConvertible {
        var name: String
        var acts: [(at: Double, act: Act)]
        var end: Double

        var testDescription: String { name }
    }

    static let scripts = [
        Script(
            name: "unplugged while idle",
            acts: [(1, .say("alarm add 07:30")), (2, .unplug), (9, .plugIn)], end: 23),
        Script(
            name: "unplugged in a ring",
            acts: [
                (1, .say("timer add 2s")), (5, .unplug), (12, .plugIn), (17, .press(.stop)),
            ], end: 21),
        Script(
            name: "unplugged while noise plays",
            acts: [
                (1, .say("noise play pink")), (5, .unplug), (10, .plugIn),
                (14, .say("noise stop")),
            ], end: 22),
        Script(
            name: "bus fault",
            acts: [
                (1, .failDisplay), (2, .say("style set --hours 12")), (8, .mendDisplay),
            ], end: 18),
        Script(
            name: "full disk",
            acts: [
                (1, .fillDisk), (2, .say("alarm add 07:30")), (8, .emptyDisk),
                (9, .say("alarm add 07:40")),
            ], end: 14),
        Script(
            name: "rehearsal before a ring",
            acts: [
                (1, .say("alarm add 07:30")), (3, .pass(.seconds(50))), (64, .unplug),
                (69, .say("health rehearse")),
            ], end: 75),
    ]

    /// The board and its room, for one run.
    private final class World: Sendable {
        let bus: SimulatedI2CBus
        let plug: SwitchablePCMSink
        let amplifier = SimulatedLine()
        let storage = MemorySlotStorage()
        let events = Collected<EventLine>()
        private let time: any TimeSource
        private let keepsOpen: Bool

        init(_ time: any TimeSource, _ sink: any PCMSink, keepsOpen: Bool) throws {
            self.time = time
            self.keepsOpen = keepsOpen
            bus = SimulatedI2CBus(clock: time)
            _ = bus.attachChips(of: try Bench.board(hasLight: false), seed: 1)
            plug = SwitchablePCMSink(sink)
        }

        func parts() throws -> ClockParts {
            let events = events
            var parts = ClockParts(
                time: time, bus: bus,
                drivers: try BoardDrivers(for: try Bench.board(hasLight: false)), sinks: [plug],
                storage: storage, zones: FixedZones(), bootName: "run", seed: 1,
                emit: { events.append($0) })
            parts.sound.keepsOpen = keepsOpen
            parts.sound.amplifier = Amplifier(amplifier, wakeTime: .milliseconds(50))
            parts.expectsRealTime = false
            return parts
        }

        /// All but the passing of time.
        func perform(_ act: Act, on clock: some RunningClock) {
            switch act {
            case .say(let words):
                if let problem = clock.perform(words: words) { Issue.record("\(problem)") }
            case .press(let button):
                clock.press(button, isDown: true)
                clock.press(button, isDown: false)
            case .unplug:
                plug.unplug()
                clock.soundDevicesChanged()
            case .plugIn:
                plug.plugIn()
                clock.soundDevicesChanged()
            case .failDisplay:
                bus.fail(SimulatedI2CBus.Fault(error: .nack, transfers: nil), at: Bench.display)
            case .mendDisplay: bus.clearFaults()
            case .fillDisk: storage.failWrites(.refuse(.full), count: nil)
            case .emptyDisk: storage.clearFaults()
            case .pass: break
            }
        }
    }

    private static let start = Moment(
        wall: WallTime(Instant(seconds: 20_000 * 86_400)) + .hours(7) + .seconds(2),
        boot: BootTime(nanoseconds: 0))

    private static func at(_ seconds: Double) -> BootTime {
        BootTime(nanoseconds: Int64(seconds * 1_000_000_000))
    }

    private func inVirtualTime(_ script: Script, keepsOpen: Bool) throws -> [EventLine] {
        let time = VirtualClock(TwoTimesTests.start)
        let world = try World(time, SimulatedPCMSink(clock: time), keepsOpen: keepsOpen)
        let clock = SteppedClock(try world.parts())
        func run(until end: BootTime) {
            while true {
                clock.step()
                let now = time.now().boot
                guard now < end else { return }
                time.advance(to: min(end, max(clock.nextWake ?? end, now + .nanoseconds(1))))
            }
        }
        for (at, act) in script.acts {
            run(until: TwoTimesTests.at(at))
            world.perform(act, on: clock)
        }
        run(until: TwoTimesTests.at(script.end))
        return world.events.values
    }

    /// How many times faster than real time the threads run.
    private static let speed = 8

    private func inRealTime(_ script: Script, keepsOpen: Bool) throws -> [EventLine] {
        let time = SimulatedTime(over: LinuxClock(), startingAt: TwoTimesTests.start)
        time.setSpeed(TwoTimesTests.speed)
        let threads = SimulatedThreads(LinuxThreads(), time: time)
        let waiter = try threads.makeWaiter()
        let sink = PacedPCMSink(clock: time, waiter: try threads.makeWaiter())
        let world = try World(time, sink, keepsOpen: keepsOpen)
        let clock = try ThreadedClock(try world.parts(), threads: threads)
        try clock.start(on: threads)
        for (at, act) in script.acts {
            _ = waiter.wait(until: Deadline(boot: TwoTimesTests.at(at)))
            world.perform(act, on: clock)
            if case .pass(let duration) = act { time.skip(by: duration) }
        }
        _ = waiter.wait(until: Deadline(boot: TwoTimesTests.at(script.end)))
        #expect(clock.stop() == [])
        return world.events.values
    }

    /// What an event says, without its times.
    private static func text(_ line: EventLine) -> String {
        let details = [
            line.part, line.problem, line.rung?.rawValue, line.reason, line.sound,
            line.alarm.map { "\($0)" },
        ]
        return ([line.event.rawValue] + details.compactMap { $0 }).joined(separator: " ")
    }

    /// The events of one kind, because those of a moment come in any order.
    private static func byKind(_ lines: [EventLine]) -> [String: [EventLine]] {
        Dictionary(grouping: lines) { $0.event.rawValue + ($0.part.map { " \($0)" } ?? "") }
    }

    /// How far apart the same event may be: a busy machine's delay, times the speed.
    private static let tolerance = 1.5

    @Test(
        "gives the same events", .timeLimit(.minutes(2)), arguments: scripts, [false, true])
    func sameEvents(script: Script, keepsOpen: Bool) throws {
        let virtual = TwoTimesTests.byKind(try inVirtualTime(script, keepsOpen: keepsOpen))
        let real = TwoTimesTests.byKind(try inRealTime(script, keepsOpen: keepsOpen))
        for kind in Set(virtual.keys).union(real.keys).sorted() {
            let (one, other) = (virtual[kind] ?? [], real[kind] ?? [])
            #expect(one.map(TwoTimesTests.text) == other.map(TwoTimesTests.text), "\(kind)")
            for (line, twin) in zip(one, other) {
                #expect(
                    abs(line.boot - twin.boot) <= TwoTimesTests.tolerance,
                    "\(TwoTimesTests.text(line)): at \(line.boot) s, in real time at \(twin.boot) s"
                )
            }
        }
    }

    @Test(
        "An output that is unplugged while nothing plays is told of within a minute, in a keeping board at once",
        arguments: [false, true])
    func unpluggedWhileIdle(keepsOpen: Bool) throws {
        let lines = try inVirtualTime(TwoTimesTests.scripts[0], keepsOpen: keepsOpen)
        let told = lines.filter { $0.event == .other(.healthChanged) }
        #expect(told.map(\.problem) == ["the sound device is gone", nil])
        #expect(told.first.map { $0.boot - 2 <= 4 } == true, "\(told)")
        #expect(told.last.map { $0.boot - 9 <= 2 } == true, "\(told)")
    }
}
