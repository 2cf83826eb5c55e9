import ClockTime
import Testing

@testable import ClockCore

@Suite("History (law, 11; product, A9)")
struct HistoryTests {
    private func events(_ night: Night) -> [HistoryEvent] { night.recorded.map(\.event) }

    @Test("A morning with two snoozes is kept, in order, with times, trust and zone")
    func morning() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:01")
        night.press(.snooze)
        night.wait(.minutes(10))
        night.press(.snooze)
        night.wait(.minutes(10))
        night.press(.stop)
        let scheduled = try night.zone.instant(showing: "2025-01-14 07:00")
        let date = try night.occurrence(id, "2025-01-14")
        #expect(
            events(night) == [
                .booted(hadSavedState: false), .alarmEdited(id, .added),
                .alarm(date, .fired(scheduled: scheduled, lateness: .zero)),
                .alarm(date, .snoozed(until: WallTime(scheduled.advanced(bySeconds: 600)))),
                .alarm(date, .rangAgain(.snoozeEnded)),
                .alarm(date, .snoozed(until: WallTime(scheduled.advanced(bySeconds: 1_200)))),
                .alarm(date, .rangAgain(.snoozeEnded)), .alarm(date, .stopped(by: .button)),
            ])
        let fired = try #require(night.recorded.first { $0.instant == scheduled })
        #expect(fired.trust == .trusted)
        #expect(fired.zoneOffset == 3_600)
        #expect(fired.zone == HistoryRecord.checksum(ofZone: "Europe/Berlin"))
        #expect(fired.civil.description == "2025-01-14T07:00:00")
        #expect(night.recorded.map(\.sequence) == Array(1...8))
        #expect(Array(night.machine.history.records) == night.recorded)
    }

    @Test("A late ring, an unanswered one, a skip, steps, trust, zones and bad storage are kept")
    func allKinds() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        night.ask(.alarm(.skipNext(id, 1)))
        try night.wait(until: "2025-01-15 06:59")
        try night.cutPower(for: .minutes(5))
        night.wait(.hours(1))
        night.step(by: .seconds(-30))
        night.step(by: .seconds(30), trust: .plausible)
        try night.changeZone("Asia/Tokyo")
        night.handle(.health(HealthReport(part: .storage, problem: "the disk is full")))
        night.handle(.health(HealthReport(part: .storage, problem: nil)))
        night.handle(.health(HealthReport(part: .sound, problem: "no device")))
        let skipped = try night.occurrence(id, "2025-01-14")
        let missed = try night.occurrence(id, "2025-01-15")
        let scheduled = try systemZone("Europe/Berlin").instant(showing: "2025-01-15 07:00")
        let expected: [HistoryEvent] = [
            .alarm(skipped, .skipped(.skipNext)), .booted(hadSavedState: true),
            .alarm(missed, .fired(scheduled: scheduled, lateness: .seconds(240))),
            .alarm(missed, .missed(scheduled: scheduled, .unanswered)),
            .clockStepped(by: .seconds(-30), .synchronised), .trustChanged, .zoneChanged,
            .storageFailed(.storage), .storageRecovered(.storage),
        ]
        let found = events(night)
        for event in expected { #expect(found.contains(event), "\(event)") }
        #expect(
            found.filter { if case .alarm(_, .silenced) = $0 { true } else { false } }.count == 2)
        #expect(Endings.problems(of: night.recorded).isEmpty)
    }

    @Test("Numbers go on after a restart, whichever of state and history is left")
    func numbering() throws {
        var night = try Night(at: "2025-01-14 06:00")
        _ = try night.daily("07:00")
        let last = try #require(night.recorded.last).sequence
        let state = try #require(night.durable)
        for (saved, records) in [(state, []), (nil, night.recorded), (state, night.recorded)]
            as [(PersistentState?, [HistoryRecord])]
        {
            let history = History(restoring: records.reversed(), saved)
            #expect(history.nextSequence == last + 1)
            #expect(Array(history.records) == records)
        }
    }

    @Test("The newest thousand and some are kept, at the same cost each")
    func bounded() throws {
        var history = History(restoring: [], nil)
        let now = Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0))
        for _ in 1...5_000 {
            let added = history.append(
                [.trustChanged(.trusted), .pageShown(.time)], at: now, trust: .trusted, zone: .utc)
            #expect(added.count == 1)
        }
        #expect(history.records.map(\.sequence) == Array(3_977...5_000))
    }

    @Test("A query names an alarm, a date, a beginning and how many")
    func queries() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let first = try night.daily("07:00")
        let second = try night.daily("08:00")
        for day in 14...16 {
            try night.wait(until: "2025-01-\(day) 07:00")
            night.press(.stop)
            try night.wait(until: "2025-01-\(day) 08:00")
            night.press(.stop)
        }
        try night.changeZone("Asia/Tokyo")
        func found(_ query: HistoryQuery) throws -> [HistoryRecord] {
            guard case .history(let report)? = night.ask(.history(query)) else {
                Issue.record("no history for \(query)")
                return []
            }
            for record in report.records {
                let name = record.event == .zoneChanged ? "Asia/Tokyo" : "Europe/Berlin"
                #expect(report.zoneNames[record.zone] == name)
            }
            return report.records
        }
        #expect(try found(HistoryQuery()) == night.recorded)
        #expect(try found(HistoryQuery(count: 2)) == night.recorded.suffix(2))
        let ofSecond = try found(HistoryQuery(alarm: second))
        #expect(ofSecond.count == 7)
        #expect(ofSecond.allSatisfy { $0.event.alarm == second })
        let date = try civilDate("2025-01-15")
        let ofDate = try found(HistoryQuery(alarm: first, date: date))
        #expect(ofDate.map(\.event.occurrence?.date) == [date, date])
        let evening = try systemZone("Europe/Berlin").instant(showing: "2025-01-16 07:30")
        #expect(try found(HistoryQuery(since: evening)).count == 3)
        #expect(try found(HistoryQuery(alarm: AlarmID(99))).isEmpty)
    }

    @Test("Zones are known by their names' checksums, and the last sixty-four by name")
    func zones() {
        #expect(HistoryRecord.checksum(ofZone: "a") == 0xE40C_292C)
        var history = History(restoring: [], nil)
        let now = Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0))
        for number in 1...100 {
            _ = history.append(
                [.zoneChanged("")], at: now, trust: .trusted,
                zone: .fixed(name: "zone \(number)", offsetSeconds: number))
        }
        #expect(history.zoneNames.count == 64)
        #expect(history.zoneNames.last == "zone 100")
        #expect(history.records.last?.zoneOffset == 100)
    }
}

@Suite("The history of one alarm (product, A9 and A12)")
struct HistoryOfAlarmTests {
    @Test("Asked for one alarm, the rungs that its ring took are told, and none of another's")
    func rungs() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let mute = try night.daily("07:00")
        let well = try night.daily("08:00")
        night.workingOutputs = []
        try night.wait(until: "2025-01-14 07:00")
        night.wait(.seconds(10))
        night.press(.stop)
        night.workingOutputs = [0]
        try night.wait(until: "2025-01-14 08:01")
        func rungs(of alarm: AlarmID) -> Int {
            guard case .history(let report) = night.ask(.history(HistoryQuery(alarm: alarm))) else {
                return -1
            }
            return report.records.filter { if case .rungTaken = $0.event { true } else { false } }
                .count
        }
        #expect(rungs(of: mute) == 2)
        #expect(rungs(of: well) == 0)
    }
}
