import ClockTime
import Testing

@testable import ClockCore

@Suite("What the first start asks for after the time (product, B4)")
struct FirstDateTests {
    /// A new clock that has its time, and asks for the first alarm.
    private func afterTime(_ night: Night) throws -> Night {
        var night = night
        night.press([.menu, .plus, .menu, .menu, .menu])
        try night.obeyMenu()
        #expect(night.page?.item == .newAlarm)
        return night
    }

    /// A new clock that has its time and an alarm at 06:00, and asks for the date.
    private func afterAlarm(zones: [Zone] = []) throws -> Night {
        var new = try Night(at: "2025-01-14 00:00", trust: .unknown)
        new.machineOffers(zones)
        var night = try afterTime(new)
        night.press([.minus, .menu, .menu, .menu])
        let day = try civilDate("2025-01-14")
        #expect(night.page == MenuPage(.time, value: .day(day)))
        return night
    }

    private func days(_ night: Night) -> Schedule.Kind? {
        night.machine.ringing.alarms.book.alarms.first?.schedule.kind
    }

    @Test("5.8: Without a date the first alarm rings every day, and the menu has no weekdays")
    func noDate() throws {
        var night = try afterAlarm()
        #expect(days(night) == .weekly(.daily))
        night.press([.menu, .menu, .menu])
        #expect(night.isWelcomed)
        night.press([.stop, .stop, .stop])
        #expect(night.page == nil)
        #expect(night.clockOrders.count == 1)
        #expect(days(night) == .weekly(.daily))
        night.press([.menu, .menu, .menu, .menu, .menu])
        for kind in [Schedule.Kind.weekly(.daily), .once, .weekly(.daily)] {
            #expect(night.page?.value == .days(kind))
            night.press(.plus)
        }
        night.press([.stop, .stop, .stop, .stop, .plus, .menu, .plus, .menu, .menu, .menu])
        #expect(night.page == MenuPage(.newAlarm, value: .days(.weekly(.daily))))
    }

    @Test("5.8: A date that somebody touches brings the days of the first alarm")
    func date() throws {
        var night = try afterAlarm()
        night.press([.plus, .menu, .menu, .menu])
        try night.obeyMenu()
        let next = try civilDate("2025-01-15")
        #expect(night.machine.snapshot.civil?.date == next)
        #expect(night.machine.snapshot.civil?.hour == 13)
        #expect(night.page == MenuPage(.alarm(AlarmID(1)), value: .days(.weekly(.weekdays))))
        night.press(.menu)
        #expect(night.isWelcomed)
        #expect(days(night) == .weekly(.weekdays))
    }

    @Test("5.8: A date that was right already is no guess any more once somebody has touched it")
    func sameDate() throws {
        var night = try afterAlarm()
        night.press([.plus, .minus, .menu, .menu, .menu])
        try night.obeyMenu()
        #expect(night.page?.value == .days(.weekly(.weekdays)))
        #expect(!night.machine.time.isDateGuessed)
        #expect(night.machine.snapshot.civil?.hour == 13)
    }

    @Test("5.8: A guessed date stays one over a power cut, until the network or a client sets it")
    func known() throws {
        for isNetwork in [true, false] {
            var night = try afterAlarm()
            night.press(.stop)
            try night.cutPower(for: .hours(1), clock: "2025-01-14 13:30", trust: .plausible)
            #expect(night.machine.time.isDateGuessed)
            if isNetwork {
                night.step(by: .hours(5))
            } else {
                let wall = night.now.wall + .hours(5)
                night.send(.time(.set(.instant(wall))))
                try night.obeyMenu()
            }
            #expect(!night.machine.time.isDateGuessed)
            night.press([.menu, .menu, .menu, .menu, .menu, .plus, .plus])
            #expect(night.page?.value == .days(.once))
        }
    }

    @Test("A network that is faster than the person leaves no date to ask for")
    func network() throws {
        var night = try afterTime(try Night(at: "2025-01-14 00:00", trust: .unknown))
        night.step(by: .hours(50))
        #expect(night.page?.item == .newAlarm)
        night.press([.plus, .menu, .menu, .menu])
        #expect(night.page?.value == .days(.weekly(.weekdays)))
        night.press(.menu)
        #expect(night.isWelcomed && days(night) == .weekly(.weekdays))
    }

    @Test("Each question is skipped by one press, or by one hold on two keys")
    func skips() throws {
        let zones = [try systemZone("Europe/London")]
        var night = try afterAlarm(zones: zones)
        night.press(.stop)
        #expect(night.page == MenuPage(.time, value: .zone("Europe/Berlin")))
        night.press(.stop)
        #expect(night.isWelcomed)
        night = try Night.withTwoKeys(at: "2025-01-14 00:00", trust: .unknown)
        night.machineOffers(zones)
        night.press([.snooze, .snooze, .stop, .stop, .stop])
        try night.obeyMenu()
        let day = try civilDate("2025-01-14")
        let pages: [MenuValue] = [.day(day), .zone("Europe/Berlin"), .help(.snooze)]
        for page in pages {
            night.hold(.stop, for: .milliseconds(700))
            #expect(night.page?.value == page)
        }
        #expect(night.machine.ringing.alarms.book.alarms.isEmpty)
        #expect(night.machine.trust == .trusted)
    }

    @Test("Whoever walks away keeps what was answered, and is not asked again")
    func walksAway() throws {
        var night = try afterAlarm()
        night.press([.plus, .menu])
        night.wait(.seconds(31))
        #expect(night.page == nil)
        #expect(night.machine.trust == .trusted && days(night) == .weekly(.daily))
        let day = try civilDate("2025-01-14")
        #expect(night.machine.snapshot.civil?.date == day)
        night = try afterTime(try Night(at: "2025-01-14 00:00", trust: .unknown))
        night.wait(.minutes(5))
        night.press(.snooze)
        #expect(night.page == nil && night.machine.trust == .trusted)
    }

    @Test("The zone is the last question, and the time that was set stays the time")
    func zone() throws {
        var night = try afterAlarm(zones: [try systemZone("Europe/London")])
        night.press([.stop, .plus, .menu])
        try night.obeyMenu()
        #expect(night.isWelcomed)
        #expect(night.machine.zone.name == "Europe/London")
        #expect(night.machine.snapshot.civil?.hour == 13)
    }
}
