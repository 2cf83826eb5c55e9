import ClockTime
import Testing

@testable import ClockCore

@Suite("The display: night, sleep, modes and test pictures (product, S5, M1, M2)")
struct DisplayTests {
    private func set(_ changes: StyleChange..., on night: inout Night) {
        night.ask(.style(.set(changes)))
    }

    private static let hours = TimeOfDay("22:00").flatMap { from in
        TimeOfDay("07:00").flatMap { QuietHours(from: from, to: $0) }
    }

    // MARK: - Night

    @Test("Night by hours begins and ends at its minutes, and dims")
    func nightByHours() throws {
        var night = try Night(at: "2025-01-14 21:58")
        set(
            .set(\.night.hours, Self.hours), .set(\.night.brightness, Percent(clamping: 8)),
            on: &night)
        #expect(!night.machine.snapshot.isNight)
        #expect(night.machine.snapshot.brightness == 40)
        night.wait(.minutes(2))
        #expect(night.machine.snapshot.isNight)
        #expect(night.machine.snapshot.brightness == 8)
        try night.wait(until: "2025-01-15 06:59")
        #expect(night.machine.snapshot.isNight)
        night.wait(.minutes(1))
        #expect(!night.machine.snapshot.isNight)
    }

    @Test("A clock without a known time has no night by hours")
    func nightWithoutTime() throws {
        var night = try Night(at: "2025-01-14 23:00", trust: .unknown)
        set(.set(\.night.hours, Self.hours), on: &night)
        #expect(!night.machine.snapshot.isNight)
    }

    @Test("Night by light takes a minute of darkness, and a lamp or ten seconds of other light")
    func nightByLight() throws {
        var night = try Night(at: "2025-01-14 15:00")
        set(.set(\.night.followsLight, true), on: &night)
        func measure(_ lux: Double, for seconds: Int) {
            for _ in 0..<(seconds / 2) {
                night.handle(.lightMeasured(lux: lux))
                night.wait(.seconds(2))
            }
        }
        measure(2, for: 60)
        #expect(!night.machine.snapshot.isNight)
        measure(2, for: 4)
        #expect(night.machine.snapshot.isNight)
        // Headlights pass, and a film flickers.
        func flicker(for seconds: Int) {
            for _ in 0..<(seconds / 4) { for lux in [80.0, 40] { measure(lux, for: 2) } }
        }
        flicker(for: 8)
        measure(10, for: 60)
        #expect(night.machine.snapshot.isNight)
        flicker(for: 16)
        #expect(!night.machine.snapshot.isNight)
        measure(2, for: 70)
        #expect(night.machine.snapshot.isNight)
        measure(80, for: 4)
        #expect(!night.machine.snapshot.isNight)
    }

    @Test("A ring is fully bright at night")
    func ringAtNight() throws {
        var night = try Night(at: "2025-01-14 22:58")
        set(.set(\.night.hours, Self.hours), .set(\.night.isOff, true), on: &night)
        _ = try night.once("23:00")
        #expect(night.machine.snapshot.isAsleep)
        try night.wait(until: "2025-01-14 23:00")
        #expect(night.machine.snapshot.brightness == 100)
        #expect(!night.machine.snapshot.isAsleep)
    }

    @Test("A display that is off at night shows the time for five seconds after a key")
    func peek() throws {
        var night = try Night(at: "2025-01-14 23:00")
        set(.set(\.night.hours, Self.hours), .set(\.night.isOff, true), on: &night)
        #expect(night.machine.snapshot.isAsleep)
        night.press(.snooze)
        #expect(!night.machine.snapshot.isAsleep)
        #expect(night.machine.snapshot.page == .time)
        night.wait(.seconds(6))
        #expect(night.machine.snapshot.isAsleep)
    }

    // MARK: - Sleep

    @Test("The display sleeps after its time, and the key that wakes it does nothing else")
    func sleep() throws {
        var night = try Night(at: "2025-01-14 13:00")
        set(.set(\.sleepAfter, .minutes(10)), on: &night)
        night.wait(.minutes(11))
        night.handle(.wake)
        #expect(night.machine.snapshot.isAsleep)
        night.press(.stop)
        #expect(!night.machine.snapshot.isAsleep)
        #expect(!night.machine.snapshot.noise.isPlaying)
        night.wait(.seconds(1))
        night.press(.stop)
        #expect(night.machine.snapshot.noise.isPlaying)
    }

    @Test("Noise that plays and the face mode keep the display awake, if the style says so")
    func keepsAwake() throws {
        for keepsAwake in [true, false] {
            var night = try Night(at: "2025-01-14 13:00")
            set(.set(\.sleepAfter, .minutes(10)), .set(\.keepsAwake, keepsAwake), on: &night)
            night.ask(.display(.setMode(.face)))
            night.wait(.minutes(11))
            night.handle(.wake)
            #expect(night.machine.snapshot.isAsleep == !keepsAwake)
        }
    }

    @Test("A missed alarm and an unknown time are never asleep")
    func mustBeSeen() throws {
        var unknown = try Night(at: "2025-01-14 13:00", trust: .unknown)
        set(.set(\.sleepAfter, .seconds(10)), on: &unknown)
        unknown.wait(.minutes(1))
        #expect(!unknown.machine.snapshot.isAsleep)
    }

    @Test("A key that answers a ring counts as use, so the display does not go out with the ring")
    func awakeAfterRing() throws {
        var night = try Night(at: "2025-01-14 06:30")
        set(.set(\.sleepAfter, .minutes(10)), on: &night)
        _ = try night.once("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.stop)
        night.handle(.wake)
        #expect(!night.machine.isRinging)
        #expect(!night.machine.snapshot.isAsleep)
        night.wait(.minutes(11))
        night.handle(.wake)
        #expect(night.machine.snapshot.isAsleep)
    }

    @Test("A display that is switched off is dark until a key, which does nothing else")
    func switchedOff() throws {
        var night = try Night(at: "2025-01-14 13:00")
        night.ask(.display(.text("Good night", for: .minutes(1))))
        night.ask(.display(.setLit(false)))
        #expect(night.machine.snapshot.isAsleep)
        night.wait(.hours(5))
        #expect(night.machine.snapshot.isAsleep)
        night.press(.stop)
        #expect(!night.machine.snapshot.isAsleep && !night.machine.snapshot.noise.isPlaying)
        night.wait(.minutes(1))
        #expect(!night.machine.snapshot.isAsleep)
        night.ask(.display(.setLit(false)))
        night.ask(.display(.setLit(true)))
        #expect(!night.machine.snapshot.isAsleep)
    }

    @Test("Nothing that rings is dark, nor is what was missed")
    func ringsLit() throws {
        var night = try Night(at: "2025-01-14 06:30")
        night.ask(.display(.setLit(false)))
        _ = try night.once("07:00")
        try night.wait(until: "2025-01-14 07:00")
        #expect(!night.machine.snapshot.isAsleep)
        #expect(night.ask(.display(.setLit(false))) == .refused(.wrongState(.somethingRings)))
        try night.wait(until: "2025-01-14 09:00")
        #expect(!night.machine.isRinging && !night.machine.snapshot.isAsleep)
    }

    // MARK: - Modes

    @Test("Holding stop shows the face alone, says how to leave it, and shows everything again")
    func modes() throws {
        var night = try Night(at: "2025-01-14 13:00")
        func holdStop() {
            night.handle(.button(.stop, isDown: true))
            night.wait(.seconds(1))
            night.handle(.button(.stop, isDown: false))
        }
        holdStop()
        #expect(night.machine.snapshot.mode == .face)
        #expect(night.machine.snapshot.page == .hint)
        night.wait(.seconds(3))
        #expect(night.machine.snapshot.page == .time)
        holdStop()
        #expect(night.machine.snapshot.mode == .normal)
        #expect(night.machine.settings.displayMode == .normal)
    }

    // MARK: - Test pictures

    private func equipment(_ shape: DisplayShape) -> Equipment {
        var equipment = Equipment()
        equipment.display = shape
        return equipment
    }

    @Test("A test picture ends by itself, by any key and by a ring")
    func testPicture() throws {
        var night = try Night(at: "2025-01-14 06:59")
        let all = Command.display(.test(TestPicture(.all), for: .seconds(10)))
        night.ask(all)
        #expect(night.machine.snapshot.test?.picture.content == .all)
        night.wait(.seconds(10))
        #expect(night.machine.snapshot.test == nil)
        night.ask(all)
        night.press(.noise)
        #expect(night.machine.snapshot.test == nil)
        #expect(!night.machine.snapshot.noise.isPlaying)
        _ = try night.once("07:00")
        night.ask(.display(.test(TestPicture(.all), for: .minutes(10))))
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.machine.snapshot.test == nil)
    }

    @Test("A moving test picture goes on every 0.4 s")
    func movingPicture() throws {
        var night = try Night(at: "2025-01-14 06:59")
        night.ask(.display(.test(TestPicture(.rows), for: .seconds(10))))
        night.wait(.seconds(2))
        #expect(night.machine.snapshot.test?.step == 5)
    }

    @Test("What a display does not have is refused with what it has")
    func refusals() throws {
        let pixels = equipment(.pixels(columns: 16, rows: 9))
        let digits = equipment(.digits(4))
        let cases: [(Equipment, TestPicture.Content, String?)] = [
            (pixels, .pixel(column: 15, row: 8), nil), (pixels, .pixel(column: 16, row: 0), "x"),
            (pixels, .pixel(column: 0, row: 9), "y"), (pixels, .row(9), "row"),
            (pixels, .column(16), "column"), (pixels, .digit(4), nil), (pixels, .digit(5), "digit"),
            (digits, .digit(0), "digit"), (digits, .digit(4), nil),
        ]
        for (equipment, content, field) in cases {
            var night = try Night(at: "2025-01-14 06:59", equipment: equipment)
            let answer = night.answer(
                to: .display(.test(TestPicture(content), for: .seconds(10))))
            if let field {
                guard case .refused(let error) = answer?.reply else {
                    Issue.record("\(content) was not refused")
                    continue
                }
                #expect(error.field == field)
            } else {
                #expect(night.machine.snapshot.test != nil, "\(content)")
            }
        }
    }

    // MARK: - Style and presets

    @Test("The floor and the ceiling limit the automatic brightness, not a fixed one")
    func limits() throws {
        var night = try Night(at: "2025-01-14 13:00")
        set(.set(\.floor, Percent(clamping: 50)), on: &night)
        #expect(night.machine.snapshot.brightness == 50)
        set(.set(\.ceiling, Percent(clamping: 60)), on: &night)
        night.handle(.lightMeasured(lux: 1000))
        night.wait(.minutes(1))
        night.handle(.lightMeasured(lux: 1000))
        #expect(night.machine.snapshot.brightness <= 60)
        set(.set(\.brightness, .fixed(Percent(clamping: 5))), on: &night)
        #expect(night.machine.snapshot.brightness == 5)
        let answer = night.answer(to: .style(.set([.set(\.floor, Percent(clamping: 70))])))
        guard case .refused(.invalid("floor", _)) = answer?.reply else {
            Issue.record("a floor above the ceiling was taken")
            return
        }
    }

    @Test("The display's report has the light that was measured last, if anything measures it")
    func measuredLight() throws {
        var night = try Night(at: "2025-01-14 13:00")
        for measured in [nil, 12.5, 300] as [Double?] {
            if let measured { night.handle(.lightMeasured(lux: measured)) }
            guard case .display(let report) = night.answer(to: .display(.show))?.reply else {
                Issue.record("there is no report")
                return
            }
            #expect(report.lux == measured)
        }
    }

    @Test("A preset of one's own brings the whole style back; a built-in one only its colours")
    func presets() throws {
        var night = try Night(at: "2025-01-14 13:00")
        set(
            .set(\.fontWeight, .bold), .set(\.digitColor, Tint(red: 1, green: 200, blue: 3)),
            on: &night)
        night.ask(.preset(.save("Cabin")))
        night.ask(.preset(.load("red NIGHT")))
        #expect(night.machine.settings.style.digitColor == Tint("#ff2a00"))
        #expect(night.machine.settings.style.fontWeight == .bold)
        night.ask(.style(.reset))
        night.ask(.preset(.load("cabin")))
        #expect(night.machine.settings.style.digitColor == Tint(red: 1, green: 200, blue: 3))
        #expect(night.machine.settings.style.fontWeight == .bold)
        night.ask(.preset(.delete("CABIN")))
        #expect(night.machine.settings.presets.isEmpty)
        for refused in [PresetCommand.load("Cabin"), .delete("Night"), .save("Day"), .save("")] {
            guard case .refused = night.answer(to: .preset(refused))?.reply else {
                Issue.record("\(refused) was not refused")
                continue
            }
        }
    }

    @Test("There is room for twenty presets, and a name is saved over itself")
    func presetRoom() throws {
        var night = try Night(at: "2025-01-14 13:00")
        for number in 1...StylePreset.capacity { night.ask(.preset(.save("Preset \(number)"))) }
        guard case .refused(.presetsFull) = night.answer(to: .preset(.save("More")))?.reply else {
            Issue.record("there was room for more")
            return
        }
        night.ask(.preset(.save("preset 3")))
        #expect(night.machine.settings.presets.count == StylePreset.capacity)
    }

    @Test("A style is stored whole, and a style of an older clock has the defaults")
    func storing() throws {
        var night = try Night(at: "2025-01-14 13:00")
        let changes: [StyleChange] = [
            .set(\.colon, .blinking), .set(\.showsSeconds, true),
            .set(\.size, .percent(Percent(clamping: 70))),
            .set(\.rotation, .quarter), .set(\.night.hours, Self.hours),
            .set(\.sleepAfter, .minutes(5)), .set(\.fontDesign, .serif),
        ]
        night.ask(.style(.set(changes)))
        let style = night.machine.settings.style
        #expect(try ClockStyle(storedText: style.storedText) == style)
        let read = try ClockStyle(storedText: #"{"hourFormat":12,"colon":"blinking"}"#)
        #expect(read.hourFormat == .twelve && read.digitColor == ClockStyle.warmWhite)
    }
}
