import ClockTime
import HAL

/// A command from the person at the simulator's terminal.
enum SimulatorCommand: Hashable, Sendable {
    case press(SimulatorButton, isDown: Bool)
    /// Turns the board's knob by one detent.
    case turnKnob(QuadratureDecoder.Click)
    /// The knob was pressed, but the board has none, or no key under it.
    case missKnobKey
    case setLight(Lux)
    /// By this many steps of `LightScale`.
    case adjustLight(steps: Int)
    case togglePause
    /// To the next speed of `SpeedScale`.
    case faster, slower
    /// Advances virtual time by this much at once.
    case step(Duration)
    /// Advances to one minute before the next alarm.
    case jumpToAlarm
    /// Unplugs the sound output with this number, or plugs it in again.
    case toggleSoundDevice(Int)
    /// Makes the output accept frames without playing any, or play again.
    case toggleSoundStall(Int)
    case toggleBusFault
    case cutPower
    /// Changes the battery's charge by this many per cent.
    case adjustBattery(by: Int)
    case toggleCharger
    case toggleHelp
    /// Opens the mixer. While open, it has its own keys, including those that close it.
    case openMixer
    /// Redraws everything, in case something else wrote to the terminal.
    case redraw
    case suspend
    case quit
}

/// The simulator's keys and what they do.
///
/// | Key | Does |
/// | --- | --- |
/// | `s` `t` `n` `m` `-` `+` (also `=`) | taps snooze, stop, noise, menu, minus, plus: down at once, up 100 ms later |
/// | `S` `T` `N` `M` `_` `*` | holds that button until its key, in either case, is pressed again |
/// | `l` `g` | taps lamp and good night, on a board that has them; `L` `G` hold them |
/// | left, right, Enter | turns the board's knob, presses it |
/// | up, `]` and down, `[` | one step more or less light |
/// | `1`…`5` | the light's presets |
/// | space | pauses, resumes |
/// | `>` `<` | faster, slower |
/// | `.` `,` | steps a second, a minute |
/// | `a` | one minute before the next alarm |
/// | `u` `U` | unplugs the first or second sound output (again: plugs it in) |
/// | `f` `F` | freezes the first or second sound output, which then accepts sound but plays none (again: frees it) |
/// | `b` `z` | breaks the display's bus (again: repairs it), cuts the power |
/// | `x` | opens the mixer, whose keys then take precedence |
/// | `)` `(` `c` | battery charge up, down; charger on, off |
/// | `?` | help; any key closes it, and does nothing else |
/// | Ctrl-L, Ctrl-Z, `q` or Ctrl-C | redraws, suspends, quits |
///
/// A terminal reports keys going down, never up. So a tap releases the button automatically, and a key that
/// repeats within that time prolongs the press: leaning on `+` is a separate press after the first tap. Times are
/// virtual, because at sixty times the speed a tap of 100 real milliseconds would be a long press.
struct SimulatorKeyboard: Sendable {
    static let tap = Duration.milliseconds(100)
    private static let batteryStep = 10

    /// When each tapped button goes up.
    private var releases: [SimulatorButton: BootTime] = [:]
    private var latched: Set<SimulatorButton> = []
    /// What the key under the board's knob does; nil if there is none.
    private let knobKey: SimulatorButton?
    /// Those that can be pressed, in the order of the screen.
    private let shown: [SimulatorButton]
    private(set) var isHelpShown = false

    /// - Parameter extra: what the board has besides the usual buttons.
    init(knobKey: SimulatorButton? = nil, extra: Set<SimulatorButton> = []) {
        self.knobKey = knobKey
        shown = SimulatorButton.allCases.filter {
            SimulatorButton.usual.contains($0) || extra.contains($0)
        }
    }

    /// The state of the buttons for the screen.
    var buttons: [SimulatorScreen.Button] {
        shown.map {
            SimulatorScreen.Button(
                $0, isDown: releases[$0] != nil || latched.contains($0),
                isLatched: latched.contains($0))
        }
    }

    /// When `release(at:)` is next needed; nil for never.
    var nextRelease: BootTime? { releases.values.min() }

    /// The due releases, in the order in which they became due.
    mutating func release(at now: BootTime) -> [SimulatorCommand] {
        let due = releases.filter { $0.value <= now }
            .sorted { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }
        for (button, _) in due { releases[button] = nil }
        return due.map { .press($0.key, isDown: false) }
    }

    /// Releases every button: before a power cut, and at the end.
    mutating func releaseAll() -> [SimulatorCommand] {
        let down = buttons.filter(\.isDown).map(\.button)
        releases = [:]
        latched = []
        return down.map { .press($0, isDown: false) }
    }

    /// The commands for a key, after any releases due before it.
    mutating func handle(_ key: TerminalKey, at now: BootTime) -> [SimulatorCommand] {
        release(at: now) + meaning(of: key, at: now)
    }

    private mutating func meaning(of key: TerminalKey, at now: BootTime) -> [SimulatorCommand] {
        if isHelpShown, !key.isControl { return toggleHelp() }
        switch key {
        case .up: return [.adjustLight(steps: 1)]
        case .down: return [.adjustLight(steps: -1)]
        case .right: return [.turnKnob(.clockwise)]
        case .left: return [.turnKnob(.counterclockwise)]
        case .enter: return knobKey.map { tapped($0, at: now) } ?? [.missKnobKey]
        case .control("c"): return releaseAll() + [.quit]
        case .control("l"): return [.redraw]
        case .control("z"): return [.suspend]
        case .character(let character):
            if let (button, holds) = SimulatorKeyboard.button(of: character),
                shown.contains(button)
            {
                return holds ? hold(button) : tapped(button, at: now)
            }
            return command(of: character)
        case .control, .home, .end, .pageUp, .pageDown, .tab, .backspace, .delete, .escape:
            return []
        }
    }

    private mutating func command(of character: Character) -> [SimulatorCommand] {
        switch character {
        case "]": [.adjustLight(steps: 1)]
        case "[": [.adjustLight(steps: -1)]
        case " ": [.togglePause]
        case ">": [.faster]
        case "<": [.slower]
        case ".": [.step(.seconds(1))]
        case ",": [.step(.minutes(1))]
        case "a": [.jumpToAlarm]
        case "u": [.toggleSoundDevice(0)]
        case "U": [.toggleSoundDevice(1)]
        case "f": [.toggleSoundStall(0)]
        case "F": [.toggleSoundStall(1)]
        case "b": [.toggleBusFault]
        case "z": releaseAll() + [.cutPower]
        case "x": [.openMixer]
        case ")": [.adjustBattery(by: SimulatorKeyboard.batteryStep)]
        case "(": [.adjustBattery(by: -SimulatorKeyboard.batteryStep)]
        case "c": [.toggleCharger]
        case "?": toggleHelp()
        case "q": releaseAll() + [.quit]
        default: preset(of: character)
        }
    }

    private func preset(of character: Character) -> [SimulatorCommand] {
        guard let number = character.wholeNumberValue,
            LightScale.presets.indices.contains(number - 1)
        else { return [] }
        return [.setLight(LightScale.presets[number - 1])]
    }

    /// Hides the help when something else must be visible.
    mutating func hideHelp() { isHelpShown = false }

    private mutating func toggleHelp() -> [SimulatorCommand] {
        isHelpShown.toggle()
        return [.toggleHelp]
    }

    private mutating func tapped(
        _ button: SimulatorButton, at now: BootTime
    ) -> [SimulatorCommand] {
        if latched.remove(button) != nil { return [.press(button, isDown: false)] }
        let isDown = releases[button] != nil
        releases[button] = now + SimulatorKeyboard.tap
        return isDown ? [] : [.press(button, isDown: true)]
    }

    private mutating func hold(_ button: SimulatorButton) -> [SimulatorCommand] {
        if latched.remove(button) != nil { return [.press(button, isDown: false)] }
        latched.insert(button)
        // A tap that is still down becomes a hold.
        return releases.removeValue(forKey: button) == nil ? [.press(button, isDown: true)] : []
    }

    private static func button(
        of character: Character
    ) -> (button: SimulatorButton, holds: Bool)? {
        switch character {
        case "s": (.snooze, false)
        case "t": (.stop, false)
        case "n": (.noise, false)
        case "m": (.menu, false)
        case "-": (.minus, false)
        case "+", "=": (.plus, false)
        case "S": (.snooze, true)
        case "T": (.stop, true)
        case "N": (.noise, true)
        case "M": (.menu, true)
        case "_": (.minus, true)
        case "*": (.plus, true)
        case "l": (.lamp, false)
        case "L": (.lamp, true)
        case "g": (.goodNight, false)
        case "G": (.goodNight, true)
        default: nil
        }
    }
}

extension TerminalKey {
    /// Whether the key ends or redraws the program, whatever is shown.
    fileprivate var isControl: Bool {
        if case .control = self { true } else { false }
    }
}
