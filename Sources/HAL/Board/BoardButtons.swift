/// The keys of a board, and what they do.
extension BoardDescription {
    package enum Button: String, Hashable, Sendable, CaseIterable {
        case snooze, stop, noise, menu, plus, minus, lamp, goodNight

        /// What the wizard asks for. Who wants more writes it into the board file.
        package static let usual: [Button] = [.snooze, .stop, .noise, .menu, .plus, .minus]
    }

    package struct Buttons: Hashable, Sendable {
        /// How long a line must be stable before an edge counts.
        package var debounce = Duration.milliseconds(15)
        package var longPress = Duration.milliseconds(600)
        package var keys: [Button: Key] = [:]
        package var encoder: Encoder?
        package var input = InputDevices()

        package init() {}
    }

    /// The sources of one button. It has at least one.
    package struct Key: Hashable, Sendable {
        package var line: KeyLine?
        /// Key codes of the kernel's input layer.
        package var codes: [Int]

        package init(line: KeyLine? = nil, codes: [Int] = []) {
            self.line = line
            self.codes = codes
        }
    }

    /// A GPIO line with a contact.
    package struct KeyLine: Hashable, Sendable {
        package var offset: Int
        package var isActiveLow: Bool
        package var pull: Pull

        package init(offset: Int, isActiveLow: Bool = true, pull: Pull = .up) {
            self.offset = offset
            self.isActiveLow = isActiveLow
            self.pull = pull
        }
    }

    package enum Pull: String, Hashable, Sendable, CaseIterable {
        case up, down, off
    }

    /// A rotary encoder on GPIO lines: two contacts that follow each other, and perhaps a key under the knob. All
    /// contacts close to ground.
    package struct Encoder: Hashable, Sendable {
        /// The contact that closes first on a turn to the right (CLK).
        package var a: Int
        /// The other one (DT).
        package var b: Int
        package var turns: Turns
        package var switchLine: Int?
        /// What the key under the knob does.
        package var press: Button

        package init(
            a: Int, b: Int, turns: Turns = Turns(), switchLine: Int? = nil, press: Button = .menu
        ) {
            self.a = a
            self.b = b
            self.turns = turns
            self.switchLine = switchLine
            self.press = press
        }
    }

    /// What a knob does: each click presses and releases a button.
    package struct Turns: Hashable, Sendable {
        package var clockwise = Button.plus
        package var counterclockwise = Button.minus

        package init(clockwise: Button = .plus, counterclockwise: Button = .minus) {
            self.clockwise = clockwise
            self.counterclockwise = counterclockwise
        }
    }

    /// How the kernel's input devices are used.
    package struct InputDevices: Hashable, Sendable {
        /// The kernel's names of the devices that count; empty for all.
        package var names: [String] = []
        /// Nobody else hears of their keys, as a console would.
        package var isGrabbed = false
        /// What a knob with a kernel driver does; nil without one.
        package var dial: Turns?
    }
}

extension BoardDescription.Buttons {
    /// The buttons with contacts on GPIO lines, the encoder's among them.
    package var lines: [(button: BoardDescription.Button, line: BoardDescription.KeyLine)] {
        var lines: [(button: BoardDescription.Button, line: BoardDescription.KeyLine)] = []
        for button in BoardDescription.Button.allCases {
            if let line = keys[button]?.line { lines.append((button, line)) }
        }
        if let encoder, let line = encoder.switchLine {
            lines.append((encoder.press, BoardDescription.KeyLine(offset: line)))
        }
        return lines
    }

    /// The button of each key code.
    package var codes: [Int: BoardDescription.Button] {
        var buttons: [Int: BoardDescription.Button] = [:]
        for (button, key) in keys {
            for code in key.codes { buttons[code] = button }
        }
        return buttons
    }

    /// The buttons that the board has, whatever they are made of.
    package var all: Set<BoardDescription.Button> {
        var all = Set(keys.keys)
        for turns in [encoder?.turns, input.dial].compactMap({ $0 }) {
            all.formUnion([turns.clockwise, turns.counterclockwise])
        }
        if let encoder, encoder.switchLine != nil { all.insert(encoder.press) }
        return all
    }

    /// Whether anything comes from the kernel's input devices.
    package var usesInputDevices: Bool { input.dial != nil || !codes.isEmpty }
}
