import BoundedJSON
import ClockCore
import ClockTime
import Control
import English

// Backups and reports, as text.
extension Presentation {
    static func whole(_ reply: Reply) -> String {
        switch reply {
        case .backup(let backup): BackupFile.json(of: backup).lines() + "\n"
        case .restored(let report): restored(report)
        case .undone(let report): undone(report)
        case .diagnosis(let diagnosis): diagnosis.json.lines() + "\n"
        default: ""
        }
    }

    /// What a file has that was just written.
    static func saved(_ reply: Reply, in path: String) -> String {
        let file = Spelling.quoted(path)
        guard case .backup(let backup) = reply else {
            return "Saved a report in \(file). It has no labels and no names that people chose.\n"
        }
        return "Saved \(content(backup.counts)) and all settings in \(file).\n"
    }

    private static func restored(_ report: RestoreReport) -> String {
        let made = report.madeLocal.map { " of \(TimeText.moment($0))" } ?? ""
        var lines = ["From the backup\(made): \(content(report.taken)), and all settings."]
        if !report.switchedOff.isEmpty {
            let ids = report.switchedOff.map(\.description).joined(separator: ", ")
            let isOne = report.switchedOff.count == 1
            lines.append(
                "\(isOne ? "Alarm" : "Alarms") \(ids) \(isOne ? "is" : "are") off: "
                    + "\(isOne ? "its date is" : "their dates are") over.")
        }
        let left = [
            ("because this clock has sounds or fonts of the same name", report.filesThere),
            ("because there is no room for them", report.filesLeftOut),
        ]
        for (why, files) in left where !files.isEmpty {
            let names = files.map(Spelling.printable).joined(separator: ", ")
            lines.append("Not taken, \(why): \(names).")
        }
        if !report.soundsGone.isEmpty {
            let names = report.soundsGone.map(\.name).joined(separator: ", ")
            lines.append("This clock doesn't have these sounds: \(names).")
        }
        if !report.fontsGone.isEmpty {
            let names = report.fontsGone.map(Spelling.printable).joined(separator: ", ")
            lines.append("This clock doesn't have these fonts: \(names).")
        }
        if !report.unknown.isEmpty {
            let names = report.unknown.prefix(8).joined(separator: ", ")
            lines.append("Left out, because only another version knows it: \(names).")
        }
        lines.append(next(report.nextAlarm))
        return lines.map { $0 + "\n" }.joined()
    }

    // MARK: - Undo

    private static func undone(_ report: UndoReport) -> String {
        var lines = report.putBack.map { "Put \(named($0)) back." }
        lines += report.takenAway.map { "Took \(named($0)) away again." }
        lines += report.reverted.map { "Made \(named($0)) as it was." }
        lines += report.parts.map { "Put \(partsInWords[$0] ?? $0) back." }
        if !report.putBack.isEmpty || !report.takenAway.isEmpty || !report.reverted.isEmpty {
            lines.append(next(report.nextAlarm))
        }
        return lines.map { $0 + "\n" }.joined()
    }

    /// "the alarm 2, 07:00 every day, Work".
    private static func named(_ report: AlarmReport) -> String {
        let alarm = report.alarm
        let words = [TimeText.time(alarm.schedule.time), Spelling.printable(alarm.label)]
        return "the alarm \(alarm.id), " + words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func next(_ report: AlarmReport?) -> String {
        report.map { "Next alarm: \($0.alarm.id)\(label($0.alarm.label)), \(future($0))." }
            ?? "No alarm rings next."
    }

    /// What people call the parts of the state.
    static let partsInWords = [
        "mqtt": "the settings of MQTT", "zone": "the time zone",
        "pauses": "the pauses", "freeDays": "the free days",
        "favourites": "the favourites", "mix": "the mix", "style": "the style",
        "presets": "the presets", "displayMode": "the display's mode",
        "worldClocks": "the world clocks", "noise": "the fades of the noise",
        "soundOutput": "the sound outputs", "holdToStop": "how stop ends a ring",
        "keyFeedback": "the answer to a press", "graceSeconds": "how late a ring may be",
        "doNotDisturb": "do not disturb", "nap": "the settings of naps",
        "countdownRings": "how timers and naps ring", "rehearsal": "the evening's rehearsal",
        "pairing": "who may read", "page": "the first steps of the page",
        "lamp": "the lamp's settings", "goodNight": "the settings of good night",
    ]

    /// "3 alarms, 1 timer".
    private static func content(_ counts: BackupCounts) -> String {
        let parts: [(Int, String)] = [
            (counts.alarms, "alarm"), (counts.timers, "timer"), (counts.favourites, "favourite"),
            (counts.presets, "preset"), (counts.worldClocks, "world clock"),
            (counts.pauses, "pause"), (counts.freeDays, "free day"),
            (counts.sounds, "own sound"), (counts.fonts, "own font"),
        ]
        // Alarms are said even if there are none.
        let told = parts.filter { $0.0 > 0 || $0.1 == "alarm" }
        return told.map { count, name in
            "\(count == 0 ? "no" : String(count)) \(name)\(count == 1 ? "" : "s")"
        }.joined(separator: ", ")
    }
}
