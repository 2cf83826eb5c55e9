import ClockTime
import Foundation
import Testing

@testable import ClockCore

@Suite("One key (product, B2)")
struct GestureTests {
    private func at(_ milliseconds: Int64) -> BootTime {
        BootTime(nanoseconds: milliseconds * 1_000_000)
    }

    @Test("A short press is told when the key goes down and when it comes up")
    func shortPress() {
        var key = GestureMachine(.tap)
        #expect(key.nextWake == nil)
        #expect(key.edge(isDown: true, at: at(0)) == .pressed)
        #expect(key.nextWake == at(600))
        #expect(key.advance(to: at(599)) == nil)
        #expect(key.edge(isDown: false, at: at(599)) == .shortPress)
        #expect(key == GestureMachine(.tap))
    }

    @Test("At 0.6 s it is a long press and a hold begins, which ends with the release")
    func longPress() {
        for grammar in [KeyGrammar.tap, .hold] {
            var key = GestureMachine(grammar)
            _ = key.edge(isDown: true, at: at(0))
            #expect(key.advance(to: at(600)) == .longPress)
            #expect(key.advance(to: at(5_000)) == nil)
            #expect(key.edge(isDown: false, at: at(5_001)) == .holdEnded)
            #expect(key.edge(isDown: true, at: at(6_000)) == .pressed)
        }
    }

    @Test("A key that repeats does so after 500 ms, and then five times a second")
    func repeats() throws {
        var key = GestureMachine(.repeating)
        #expect(key.edge(isDown: true, at: at(0)) == .pressed)
        var times: [Int64] = []
        while let wake = key.nextWake, wake < at(3_300) {
            #expect(key.advance(to: wake) == .repeated)
            #expect(key.advance(to: wake) == nil)
            times.append(wake.nanoseconds / 1_000_000)
        }
        #expect(times == Array(stride(from: 500, to: 3_300, by: 200)))
        #expect(key.edge(isDown: false, at: at(3_290)) == .holdEnded)
        #expect(key.nextWake == nil)
    }

    @Test("Repetitions that a late wake missed are not made up for")
    func lateWake() {
        var key = GestureMachine(.repeating)
        _ = key.edge(isDown: true, at: at(0))
        #expect(key.advance(to: at(2_000)) == .repeated)
        #expect(key.advance(to: at(2_000)) == nil)
        #expect(key.nextWake == at(2_200))
    }

    @Test(
        "Down for 30 s a key is stuck, and means nothing until it is up; but not a hold on purpose")
    func stuck() {
        for grammar in [KeyGrammar.tap, .repeating] {
            var key = GestureMachine(grammar)
            _ = key.edge(isDown: true, at: at(0))
            var gestures: [GestureMachine.Gesture] = []
            while let wake = key.nextWake, let gesture = key.advance(to: wake) {
                gestures.append(gesture)
                if gesture == .stuck { #expect(wake == at(30_000)) }
            }
            #expect(gestures.last == .stuck)
            #expect(key.isStuck)
            #expect(key.edge(isDown: false, at: at(90_000)) == .freed)
            #expect(key == GestureMachine(grammar))
        }
        var bar = GestureMachine(.hold)
        _ = bar.edge(isDown: true, at: at(0))
        #expect(bar.advance(to: at(600)) == .longPress)
        #expect(bar.nextWake == nil)
        #expect(bar.advance(to: at(3_600_000)) == nil)
        var taken = bar
        taken.spend(at: at(3_600_000))
        #expect(taken.advance(to: at(3_629_999)) == nil)
        #expect(taken.advance(to: at(3_630_000)) == .stuck)
        #expect(bar.edge(isDown: false, at: at(3_600_001)) == .holdEnded)
    }

    @Test("A key that was down at the start is stuck until it comes up")
    func heldAtStart() {
        for grammar in [KeyGrammar.tap, .hold, .repeating] {
            var key = GestureMachine(grammar)
            key.wasDownAtStart()
            #expect(key.nextWake == nil)
            key.spend(at: at(5))
            #expect(key.edge(isDown: false, at: at(10)) == .freed)
            #expect(key.edge(isDown: true, at: at(20)) == .pressed)
        }
    }

    @Test("Asked to be held for so long, a key meets it or gives it up")
    func askedToHold() {
        for grammar in [KeyGrammar.tap, .repeating] {
            var key = GestureMachine(grammar)
            _ = key.edge(isDown: true, at: at(0))
            key.ask(toHoldFor: .seconds(2))
            #expect(key.nextWake == at(2_000))
            #expect(key.edge(isDown: true, at: at(100)) == nil)
            var other = key
            #expect(other.edge(isDown: false, at: at(1_999)) == .requestGivenUp)
            #expect(other == GestureMachine(grammar))
            #expect(key.advance(to: at(2_000)) == .requestMet)
            #expect(key.advance(to: at(2_000)) == nil)
            #expect(key.edge(isDown: false, at: at(2_100)) == nil)
        }
    }

    @Test("A press that was taken brings nothing more, however long it is held")
    func spent() {
        var key = GestureMachine(.tap)
        _ = key.edge(isDown: true, at: at(0))
        key.spend(at: at(50))
        #expect(key.advance(to: at(900)) == nil)
        #expect(key.edge(isDown: false, at: at(1_000)) == nil)
        key.spend(at: at(1_050))
        #expect(key.edge(isDown: true, at: at(1_100)) == .pressed)
    }

    // MARK: - The table

    /// Keys in each state, by the name of the state.
    private func keys() -> [String: GestureMachine] {
        func down(_ grammar: KeyGrammar) -> GestureMachine {
            var key = GestureMachine(grammar)
            _ = key.edge(isDown: true, at: at(0))
            return key
        }
        var held = down(.tap)
        _ = held.advance(to: at(600))
        var asked = down(.tap)
        asked.ask(toHoldFor: .seconds(2))
        var spent = down(.tap)
        spent.spend(at: at(10))
        var stuck = GestureMachine(.tap)
        stuck.wasDownAtStart()
        return [
            "up": GestureMachine(.tap), "down": down(.tap), "held": held,
            "repeating": down(.repeating), "asked": asked, "spent": spent, "stuck": stuck,
        ]
    }

    private func name(_ state: GestureMachine.State) -> String {
        String("\(state)".prefix { $0 != "(" })
    }

    /// "longPress" as "long press".
    private func words(_ gesture: GestureMachine.Gesture) -> String {
        "\(gesture)".map { $0.isUppercase ? " " + $0.lowercased() : String($0) }.joined()
    }

    /// The result of an event, in the words of the table.
    private func cell(
        _ key: GestureMachine, _ act: (inout GestureMachine) -> GestureMachine.Gesture?
    ) -> String {
        var key = key
        let before = name(key.state)
        var parts = act(&key).map { [words($0)] } ?? []
        let after = name(key.state)
        if after != before, parts != [after] { parts.append(after) }
        return parts.isEmpty ? "-" : parts.joined(separator: "; ")
    }

    @Test("The table at the head of GestureMachine.swift is what the machine does")
    func table() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Sources/ClockCore/Buttons/GestureMachine.swift")
        let rows = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("/// | ") && !$0.contains("---") }.dropFirst()
        let keys = keys()
        #expect(rows.count == keys.count)
        for row in rows {
            let cells = row.split(separator: "|").dropFirst().map { cell in
                // Without a leading "0.6 s: " and a trailing footnote mark.
                cell.split(separator: ": ").last.map { text in
                    text.filter { !"¹²³⁴".contains($0) }.trimmingCharacters(in: .whitespaces)
                } ?? ""
            }
            let key = try #require(keys[cells[0]], "\(row)")
            let later = key.nextWake ?? at(60_000)
            let actual = [
                cell(key) { $0.edge(isDown: true, at: at(20)) },
                cell(key) { $0.edge(isDown: false, at: at(20)) },
                cell(key) { $0.advance(to: later) },
                cell(key) { key in
                    key.spend(at: at(20))
                    return nil
                },
                cell(key) { key in
                    key.ask(toHoldFor: .seconds(2))
                    return nil
                },
            ]
            #expect(Array(cells.dropFirst()) == actual, "\(row)")
        }
    }
}
