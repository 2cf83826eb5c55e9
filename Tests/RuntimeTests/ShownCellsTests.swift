import ClockCore
import ClockFace
import ClockTime
import HAL
import SimulatedBoard
import Testing

@testable import Runtime

@Suite("The picture that the display shows, for clients (product, X1)")
struct ShownCellsTests {
    @Test("The clock tells what its display lights, and again when that differs")
    func display() throws {
        let listener = ScriptedListener()
        let bench = try Bench(at: "2026-01-10T12:00:30Z", hasLight: false, listener: listener)
        bench.stepped.receive([.opened(ConnectionID(1))])
        let line = #"{"id":"w","command":"watch","queries":["display.picture"]}"# + "\n"
        bench.stepped.receive([.received(ConnectionID(1), Array(line.utf8))])
        bench.run(for: .seconds(1))
        let noon = listener.takeLines(1)
        #expect(noon.count == 1)
        guard case .picture(let picture) = bench.ask(.display(.picture)) else {
            Issue.record("no picture")
            return
        }
        let segments = try #require(picture.segments)
        #expect(segments.colon)
        #expect(
            segments.digits == [
                ["b", "c"], ["a", "b", "d", "e", "g1", "g2"], ["a", "b", "c", "d", "e", "f"],
                ["a", "b", "c", "d", "e", "f"],
            ])
        bench.run(for: .seconds(60))
        let minute = listener.takeLines(1)
        #expect(minute.last?.contains(#"["b","c"]]"#) == true, "\(minute)")
    }

    @Test("The question for the picture makes nobody ask for anything else again")
    func question() throws {
        let time = VirtualClock(
            Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0)))
        let board = try Bench.board
        let bus = SimulatedI2CBus(clock: time)
        _ = bus.attachChips(of: board, seed: 1)
        let parts = ClockParts(
            time: time, bus: bus, drivers: try BoardDrivers(for: board),
            sinks: [SimulatedPCMSink(clock: time)], storage: MemorySlotStorage(),
            zones: FixedZones(), bootName: "a", trust: .trusted, seed: 1, emit: { _ in })
        let outputs = EngineOutputs(parts)
        let start = ClockStart(parts, at: time.now())
        var engine = Engine(
            machine: start.machine, outputs: outputs, face: FacePainter(for: parts.panel), seed: 1)
        engine.handle(.started, at: time.now())
        outputs.shown.value = .dark
        #expect(outputs.changes.state.take() != nil)
        engine.handle(.command(RequestID(1), .display(.picture)), at: time.now())
        #expect(outputs.replies.drain().count == 1)
        #expect(outputs.changes.state.take() == nil)
        engine.handle(.command(RequestID(2), .noise(.play(nil, volume: nil))), at: time.now())
        #expect(outputs.changes.state.take() != nil)
    }

    @Test("A display that does not answer shows nothing")
    func unplugged() throws {
        let bench = try Bench(at: "2026-01-10T12:00:30Z", hasLight: false)
        guard case .picture = bench.ask(.display(.picture)) else {
            Issue.record("no picture")
            return
        }
        bench.bus.unplug(try #require(Bench.display))
        bench.run(for: .seconds(60))
        guard case .refused = bench.ask(.display(.picture)) else {
            Issue.record("a picture of a display that is gone")
            return
        }
    }

    private let orange = PixelLight(red: 255, green: 128, blue: 0)

    private func cells(_ color: PixelGeometry.ColorRange, _ depth: PixelGeometry.Depth)
        -> ShownPicture.Pixels?
    {
        var picture = PixelPicture(columns: 2, rows: 1)
        picture[1, 0] = orange
        let frame = Frame(content: .pixels(picture), brightness: Brightness(percent: 33.33))
        let panel = PixelGeometry(columns: 2, rows: 1, depth: depth, color: color)
        return ShownPicture(frame, on: .pixels(panel)).pixels
    }

    @Test("Pixels come in the colours and levels that the display has")
    func pixels() {
        #expect(cells(.full, .levels)?.colors == ["#000000", "#ff8000"])
        #expect(cells(.redGreen, .one)?.colors == ["#000000", "#ff8000"])
        #expect(cells(.single, .one)?.colors == ["#000000", "#ffffff"])
        #expect(cells(.full, .levels)?.cells == ["0001"])
        #expect(cells(.full, .levels)?.color(column: 1, row: 0) == Tint("#ff8000"))
        #expect(cells(.full, .levels)?.color(column: 2, row: 0) == nil)
    }

    @Test("A dark display has all its cells, unlit, and more colours than fit are cut off")
    func ends() {
        let panel = PixelGeometry(columns: 20, rows: 20, depth: .levels, color: .full)
        let dark = ShownPicture(.dark, on: .pixels(panel))
        #expect(dark.brightness == 0 && dark.pixels?.colors == ["#000000"])
        #expect(dark.pixels?.cells.allSatisfy { $0 == String(repeating: "00", count: 20) } == true)
        var picture = PixelPicture(columns: 20, rows: 20)
        for place in 0..<400 {
            picture.pixels[place] = PixelLight(
                red: UInt8(place % 256), green: UInt8(place / 256), blue: 0)
        }
        let frame = Frame(content: .pixels(picture), brightness: .maximum)
        let many = ShownPicture(frame, on: .pixels(panel)).pixels
        #expect(many?.colors.count == 256 && many?.cells.last?.hasSuffix("ff") == true)
    }
}
