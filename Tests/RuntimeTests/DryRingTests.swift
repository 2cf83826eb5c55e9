import ClockCore
import ClockTime
import HAL
import LinuxHost
import Runtime
import SimulatedBoard
import Testing

@Suite("A ring that is gone through dry, so that its pages are there")
struct DryRingTests {
    private let time = VirtualClock(
        Moment(wall: WallTime(Instant(seconds: 0)), boot: BootTime(nanoseconds: 0)))
    private let transfers = Collected<I2CTransfer>()
    private let events = Collected<EventLine>()
    private let storage = MemorySlotStorage()

    private func parts(_ sink: SimulatedPCMSink) throws -> ClockParts {
        let transfers = transfers
        let events = events
        return ClockParts(
            time: time, bus: SimulatedI2CBus(clock: time, onTransfer: { transfers.append($0) }),
            drivers: try BoardDrivers(for: try Bench.board), sinks: [sink], storage: storage,
            zones: FixedZones(), bootName: "dry", seed: 1, emit: { events.append($0) })
    }

    @Test(
        "It rings by alarm, timer and nap, is snoozed and stopped, climbs to the display, and plays every noise"
    )
    func goesThroughAll() throws {
        let lines = Collected<String>()
        let parts = try parts(SimulatedPCMSink(clock: time))
        DryRing.inItsOwnTime(parts, log: Log { _, line in lines.append(line) })
        func count(_ parts: String...) -> Int {
            lines.values.count { line in parts.allSatisfy { line.contains($0) } }
        }
        #expect(count("event=alarm.fired") == 1)
        #expect(count("event=alarm.snoozed") == 1)
        #expect(count("event=alarm.rangAgain") == 1)
        #expect(count("event=alarm.stopped") == 1)
        #expect(count("event=timer.fired") == 3)
        #expect(count("event=timer.stopped") == 3)
        #expect(count("event=nap.fired") == 1)
        #expect(count("event=nap.stopped") == 1)
        for rung in ["tone", "output 2", "buzzer", "motor", "display"] {
            #expect(count("event=ring.rungTaken", rung) == 1, "\(rung)")
        }
        let catalogue = parts.sounds.catalogue
        for sound in catalogue.noises {
            #expect(count("event=sound.started", "sound=\(sound.id)") > 0, "\(sound.id)")
        }
        #expect(count("event=health.changed", "I2C") == 0)
    }

    @Test("It is left off as soon as nobody wants it")
    func isLeftOff() throws {
        let lines = Collected<String>()
        let parts = try parts(SimulatedPCMSink(clock: time))
        DryRing.inItsOwnTime(
            parts, log: Log { _, line in lines.append(line) },
            while: { !lines.values.contains { $0.contains("event=alarm.fired") } })
        #expect(lines.values.count { $0.contains("event=alarm.fired") } == 1)
        #expect(!lines.values.contains { $0.contains("event=nap.fired") })
    }

    @Test("On threads a timer rings until its key ends it", .timeLimit(.minutes(1)))
    func ringsOnThreads() throws {
        let lines = Collected<String>()
        let real = LinuxClock()
        let fast = SimulatedTime(over: real)
        fast.setSpeed(10)
        var parts = try parts(SimulatedPCMSink(clock: time))
        parts.time = fast
        parts.sinks = [SimulatedPCMSink(clock: fast)]
        try DryRing.onThreads(
            parts, SimulatedThreads(LinuxThreads(), time: fast),
            log: Log { _, line in lines.append(line) })
        for event in ["timer.fired", "ring.heard", "timer.stopped"] {
            #expect(lines.values.count { $0.contains("event=\(event)") } == 1, "\(event)")
        }
        #expect(storage.writes == 0)
        #expect(transfers.values.isEmpty && events.values.isEmpty)
    }

    @Test("On threads it also holds the controls of a device that is still closed")
    func holdsControlsOfClosedDevice() throws {
        /// Asks for the open device at each hold, as the mixer of a real device does.
        final class AskingMixer: OutputMixer {
            let sink: SimulatedPCMSink
            let wasOpen = Collected<Bool>()

            init(_ sink: SimulatedPCMSink) { self.sink = sink }

            func read() throws(MixerError) -> MixerReading { MixerReading(controls: []) }
            func hold(atLeast least: Int) throws(MixerError) -> MixerReading {
                wasOpen.append(sink.isOpen)
                return MixerReading(controls: [])
            }
            func release() throws(MixerError) {}
        }
        let fast = SimulatedTime(over: LinuxClock())
        fast.setSpeed(10)
        let sink = SimulatedPCMSink(clock: fast)
        let mixer = AskingMixer(sink)
        var parts = try parts(sink)
        parts.time = fast
        parts.sound.mixers = [0: mixer]
        try DryRing.onThreads(
            parts, SimulatedThreads(LinuxThreads(), time: fast), log: Log { _, _ in })
        // In the ring itself the device may be open or not.
        #expect(mixer.wasOpen.values.first == false && mixer.wasOpen.values.count > 1)
    }

    @Test("It touches nothing of the clock that runs")
    func touchesNothing() throws {
        let sink = SimulatedPCMSink(clock: time)
        let listener = SilentListener()
        var parts = try parts(sink)
        parts.listener = listener
        DryRing.inItsOwnTime(parts, log: Log { _, _ in })
        #expect(!sink.isOpen && sink.framesWritten == 0)
        #expect(storage.writes == 0)
        #expect(transfers.values.isEmpty && events.values.isEmpty)
        #expect(time.now().boot == BootTime(nanoseconds: 0))
    }
}

/// A socket that nothing may use.
private final class SilentListener: ConnectionListener {
    func wait(until deadline: BootTime?) -> [ConnectionEvent] {
        Issue.record("the dry run waits at the clock's socket")
        return []
    }

    func send(_ bytes: [UInt8], to connection: ConnectionID) -> Bool {
        Issue.record("the dry run answers at the clock's socket")
        return true
    }

    func setReading(_ isReading: Bool, from connection: ConnectionID) {}

    func keep(_ connection: ConnectionID) {}

    func close(_ connection: ConnectionID) {}

    func notify() {}
}
