import ClockFace
import ClockTime
import HAL
import Runtime
import SimulatedBoard
import Synchronization
import Testing

@testable import ClockCore

@Suite("Panel host")
struct PanelHostTests {
    private let clock = VirtualClock(
        Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0)))
    private let bus: SimulatedI2CBus
    private var host: PanelHost
    private let frame = Frame(
        content: .segments(SegmentPicture(digits: [.a, .b, .c, .d], colon: true)),
        brightness: .maximum)

    init() throws {
        bus = SimulatedI2CBus(clock: clock)
        let board = try Bench.board
        _ = bus.attachChips(of: board, seed: 3)
        let drivers = try BoardDrivers(for: board)
        host = PanelHost(bus: bus, panel: drivers.panel, light: drivers.light)
    }

    private var lit: [Segments]? {
        get throws {
            bus.litPicture(of: try #require(try Bench.board.display))?.segments?.digits
        }
    }

    @Test("one failed transfer is mended within the step and not worth a word")
    mutating func oneFailure() throws {
        let address = try #require(Bench.display)
        _ = host.step(picture: FacePicture(frame), at: clock.now().boot)
        bus.fail(SimulatedI2CBus.Fault(error: .nack, transfers: 1), at: address)
        var next = frame
        next.content = .segments(SegmentPicture(digits: [.b, .b, .c, .d], colon: true))
        let reports = host.step(picture: FacePicture(next), at: clock.now().boot)
        #expect(reports == [])
        #expect(try lit == [.b, .b, .c, .d])
    }

    @Test(
        "a display that is gone is said once, retried with growing pauses, and comes back by itself"
    )
    mutating func gone() throws {
        let address = try #require(Bench.display)
        bus.unplug(address)
        var said: [PanelHost.Report] = []
        var attempts: [Duration] = []
        said += host.step(picture: FacePicture(frame), at: clock.now().boot)
        let start = clock.now().boot
        while clock.now().boot - start < .seconds(30) {
            let wake = try #require(host.nextWake)
            clock.advance(to: wake)
            attempts.append(clock.now().boot - start)
            said += host.step(picture: nil, at: clock.now().boot)
        }
        let problems = said.filter { if case .problem(.display, _) = $0 { true } else { false } }
        #expect(problems == [.problem(.display, "the display does not answer")])
        bus.plugIn(address)
        clock.advance(by: RetryPause.longestInIdle)
        let back = host.step(picture: nil, at: clock.now().boot)
        #expect(back.contains(.problem(.display, nil)))
        #expect(try lit == [.a, .b, .c, .d])
    }

    @Test(
        "a display that is gone for long is asked three times a minute, and soon after it was there"
    )
    mutating func goneForLong() throws {
        let address = try #require(Bench.display)
        bus.unplug(address)
        bus.unplug(try #require(Bench.sensor))
        _ = host.step(picture: FacePicture(frame), at: clock.now().boot)
        func wakes(in duration: Duration) throws -> Int {
            let start = clock.now().boot
            var count = 0
            while clock.now().boot - start < duration {
                clock.advance(to: try #require(host.nextWake))
                _ = host.step(picture: nil, at: clock.now().boot)
                count += 1
            }
            return count
        }
        #expect(try wakes(in: .minutes(1)) <= 20)
        // The display and the light sensor, three times each.
        #expect(try wakes(in: .minutes(10)) <= 61)
        bus.plugIn(address)
        _ = try wakes(in: .seconds(21))
        #expect(try lit == [.a, .b, .c, .d])
    }

    @Test(
        "new frames wake nobody while the display is down, and the newest is shown when it is back")
    mutating func framesWhileDown() throws {
        let address = try #require(Bench.display)
        #expect(host.needsPictures)
        bus.unplug(address)
        _ = host.step(picture: FacePicture(frame), at: clock.now().boot)
        #expect(!host.needsPictures)
        bus.plugIn(address)
        clock.advance(by: RetryPause.longestInIdle)
        var newest = frame
        newest.content = .segments(SegmentPicture(digits: [.b, .b, .b, .b], colon: true))
        _ = host.step(picture: FacePicture(newest), at: clock.now().boot)
        #expect(host.needsPictures)
        #expect(try lit == [.b, .b, .b, .b])
    }

    @Test("a frame that was posted while none was awaited is known of when one is again")
    func mailbox() {
        let bell = Bell()
        let frames = Mailbox<Int>(waking: bell)
        #expect(!frames.setAwaited(false))
        frames.post(1)
        #expect(bell.rings.load(ordering: .relaxed) == 0)
        #expect(frames.setAwaited(true))
        frames.post(2)
        #expect(bell.rings.load(ordering: .relaxed) == 1)
        #expect(frames.take() == 2)
        #expect(!frames.setAwaited(true))
    }

    private final class Bell: Notifiable {
        let rings = Atomic<Int>(0)
        func notify() { rings.wrappingAdd(1, ordering: .relaxed) }
    }

    @Test("a chip that lost its power without a word is lit again within a minute or so")
    mutating func silentLossOfPower() throws {
        _ = host.step(picture: FacePicture(frame), at: clock.now().boot)
        bus.powerCycle(try #require(Bench.display))
        #expect(try lit?.allSatisfy { $0 == .blank } == true)
        var next = frame
        for minute in [Segments.a, .b] {
            clock.advance(by: .seconds(60))
            next.content = .segments(SegmentPicture(digits: [.a, .b, .c, minute], colon: true))
            _ = host.step(picture: FacePicture(next), at: clock.now().boot)
        }
        #expect(try lit == [.a, .b, .c, .b])
    }

    @Test("a light sensor that fails says so and does not stop the display")
    mutating func lightFails() throws {
        bus.unplug(try #require(Bench.sensor))
        let reports = host.step(picture: FacePicture(frame), at: clock.now().boot)
        #expect(reports == [.problem(.light, "the light sensor does not answer")])
        #expect(try lit == [.a, .b, .c, .d])
    }

    @Test("light that stands is measured once a second for two wakes each, and reported less often")
    mutating func lightRhythm() throws {
        bus.withChip(SimulatedBH1750.self, at: try #require(Bench.sensor)) {
            $0.expose(to: Lux(100), at: $1)
        }
        var measured: [Lux] = []
        var wakes = 0
        _ = host.step(picture: FacePicture(frame), at: clock.now().boot)
        while clock.now().boot < BootTime(nanoseconds: 20_000_000_000) {
            clock.advance(to: try #require(host.nextWake))
            wakes += 1
            for case .light(let lux) in host.step(picture: nil, at: clock.now().boot) {
                measured.append(lux)
            }
        }
        #expect((7...10).contains(measured.count))
        #expect(measured.allSatisfy { abs($0.value - 100) < 2 })
        #expect(wakes <= 48)
    }

    @Test(
        "a lamp is followed within 3 s of whatever moment it goes on and out, by the dimmer's readings"
    )
    mutating func lamp() throws {
        let sensor = try #require(Bench.sensor)
        func expose(to lux: Double) {
            bus.withChip(SimulatedBH1750.self, at: sensor) { $0.expose(to: Lux(lux), at: $1) }
        }
        expose(to: 0.2)
        var dimmer = Dimmer()
        func pass(_ length: Duration, until isDone: (Double) -> Bool) throws -> Duration {
            let begin = clock.now().boot
            while clock.now().boot - begin < length {
                clock.advance(to: try #require(host.nextWake))
                for case .light(let lux) in host.step(picture: nil, at: clock.now().boot) {
                    dimmer.measured(lux: lux.value, at: clock.now().boot)
                }
                if isDone(dimmer.percent ?? 0) { break }
            }
            return clock.now().boot - begin
        }
        _ = host.step(picture: FacePicture(frame), at: clock.now().boot)
        for phase in 0..<12 {
            _ = try pass(.seconds(30) + .milliseconds(110) * phase) { _ in false }
            expose(to: 150)
            let on = try pass(.seconds(9)) { $0 > 60 }
            #expect(on + BrightnessRamp.length <= .seconds(3), "\(phase)")
            _ = try pass(.seconds(30)) { _ in false }
            expose(to: 0.2)
            let out = try pass(.seconds(9)) { $0 < 10 }
            #expect(out + BrightnessRamp.length <= .seconds(3), "\(phase)")
        }
    }

    @Test("a light sensor is asked later than its delay, by what the step's own transfers may take")
    mutating func lightIsNotAskedEarly() throws {
        let begun = clock.now().boot
        _ = host.step(picture: FacePicture(frame), at: begun)
        var sensor = try #require(try BoardDrivers(for: try Bench.board).light)
        let delay = try sensor.begin(on: bus)
        #expect(try #require(host.nextWake) - begun >= delay + .milliseconds(20))
    }

    @Test("shutting down leaves the display dark")
    mutating func shutDown() throws {
        _ = host.step(picture: FacePicture(frame), at: clock.now().boot)
        host.shutDown()
        #expect(try lit?.allSatisfy { $0 == .blank } == true)
    }

    @Test("A board may have no display: its clock paints for nobody, and leaves the bus alone")
    func noDisplay() throws {
        let bus = SimulatedI2CBus(clock: clock)
        let drivers = try BoardDrivers(for: BoardDescription(name: "dark"))
        var host = PanelHost(bus: bus, panel: drivers.panel, light: drivers.light)
        // With nothing attached, any bus transfer would be reported as a problem.
        #expect(host.step(picture: FacePicture(.dark), at: clock.now().boot) == [])
        #expect(host.nextWake == nil)
    }
}
