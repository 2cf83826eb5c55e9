import ClockTime
import Testing

@testable import ClockCore

@Suite("What the menu has for the night (product, B4)")
struct BedsideMenuTests {
    private func night(_ time: String = "2025-01-14 22:00") throws -> Night {
        var night = try Night(at: time)
        night.ask(.noise(.play(SoundID("pink"), volume: nil)))
        return night
    }

    @Test("One stop too many on the way out of the menu starts no noise, and a later one does")
    func oneStopTooMany() throws {
        var night = try Night(at: "2025-01-14 21:00")
        night.press(.menu)
        #expect(night.page != nil)
        night.press([.stop, .stop])
        #expect(night.page == nil && night.noiseSound == nil)
        night.wait(.seconds(2))
        night.press(.stop)
        #expect(night.noiseSound != nil)
    }

    @Test("An alarm has its volume there, and skips its next date")
    func alarm() throws {
        var night = try night()
        let id = try night.daily("07:00")
        night.open(.alarm(id))
        night.press(.menu, times: 5)
        #expect(night.page?.value == .volume(AlarmDefaults.volume))
        night.press([.minus, .menu, .plus])
        #expect(night.page?.value == .state(.skipped))
        night.press(.menu)
        #expect(try night.alarm(id).volume == Percent(clamping: AlarmDefaults.volume.value - 5))
        #expect(try night.next(id) == "2025-01-16 07:00:00")
    }

    @Test("What is skipped stays skipped at a new time, and rings again when it is on")
    func skipped() throws {
        var night = try night()
        let id = try night.daily("07:00")
        night.send(.alarm(.skipNext(id, 1)))
        night.open(.alarm(id))
        night.press(.plus)
        night.press(.menu, times: 6)
        #expect(night.page?.value == .state(.skipped))
        night.press(.menu)
        #expect(try night.next(id) == "2025-01-16 08:00:00")
        night.open(.alarm(id))
        night.press(.menu, times: 6)
        night.press([.minus, .menu])
        #expect(try night.next(id) == "2025-01-15 08:00:00")
    }

    @Test("An alarm that is off is switched on when its next date is skipped")
    func offToSkipped() throws {
        var night = try night()
        let id = try night.daily("07:00")
        night.send(.alarm(.setEnabled(id, false)))
        night.open(.alarm(id))
        night.press(.menu, times: 6)
        night.press([.minus, .menu])
        #expect(try night.next(id) == "2025-01-16 07:00:00")
    }

    @Test("An alarm without weekdays has nothing to skip")
    func once() throws {
        var night = try night()
        let id = try night.once("07:00")
        night.open(.alarm(id))
        night.press(.menu, times: 6)
        night.press(.plus)
        #expect(night.page?.value == .state(.off))
    }

    @Test("One that is skipped and gets other days than weekdays rings, and the last page says so")
    func skippedOnce() throws {
        var night = try night()
        let id = try night.daily("07:00")
        night.send(.alarm(.skipNext(id, 1)))
        night.open(.alarm(id))
        night.press(.menu, times: 3)
        night.press(.minus, times: 8)
        for _ in 0..<12 where night.page?.value != .days(.once) { night.press([.plus]) }
        #expect(night.page?.value == .days(.once))
        night.press(.menu, times: 3)
        #expect(night.page?.value == .state(.on))
        night.press(.menu)
        #expect(night.page == MenuPage(.alarm(id)))
        #expect(try night.next(id) == "2025-01-15 07:00:00")
    }

    @Test(
        "A new time switches an alarm on that was off, and the last page says so; Off keeps it off")
    func offWithNewTime() throws {
        for staysOff in [false, true] {
            var night = try night()
            let id = try night.daily("07:00")
            night.send(.alarm(.setEnabled(id, false)))
            night.open(.alarm(id))
            night.press(.plus)
            night.press(.menu, times: 6)
            #expect(night.page?.value == .state(.on))
            if staysOff { night.press([.plus, .plus]) }
            night.press(.menu)
            #expect(try night.alarm(id).isEnabled == !staysOff)
            #expect(try night.alarm(id).schedule.time == TimeOfDay(hour: 8, minute: 0))
        }
    }

    @Test("The sleep timer is started, changed and switched off, and plays the noise")
    func sleepTimer() throws {
        var night = try Night(at: "2025-01-14 22:00")
        func left() -> Duration? {
            night.machine.playing.sleep.report(night.machine.countdownContext)?.left
        }
        night.open(.sleepTimer)
        #expect(night.page?.value == .sleepTimer(0))
        night.press([.plus, .plus, .menu])
        #expect(night.noiseSound != nil)
        #expect(left().map { $0 > .minutes(29) && $0 <= .minutes(30) } == true)
        // So long that the menu closes on its way.
        for _ in 0..<3 { night.wait(.minutes(1)) }
        night.open(.sleepTimer)
        #expect(night.page?.value == .sleepTimer(27))
        night.press(.menu)
        #expect(left().map { $0 < .minutes(27) } == true)
        night.open(.sleepTimer)
        night.press([.minus, .minus, .menu])
        #expect(left() == nil && night.noiseSound != nil)
    }

    @Test("A timer is set, gets another length, and is switched off; named ones are left alone")
    func timer() throws {
        var night = try night()
        night.send(.timer(.add(.minutes(40), name: "Tea", starts: true)))
        func own() -> [CountdownTimer] {
            night.machine.ringing.timers.timers.filter { $0.name == nil }
        }
        night.open(.timer)
        night.press([.plus, .plus, .menu])
        #expect(own().map(\.length) == [.minutes(2)])
        night.press(.stop)
        #expect(night.page == nil)
        // Where the face has no line for it, nothing else would show that it runs.
        #expect(night.machine.snapshot.countdownText == "1:59")
        night.wait(.seconds(10))
        night.open(.timer)
        #expect(night.page?.value == .timer(2))
        night.press([.plus, .menu])
        #expect(own().map(\.length) == [.minutes(3)])
        for _ in 0..<3 { night.wait(.minutes(1)) }
        #expect(night.machine.isRinging)
        night.press(.stop)
        night.wait(.seconds(11))
        night.open(.timer)
        night.press([.plus, .menu])
        night.open(.timer)
        night.press([.minus, .menu])
        #expect(own().isEmpty)
        #expect(night.machine.ringing.timers.timers.count == 1)
    }

    @Test("Do not disturb is switched; its hours cannot be ended, and the menu says so")
    func quiet() throws {
        var night = try night()
        night.open(.quiet)
        night.press([.plus, .menu])
        #expect(night.machine.holdsQuiet)
        night.open(.quiet)
        #expect(night.page?.value == .quiet(true))
        night.press([.plus, .menu])
        #expect(!night.machine.holdsQuiet)
        // It ends by itself, at the latest after twelve hours.
        night.open(.quiet)
        night.press([.plus, .menu])
        night.wait(.hours(11))
        #expect(night.machine.holdsQuiet)
        night.wait(.hours(2))
        #expect(!night.machine.holdsQuiet)
        try night.wait(until: "2025-01-15 22:00")
        let hours = QuietHours(from: try timeOfDay("21:00"), to: try timeOfDay("06:00"))
        night.send(.quiet(.setDoNotDisturb(.quietHours(hours))))
        night.open(.quiet)
        #expect(night.page?.value == .quiet(true))
        night.press([.plus, .menu])
        #expect(night.page?.isRefused == true)
        #expect(night.machine.holdsQuiet)
        // What was switched by hand until some time is over, and the hours go on.
        night.send(.quiet(.setDoNotDisturb(.onUntil(try timeOfDay("23:00")))))
        try night.wait(until: "2025-01-15 23:30")
        night.open(.quiet)
        night.press([.plus, .menu])
        #expect(night.page?.isRefused == true)
    }

    @Test("Health is told page by page: what is wrong, or that all is well")
    func health() throws {
        var equipment = Equipment()
        equipment.display = .pixels(columns: 128, rows: 64)
        var night = try Night(at: "2025-01-14 22:00", equipment: equipment)
        night.open(.health)
        #expect(night.page?.value == .finding("All is well"))
        night.press(.menu)
        night.handle(.health(HealthReport(part: .sound, problem: "no card")))
        night.open(.health)
        guard case .finding(let text) = night.page?.value else {
            Issue.record("no finding is shown")
            return
        }
        #expect(text.contains("Sound"))
    }

    @Test("Pairing tells the clock's name, where the display has letters, and then shows a code")
    func pairing() throws {
        for hasPixels in [true, false] {
            var equipment = Equipment()
            equipment.display = hasPixels ? .pixels(columns: 128, rows: 64) : .digits(4)
            equipment.hostName = "clock.local"
            var night = try Night(at: "2025-01-14 22:00", equipment: equipment)
            night.open(.pairing)
            if hasPixels {
                #expect(night.page?.value == .address("clock.local"))
                night.press(.menu)
            }
            #expect(night.page == nil)
            #expect(night.machine.snapshot.code?.digits.count == 6)
        }
    }

    @Test("Then it tells the address that the network's program has told in the last 3 min")
    func address() throws {
        for hasPixels in [true, false] {
            var equipment = Equipment()
            equipment.display = hasPixels ? .pixels(columns: 128, rows: 64) : .digits(4)
            equipment.hostName = "clock.local"
            var night = try Night(at: "2025-01-14 22:00", equipment: equipment)
            let told = WebAddresses(figures: ["192.168.178.55", "fd00::7"], port: 8080)
            #expect(
                night.ask(.pairing(.tell(told)))
                    == .address(
                        AddressReport(host: "clock.local", figures: told.figures, port: 8080)))
            night.open(.pairing)
            if hasPixels { night.press(.menu) }
            #expect(night.page?.value == .address("192.168.178.55:8080"))
            night.press(.menu)
            #expect(night.machine.snapshot.code?.digits.count == 6)
            night.wait(.minutes(3))
            let forgotten = AddressReport(host: "clock.local", figures: [], port: nil)
            #expect(night.ask(.pairing(.address)) == .address(forgotten))
            #expect(night.machine.menuChoices.addresses == (hasPixels ? ["clock.local"] : []))
        }
    }

    @Test(
        "An address is written as somebody types it",
        arguments: [
            ("192.168.1.7", 80, "192.168.1.7", "http://192.168.1.7/"),
            ("192.168.1.7", 8080, "192.168.1.7:8080", "http://192.168.1.7:8080/"),
            ("fd00::7", 80, "[fd00::7]", "http://[fd00::7]/"),
        ])
    func writtenAddress(figures: String, port: Int, short: String, link: String) {
        #expect(WebAddresses(figures: [figures], port: port).short == short)
        #expect(WebAddresses.link(figures, port: port) == link)
    }

    @Test("A clock that cannot pair offers no code")
    func noPairing() throws {
        var equipment = Equipment()
        equipment.canPair = false
        let night = try Night(at: "2025-01-14 22:00", equipment: equipment)
        #expect(!night.machine.menuChoices.items.contains(.pairing))
    }

    // MARK: - The noise button

    @Test("While noise plays, the held noise button gives it 15 minutes more, and shows them")
    func longer() throws {
        var night = try night()
        night.hold(.noise, for: .seconds(1))
        func left() -> Int? {
            night.machine.playing.sleep.report(night.machine.countdownContext)
                .map { Int($0.left.components.seconds) }
        }
        #expect(left() == 899)
        #expect(night.machine.snapshot.page == .countdown(0))
        #expect(night.machine.snapshot.countdownText == "14:59")
        night.hold(.noise, for: .seconds(1))
        #expect(left() == 1798)
        #expect(night.noiseSound?.sound == SoundID("pink"))
    }

    @Test("In the fade of the sleep timer it brings the noise back")
    func longerInFade() throws {
        var night = try night()
        night.send(.noise(.setSleep(.start(.after(.minutes(1)), plays: true))))
        night.wait(.seconds(55))
        #expect(night.noiseSound == nil)
        night.hold(.noise, for: .seconds(1))
        #expect(night.noiseSound?.sound == SoundID("pink"))
    }

    // MARK: - What a press tells

    @Test("A press shows the next alarm, the next one how long is left to sleep (product, A7)")
    func sleepLeft() throws {
        var night = try Night(at: "2025-01-14 22:00")
        night.press(.snooze)
        night.press(.snooze)
        #expect(night.machine.snapshot.page == .date)
        _ = try night.daily("07:00")
        night.wait(.seconds(10))
        night.press([.snooze, .snooze])
        #expect(night.machine.snapshot.page == .sleepLeft)
    }

    @Test("A nap that is paused or snoozed says so")
    func napTitle() throws {
        var night = try Night(at: "2025-01-14 22:00")
        func title() -> String? { night.machine.snapshot.running.first?.title }
        night.hold(.snooze, for: .seconds(1))
        night.wait(.seconds(40))
        #expect(title() == "Nap")
        night.send(.nap(.operate(.pause, number: nil)))
        #expect(title() == "Nap paused")
        night.send(.nap(.operate(.resume, number: nil)))
        night.wait(.minutes(20))
        #expect(night.machine.isRinging)
        night.press(.snooze)
        #expect(title() == "Nap rings again")
    }
}
