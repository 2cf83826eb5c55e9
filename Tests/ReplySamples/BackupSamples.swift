import BoundedJSON
package import ClockCore
import ClockTime

package enum BackupSamples {
    package static func backup() throws -> Backup {
        let content: [String: JSONValue] = [
            "schema": 1, "zone": "Europe/Berlin", "nextAlarmNumber": 4,
            "alarms": .list([.object(try Samples.work().alarm.stored)]),
            "settings": ["holdToStop": true], "noise": ["volume": 40],
        ]
        return try Backup(
            reading: content, madeAt: try wall("2026-03-29T21:57:43Z").instant)
    }

    private static let counts = BackupCounts(
        alarms: 3, timers: 1, favourites: 2, presets: 0, worldClocks: 0, pauses: 1, freeDays: 9)

    package static func restored() throws -> RestoreReport {
        var report = RestoreReport(
            madeAt: try wall("2026-03-29T21:57:43Z").instant,
            madeLocal: try civil("2026-03-29", "23:57", second: 43), taken: counts)
        report.nextAlarm = try Samples.work()
        return report
    }

    package static func lacking() throws -> RestoreReport {
        var report = RestoreReport(
            madeAt: nil, madeLocal: nil,
            taken: BackupCounts(
                alarms: 0, timers: 0, favourites: 0, presets: 1, worldClocks: 1, pauses: 0,
                freeDays: 0))
        report.switchedOff = [AlarmID(1), AlarmID(2)]
        report.soundsGone = [SoundID("own-grandma-sings")]
        report.fontsGone = ["Terminus"]
        report.unknown = ["settings.radio"]
        return report
    }

    package static func undone() throws -> UndoReport {
        var report = UndoReport()
        report.putBack = [try Samples.work()]
        report.takenAway = [try Samples.off()]
        report.reverted = [try Samples.full()]
        report.nextAlarm = try Samples.work()
        return report
    }

    private static var settings: UndoReport {
        var report = UndoReport()
        report.parts = ["style", "favourites"]
        return report
    }

    package static let diagnosis = Diagnosis(told: ["format": "noiseclock-report"])

    package static func replies() throws -> [Reply] {
        [
            .backup(try backup()), .restored(try restored()), .restored(try lacking()),
            .diagnosis(diagnosis), .undone(try undone()), .undone(settings),
        ]
    }
}
