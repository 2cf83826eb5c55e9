import ClockTime
import TestKit
import Testing

@testable import ClockCore

@Suite("The time and the first alarm by keys (product, B4)")
struct FirstStartTests {
    @Test("A new clock asks after 60 s, for the time and then for an alarm")
    func asksByItself() throws {
        var night = try Night(at: "2025-01-14 00:00", trust: .unknown)
        night.wait(.seconds(59))
        #expect(night.page == nil)
        night.wait(.seconds(1))
        let noon = try #require(TimeOfDay(hour: 12, minute: 0))
        #expect(night.page?.value == .hour(noon))
        night.wait(.minutes(2))
        night.press([.plus, .menu, .menu, .plus, .menu])
        try night.obeyMenu()
        #expect(night.machine.trust == .trusted)
        let civil = try #require(night.machine.snapshot.civil)
        #expect((civil.hour, civil.minute) == (13, 1))
        #expect(night.page?.item == .newAlarm)
        night.press([.menu, .menu, .menu])
        #expect(night.page == MenuPage(.newAlarm, value: .wanted(false)))
        night.press([.plus, .menu])
        let alarm = try #require(night.machine.ringing.alarms.book.alarms.first)
        #expect(alarm.schedule.time == TimeOfDay(hour: 7, minute: 0))
        // The date is the last question: here is no zone to choose.
        let day = try civilDate("2025-01-14")
        #expect(night.page == MenuPage(.time, value: .day(day)))
        night.press(.stop)
        #expect(night.isWelcomed)
    }

    @Test("With two keys, any key asks at once")
    func twoKeys() throws {
        var night = try Night.withTwoKeys(at: "2025-01-14 00:00", trust: .unknown)
        night.press(.snooze)
        #expect(night.page?.item == .time)
        night.press([.snooze, .stop, .stop, .stop])
        try night.obeyMenu()
        #expect(night.machine.snapshot.civil?.hour == 13)
        night.press([.snooze, .stop, .stop, .stop])
        #expect(night.machine.ringing.alarms.book.alarms.count == 1)
        night.hold(.stop, for: .milliseconds(700))
        #expect(night.isWelcomed)
    }

    @Test("5.2: Taps on one key set no time and no alarm, and the clock goes on asking")
    func taps() throws {
        for button in Button.allCases {
            for isSmall in [false, true] {
                var night =
                    try isSmall
                    ? Night.withTwoKeys(at: "2025-01-14 00:00", trust: .unknown)
                    : Night(at: "2025-01-14 00:00", trust: .unknown)
                guard night.equipment.keys.contains(button) else { continue }
                for _ in 1...40 {
                    night.press(button)
                    night.wait(.milliseconds(300))
                }
                #expect(night.clockOrders.isEmpty, "\(button)")
                #expect(night.machine.trust == .unknown)
                #expect(night.machine.ringing.alarms.book.alarms.isEmpty)
                night.wait(.seconds(31))
                #expect(night.page == nil)
            }
        }
    }

    @Test(
        "5.2: A time counts from the first touch of its hour or minute, even if that ends where it began"
    )
    func touched() throws {
        for touch in [[Button.plus, .minus, .menu], [.menu, .minus, .plus]] {
            var night = try Night(at: "2025-01-14 00:00", trust: .unknown)
            night.press([.menu] + touch + [.menu, .menu])
            try night.obeyMenu()
            #expect(night.machine.trust == .trusted)
            #expect(night.machine.snapshot.civil?.hour == 12)
        }
        var night = try Night(at: "2025-01-14 00:00", trust: .unknown)
        night.press([.menu, .menu, .menu, .menu])
        #expect(night.clockOrders.isEmpty)
        #expect(night.page == nil)
        night.press(.snooze)
        #expect(night.page?.item == .time)
    }

    @Test("The first alarm is set with its time, or by a yes; by default it is not")
    func firstAlarm() throws {
        let keys: [(answer: [Button], count: Int)] = [
            ([.menu, .menu, .menu, .menu], 0), ([.menu, .menu, .plus, .menu], 1),
            ([.menu, .menu, .menu, .plus, .plus, .menu], 0), ([.stop], 0),
            ([.menu, .menu, .menu, .plus, .menu], 1), ([.menu, .plus, .menu, .menu], 1),
        ]
        for (answer, count) in keys {
            var night = try Night(at: "2025-01-14 00:00", trust: .unknown)
            night.press([.menu, .plus, .menu, .menu, .menu])
            try night.obeyMenu()
            night.press(answer)
            let day = try civilDate("2025-01-14")
            #expect(night.page?.value == .day(day), "\(answer)")
            #expect(night.machine.ringing.alarms.book.alarms.count == count, "\(answer)")
        }
    }

    @Test("Dates begin where the program was built, and years go on from there")
    func startsAtBuild() throws {
        let built = try Night(at: "2027-05-06 10:00").now.wall.instant
        var night = try Night(at: "1970-01-01 01:00", trust: .unknown)
        night.offersDates(from: built)
        night.press([.menu, .plus, .menu, .menu, .menu])
        try night.obeyMenu()
        night.press(.stop)
        let day = try civilDate("2027-05-06")
        #expect(night.page?.value == .day(day))
        night.press([.menu, .menu, .minus])
        #expect(night.page?.value == .year(2099))
    }

    @Test("A time before that at which the program was built means the day after")
    func beforeBuild() throws {
        let built = try Night(at: "2027-05-06 20:00").now.wall.instant
        var night = try Night(at: "1970-01-01 01:00", trust: .unknown)
        night.offersDates(from: built)
        night.press([.menu, .plus, .menu, .menu, .menu])
        try night.obeyMenu()
        #expect(night.clock == "2027-05-07 13:00:00")
    }

    @Test("A time that is not confirmed is confirmed by a touch only, and goes on with its seconds")
    func plausible() throws {
        var night = try Night(at: "2025-01-14 09:30", trust: .plausible)
        _ = try night.daily("07:00")
        night.wait(.seconds(17))
        let menu = Array(repeating: Button.menu, count: 6)
        night.open(.time)
        night.press(menu)
        #expect(night.clockOrders.isEmpty)
        #expect(night.machine.trust == .plausible)
        night.open(.time)
        night.press([.plus, .minus] + menu)
        let order = try #require(night.clockOrders.last).moment
        #expect(order.wallMinusBoot == night.now.wallMinusBoot)
    }

    @Test("The time goes on while the date is chosen")
    func goesOn() throws {
        var night = try Night(at: "2025-01-14 00:00", trust: .unknown)
        night.press([.menu, .stop])
        night.open(.time)
        night.press([.plus, .menu, .menu, .menu])
        night.wait(.seconds(20))
        night.press(.menu)
        night.wait(.seconds(20))
        night.press([.menu, .menu])
        try night.obeyMenu()
        let civil = try #require(night.machine.snapshot.civil)
        #expect(civil.minute == 0 && civil.second >= 40)
    }

    @Test("The network's time ends the question; stop ends it for good")
    func ends() throws {
        var night = try Night(at: "2025-01-14 00:00", trust: .unknown)
        night.press(.plus)
        #expect(night.page != nil)
        night.press(.stop)
        #expect(night.page == nil)
        night.wait(.minutes(3))
        #expect(night.page == nil)
        night = try Night(at: "2025-01-14 00:00", trust: .unknown)
        night.wait(.seconds(70))
        #expect(night.page != nil)
        night.step(by: .hours(24))
        #expect(night.page == nil)
    }

    @Test("A clock that asks by itself blinks for three minutes; then the next key asks again")
    func nobodyAnswers() throws {
        var night = try Night(at: "2025-01-14 00:00", trust: .plausible)
        night.wait(.seconds(60))
        #expect(night.page?.item == .time)
        night.wait(.milliseconds(500))
        #expect(night.machine.snapshot.menu != nil && !night.machine.snapshot.isBlinkLit)
        night.wait(.seconds(179))
        #expect(night.page?.item == .time)
        night.wait(.seconds(1))
        #expect(night.page == nil)
        night.wait(.minutes(60))
        #expect(night.page == nil)
        night.press(.snooze)
        #expect(night.page?.item == .time)
    }

    @Test("31 February is the last of February, and a time that does not exist is refused")
    func impossibleTimes() throws {
        var night = try Night(at: "2025-01-31 12:00")
        night.open(.time)
        night.press([.menu, .menu, .menu, .menu, .plus])
        let last = try #require(CivilDate(year: 2025, month: 2, day: 28))
        #expect(night.page?.value == .month(last))
        night.press([.menu, .menu])
        try night.obeyMenu()
        #expect(night.machine.snapshot.civil?.date == CivilDate(year: 2025, month: 2, day: 28))
        night = try Night(at: "2025-03-30 01:30")
        let orders = night.clockOrders.count
        night.open(.time)
        night.press(.plus)
        night.press(.menu, times: 6)
        #expect(night.page?.isRefused == true)
        #expect(night.clockOrders.count == orders)
        night.press(.menu)
        #expect(night.page == MenuPage(.time))
    }

    @Test("Another zone alone keeps the instant; with a chosen time it keeps the local time")
    func zone() throws {
        var night = try Night(at: "2025-01-14 12:00")
        night.machineOffers([try systemZone("Europe/London")])
        night.open(.time)
        night.press(.menu, times: 6)
        night.press([.plus, .menu])
        #expect(night.machine.zone.name == "Europe/London")
        #expect(night.machine.snapshot.civil?.hour == 11)
        #expect(night.clockOrders.isEmpty)
    }

    @Test("Whatever keys were pressed in the menu, the alarm rings and stop ends it")
    func randomKeys() throws {
        for seed in UInt64(1)...60 {
            var generator = SeededGenerator(seed: seed)
            var night =
                try seed.isMultiple(of: 2)
                ? Night(at: "2025-01-14 06:50") : Night.withTwoKeys(at: "2025-01-14 06:50")
            night.checksCoding = false
            let keys = Array(night.equipment.keys).sorted { $0.rawValue < $1.rawValue }
            // The keys may change or remove any of them.
            for minute in 0..<3 {
                try night.add(.daily(at: try #require(TimeOfDay(hour: 7, minute: minute))))
            }
            for _ in 1...60 {
                if night.page == nil { night.holdBoth() }
                let key = keys.randomElement(using: &generator) ?? .snooze
                let isLong = Int.random(in: 0...5, using: &generator) == 0
                night.hold(key, for: isLong ? .milliseconds(900) : .milliseconds(90))
                night.wait(.milliseconds(Int.random(in: 10...400, using: &generator)))
            }
            night.wait(.seconds(31))
            #expect(night.page == nil || !night.ringing.isEmpty)
            let next = night.machine.ringing.alarms.nextAlarm(
                after: night.now.wall.instant, night.machine.ringing.rules)
            guard let next else { continue }
            night.skipsPictures = true
            night.wait(WallTime(next.occurrence.instant) - night.now.wall)
            #expect(night.ringing.contains(next.alarm.id), "seed \(seed)")
            night.press(.stop)
            #expect(night.ringing.isEmpty, "seed \(seed)")
        }
    }
}
