package import ClockTime
package import HAL

/// What a person at the simulator's terminal wants.
package enum SimulatorCommand: Hashable, Sendable {
    case press(SimulatorButton, isDown: Bool)
    case setLight(Lux)
    /// By so many steps of `LightScale`.
    case adjustLight(steps: Int)
    case togglePause
    /// To the next speed of `SpeedScale`.
    case faster, slower
    /// Lets virtual time run on by this at once.
    case step(Duration)
    /// To one minute before the next alarm.
    case jumpToAlarm
    /// The sound output of that number goes away, or comes back.
    case toggleSoundDevice(Int)
    /// It takes frames and plays none, or plays again.
    case toggleSoundStall(Int)
    case toggleBusFault
    case cutPower
    /// The battery's charge, by so many per cent.
    case adjustBattery(by: Int)
    case toggleCharger
    case toggleHelp
    /// Opens the mixer; open, it has keys of its own and closes by them.
    case openMixer
    /// Draws all anew, in case something else wrote on the terminal.
    case redraw
    case suspend
    case quit
}

/// The simulator's keys and what they do.
///
/// | Key | Does |
/// | --- | --- |
/// | `s` `t` `n` `m` `-` `+` (also `=`) | taps snooze, stop, noise, menu, minus, plus: down at once, up 100 ms later |
/// | `S` `T` `N` `M` `_` `*` | holds that button until its key, of either case, comes again |
/// | up, `]` and down, `[` | a step more and less light |
/// | `1`…`5` | the light's presets |
/// | space | pauses, goes on |
/// | `>` `<` | faster, slower |
/// | `.` `,` | steps a second, a minute |
/// | `a` | one minute before the next alarm |
/// | `u` `U` | unplugs the first, the second sound output (again: plugs it in) |
/// | `f` `F` | freezes the first, the second sound output, which then takes sound and plays none (again: frees it) |
/// | `b` `z` | breaks the display's bus (again: mends it), cuts the power |
/// | `x` | opens the mixer, whose keys then come before these |
/// | `)` `(` `c` | the battery's charge up and down, the charger on and off |
/// | `?` | help; any key closes it, and does nothing else |
/// | Ctrl-L, Ctrl-Z, `q` or Ctrl-C | draws anew, suspends, quits |
///
/// A terminal tells of keys going down, never up. So a tap lets go by itself, and a key that repeats
/// within that time prolongs the press: leaning on `+` is a press of its own after the first tap.
/// Times are the run's (virtual) ones, because at sixty times the speed a tap of 100 real
/// milliseconds would be a long press.
package struct SimulatorKeyboard: Sendable {
    package static let tap = Duration.milliseconds(100)
    private static let batteryStep = 10

    /// When a tapped button goes up.
    private var releases: [SimulatorButton: BootTime] = [:]
    private var latched: Set<SimulatorButton> = []
    package private(set) var isHelpShown = false

    package init() {}

    /// The buttons as the screen shows them.
    package var buttons: [SimulatorScreen.Button] {
        SimulatorButton.allCases.map {
            SimulatorScreen.Button(
                $0, isDown: releases[$0] != nil || latched.contains($0),
                isLatched: latched.contains($0))
        }
    }

    /// When `release(at:)` has something to do next; nil for never.
    package var nextRelease: BootTime? { releases.values.min() }

    /// The releases that are due, in the order in which they fell due.
    package mutating func release(at now: BootTime) -> [SimulatorCommand] {
        let due = releases.filter { $0.value <= now }
            .sorted { ($0.value, $0.key.rawValue) < ($1.value, $1.key.rawValue) }
        for (button, _) in due { releases[button] = nil }
        return due.map { .press($0.key, isDown: false) }
    }

    /// Lets go of every button: before the power is cut, and at the end.
    package mutating func releaseAll() -> [SimulatorCommand] {
        let down = buttons.filter(\.isDown).map(\.button)
        releases = [:]
        latched = []
        return down.map { .press($0, isDown: false) }
    }

    /// What a key means, after the releases that were due before it.
    package mutating func handle(_ key: TerminalKey, at now: BootTime) -> [SimulatorCommand] {
        release(at: now) + meaning(of: key, at: now)
    }

    private mutating func meaning(of key: TerminalKey, at now: BootTime) -> [SimulatorCommand] {
        if isHelpShown, !key.isControl { return toggleHelp() }
        switch key {
        case .up: return [.adjustLight(steps: 1)]
        case .down: return [.adjustLight(steps: -1)]
        case .control("c"): return releaseAll() + [.quit]
        case .control("l"): return [.redraw]
        case .control("z"): return [.suspend]
        case .character(let character):
            if let (button, holds) = SimulatorKeyboard.button(of: character) {
                return holds ? hold(button) : tapped(button, at: now)
            }
            return command(of: character)
        case .control, .left, .right, .home, .end, .pageUp, .pageDown, .enter, .tab, .backspace,
            .delete, .escape:
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

    /// Takes the help away, where something else is to be seen.
    package mutating func hideHelp() { isHelpShown = false }

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
        // A tap that is still down becomes the hold.
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
        default: nil
        }
    }
}

extension TerminalKey {
    /// Whether it is one that ends or redraws the program, whatever is shown.
    fileprivate var isControl: Bool {
        if case .control = self { true } else { false }
    }
}
