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
        night.press([.plus, .menu, .plus, .menu, .menu, .menu, .menu])
        try night.obeyMenu()
        #expect(night.machine.trust == .trusted)
        let civil = try #require(night.machine.snapshot.civil)
        #expect((civil.hour, civil.minute) == (13, 1))
        #expect(night.page?.item == .newAlarm)
        night.press([.menu, .menu, .menu])
        #expect(night.page == nil)
        let alarm = try #require(night.machine.alarms.book.alarms.first)
        #expect(alarm.schedule.time == TimeOfDay(hour: 7, minute: 0))
        #expect(alarm.schedule.kind == .weekly(.weekdays))
    }

    @Test("With two keys, any key asks at once")
    func twoKeys() throws {
        var night = try Night.withTwoKeys(at: "2025-01-14 00:00", trust: .unknown)
        night.press(.snooze)
        #expect(night.page?.item == .time)
        night.press([.snooze, .stop, .stop, .stop, .stop, .stop])
        try night.obeyMenu()
        #expect(night.machine.snapshot.civil?.hour == 13)
        night.press([.stop, .stop, .stop])
        #expect(night.machine.alarms.book.alarms.count == 1)
        #expect(night.page == nil)
    }

    @Test("The time goes on while the date is chosen")
    func goesOn() throws {
        var night = try Night(at: "2025-01-14 00:00", trust: .unknown)
        night.press([.menu, .menu, .menu])
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
        night.press([.menu, .plus, .menu, .menu, .menu, .menu, .plus])
        let last = try #require(CivilDate(year: 2025, month: 2, day: 28))
        #expect(night.page?.value == .month(last))
        night.press([.menu, .menu])
        try night.obeyMenu()
        #expect(night.machine.snapshot.civil?.date == CivilDate(year: 2025, month: 2, day: 28))
        night = try Night(at: "2025-03-30 01:30")
        let orders = night.clockOrders.count
        night.press([.menu, .plus, .menu, .plus, .menu, .menu, .menu, .menu, .menu])
        #expect(night.page?.isRefused == true)
        #expect(night.clockOrders.count == orders)
        night.press(.menu)
        #expect(night.page == MenuPage(.time))
    }

    @Test("Another zone alone keeps the instant; with a chosen time it keeps the local time")
    func zone() throws {
        var night = try Night(at: "2025-01-14 12:00")
        night.machineOffers([try systemZone("Europe/London")])
        night.press([.menu, .plus, .menu, .menu, .menu, .menu, .menu, .menu, .plus, .menu])
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
            let next = night.machine.alarms.nextAlarm(
                after: night.now.wall.instant, night.machine.rules)
            guard let next else { continue }
            night.skipsPictures = true
            night.wait(WallTime(next.occurrence.instant) - night.now.wall)
            #expect(night.ringing.contains(next.alarm.id), "seed \(seed)")
            night.press(.stop)
            #expect(night.ringing.isEmpty, "seed \(seed)")
        }
    }
}
