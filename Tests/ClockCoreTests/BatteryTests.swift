import ClockTime
import Testing

@testable import ClockCore

@Suite("The battery (product, O1)")
struct BatteryTests {
    private static func battery(
        _ charge: Int, _ flow: BatteryState.Flow = .discharging, isOnMains: Bool? = nil
    ) -> BatteryState {
        BatteryState(charge: Percent(clamping: charge), flow: flow, isOnMains: isOnMains)
    }

    /// A clock with an alarm, and how often it began to warn.
    private struct Evening {
        var night: Night

        init(hasAlarm: Bool = true) throws {
            night = try Night(at: "2025-01-14 22:00")
            if hasAlarm { _ = try night.daily("07:00") }
        }

        mutating func read(_ state: BatteryState?) {
            night.handle(.batteryRead(state))
        }

        var warning: String? {
            night.machine.snapshot.problems.first { $0.part == .batteryCharge }?.problem
        }

        var warnings: Int {
            night.log.count { entry in
                guard case .healthChanged(let report) = entry.note else { return false }
                return report.part == .batteryCharge && report.problem != nil
            }
        }
    }

    @Test("is nowhere without one")
    func absent() throws {
        var evening = try Evening()
        #expect(evening.night.machine.snapshot.battery == nil)
        evening.read(nil)
        #expect(evening.night.machine.snapshot.battery == nil)
        #expect(evening.warning == nil)
    }

    @Test("is in the snapshot and in the status")
    func shown() throws {
        var evening = try Evening()
        let state = Self.battery(80, .charging, isOnMains: true)
        evening.read(state)
        #expect(evening.night.machine.snapshot.battery == state)
        guard case .status(let report)? = evening.night.ask(.status) else {
            Issue.record("there is no status")
            return
        }
        #expect(report.battery == state)
    }

    @Test("has its page last, for three seconds")
    func page() throws {
        var evening = try Evening()
        evening.read(Self.battery(80))
        var shown: [FacePage] = []
        for _ in 0..<4 {
            evening.night.press(.snooze)
            shown.append(evening.night.machine.snapshot.page)
        }
        #expect(shown == [.nextAlarm, .sleepLeft, .date, .battery])
        evening.night.wait(FaceMachine.shortDuration)
        #expect(evening.night.machine.snapshot.page == .time)
    }

    @Test("has no page where the style shows none, and the date neither, but warns all the same")
    func switchedOff() throws {
        var evening = try Evening()
        evening.read(Self.battery(80))
        evening.night.ask(.style(.set([.set(\.showsDate, false), .set(\.showsBattery, false)])))
        for page in [FacePage.nextAlarm, .sleepLeft, .time, .nextAlarm] {
            evening.night.press(.snooze)
            #expect(evening.night.machine.snapshot.page == page)
        }
        evening.read(Self.battery(14))
        #expect(evening.warning != nil)
    }

    @Test("warns once below 15 % if an alarm is set, until it is charged")
    func warns() throws {
        var evening = try Evening()
        evening.read(Self.battery(15))
        #expect(evening.warning == nil)
        evening.read(Self.battery(14))
        let text = "the battery has 14 % left, and an alarm is set. Charge it"
        #expect(evening.warning == text)
        for charge in [13, 16, 20, 14] { evening.read(Self.battery(charge)) }
        #expect(evening.warnings == 1)
        evening.read(Self.battery(14, .charging))
        #expect(evening.warning == nil)
        evening.read(Self.battery(14))
        #expect(evening.warnings == 2)
        #expect(evening.night.recorded.count { $0.event == .batteryLow } == 2)
        evening.read(Self.battery(21))
        #expect(evening.warning == nil)
        evening.read(nil)
        #expect(evening.warning == nil)
    }

    @Test(
        "is told once until it was well, whether the clock restarts or its gauge is silent"
    )
    func restart() throws {
        var evening = try Evening()
        func told() -> Int { evening.night.recorded.count { $0.event == .batteryLow } }
        evening.read(Self.battery(14))
        evening.night.restartProgram(after: .seconds(5))
        #expect(evening.warning == nil)
        evening.read(Self.battery(13))
        #expect(evening.warning != nil)
        evening.read(nil)
        evening.read(Self.battery(12))
        #expect(evening.warning != nil && told() == 1)
        evening.read(Self.battery(12, .charging))
        evening.night.restartProgram(after: .seconds(5))
        evening.read(Self.battery(12))
        #expect(evening.warning != nil && told() == 2)
    }

    @Test("does not warn while no alarm depends on it, and does once one is set")
    func noAlarm() throws {
        var evening = try Evening(hasAlarm: false)
        evening.read(Self.battery(5))
        #expect(evening.warning == nil)
        _ = try evening.night.daily("07:00")
        #expect(evening.warning != nil)
    }

    @Test("does not warn on the mains, nor while it is charged", arguments: [true, false])
    func fed(isCharging: Bool) throws {
        var evening = try Evening()
        evening.read(
            isCharging
                ? Self.battery(5, .charging) : Self.battery(5, .unknown, isOnMains: true))
        #expect(evening.warning == nil)
    }
}
