import ClockTime
import HAL

/// Turns the events of one input device into alternating edges of buttons, even if some were lost.
struct InputTracker {
    private let device: Int
    private let buttons: [Int: BoardDescription.Button]
    private let dial: BoardDescription.Turns?
    private var down: Set<Int>
    /// Events were dropped, and the report that ends the incomplete ones is still to come.
    private var isIncomplete = false

    /// One event never stands for more clicks of a knob: a broken one must not flood the clock.
    private static let mostClicks = 16

    /// - Parameters:
    ///   - device: tells it from the others.
    ///   - down: the codes of the keys that are down when it is opened.
    init(
        device: Int, buttons: [Int: BoardDescription.Button], dial: BoardDescription.Turns?,
        down: Set<Int>
    ) {
        self.device = device
        self.buttons = buttons
        self.dial = dial
        self.down = down.intersection(buttons.keys)
    }

    /// The buttons whose keys are down, in the order of their codes.
    var heldButtons: [(button: BoardDescription.Button, source: KeySource)] {
        down.sorted().compactMap { code in
            buttons[code].map { ($0, .input(device: device, code: code)) }
        }
    }

    /// Takes the kernel's events in order.
    ///
    /// - Returns: the edges, and whether the keys' levels must be read and passed to `settle`.
    mutating func receive(_ events: [InputEvent]) -> (edges: [ButtonEdge], mustSettle: Bool) {
        var edges: [ButtonEdge] = []
        var mustSettle = false
        for event in events {
            switch event.kind {
            case .dropped: isIncomplete = true
            case .report:
                mustSettle = mustSettle || isIncomplete
                isIncomplete = false
            case .key(let code, let value):
                // A repetition by the kernel is no press: the clock repeats by itself.
                guard !isIncomplete, value == 0 || value == 1 else { continue }
                turn(code, isDown: value == 1, at: event.time, &edges)
            case .turn(let clicks):
                guard !isIncomplete else { continue }
                press(clicks, at: event.time, &edges)
            }
        }
        return (edges, mustSettle)
    }

    /// Takes the keys that are down now.
    mutating func settle(_ current: Set<Int>, at time: BootTime) -> [ButtonEdge] {
        var edges: [ButtonEdge] = []
        for code in buttons.keys.sorted() {
            turn(code, isDown: current.contains(code), at: time, &edges)
        }
        return edges
    }

    /// The device is gone: every key that was down counts as released.
    mutating func letGo(at time: BootTime) -> [ButtonEdge] {
        settle([], at: time)
    }

    private mutating func turn(
        _ code: Int, isDown: Bool, at time: BootTime, _ edges: inout [ButtonEdge]
    ) {
        guard let button = buttons[code], down.contains(code) != isDown else { return }
        if isDown { down.insert(code) } else { down.remove(code) }
        let source = KeySource.input(device: device, code: code)
        edges.append(ButtonEdge(button, isDown: isDown, at: time, from: source))
    }

    /// Each click of a knob is a press and its release at once.
    private func press(_ clicks: Int, at time: BootTime, _ edges: inout [ButtonEdge]) {
        guard let dial, clicks != 0 else { return }
        let button = clicks > 0 ? dial.clockwise : dial.counterclockwise
        for _ in 0..<min(Int(clicks.magnitude), InputTracker.mostClicks) {
            edges.append(ButtonEdge(button, isDown: true, at: time, from: .encoder))
            edges.append(ButtonEdge(button, isDown: false, at: time, from: .encoder))
        }
    }
}
