/// The names of events in the event file, the log and the history. Other programs read them, so a name's meaning never
/// changes.
package enum EventName: Hashable, Sendable {
    case of(Subject.Kind, Turn.Word)
    case sleepTimer(SleepNote)
    case other(Other)

    package enum Other: String, CaseIterable, Hashable, Sendable {
        case booted = "clock.booted"
        case clockStepped = "clock.stepped"
        case trustChanged = "clock.trust"
        case zoneChanged = "clock.zone"
        case alarmEdited = "alarm.edited"
        case alarmsPaused = "alarm.paused"
        case pauseEnded = "alarm.pauseEnded"
        case alarmTested = "alarm.tested"
        case alarmTestEnded = "alarm.testEnded"
        case soundReplaced = "alarm.soundReplaced"
        case alarmsUnreadable = "alarm.unreadable"
        case rungTaken = "ring.rungTaken"
        case ringHeard = "ring.heard"
        case doNotDisturbChanged = "dnd.changed"
        case rehearsed = "health.rehearsed"
        case noiseChanged = "noise.changed"
        case soundGone = "noise.soundGone"
        case soundStarted = "sound.started"
        case soundStopped = "sound.stopped"
        case outputStarted = "output.started"
        case outputStopped = "output.stopped"
        case healthChanged = "health.changed"
        case outlookChanged = "health.mayNotRing"
        case storageFailed = "storage.failed"
        case storageRecovered = "storage.recovered"
        case batteryLow = "battery.low"
        case updateTold = "update.told"
        case pageShown = "page.shown"
        case keyRefused = "key.refused"
        case faultRepaired = "fault.repaired"
        /// From a record that a newer program wrote.
        case unknown
    }
}

extension EventName: RawRepresentable, Codable {
    package var rawValue: String {
        switch self {
        case .of(let kind, let word): "\(kind.rawValue).\(word.rawValue)"
        case .sleepTimer(let note): "sleep.\(note.rawValue)"
        case .other(let other): other.rawValue
        }
    }

    package init?(rawValue: String) {
        if let other = Other(rawValue: rawValue) {
            self = .other(other)
            return
        }
        guard let point = rawValue.firstIndex(of: ".") else { return nil }
        let word = String(rawValue[rawValue.index(after: point)...])
        let kind = String(rawValue[..<point])
        if kind == "sleep", let note = SleepNote(rawValue: word) {
            self = .sleepTimer(note)
        } else if let kind = Subject.Kind(rawValue: kind), let word = Turn.Word(rawValue: word) {
            self = .of(kind, word)
        } else {
            return nil
        }
    }
}
