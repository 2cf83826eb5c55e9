package import ClockTime

/// Turns the levels of a rotary encoder's two contacts into clicks.
///
/// Theory of operation. The contacts close one after the other and open in the same order, a quarter of a click each:
/// open-open, closed-open, closed-closed, open-closed and open-open again on a turn to the right, the other way round
/// to the left. At rest between two clicks both are open. Each change moves the position by one quarter, and a
/// click counts when the contacts come to rest after more quarters to one side than to the other. So a contact that
/// bounces only moves to and fro, a turn that is taken back makes no click, and a click with a lost edge still
/// counts. No time matters, so the encoder may be turned as fast as the contacts can follow.
package struct QuadratureDecoder: Hashable, Sendable {
    /// Which way the knob is turned by one detent; to the right is clockwise.
    package enum Click: Hashable, Sendable {
        case clockwise, counterclockwise
    }

    /// Whether each contact is closed.
    private var a: Bool
    private var b: Bool
    /// Quarters since the last rest; to the right is positive.
    private var quarters = 0

    /// Enough that the direction is certain, and one lost edge costs no click.
    private static let quartersOfClick = 2

    /// - Parameters:
    ///   - a: whether this contact is closed.
    ///   - b: whether this one is.
    package init(a: Bool, b: Bool) {
        self.a = a
        self.b = b
    }

    /// The contacts of an encoder, as `BoardDescription.Encoder` names them.
    package enum Contact: Hashable, Sendable {
        case a, b
    }

    /// Takes the level of one contact.
    package mutating func turn(_ contact: Contact, isClosed: Bool) -> Click? {
        switch contact {
        case .a: turn(a: isClosed, b: b)
        case .b: turn(a: a, b: isClosed)
        }
    }

    private mutating func turn(a: Bool, b: Bool) -> Click? {
        let before = place
        (self.a, self.b) = (a, b)
        switch (place - before + 4) % 4 {
        case 1: quarters += 1
        case 3: quarters -= 1
        // Nothing moved.
        default: return nil
        }
        guard place == 0 else { return nil }
        defer { quarters = 0 }
        if quarters >= Self.quartersOfClick { return .clockwise }
        return quarters <= -Self.quartersOfClick ? .counterclockwise : nil
    }

    /// Takes the levels after edges were lost. What the contacts did meanwhile is unknown, so it is no click.
    package mutating func settle(a: Bool, b: Bool) {
        guard a != self.a || b != self.b else { return }
        self = QuadratureDecoder(a: a, b: b)
    }

    /// In the order of a turn to the right; 0 is at rest.
    private var place: Int {
        switch (a, b) {
        case (false, false): 0
        case (true, false): 1
        case (true, true): 2
        case (false, true): 3
        }
    }
}

extension BoardDescription.Turns {
    /// A click of the encoder is a press and its release at once.
    package func edges(of click: QuadratureDecoder.Click, at time: BootTime) -> [ButtonEdge] {
        let button =
            switch click {
            case .clockwise: clockwise
            case .counterclockwise: counterclockwise
            }
        return [true, false].map { ButtonEdge(button, isDown: $0, at: time, from: .encoder) }
    }
}
