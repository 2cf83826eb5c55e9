import ClockTime
import Testing

@testable import ClockCore

extension Night {
    /// Presses keys one after the other.
    mutating func press(_ buttons: [Button]) {
        for button in buttons {
            press(button)
            wait(.milliseconds(200))
        }
    }

    mutating func press(_ button: Button, times: Int) {
        press(Array(repeating: button, count: times))
    }

    /// Opens the menu at this item, unless it is open, and goes in.
    mutating func open(_ item: MenuItem) {
        if page == nil { press(.menu) }
        for _ in 0..<30 where page?.item != item { press([.plus]) }
        press([.menu])
    }

    /// Holds snooze and stop together.
    mutating func holdBoth() {
        handle(.button(.snooze, isDown: true))
        wait(.milliseconds(50))
        handle(.button(.stop, isDown: true))
        wait(.milliseconds(700))
        handle(.button(.snooze, isDown: false))
        handle(.button(.stop, isDown: false))
    }

    /// The host sets the clock as the menu asked, and answers.
    mutating func obeyMenu() throws {
        let order = try #require(clockOrders.last)
        let wall = order.moment.wall + (now.boot - order.moment.boot)
        passUnevenly(wall: wall - now.wall, boot: .zero)
        handle(.clockSet(order.request, .done(.absent)))
    }

    /// Whenever a key was pressed.
    var page: MenuPage? {
        guard var page = machine.snapshot.menu else { return nil }
        (page.since, page.isNew) = (BootTime(nanoseconds: 0), true)
        return page
    }

    /// Nothing of the first start is left but its welcome.
    var isWelcomed: Bool { page == MenuPage(.help, value: .help(.snooze)) }

    /// A board with snooze and stop alone.
    static func withTwoKeys(
        at text: String, trust: ClockTrust = .trusted
    ) throws -> Night {
        var equipment = Equipment()
        equipment.keys = [.snooze, .stop]
        return try Night(at: text, trust: trust, equipment: equipment)
    }
}

@Suite("The menu by keys (product, B4)")
struct MenuTests {
    private func onlyAlarm(_ night: Night) throws -> Alarm {
        #expect(night.machine.ringing.alarms.book.alarms.count == 1)
        return try #require(night.machine.ringing.alarms.book.alarms.first)
    }

    @Test("With six keys: an alarm at 06:30 on weekdays, and it is saved once")
    func alarmBySixKeys() throws {
        var night = try Night(at: "2025-01-14 22:00")
        let before = night.newest?.revision ?? 0
        night.press([.menu, .menu])
        #expect(night.page?.item == .newAlarm)
        night.press([.minus, .menu])
        night.press(.plus, times: 3)
        night.press([.menu, .menu, .menu, .menu])
        #expect(night.page == MenuPage(.alarm(AlarmID(1))))
        let alarm = try onlyAlarm(night)
        #expect(alarm.schedule.time == TimeOfDay(hour: 6, minute: 30))
        #expect(alarm.schedule.kind == .weekly(.weekdays))
        #expect(night.newest?.revision == before + 1)
        night.press(.stop)
        #expect(night.page == nil)
    }

    @Test("With two keys: held together they open it, snooze steps, and stop goes on and back")
    func alarmByTwoKeys() throws {
        var night = try Night.withTwoKeys(at: "2025-01-14 22:00")
        night.holdBoth()
        #expect(night.page == MenuPage(.newAlarm))
        #expect(night.machine.ringing.nap.state == .idle)
        #expect(night.machine.settings.displayMode == .normal)
        night.press([.stop, .snooze, .stop])
        night.hold(.snooze, for: .seconds(1))
        night.press([.stop, .stop, .stop, .stop])
        let alarm = try onlyAlarm(night)
        // The press, one after 500 ms, and then one each 200 ms.
        #expect(alarm.schedule.time == TimeOfDay(hour: 8, minute: 40))
        #expect(night.page == MenuPage(.alarm(AlarmID(1))))
        night.hold(.stop, for: .seconds(1))
        #expect(night.page == nil)
    }

    @Test("A ring closes it at once, the press answers the ring, and nothing half-done is kept")
    func ring() throws {
        var night = try Night(at: "2025-01-14 06:59:50")
        let id = try night.daily("07:00")
        night.press([.menu, .menu, .plus, .menu])
        #expect(night.page?.item == .alarm(AlarmID(1)))
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.page == nil)
        #expect(night.ringing == [id])
        night.press(.stop)
        #expect(night.ringing.isEmpty)
        #expect(try onlyAlarm(night).schedule.time == TimeOfDay(hour: 7, minute: 0))
    }

    @Test("It closes 30 s after the last key, and nothing half-done is kept")
    func timeout() throws {
        var night = try Night(at: "2025-01-14 22:00")
        let before = night.machine.kept
        night.press([.menu, .menu, .plus, .menu, .plus])
        night.wait(.seconds(29))
        #expect(night.page != nil)
        night.wait(.seconds(1))
        #expect(night.page == nil)
        #expect(night.machine.kept == before)
    }

    @Test("An alarm is switched off, changed and removed")
    func existing() throws {
        var night = try Night(at: "2025-01-14 22:00")
        _ = try night.daily("07:00")
        night.press(.menu, times: 8)
        night.press([.plus, .plus, .menu])
        #expect(try !onlyAlarm(night).isEnabled)
        night.press([.menu, .plus])
        night.press(.menu, times: 7)
        #expect(try onlyAlarm(night).isEnabled)
        #expect(try onlyAlarm(night).schedule.time == TimeOfDay(hour: 8, minute: 0))
        night.press(.menu, times: 7)
        night.press([.minus, .menu])
        #expect(night.machine.ringing.alarms.book.alarms.isEmpty)
        #expect(night.page == MenuPage(.newAlarm))
    }

    @Test("An alarm has its own number in the menu, and its label, whatever was removed before it")
    func numbers() throws {
        var night = try Night(at: "2025-01-14 22:00")
        let first = try night.daily("07:00")
        let second = try night.add(.daily(at: try timeOfDay("08:00"))) { $0.label = "Gym" }
        let third = try night.daily("09:00")
        night.send(.alarm(.remove(first)))
        night.press(.menu)
        #expect(night.page == MenuPage(.alarm(second), label: "Gym"))
        night.press(.plus)
        #expect(night.page == MenuPage(.alarm(third)))
        night.press(.menu, times: 7)
        night.press([.minus, .menu])
        #expect(night.machine.ringing.alarms.book.alarms.map(\.id) == [second])
        #expect(night.page == MenuPage(.newAlarm))
    }

    @Test("12 or 24 hours, brightness, noise, snooze and nap")
    func settings() throws {
        var night = try Night(at: "2025-01-14 22:00")
        night.open(.hourFormat)
        night.press([.plus, .menu])
        #expect(night.machine.settings.style.hourFormat == .twelve)
        night.open(.brightness)
        night.press([.plus, .plus])
        #expect(night.machine.snapshot.brightness == 20)
        night.press(.menu)
        #expect(night.machine.settings.style.brightness == .fixed(Percent(clamping: 20)))
        night.open(.noise)
        night.press([.plus, .menu, .plus, .menu])
        #expect(night.machine.playing.noise.volume == Percent(clamping: 35))
        #expect(night.machine.playing.noise.isPlaying)
        night.open(.snooze)
        night.press([.plus, .menu])
        #expect(night.machine.settings.countdownRings.snoozeLength == .minutes(10))
        night.open(.nap)
        night.press([.plus, .menu, .plus, .menu, .plus, .menu])
        #expect(night.machine.settings.nap.release == .seconds(35))
        #expect(night.machine.settings.nap.nap == .minutes(21))
        #expect(night.machine.settings.nap.max == .minutes(31))
        night.open(.end)
        #expect(night.page == nil)
    }

    @Test("A page whose value nobody touched changes nothing, whatever it shows")
    func untouched() throws {
        var night = try Night(at: "2025-01-14 06:50")
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) {
            $0[\.snooze.length] = .minutes(5)
        }
        let once = try night.once("06:55")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.snooze)
        night.wait(.seconds(15))
        night.press(.plus)
        let (before, brightness) = (night.machine.kept, night.machine.snapshot.brightness)
        let items = night.machine.menuChoices.items
        for item in items where item != .pairing && item != .end {
            night.open(item)
            // Through all values of the item, and out of the list.
            for _ in 0..<9 where night.page?.item == item {
                if night.page?.value == nil { break }
                night.press(.menu)
            }
            night.press(.stop)
            #expect(night.page == nil)
        }
        #expect(night.machine.kept == before)
        #expect(night.machine.snapshot.brightness == brightness)
        #expect(night.snoozed.contains(id))
        #expect(night.clockOrders.isEmpty)
        #expect(try !night.alarm(once).isEnabled)
    }

    @Test("A new time switches on a once alarm that has rung")
    func onceAgain() throws {
        var night = try Night(at: "2025-01-14 06:59")
        let id = try night.once("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.stop)
        night.wait(.seconds(11))
        night.press([.menu, .menu, .plus])
        night.press(.menu, times: 7)
        #expect(try night.next(id) == "2025-01-14 08:00:00")
    }

    @Test("A new alarm needs a time or a yes")
    func newAlarm() throws {
        var night = try Night(at: "2025-01-14 22:00")
        night.press(.menu, times: 7)
        #expect(night.page == MenuPage(.newAlarm, value: .wanted(false)))
        night.press(.menu)
        #expect(night.page == MenuPage(.newAlarm))
        #expect(night.machine.ringing.alarms.book.alarms.isEmpty)
        night.press([.menu, .menu, .menu, .menu, .menu, .menu, .plus, .menu])
        #expect(try onlyAlarm(night).schedule.time == TimeOfDay(hour: 7, minute: 0))
    }

    @Test("Another hour or date keeps the minute and the seconds of the clock")
    func hourAlone() throws {
        for hourFirst in [true, false] {
            var night = try Night(at: "2025-01-14 22:00")
            night.wait(.seconds(40))
            let keys: [Button] =
                hourFirst
                ? [.plus, .menu, .menu, .menu, .menu, .menu, .menu]
                : [.menu, .menu, .menu, .plus, .menu, .menu, .menu]
            night.open(.time)
            night.press(keys)
            let order = try #require(night.clockOrders.last).moment
            let shift = order.wallMinusBoot - night.now.wallMinusBoot
            #expect(shift == (hourFirst ? .hours(1) : .hours(24)))
        }
    }

    @Test("What a key has changed is lit for half a second, then it blinks")
    func litAfterKey() throws {
        var night = try Night(at: "2025-01-14 22:00")
        night.press([.menu, .menu])
        for _ in 0..<4 {
            night.press(.plus)
            #expect(night.machine.snapshot.isBlinkLit)
            night.wait(.milliseconds(150))
            #expect(night.machine.snapshot.isBlinkLit)
        }
        var seen: Set<Bool> = []
        for _ in 0..<20 {
            night.wait(.milliseconds(100))
            seen.insert(night.machine.snapshot.isBlinkLit)
        }
        #expect(seen == [true, false])
    }

    @Test("A clock without a display has no menu")
    func noDisplay() throws {
        var equipment = Equipment()
        equipment.hasDisplay = false
        var night = try Night(at: "2025-01-14 22:00", equipment: equipment)
        night.press(.menu)
        night.holdBoth()
        #expect(night.page == nil)
    }
}
