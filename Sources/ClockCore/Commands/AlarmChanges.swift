package import BoundedJSON
package import ClockTime

/// Changes to an alarm. `AlarmSetting` says when each counts.
///
/// Time and kind are separate, so that each can change without the other. All other settings are fields of the alarm:
/// `changes.label = "Work"`.
@dynamicMemberLookup
package struct AlarmChanges: Hashable, Sendable {
    package var time: TimeOfDay?
    package var kind: Schedule.Kind?
    package var zone: ZoneChoice?
    /// In the order of their names, each at most once.
    package private(set) var fields: [FieldChange<Alarm>] = []
    /// The alarm's revision for which they were made, so that nobody overwrites what another one did; nil: any.
    package var revision: Int?

    /// Contains the zone's rules, because the machine reads no files.
    package enum ZoneChoice: Hashable, Sendable {
        /// The clock's own zone, whichever it is.
        case local
        case pinned(Zone)
    }

    package init() {}

    package var isEmpty: Bool {
        var nothing = AlarmChanges()
        nothing.revision = revision
        return self == nothing
    }

    /// The new value of a field; nil leaves it unchanged.
    package subscript<Value>(property: WritableKeyPath<Alarm, Value>) -> Value? {
        get { fields.value(of: property) }
        set {
            let name = Alarm.fieldName(of: property)
            fields.removeAll { $0.name == name }
            if let newValue { add(.set(property, newValue)) }
        }
    }

    package subscript<Value>(dynamicMember property: WritableKeyPath<Alarm, Value>) -> Value? {
        get { self[property] }
        set { self[property] = newValue }
    }

    package mutating func add(_ change: FieldChange<Alarm>) {
        fields.removeAll { $0.name == change.name }
        let place = fields.firstIndex { $0.name > change.name } ?? fields.endIndex
        fields.insert(change, at: place)
    }
}

// Which values the fields accept, beyond their forms.
extension AlarmChanges {
    /// Writes the changes into `alarm`. If one is not allowed, throws and changes nothing.
    func apply(
        to alarm: inout Alarm, _ context: AlarmMachine.Context
    ) throws(CommandError) {
        try checkWords()
        var changed = alarm
        let old = changed.schedule
        guard let schedule = Schedule(time: time ?? old.time, kind: kind ?? old.kind) else {
            throw .invalid(field: "weekdays", .time(.noWeekday))
        }
        if schedule != old { FieldChange.set(\.schedule, schedule).apply(to: &changed) }
        switch zone {
        case nil: break
        case .local: FieldChange.set(\.pinnedZone, nil).apply(to: &changed)
        case .pinned(let zone): FieldChange.set(\.pinnedZone, zone.name).apply(to: &changed)
        }
        fields.apply(to: &changed)
        try checkSound(of: changed, context)
        if let sound = self.preAlertSound ?? nil { try checkRising(sound, context.catalogue) }
        alarm = changed
    }

    /// What rises before a ring is for somebody who sleeps: no tone that is made to alarm.
    private func checkRising(
        _ sound: SoundID, _ catalogue: SoundCatalogue
    ) throws(CommandError) {
        let known = catalogue.risingSounds
        guard !known.contains(sound) else { return }
        guard catalogue[sound] == nil else {
            throw .invalid(field: "preAlertSound", .sound(.notGentle(sound)))
        }
        throw .unknownSound(sound, among: known, field: "preAlertSound")
    }

    /// Checks the complete alarm: not every alarm may be silent, and not on every board.
    private func checkSound(
        of alarm: Alarm, _ context: AlarmMachine.Context
    ) throws(CommandError) {
        let sound = self.sound
        guard sound != nil || self.isMustWake != nil, alarm.sound == .silence else {
            guard let sound, context.catalogue[sound] == nil else { return }
            let silence: [SoundID] =
                context.hasMotor && !alarm.isMustWake ? [.silence] : []
            throw .unknownSound(sound, among: context.catalogue.alarmSounds + silence)
        }
        guard !alarm.isMustWake else {
            throw .invalid(field: "sound", .sound(.silentMustWake))
        }
        guard context.hasMotor else {
            throw .invalid(
                field: "sound", .sound(.silenceWithoutMotor))
        }
    }

    private func checkWords() throws(CommandError) {
        if let label = self.label {
            try LabelRule.check(label, field: "label", AlarmLimits.label)
        }
        if let message = self.message {
            try LabelRule.check(message, field: "message", AlarmLimits.message)
        }
        for (name, field) in [(self.icon ?? nil, "icon"), (self.category ?? nil, "category")] {
            guard let name else { continue }
            try LabelRule.check(name, field: field, AlarmLimits.name)
        }
    }
}
