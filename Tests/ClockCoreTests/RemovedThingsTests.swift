import BoundedJSON
import ClockTime
import Testing

@testable import ClockCore

@Suite("What the history calls things that are gone (product, A9)")
struct RemovedThingsTests {
    private func report(_ night: inout Night) throws -> HistoryReport {
        let reply = night.ask(.history(HistoryQuery()))
        let report: HistoryReport? = if case .history(let report)? = reply { report } else { nil }
        return try #require(report)
    }

    @Test("A removed alarm keeps its label, its time and its days, also through a power cut")
    func alarms() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let work = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.label = "Work" }
        let unnamed = try night.daily("08:00")
        let kept = try night.once("09:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.stop)
        night.ask(.alarm(.remove(work)))
        night.ask(.alarm(.remove(unnamed)))
        try night.cutPower(for: .minutes(5))
        let report = try report(&night)
        #expect(report.alarmLabels == [work: "Work", unnamed: "", kept: ""])
        let schedules: [AlarmID: Schedule] = [
            work: .daily(at: try timeOfDay("07:00")),
            unnamed: .daily(at: try timeOfDay("08:00")),
            kept: .once(at: try timeOfDay("09:00")),
        ]
        #expect(report.schedules == schedules)
    }

    @Test("A timer without a name is known by its length when it is over, one with a name by both")
    func timers() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.ask(.timer(.add(.minutes(5), name: nil, starts: true)))
        night.ask(.timer(.add(.minutes(6), name: "Tea", starts: true)))
        night.ask(.timer(.operate(.cancel, TimerID(2), run: nil)))
        night.wait(.minutes(5))
        night.press(.stop)
        #expect(night.machine.ringing.timers[TimerID(1)] == nil)
        let report = try report(&night)
        #expect(report.timerNames == [TimerID(2): "Tea"])
        #expect(report.timerLengths == [TimerID(1): .minutes(5), TimerID(2): .minutes(6)])
    }

    @Test("The last hundred and twenty-eight are kept, and a state of an older clock has none")
    func capacity() throws {
        var removed = RemovedThings()
        let time = try timeOfDay("07:00")
        for number in 1...130 {
            let alarm = Alarm(
                id: AlarmID(number), schedule: .once(at: time), createdAt: Instant(seconds: 0))
            let timer = CountdownTimer(id: TimerID(number), name: nil, length: .seconds(number))
            removed.add([alarm], [timer])
        }
        #expect(removed.alarms.map(\.id.number) == Array(3...130))
        #expect(removed.timers.map(\.id.number) == Array(3...130))

        var night = try Night(at: "2025-01-14 06:00")
        night.ask(.alarm(.remove(try night.daily("08:00"))))
        let state = try #require(night.durable)
        var record = state.payload
        #expect(record.removeValue(forKey: "removed") != nil)
        let older = try PersistentState(stored: .object(record))
        #expect(older.removed == RemovedThings())
        #expect(older.nextAlarmNumber == state.nextAlarmNumber)
    }
}
