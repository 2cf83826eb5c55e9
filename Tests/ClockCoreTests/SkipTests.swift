import ClockTime
import Testing

@testable import ClockCore

@Suite("Skipping the next rings (product, A1; law, 7)")
struct SkipTests {
    private func report(_ night: inout Night, _ command: Command) throws -> AlarmReport {
        guard case .alarm(let report) = night.ask(command) else {
            throw CommandError.wrongState(.inWords("refused"))
        }
        return report
    }

    @Test("7: the answer names the dates that are skipped and the ring that follows them")
    func announced() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        let answer = try report(&night, .alarm(.skipNext(id, 2)))
        #expect(answer.skips.map(\.date.description) == ["2025-01-14", "2025-01-15"])
        #expect(answer.next?.date.description == "2025-01-16")
        try night.wait(until: "2025-01-16 07:00")
        #expect(
            night.story == [
                "2025-01-14 07:00:00 skipped 1 of 2025-01-14 skipNext",
                "2025-01-15 07:00:00 skipped 1 of 2025-01-15 skipNext",
                "2025-01-16 07:00:00 fired 1",
            ])
    }

    @Test("7: taken back, what has not passed rings; what has passed stays skipped")
    func takenBack() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        _ = try report(&night, .alarm(.skipNext(id, 3)))
        try night.wait(until: "2025-01-14 12:00")
        let answer = try report(&night, .alarm(.skipNext(id, 0)))
        #expect(answer.skips == [])
        #expect(answer.next?.date.description == "2025-01-15")
    }

    @Test("6.7: what ends the skips says how many, and asking for others or none does not")
    func ended() throws {
        var later = AlarmChanges()
        later.time = TimeOfDay(hour: 8, minute: 0)
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        let enders: [Command] = [
            .alarm(.edit(id, later)), .alarm(.setEnabled(id, false)), .alarm(.operate(.cancel, id)),
        ]
        for ender in enders {
            _ = try report(&night, .alarm(.setEnabled(id, true)))
            _ = try report(&night, .alarm(.skipNext(id, 2)))
            #expect(try report(&night, .alarm(.setEnabled(id, true))).skipsEnded == 0)
            #expect(try report(&night, .alarm(.skipNext(id, 3))).skipsEnded == 0)
            #expect(try report(&night, ender).skipsEnded == 3, "\(ender)")
        }
        _ = try report(&night, .alarm(.setEnabled(id, true)))
        _ = try report(&night, .alarm(.skipNext(id, 2)))
        #expect(try report(&night, .alarm(.skipNext(id, 0))).skipsEnded == 0)
    }

    @Test("A ring or a snooze of the alarm goes on: only later dates are skipped")
    func whileRinging() throws {
        var night = try Night(at: "2025-01-14 06:59")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [id])
        _ = try report(&night, .alarm(.skipNext(id, 1)))
        #expect(night.ringing == [id])
        night.press(.stop)
        try night.wait(until: "2025-01-16 07:00")
        #expect(night.story.filter { $0.contains("fired") }.count == 2)
    }

    @Test("7: an alarm that rings once has nothing to skip, and says so")
    func onceIsRefused() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.send(.alarm(.add(.once(at: try timeOfDay("07:00")), AlarmChanges())))
        guard case .refused(let error) = night.ask(.alarm(.skipNext(AlarmID(1), 1))) else {
            Issue.record("not refused")
            return
        }
        #expect(error.code == "wrongState")
    }
}
