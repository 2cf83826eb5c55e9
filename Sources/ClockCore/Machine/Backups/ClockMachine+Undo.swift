import BoundedJSON
import ClockTime

/// What a person chose, as far as it can be put back.
struct Chosen: Hashable, Sendable {
    var alarms: [Alarm]
    @OnHeap var settings: Settings
    var noise: NoiseState
    var pauses: Pauses
    var freeDays: FreeDays
    @OnHeap var zone: Zone
    /// The rules of other zones.
    @OnHeap var pinned: [String: Zone]

    var alarmsByID: [AlarmID: Alarm] {
        Dictionary(alarms.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    }
}

/// The last change of a person.
enum Undoable: Hashable, Sendable {
    case nothing
    case done
    case final
    /// - Parameter menuAt: when the menu made it, in perhaps several commands; nil: no menu did.
    indirect case change(from: Chosen, to: Chosen, menuAt: BootTime?)
}

// Takes back the last change of a person (product, X6).
//
// A change is what differs before and after its command. Only that is put back, so what happens by itself meanwhile stays:
// an alarm that has rung, or a date that was used up. If something that the change was about is not as the change left it,
// nothing is put back. A ring or a snooze of such an alarm goes on.
extension ClockMachine {
    var chosen: Chosen {
        var chosen = Chosen(
            alarms: ringing.alarms.book.alarms, settings: settings, noise: playing.noise,
            pauses: ringing.rules.pauses, freeDays: ringing.rules.freeDays, zone: zone,
            pinned: ringing.rules.pinned)
        chosen.$settings = $settings
        return chosen
    }

    mutating func noteChange(from before: Chosen, _ request: RequestID) {
        let after = chosen
        guard before != after else { return }
        let menuAt = request == .menu ? now.boot : nil
        var first = before
        if menuAt != nil, case .change(let from, _, menuAt) = undoable { first = from }
        undoable = .change(from: first, to: after, menuAt: menuAt)
    }

    mutating func undo(_ step: inout Step) throws(CommandError) -> UndoReport {
        switch undoable {
        case .nothing: throw .wrongState(.undo(.nothing))
        case .done: throw .wrongState(.undo(.done))
        case .final: throw .wrongState(.undo(.final))
        case .change(let before, let after, _):
            let report = try putBack(before, after, &step)
            undoable = .done
            return report
        }
    }

    private mutating func putBack(
        _ before: Chosen, _ after: Chosen, _ step: inout Step
    ) throws(CommandError) -> UndoReport {
        let ids = try changedAlarms(before, after)
        let parts = try changedParts(before, after)
        ringing.rules.pinned.merge(before.pinned) { present, _ in present }
        if parts.contains(Part.zone) { changeZone(to: before.zone, by: .user, &step) }
        if parts.contains(Part.pauses) { ringing.rules.pauses = before.pauses }
        if parts.contains(Part.freeDays) { ringing.rules.freeDays = before.freeDays }
        putBackNoise(before.noise, parts, &step)
        putBackSettings(before.settings, parts, &step)
        let report = putBackAlarms(ids, before, after, &step)
        return report.with(parts, next: nextAlarmReport)
    }

    private mutating func putBackAlarms(
        _ ids: [AlarmID], _ before: Chosen, _ after: Chosen, _ step: inout Step
    ) -> UndoReport {
        let (former, left) = (before.alarmsByID, after.alarmsByID)
        var report = UndoReport()
        for id in ids where former[id] == nil {
            if let gone = try? ringing.alarms.report(id, alarmContext) {
                report.takenAway.append(gone)
            }
        }
        for id in ids {
            ringing.alarms.putBack(id, as: former[id], alarmContext, &step.ringing.alarms)
        }
        ringing.prunePinnedZones(settings.worldClocks)
        for id in ids {
            guard let now = try? ringing.alarms.report(id, alarmContext) else { continue }
            if left[id] == nil { report.putBack.append(now) } else { report.reverted.append(now) }
        }
        return report
    }

    // MARK: - What has changed

    private func changedAlarms(
        _ before: Chosen, _ after: Chosen
    ) throws(CommandError) -> [AlarmID] {
        let (former, left) = (before.alarmsByID, after.alarmsByID)
        let ids = Set(former.keys).union(left.keys).filter { former[$0] != left[$0] }.sorted()
        for id in ids {
            guard !ringing.alarms.members.contains(where: { $0.occurrence.alarm == id }) else {
                throw .wrongState(isRinging ? .somethingRings : .somethingSnoozed)
            }
            let isAsLeft =
                switch (left[id], ringing.alarms.book[id]) {
                case (nil, nil): true
                case (let left?, let present?): left.isChosen(as: present)
                default: false
                }
            guard isAsLeft else { throw .wrongState(.undo(.changedSince)) }
        }
        return ids
    }

    /// The names of fields of the state.
    private enum Part {
        static let zone = "zone"
        static let pauses = "pauses"
        static let freeDays = "freeDays"
        static let favourites = "favourites"
        static let mix = "mix"
    }

    private func changedParts(
        _ before: Chosen, _ after: Chosen
    ) throws(CommandError) -> [String] {
        let present = chosen
        var parts: [String] = []
        func look(_ name: String, _ values: (Chosen) -> AnyHashable) throws(CommandError) {
            guard values(before) != values(after) else { return }
            guard values(present) == values(after) else {
                throw .wrongState(.undo(.changedSince))
            }
            parts.append(name)
        }
        try look(Part.zone) { $0.zone.name }
        try look(Part.pauses) { $0.pauses }
        try look(Part.freeDays) { $0.freeDays }
        try look(Part.favourites) { $0.noise.favourites.all }
        try look(Part.mix) { [AnyHashable($0.noise.mix), $0.noise.memory, $0.noise.seed] }
        let old = before.settings.choices
        let new = after.settings.choices
        let now = present.settings.choices
        for name in Settings.fields.map(\.storedName) where old[name] != new[name] {
            guard now[name] == new[name] else { throw .wrongState(.undo(.changedSince)) }
            parts.append(name)
        }
        return parts
    }

    // MARK: - Putting it back

    private mutating func putBackNoise(
        _ former: NoiseState, _ parts: [String], _ step: inout Step
    ) {
        if parts.contains(Part.favourites) { playing.noise.favourites = former.favourites }
        guard parts.contains(Part.mix) else { return }
        playing.noise.mix = former.mix
        playing.noise.memory = former.memory
        playing.noise.seed = former.seed
        if playing.noise.isPlaying, !playing.noise.isHeard(playing.catalogue) { stopNoise(&step) }
    }

    private mutating func putBackSettings(
        _ former: Settings, _ parts: [String], _ step: inout Step
    ) {
        let names = Set(Settings.fields.map(\.storedName)).intersection(parts)
        guard !names.isEmpty || parts.contains(Part.pauses) || parts.contains(Part.freeDays) else {
            return
        }
        var stored = settings.stored
        let old = former.stored
        for name in names { stored[name] = old[name] }
        // Who is paired stays so.
        var settings = Settings(stored: stored)
        settings.pairing = self.settings.pairing
        if names.contains("pairing") { settings.pairing.reading = former.pairing.reading }
        take(settings, &step)
    }
}

extension UndoReport {
    fileprivate func with(_ parts: [String], next: AlarmReport?) -> UndoReport {
        var report = self
        (report.parts, report.nextAlarm) = (parts, next)
        return report
    }
}

extension Settings {
    /// Its fields as they are stored, without what devices change by themselves.
    fileprivate var choices: [String: JSONValue] {
        var settings = self
        settings.pairing.devices = []
        settings.pairing.nextNumber = 1
        return settings.stored
    }
}

extension Alarm {
    /// Whether a person chose the same for both.
    fileprivate func isChosen(as other: Alarm) -> Bool {
        AlarmSetting.changed(from: self, to: other).isEmpty && isEnabled == other.isEnabled
            && skipNext == other.skipNext
    }
}
