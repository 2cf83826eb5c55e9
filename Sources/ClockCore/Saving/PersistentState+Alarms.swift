import BoundedJSON
import ClockTime

extension PersistentState {
    /// Adds a record's alarms, whatever their format. Old ones count from the time of the record: anything earlier was
    /// another clock's business.
    ///
    /// - Parameter kept: alarms that the program that wrote the record could not read.
    mutating func add(_ stored: [StoredAlarm], kept: [StoredAlarm]) {
        var renumbered: [Alarm] = []
        for case .present(let alarm) in stored {
            if Numbering.ids.contains(alarm.id.number) {
                alarms.append(alarm)
            } else {
                renumbered.append(alarm)
            }
        }
        var known = Set(alarms.map(\.id.number))
        for case .present(let alarm) in kept {
            if Numbering.ids.contains(alarm.id.number), known.insert(alarm.id.number).inserted {
                alarms.append(alarm)
            } else {
                renumbered.append(alarm)
            }
        }
        var next = max(nextAlarmNumber, (known.max() ?? 0) + 1)
        for alarm in renumbered {
            alarms.append(alarm.copy(as: AlarmID(next), createdAt: alarm.createdAt))
            known.insert(next)
            next += 1
        }
        for case .old(let entry) in stored + kept {
            var number = next
            if let given = entry.number, Numbering.ids.contains(given),
                known.insert(given).inserted
            {
                number = given
            } else {
                known.insert(number)
            }
            next = max(next, number + 1)
            let alarm = entry.alarm(AlarmID(number), at: savedAt.wall.instant)
            alarms.append(alarm)
            if entry.sound == nil {
                replacedSounds.append(ReplacedSound(alarm: alarm.id, name: entry.soundName))
            }
        }
        nextAlarmNumber = max(nextAlarmNumber, next)
        for case .unreadable(let value) in kept { keep(value) }
        for case .unreadable(let value) in stored {
            keptAlarms.isAcknowledged = false
            unreadableAlarms += 1
            keep(value)
        }
    }

    private mutating func keep(_ value: JSONValue) {
        if !keptAlarms.keep(value) { lostAlarms += 1 }
    }
}

extension PersistentState {
    /// The message about unreadable alarms; nil if there are none, or none that the user has not acknowledged.
    var alarmsProblem: String? {
        let kept =
            keptAlarms.count == 0 || keptAlarms.isAcknowledged
            ? nil
            : "\(keptAlarms.count) of the stored alarms can't be read. They don't ring, but are kept"
                + " for a newer version of the clock"
        let lost =
            lostAlarms == 0
            ? nil : "\(lostAlarms) of the stored alarms can't be read and are lost"
        let sentences = [kept, lost].compactMap { $0 }
        return sentences.isEmpty ? nil : sentences.joined(separator: "; ")
    }
}
