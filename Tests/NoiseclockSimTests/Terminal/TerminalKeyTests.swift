import ClockTime
import HAL
import TestKit
import Testing

@testable import noiseclock_sim

@Suite("Keys from a terminal")
struct TerminalKeyTests {
    private func time(_ milliseconds: Int64) -> BootTime {
        BootTime(nanoseconds: milliseconds * 1_000_000)
    }

    private func decoded(_ bytes: [UInt8]) -> [TerminalKey] {
        var decoder = TerminalKeyDecoder()
        return decoder.decode(bytes, at: time(0)) + decoder.expire(at: time(50))
    }

    @Test("are letters, arrows and controls")
    func plain() {
        #expect(decoded(Array("sS é".utf8)) == "sS é".map { .character($0) })
        #expect(decoded([0x1B, 0x5B, 0x41, 0x1B, 0x4F, 0x42]) == [.up, .down])
        #expect(
            decoded([0x03, 0x1A, 0x0D, 0x7F]) == [.control("c"), .control("z"), .enter, .backspace])
        #expect(decoded(Array("\u{1B}[1;5C\u{1B}[5~\u{1B}[7~".utf8)) == [.right, .pageUp, .home])
        #expect(decoded(Array("\u{1B}[3~".utf8)) == [.delete])
    }

    @Test("come out the same wherever the bytes are split")
    func split() {
        let bytes = Array("s\u{1B}[A\u{1B}[1;2B\u{1B}OC目\u{1B}]0;tsnm\u{1B}\\q".utf8)
        let whole = decoded(bytes)
        #expect(
            whole == [.character("s"), .up, .down, .right, .character("目"), .character("q")])
        for first in 0...bytes.count {
            for second in first...bytes.count {
                var decoder = TerminalKeyDecoder()
                let keys =
                    decoder.decode(Array(bytes[..<first]), at: time(0))
                    + decoder.decode(Array(bytes[first..<second]), at: time(20))
                    + decoder.decode(Array(bytes[second...]), at: time(40))
                #expect(keys == whole, "split at \(first), \(second)")
            }
        }
    }

    @Test("are Escape where nothing follows in time")
    func escape() {
        var decoder = TerminalKeyDecoder()
        #expect(decoder.decode([0x1B], at: time(100)) == [])
        #expect(decoder.deadline == time(150))
        #expect(decoder.expire(at: time(149)) == [])
        #expect(decoder.expire(at: time(150)) == [.escape])
        #expect(decoder.deadline == nil)
        #expect(decoder.decode([0x1B, 0x1B], at: time(200)) == [.escape])
        #expect(decoder.expire(at: time(250)) == [.escape])
        #expect(decoder.decode([0x1B, 0x03], at: time(300)) == [.escape, .control("c")])
        // The drawing loop reads more often than that, and finds nothing.
        #expect(decoder.decode([0x1B], at: time(400)) == [])
        #expect(decoder.decode([], at: time(433)) == [])
        #expect(decoder.expire(at: time(450)) == [.escape])
    }

    @Test("press nothing by what belongs to a sequence unknown here")
    func swallowed() {
        #expect(decoded(Array("\u{1B}s\u{1B}[15~\u{1B}[?62;9c\u{1B}[<0;1;1M\u{1B}OP".utf8)) == [])
        #expect(decoded(Array("\u{1B}[".utf8) + Array(repeating: 0x31, count: 9000)) == [])
        #expect(
            decoded(Array("\u{1B}[\(String(repeating: "1", count: 900))Aq".utf8)).last
                == .character("q"))
        #expect(
            decoded([0xFF, 0xC3, 0x28, 0xE2, 0x82, 0x71]) == [.character("("), .character("q")])
        #expect(decoded([0xED, 0xA0, 0x80, 0xF4, 0xBF, 0xBF, 0xBF, 0x71]) == [.character("q")])
    }

    @Test("come again after an unfinished string")
    func unfinished() {
        var decoder = TerminalKeyDecoder()
        #expect(decoder.decode(Array("\u{1B}]q".utf8), at: time(0)) == [])
        #expect(decoder.expire(at: time(50)) == [])
        #expect(decoder.decode(Array("q".utf8), at: time(60)) == [.character("q")])
    }

    @Test("of any kind neither crash the decoder nor leave it deaf")
    func chance() {
        var chance = SeededGenerator(seed: 3)
        var decoder = TerminalKeyDecoder()
        for round in 0..<2000 {
            let bytes = (0..<Int.random(in: 0..<40, using: &chance)).map { _ in
                Bool.random(using: &chance)
                    ? UInt8.random(in: 0...255, using: &chance)
                    : [0x1B, 0x5B, 0x4F, 0x5D, 0xC3][Int.random(in: 0..<5, using: &chance)]
            }
            let now = time(Int64(round) * 100)
            _ = decoder.decode(bytes, at: now)
            _ = decoder.expire(at: time(Int64(round) * 100 + 50))
            #expect(
                decoder.decode([0x71], at: time(Int64(round) * 100 + 60)) == [.character("q")])
        }
    }
}

@Suite("The simulator's keyboard")
struct SimulatorKeyboardTests {
    private func time(_ milliseconds: Int64) -> BootTime {
        BootTime(nanoseconds: milliseconds * 1_000_000)
    }

    private func character(_ character: Character) -> TerminalKey { .character(character) }

    @Test("taps a button: down at once, up 100 ms later")
    func tap() {
        var keyboard = SimulatorKeyboard()
        #expect(keyboard.handle(character("s"), at: time(0)) == [.press(.snooze, isDown: true)])
        #expect(keyboard.nextRelease == time(100))
        #expect(keyboard.buttons[0] == SimulatorScreen.Button(.snooze, isDown: true))
        #expect(keyboard.release(at: time(99)) == [])
        #expect(keyboard.release(at: time(100)) == [.press(.snooze, isDown: false)])
        #expect(keyboard.nextRelease == nil)
        #expect(keyboard.buttons.allSatisfy { !$0.isDown })
    }

    @Test("lets a tap go before it takes the next")
    func tapTwice() {
        var keyboard = SimulatorKeyboard()
        _ = keyboard.handle(character("+"), at: time(0))
        #expect(
            keyboard.handle(character("="), at: time(150))
                == [.press(.plus, isDown: false), .press(.plus, isDown: true)])
    }

    @Test("prolongs the press while the key repeats")
    func repeated() {
        var keyboard = SimulatorKeyboard()
        _ = keyboard.handle(character("-"), at: time(0))
        for moment in stride(from: Int64(30), through: 900, by: 30) {
            #expect(keyboard.handle(character("-"), at: time(moment)) == [])
        }
        #expect(keyboard.nextRelease == time(1000))
        #expect(keyboard.release(at: time(5000)) == [.press(.minus, isDown: false)])
    }

    @Test(
        "holds a button by its capital until its key comes again",
        arguments: zip(Array("STNM_*"), SimulatorButton.allCases))
    func hold(capital: Character, expected: SimulatorButton) {
        for key in [capital, expected.key] {
            var keyboard = SimulatorKeyboard()
            #expect(
                keyboard.handle(character(capital), at: time(0))
                    == [.press(expected, isDown: true)])
            #expect(keyboard.nextRelease == nil)
            #expect(keyboard.buttons.filter(\.isLatched).map(\.button) == [expected])
            #expect(keyboard.release(at: time(1_000_000)) == [])
            #expect(
                keyboard.handle(character(key), at: time(1_000_000))
                    == [.press(expected, isDown: false)])
        }
    }

    @Test("turns a tap that is still down into a hold")
    func tapToHold() {
        var keyboard = SimulatorKeyboard()
        _ = keyboard.handle(character("t"), at: time(0))
        #expect(keyboard.handle(character("T"), at: time(50)) == [])
        #expect(keyboard.release(at: time(200)) == [])
        #expect(keyboard.handle(character("t"), at: time(300)) == [.press(.stop, isDown: false)])
    }

    @Test("lets go of everything before the power is cut and at the end")
    func releaseAll() {
        var keyboard = SimulatorKeyboard()
        _ = keyboard.handle(character("N"), at: time(0))
        _ = keyboard.handle(character("s"), at: time(0))
        #expect(
            keyboard.handle(character("z"), at: time(10)) == [
                .press(.snooze, isDown: false), .press(.noise, isDown: false), .cutPower,
            ])
        #expect(keyboard.handle(character("q"), at: time(20)) == [.quit])
    }

    @Test("never lets a button go twice, or down twice", arguments: 0..<20)
    func balanced(seed: UInt64) {
        var chance = SeededGenerator(seed: seed)
        var keyboard = SimulatorKeyboard()
        var down: Set<SimulatorButton> = []
        let keys = Array("ssSttTnNmM+=*-_z")
        for step in 0..<500 {
            let now = time(Int64(step) * 37)
            let key = keys[Int.random(in: 0..<keys.count, using: &chance)]
            for command in keyboard.handle(character(key), at: now) {
                guard case .press(let button, let isDown) = command else { continue }
                #expect(isDown ? down.insert(button).inserted : down.remove(button) != nil)
            }
            #expect(Set(keyboard.buttons.filter(\.isDown).map(\.button)) == down)
        }
    }

    @Test("taps the key under the knob of a board that has one")
    func knobKey() {
        var keyboard = SimulatorKeyboard(knobKey: .menu)
        #expect(keyboard.handle(.enter, at: time(0)) == [.press(.menu, isDown: true)])
        #expect(keyboard.release(at: time(100)) == [.press(.menu, isDown: false)])
    }

    @Test("knows the light, time, faults and the program")
    func commands() {
        var keyboard = SimulatorKeyboard()
        let expected: [(TerminalKey, [SimulatorCommand])] = [
            (.up, [.adjustLight(steps: 1)]), (.down, [.adjustLight(steps: -1)]),
            (character("]"), [.adjustLight(steps: 1)]), (character("["), [.adjustLight(steps: -1)]),
            (character("1"), [.setLight(Lux(0.3))]), (character("5"), [.setLight(Lux(1000))]),
            (character("6"), []), (character("0"), []), (character(" "), [.togglePause]),
            (character(">"), [.faster]), (character("<"), [.slower]),
            (character("."), [.step(.seconds(1))]), (character(","), [.step(.seconds(60))]),
            (character("a"), [.jumpToAlarm]), (character("u"), [.toggleSoundDevice(0)]),
            (character("U"), [.toggleSoundDevice(1)]), (character("f"), [.toggleSoundStall(0)]),
            (character("F"), [.toggleSoundStall(1)]),
            (character(")"), [.adjustBattery(by: 10)]), (character("("), [.adjustBattery(by: -10)]),
            (character("c"), [.toggleCharger]),
            (character("b"), [.toggleBusFault]), (character("x"), [.openMixer]),
            (.control("l"), [.redraw]),
            (.control("z"), [.suspend]), (.control("c"), [.quit]), (.escape, []),
            (character("é"), []), (.delete, []),
            (.right, [.turnKnob(.clockwise)]), (.left, [.turnKnob(.counterclockwise)]),
            (.enter, [.missKnobKey]),
        ]
        for (key, commands) in expected {
            #expect(keyboard.handle(key, at: time(0)) == commands, "\(key)")
        }
    }

    @Test(
        "closes the help with any key, which does nothing else, and when something else is to be seen"
    )
    func help() {
        var keyboard = SimulatorKeyboard()
        let keys: [TerminalKey] = [
            .escape, .enter, .up, character("?"), character("q"), character("s"), character("S"),
        ]
        for key in keys {
            #expect(keyboard.handle(character("?"), at: time(0)) == [.toggleHelp])
            #expect(keyboard.isHelpShown)
            #expect(keyboard.handle(key, at: time(0)) == [.toggleHelp])
            #expect(!keyboard.isHelpShown)
            #expect(keyboard.buttons.allSatisfy { !$0.isDown })
        }
        _ = keyboard.handle(character("?"), at: time(0))
        keyboard.hideHelp()
        #expect(!keyboard.isHelpShown)
        _ = keyboard.handle(character("?"), at: time(0))
        #expect(keyboard.handle(.control("c"), at: time(0)) == [.quit])
    }
}
