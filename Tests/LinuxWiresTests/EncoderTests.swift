import ClockTime
import HAL
import LinuxHost
import Synchronization
import Testing

@testable import LinuxWires

@Suite("A rotary encoder")
struct EncoderTests {
    typealias Contact = QuadratureDecoder.Contact
    typealias Level = (contact: Contact, isClosed: Bool)

    /// The edges of one click without any bounce.
    static func click(_ click: QuadratureDecoder.Click) -> [Level] {
        switch click {
        case .clockwise: [(.a, true), (.b, true), (.a, false), (.b, false)]
        case .counterclockwise: [(.b, true), (.a, true), (.b, false), (.a, false)]
        }
    }

    static func clicks(of levels: [Level]) -> [QuadratureDecoder.Click] {
        var decoder = QuadratureDecoder(a: false, b: false)
        return levels.compactMap { decoder.turn($0.contact, isClosed: $0.isClosed) }
    }

    @Test("clicks once for four edges, to the right and to the left")
    func plain() {
        let turns: [QuadratureDecoder.Click] = [
            .clockwise, .clockwise, .counterclockwise, .clockwise,
        ]
        #expect(Self.clicks(of: turns.flatMap(Self.click)) == turns)
    }

    @Test("that is turned halfway and back does not click")
    func takenBack() {
        let levels: [Level] = [
            (.a, true), (.b, true), (.b, false), (.a, false), (.b, true), (.b, false),
        ]
        #expect(Self.clicks(of: levels) == [])
    }

    @Test("loses no click to one lost edge, and invents none")
    func lostEdge() {
        for missing in 0..<4 {
            var levels = Self.click(.clockwise)
            levels.remove(at: missing)
            let found = Self.clicks(of: levels + Self.click(.clockwise))
            #expect((1...2).contains(found.count), "without edge \(missing)")
            #expect(found.allSatisfy { $0 == .clockwise }, "without edge \(missing)")
        }
    }

    /// The generator of Knuth's MMIX.
    struct Chance {
        var state: UInt64

        mutating func next(_ bound: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % bound
        }
    }

    @Test("whose contacts bounce at every edge neither loses nor doubles a click")
    func bouncing() {
        for seed in 1...500 {
            var chance = Chance(state: UInt64(seed))
            var turned: [QuadratureDecoder.Click] = []
            var levels: [Level] = []
            for _ in 0..<40 {
                let click: QuadratureDecoder.Click =
                    chance.next(2) == 0 ? .clockwise : .counterclockwise
                turned.append(click)
                for (contact, isClosed) in Self.click(click) {
                    for _ in 0..<chance.next(8) {
                        levels.append((contact, isClosed))
                        levels.append((contact, !isClosed))
                    }
                    // The kernel may read the same level twice.
                    for _ in 0...chance.next(2) { levels.append((contact, isClosed)) }
                }
            }
            #expect(Self.clicks(of: levels) == turned, "seed \(seed)")
        }
    }

    @Test("presses and releases a button for each click, in order with the keys")
    func onItsLines() throws {
        let calls = ScriptedGPIOCalls()
        let heard = Heard<ButtonEvent>()
        calls.change { state in
            state.labels = GPIOTests.chip
            state.levels = [false, false, false, false]
        }
        var buttons = BoardDescription(name: "bench").buttons
        buttons.keys[.stop] = BoardDescription.Key(line: BoardDescription.KeyLine(27))
        buttons.encoder = BoardDescription.Encoder(a: 9, b: 10, switchLine: 11)
        let lines = try GPIOButtons(
            chip: .automatic, buttons: buttons, time: StandingClock(), calls: calls)
        try lines.start(on: LinuxThreads()) { [heard] in heard.add($0) }
        defer { lines.stop() }
        let inputs = try GPIOTests.inputs(of: calls)
        #expect(
            calls.state.withLock { $0.requests }
                == ["inputs [27, 11, 9, 10] of /dev/gpiochip4, 0 or 15 ms"])
        func event(_ offset: Int, _ isActive: Bool, _ time: Int64, _ sequence: Int) -> LineEvent {
            LineEvent(offset: offset, isActive: isActive, monotonic: time, sequence: sequence)
        }
        inputs.push(
            .success([
                event(9, true, 1, 1), event(10, true, 2, 1), event(27, true, 3, 1),
                event(9, false, 4, 2), event(10, false, 5, 2), event(11, true, 6, 1),
            ]))
        func edge(
            _ button: BoardDescription.Button, _ isDown: Bool, _ time: Int64, _ from: KeySource
        ) -> ButtonEvent {
            .edge(ButtonEdge(button, isDown: isDown, at: BootTime(nanoseconds: time), from: from))
        }
        #expect(
            heard.first(4) == [
                edge(.stop, true, 1003, .line(27)), edge(.plus, true, 1005, .encoder),
                edge(.plus, false, 1005, .encoder), edge(.menu, true, 1006, .line(11)),
            ])
    }
}
