package import ClockTime
package import HAL

/// The contacts of a rotary encoder under somebody's fingers, and the decoder that reads them on the real board.
package struct SimulatedEncoder: Hashable, Sendable {
    private let turns: BoardDescription.Turns
    // Between two clicks both contacts are open.
    private var decoder = QuadratureDecoder(a: false, b: false)

    package init(_ encoder: BoardDescription.Encoder) {
        turns = encoder.turns
    }

    /// Turns the knob by that many detents: each closes one contact, then the other, and opens them in that order.
    package mutating func turn(
        _ click: QuadratureDecoder.Click, detents: Int, at time: BootTime
    ) -> [ButtonEdge] {
        let (first, second): (QuadratureDecoder.Contact, QuadratureDecoder.Contact) =
            switch click {
            case .clockwise: (.a, .b)
            case .counterclockwise: (.b, .a)
            }
        var edges: [ButtonEdge] = []
        for _ in 0..<detents {
            for isClosed in [true, false] {
                for contact in [first, second] {
                    let read = decoder.turn(contact, isClosed: isClosed)
                    if let read { edges += turns.edges(of: read, at: time) }
                }
            }
        }
        return edges
    }
}
