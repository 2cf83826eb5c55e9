import ClockTime
import Testing

@testable import ClockCore

@Suite("The welcome of a new clock, and the help in the menu (product, X5)")
struct WelcomeTests {
    /// A new clock of which every question is answered or skipped.
    private func welcomed(_ keys: Set<Button> = Button.usual) throws -> Night {
        var equipment = Equipment()
        equipment.keys = keys
        var night = try Night(at: "2025-01-14 00:00", trust: .unknown, equipment: equipment)
        let hasSteps = keys.contains(.plus)
        night.press(hasSteps ? [.snooze, .plus] : [.snooze, .snooze])
        night.press(hasSteps ? .snooze : .stop, times: 3)
        try night.obeyMenu()
        for _ in 1...2 { leave(&night) }
        #expect(night.isWelcomed)
        return night
    }

    private func leave(_ night: inout Night) {
        night.hold(.stop, for: .milliseconds(night.equipment.keys.contains(.plus) ? 100 : 700))
    }

    @Test("A page for each key, then 12 or 24 hours, then the brightness, each kept at once")
    func whole() throws {
        var night = try welcomed()
        for page in [KeyHelp.stop, .noise, .menu, .steps] {
            night.press(.menu)
            #expect(night.page == MenuPage(.help, value: .help(page)))
        }
        night.press(.menu)
        #expect(night.page == MenuPage(.hourFormat, value: .hourFormat(.twentyFour)))
        night.press([.plus, .menu])
        #expect(night.machine.settings.style.hourFormat == .twelve)
        #expect(night.page == MenuPage(.brightness, value: .brightness(.automatic)))
        night.press([.plus, .menu])
        let least = BrightnessSetting.fixed(Percent(clamping: MenuDraft.brightnessStep))
        #expect(night.machine.settings.style.brightness == least)
        #expect(night.page == nil)
        night.press(.snooze)
        #expect(night.page == nil)
    }

    @Test("Each step is skipped alone, and nothing of it changes")
    func skips() throws {
        for keys in [Button.usual, [.snooze, .stop]] {
            var night = try welcomed(keys)
            let style = night.machine.settings.style
            leave(&night)
            #expect(night.page?.item == .hourFormat)
            leave(&night)
            #expect(night.page?.item == .brightness)
            leave(&night)
            #expect(night.page == nil)
            #expect(night.machine.settings.style == style)
        }
    }

    @Test("It tells what the board has: two keys open the menu together")
    func twoKeys() throws {
        var night = try welcomed([.snooze, .stop])
        night.press(.stop)
        #expect(night.page?.value == .help(.stop))
        // Snooze steps elsewhere; here it goes on, too.
        night.press(.snooze)
        #expect(night.page?.value == .help(.both))
        night.press(.snooze)
        #expect(night.page?.item == .hourFormat)
    }

    @Test("A key that is held turns one page, and changes nothing behind them")
    func held() throws {
        let cases: [(Set<Button>, Button)] = [
            ([.snooze, .stop], .snooze), (Button.usual, .plus),
        ]
        for (keys, key) in cases {
            var night = try welcomed(keys)
            night.hold(key, for: .seconds(4))
            #expect(night.page?.value == .help(.stop))
            #expect(night.machine.settings.style.hourFormat == .twentyFour)
        }
    }

    @Test("Minus goes a page back, and the first page stays")
    func back() throws {
        var night = try welcomed()
        night.press([.plus, .plus, .minus])
        #expect(night.page?.value == .help(.stop))
        night.press([.minus, .minus])
        #expect(night.isWelcomed)
    }

    @Test("Whoever walks away is left alone, and a ring ends it")
    func ends() throws {
        var night = try welcomed()
        night.wait(.seconds(31))
        #expect(night.page == nil)
        night.press(.snooze)
        #expect(night.page == nil)
        night = try welcomed()
        _ = night.send(.timer(.add(.seconds(20), name: nil, starts: true)))
        night.wait(.seconds(20))
        #expect(night.page == nil && night.machine.isRinging)
    }

    @Test("The menu tells the keys again, before its end")
    func again() throws {
        var night = try Night(at: "2025-01-14 22:00")
        night.press([.menu, .minus, .minus])
        #expect(night.page == MenuPage(.help))
        night.press(.menu)
        #expect(night.page == MenuPage(.help, value: .help(.snooze)))
        night.press([.menu, .menu, .menu, .menu, .menu])
        #expect(night.page == MenuPage(.help))
        night.press([.menu, .stop])
        #expect(night.page == MenuPage(.help))
    }
}
