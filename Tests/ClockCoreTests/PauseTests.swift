import BoundedJSON
import ClockTime
import Testing

@testable import ClockCore

@Suite("Pauses of all alarms, several at once (law, 7; product, A11a), and free days")
struct PauseTests {
    private func range(_ first: String, _ last: String) throws -> DateRange {
        DateRange(first: try civilDate(first), last: try civilDate(last))
    }

    private func pauses(_ night: inout Night, _ command: AlarmCommand) -> [DateRange]? {
        guard case .paused(let pauses, _)? = night.ask(.alarm(command)) else { return nil }
        return pauses
    }

    @Test("7: a second pause leaves the first: no alarm rings in either")
    func two() throws {
        var night = try Night(at: "2026-03-04 13:00")
        _ = try night.daily("07:00")
        let first = try range("2026-03-05", "2026-03-06")
        let second = try range("2026-03-12", "2026-03-13")
        #expect(pauses(&night, .pauseAll(second)) == [second])
        #expect(pauses(&night, .pauseAll(first)) == [first, second])
        #expect(pauses(&night, .pauses) == [first, second])
        guard case .status(let status) = night.ask(.status) else { return }
        #expect(status.pauses == [first, second])
        try night.cutPower(for: .minutes(1))
        try night.wait(until: "2026-03-14 00:00")
        let rang = night.story.filter { $0.contains("fired") }.map { $0.prefix(10) }
        #expect(
            rang == [
                "2026-03-07", "2026-03-08", "2026-03-09", "2026-03-10", "2026-03-11",
            ])
    }

    @Test("7: pauses that overlap or touch become one, and what is paused already is no change")
    func joined() throws {
        var night = try Night(at: "2026-03-04 13:00")
        night.ask(.alarm(.pauseAll(try range("2026-03-05", "2026-03-06"))))
        night.ask(.alarm(.pauseAll(try range("2026-03-10", "2026-03-12"))))
        night.ask(.alarm(.pauseAll(try range("2026-03-14", "2026-03-15"))))
        let touching = try range("2026-03-07", "2026-03-08")
        let joined = try range("2026-03-05", "2026-03-08")
        #expect(pauses(&night, .pauseAll(touching))?.first == joined)
        let revision = night.machine.saving.revision
        let covered = try range("2026-03-06", "2026-03-07")
        guard case .paused(_, let change)? = night.ask(.alarm(.pauseAll(covered))) else { return }
        #expect(change == .unchanged)
        #expect(night.machine.saving.revision == revision)
        let all = try range("2026-03-05", "2026-03-15")
        #expect(pauses(&night, .pauseAll(try range("2026-03-08", "2026-03-13"))) == [all])
    }

    @Test("7: a pause ends by any of its dates, and its dates ring; a date of none is refused")
    func ended() throws {
        var night = try Night(at: "2026-03-04 13:00")
        let id = try night.daily("07:00")
        let first = try range("2026-03-05", "2026-03-06")
        let second = try range("2026-03-12", "2026-03-13")
        night.ask(.alarm(.pauseAll(first)))
        night.ask(.alarm(.pauseAll(second)))
        let none = try civilDate("2026-03-09")
        #expect(night.ask(.alarm(.endPause(on: none))) == .refused(.wrongState(.notPaused(none))))
        let reply = night.ask(.alarm(.endPause(on: try civilDate("2026-03-06"))))
        #expect(reply == .paused([second], .ended([first])))
        #expect(night.notes.last == .pauseEnded(first))
        #expect(try night.next(id) == "2026-03-05 07:00:00")
        #expect(night.ask(.alarm(.endPause(on: nil))) == .paused([], .ended([second])))
        #expect(night.ask(.alarm(.endPause(on: nil))) == .paused([], .unchanged))
    }

    @Test("A11a: there is room for so many pauses, and past ones make room")
    func bounded() throws {
        var night = try Night(at: "2026-03-04 13:00")
        let today = try civilDate("2026-03-04")
        for place in 0..<Pauses.capacity {
            let date = today.adding(days: 2 * place)
            night.ask(.alarm(.pauseAll(DateRange(first: date, last: date))))
        }
        #expect(night.machine.ringing.rules.pauses.ranges.count == Pauses.capacity)
        let late = try range("2027-01-01", "2027-01-02")
        #expect(
            night.ask(.alarm(.pauseAll(late)))
                == .refused(
                    .invalid(field: "dates", .tooMany(of: .pauses, most: Pauses.capacity))))
        try night.wait(until: "2026-03-08 13:00")
        #expect(pauses(&night, .pauseAll(late))?.last == late)
    }

    @Test("10: a state with one pause of an older program is loaded")
    func oldState() throws {
        var night = try Night(at: "2026-03-04 13:00")
        _ = try night.daily("07:00")
        var fields = try #require(night.durable).payload
        fields["pause"] = .object([
            "first": .string("2026-03-05"), "last": .string("2026-03-06"),
        ])
        let state = try PersistentState(stored: .object(fields))
        night.restartProgram(restoring: state)
        let kept = try range("2026-03-05", "2026-03-06")
        #expect(pauses(&night, .pauses) == [kept])
        #expect(!night.machine.persistentState.storedText.contains(#""pause":"#))
    }

    @Test("A11a: free days come and go one by one, and a new list names those that it drops")
    func freeDays() throws {
        var night = try Night(at: "2026-12-20 13:00")
        let id = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.observesFreeDays = true }
        func day(_ date: String, _ name: String = "") throws -> FreeDay {
            FreeDay(date: try civilDate(date), name: name)
        }
        let (eve, christmas) = (try day("2026-12-24"), try day("2026-12-25", "Christmas"))
        let past = try day("2026-12-01")
        night.ask(.quiet(.setFreeDays([past, christmas])))
        let added = night.ask(.quiet(.addFreeDays([eve])))
        #expect(
            added
                == .freeDays([past, eve, christmas], FreeDaysChange(added: [eve], dropped: [])))
        let named = try day("2026-12-24", "Eve")
        let renamed = FreeDaysChange(added: [named], dropped: [])
        #expect(
            night.ask(.quiet(.addFreeDays([named])))
                == .freeDays([past, named, christmas], renamed))
        let revision = night.machine.saving.revision
        let same = FreeDaysChange(added: [], dropped: [])
        #expect(
            night.ask(.quiet(.addFreeDays([named]))) == .freeDays([past, named, christmas], same))
        #expect(night.machine.saving.revision == revision)
        let other = try civilDate("2026-12-26")
        #expect(
            night.ask(.quiet(.removeFreeDays([named.date, other])))
                == .refused(.invalid(field: "dates", .time(.notFree(other)))))
        night.ask(.quiet(.removeFreeDays([named.date])))
        #expect(
            try night.alarm(id).timing.skipReason(
                of: occurrence(night, id, "2026-12-24"), night.machine.ringing.rules) == nil)
        // The day that is over was of no use any more.
        #expect(
            night.ask(.quiet(.setFreeDays([])))
                == .freeDays([], FreeDaysChange(added: [], dropped: [christmas])))
    }

    private func occurrence(
        _ night: Night, _ id: AlarmID, _ date: String
    ) throws -> Occurrence {
        let instant = try night.zone.instant(showing: "\(date) 07:00")
        return Occurrence(date: try civilDate(date), instant: instant, placement: .exact)
    }
}
