import HAL
import Testing

@Suite("A rotary encoder's contacts")
struct QuadratureDecoderTests {
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
}
