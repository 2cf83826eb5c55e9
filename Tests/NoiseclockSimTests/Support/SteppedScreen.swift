import BoardFiles
import ClockCore
import ClockTime
import HAL
import LinuxHost
import Runtime
import SimulatedBoard
import Testing

@testable import noiseclock_sim

/// The simulator's screen over a stepped clock: everything that a run on a terminal shows, without the terminal.
final class SteppedScreen {
    let time: VirtualClock
    let world: SimulatedWorld
    let clock: SteppedClock
    let messages: Messages
    private var maker: ScreenMaker

    /// - Parameters:
    /// - start: RFC 3339; nil: the clock does not know the time.
    /// - device: the name of the sound device to show.
    init(at start: String?, device: String? = "default", battery: Int? = nil) throws {
        let wall = try start.map { try RFC3339.parse($0) } ?? WallTime(nanoseconds: 0)
        let time = VirtualClock(Moment(wall: wall, boot: BootTime(nanoseconds: 0)))
        let messages = Messages(isTimeKnown: start != nil)
        let board = try BoardFile.parse(
            try FileReading.bytes(
                at: "\(Checkout.board)/ht16k33-7seg.json", limit: BoardFile.largestSize))
        var surroundings = SimulatedWorld.Surroundings(
            time: time,
            sinks: board.soundOutputs.compactMap { devices in
                SelectableSink(devices) { _ in SimulatedPCMSink(clock: time) }
            },
            storage: MemorySlotStorage(), zones: SystemZones(isWatched: false),
            zoneOverride: "Europe/Berlin", seed: 0, runName: "test",
            emit: { messages.add($0, at: time.now()) })
        surroundings.trust = start == nil ? .unknown : .trusted
        surroundings.battery = battery.map(Battery.init(percent:))
        self.time = time
        self.messages = messages
        world = try SimulatedWorld(board: board, surroundings)
        clock = SteppedClock(world.parts(boot: 1)) { _ in }
        maker = ScreenMaker(world: world, device: device)
        run(for: .milliseconds(100))
    }

    /// Advances time, from wake to wake.
    func run(for duration: Duration) {
        let end = time.now().boot + duration
        while true {
            clock.step()
            if let status = clock.status(at: time.now()) { messages.follow(status) }
            let now = time.now().boot
            guard now < end else { return }
            time.advance(to: min(end, max(clock.nextWake ?? end, now + .nanoseconds(1))))
        }
    }

    /// Sends a client's command to the clock.
    func say(_ words: String) {
        #expect(clock.perform(words: words) == nil)
        run(for: .milliseconds(10))
    }

    func screen(isPaused: Bool = false) throws -> SimulatorScreen {
        var run = ScreenMaker.Run()
        run.isPaused = isPaused
        run.messages = messages.latest
        let picture = try #require(world.picture)
        return maker.screen(of: clock, run, picture, at: time.now())
    }

    /// The lines of an 80×24 terminal.
    func lines() throws -> [String] {
        try screen().render(size: TerminalSize(columns: 80, rows: 24), capability: .plain)
            .text.split(separator: "\n").map(String.init)
    }
}
