import ClockTime
import Testing

@testable import ClockCore

@Suite("How values move in the menu (product, B4)")
struct MenuKeysTests {
    /// Steps one value of a draft, and says what it is then.
    private func stepped(
        _ field: MenuField, _ steps: Int, inTens: Bool = false, _ change: (inout MenuDraft) -> Void
    ) -> MenuDraft {
        var draft = MenuDraft()
        change(&draft)
        draft.step(field, by: steps, inTens: inTens, MenuChoices(), MenuDraft())
        return draft
    }

    private func expect(
        _ night: Night, _ value: (TimeOfDay) -> MenuValue, _ time: String
    ) throws {
        let time = try timeOfDay(time)
        #expect(night.page?.value == value(time))
    }

    @Test("A minute's two figures go round by themselves")
    func minutes() {
        let cases: [(field: MenuField, steps: Int, from: Int, to: Int)] = [
            (.minuteTens, 1, 42, 52), (.minuteTens, 1, 52, 2), (.minuteTens, -1, 7, 57),
            (.minuteOnes, 1, 42, 43), (.minuteOnes, 1, 49, 40), (.minuteOnes, -1, 40, 49),
        ]
        for (field, steps, from, to) in cases {
            #expect(stepped(field, steps) { $0.minute = from }.minute == to)
        }
    }

    @Test("Tens lead to the next round number, and round at the ends")
    func tens() {
        for (from, up, down) in [(1, 10, 60), (10, 20, 60), (55, 60, 50), (60, 1, 50)] {
            let change = { (draft: inout MenuDraft) in draft.snooze = from }
            #expect(stepped(.snooze, 1, inTens: true, change).snooze == up, "\(from)")
            #expect(stepped(.snooze, -1, inTens: true, change).snooze == down, "\(from)")
        }
        let short = stepped(.day, 1, inTens: true) {
            ($0.day, $0.month, $0.year) = (20, 2, 2027)
        }
        #expect(short.day == 1)
    }

    @Test(
        "A held key moves a value five times a second, after a second in tens if there is room")
    func held() throws {
        var night = try Night(at: "2025-01-14 22:00")
        night.open(.snooze)
        #expect(night.page == MenuPage(.snooze, value: .snooze(9)))
        night.hold(.plus, for: .milliseconds(1_000))
        #expect(night.page?.value == .snooze(13))
        night.wait(.milliseconds(200))
        night.hold(.plus, for: .milliseconds(1_350))
        #expect(night.page?.value == .snooze(30))
        night.wait(.milliseconds(200))
        // Hours have no tens.
        night.press([.stop, .stop, .menu, .menu])
        night.hold(.plus, for: .milliseconds(1_550))
        try expect(night, MenuValue.hour, "14:00")
    }

    @Test(
        "With two keys, snooze that is held goes as fast, and stop that is held goes back"
    )
    func twoKeys() throws {
        var night = try Night.withTwoKeys(at: "2025-01-14 22:00")
        night.holdBoth()
        night.press([.stop, .stop, .snooze])
        try expect(night, MenuValue.minuteTens, "07:10")
        night.press(.stop)
        try expect(night, MenuValue.minuteOnes, "07:10")
        night.hold(.stop, for: .milliseconds(700))
        try expect(night, MenuValue.minuteTens, "07:10")
        night.wait(.milliseconds(200))
        night.hold(.stop, for: .milliseconds(700))
        night.wait(.milliseconds(200))
        night.hold(.snooze, for: .milliseconds(1_550))
        try expect(night, MenuValue.hour, "14:10")
        night.hold(.stop, for: .milliseconds(700))
        #expect(night.page == MenuPage(.newAlarm))
    }
}
