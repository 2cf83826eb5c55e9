import BoundedJSON
import ClockTime
import Testing

@testable import ClockCore

@Suite("What a restored backup does to rings (product, X6; law, 2 and 13)")
struct BackupTests {
    private func backup(of night: Night) throws -> Backup {
        var night = night
        guard case .backup(var backup)? = night.ask(.backup(.make())) else {
            throw NoBackup()
        }
        // As through a file.
        backup = try Backup(reading: backup.content, madeAt: backup.madeAt)
        backup.zones = try backup.zoneNames.map(night.rules)
        return backup
    }

    private struct NoBackup: Error {}

    private func restore(
        _ backup: Backup, on night: inout Night, isDryRun: Bool = false
    ) -> Reply? {
        let request = RequestID(90_000 + UInt64(night.answers.count))
        night.handle(.backupRead(request, backup, isDryRun: isDryRun))
        return night.answers[request]?.reply
    }

    private func report(_ reply: Reply?) throws -> RestoreReport {
        guard case .restored(let report)? = reply else { throw NoBackup() }
        return report
    }

    // MARK: - What is in it

    private func names<Record: DescribedRecord>(
        _: Record.Type, besides others: [String] = []
    ) -> Set<String> {
        Set(Record.fields.map(\.storedName) + others)
    }

    @Test("Each field of the state is decided: it is in a backup, or it is not")
    func everyField() {
        let besides = ["alarms", "keptAlarms", "areKeptAlarmsAcknowledged"]
        #expect(
            Set(PersistentState.carriage.keys) == names(PersistentState.self, besides: besides))
        #expect(Set(Settings.carriage.keys) == names(Settings.self))
        #expect(Set(PairingSettings.carriage.keys) == names(PairingSettings.self))
        #expect(Set(MqttSettings.carriage.keys) == names(MqttSettings.self))
        #expect(Set(CountdownsRecord.carriage.keys) == names(CountdownsRecord.self))
        #expect(Set(TimerRecord.carriage.keys) == names(TimerRecord.self))
        #expect(Set(NoiseState.carriage.keys) == names(NoiseState.self))
        #expect(Set(Alarm.carriage.keys) == names(Alarm.self))
    }

    @Test("A named timer is in a backup, and waits to be started; a nameless one is not")
    func timers() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.ask(.timer(.add(.minutes(5), name: "Tea", starts: true)))
        night.ask(.timer(.add(.minutes(9), name: nil, starts: true)))
        let backup = try backup(of: night)
        #expect(backup.counts.timers == 1)
        var other = try Night(at: "2025-01-14 06:00")
        other.ask(.timer(.add(.minutes(3), name: "Egg", starts: true)))
        let report = try report(restore(backup, on: &other))
        #expect(report.taken.timers == 1)
        let timers = other.machine.ringing.timers.timers
        #expect(timers.map(\.name) == ["Egg", "Tea"])
        #expect(timers.map(\.state.name) == [.countdown, .scheduled])
    }

    // MARK: - Rings

    @Test("Nothing is taken up while an alarm rings or is snoozed, and it goes on")
    func whileRinging() throws {
        let empty = try backup(of: try Night(at: "2025-01-14 06:00"))
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        #expect(restore(empty, on: &night) == .refused(.wrongState(.somethingRings)))
        #expect(night.ask(.backup(.restore)) == .refused(.wrongState(.somethingRings)))
        #expect(night.ringing == [id])
        night.press(.snooze)
        night.wait(.seconds(1))
        #expect(restore(empty, on: &night) == .refused(.wrongState(.somethingSnoozed)))
        try night.wait(until: "2025-01-14 07:10")
        #expect(night.ringing == [id])
        #expect(night.machine.ringing.alarms.book.alarms.count == 1)
    }

    @Test("An alarm that is due within the same minute rings, once", arguments: [0, 30, 59])
    func dueSoon(second: Int) throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        let backup = try backup(of: night)
        try night.wait(until: "2025-01-14 06:59")
        night.wait(.seconds(second))
        _ = try report(restore(backup, on: &night))
        try night.wait(until: "2025-01-14 07:00")
        #expect(night.ringing == [id])
        night.press(.stop)
        night.wait(.seconds(1))
        _ = try report(restore(backup, on: &night))
        night.wait(.hours(1))
        #expect(night.ringing == [])
        #expect(try night.next(id)?.contains("2025-01-15 07:00") == true)
    }

    @Test("A date that has rung does not ring again when another label is restored")
    func keepsDates() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        let backup = try backup(of: night)
        night.edit(id) { $0.label = "Other" }
        try night.wait(until: "2025-01-14 07:00")
        night.press(.stop)
        night.wait(.seconds(1))
        let spent = try night.alarm(id).spent
        _ = try report(restore(backup, on: &night))
        #expect(try night.alarm(id).label.isEmpty)
        #expect(try night.alarm(id).spent == spent)
        // A clock that was ahead is set back: the date is used up.
        night.step(by: .minutes(-30))
        night.wait(.hours(2))
        #expect(night.ringing == [])
    }

    @Test("Only those skips are taken whose dates are still ahead")
    func skips() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        night.ask(.alarm(.skipNext(id, 3)))
        let backup = try backup(of: night)
        var other = try Night(at: "2025-01-15 12:00")
        _ = try report(restore(backup, on: &other))
        #expect(try other.alarm(id).skipNext == 1)
        #expect(try other.next(id)?.contains("2025-01-17 07:00") == true)
        // Nobody knows what was meant on a clock without a time: it rings.
        var unknown = try Night(at: "2025-01-15 12:00", trust: .unknown)
        _ = try report(restore(backup, on: &unknown))
        #expect(try unknown.alarm(id).skipNext == 0)
    }

    @Test("An alarm whose only date is over is switched off, and a once alarm rings next time")
    func over() throws {
        var night = try Night(at: "2025-01-14 06:00")
        let time = try timeOfDay("07:00")
        let dated = try night.add(.dated(try civilDate("2025-01-14"), at: time))
        let once = try night.once("08:00")
        let backup = try backup(of: night)
        var other = try Night(at: "2025-02-01 12:00")
        let report = try report(restore(backup, on: &other))
        #expect(report.switchedOff == [dated])
        #expect(try !other.alarm(dated).isEnabled)
        #expect(try other.next(once)?.contains("2025-02-02 08:00") == true)
    }

    @Test("A trial says what a restore would take, and changes nothing")
    func trial() throws {
        var night = try Night(at: "2025-01-14 06:00")
        _ = try night.daily("07:00")
        let backup = try backup(of: night)
        var other = try Night(at: "2025-01-14 06:00")
        let before = other.machine
        let trial = try report(restore(backup, on: &other, isDryRun: true))
        #expect(trial.taken.alarms == 1)
        #expect(other.machine.ringing == before.ringing)
        #expect(other.machine.settings == before.settings)
        #expect(try report(restore(backup, on: &other)) == trial)
    }

    @Test("Numbers of alarms are never used again after a restore")
    func numbers() throws {
        var night = try Night(at: "2025-01-14 06:00")
        _ = try night.daily("07:00")
        let backup = try backup(of: night)
        for _ in 1...3 { _ = try night.daily("09:00") }
        _ = try report(restore(backup, on: &night))
        #expect(night.machine.ringing.alarms.book.alarms.map(\.id.number) == [1])
        #expect(try night.daily("10:00").number == 5)
    }

    @Test("A zone, pauses and free days come along, and alarms follow them")
    func rules() throws {
        var night = try Night("Asia/Tokyo", at: "2025-01-14 06:00")
        let id = try night.daily("07:00")
        let range = DateRange(first: try civilDate("2025-01-15"), last: try civilDate("2025-01-16"))
        night.ask(.alarm(.pauseAll(range)))
        let backup = try backup(of: night)
        var other = try Night("Europe/Berlin", at: "2025-01-14 06:00")
        _ = try report(restore(backup, on: &other))
        #expect(other.machine.zone.name == "Asia/Tokyo")
        #expect(other.machine.ringing.rules.pauses.ranges == [range])
        let next = other.machine.nextAlarmReport
        #expect(next?.alarm.id == id)
        #expect(next?.nextCivil == CivilTime("2025-01-17T07:00:00"))
    }
}
