package import BoundedJSON
package import ClockTime

/// What a person chose, to be kept in a file and taken up again (product, X6).
///
/// The clock makes one from its state, and the program that writes the file takes from it what `Carriage` lets pass. A
/// file is read the same way: the rest of the state has its defaults, whatever the file says.
package struct Backup: Hashable, Sendable {
    /// When it was made; nil if that clock did not know.
    package var madeAt: Instant?
    package private(set) var state: PersistentState
    /// The rules of the zones that it names.
    package var zones: [Zone] = []
    /// Own sounds and fonts, in the order of their contents. None, unless somebody wants them.
    package var files: [OwnFile] = []
    /// The paths of what this version of the clock does not know.
    package private(set) var unknown: [String] = []

    /// - Parameter madeAt: nil if the clock does not know.
    init(of state: PersistentState, madeAt: Instant?) {
        self.state = state
        self.madeAt = madeAt
        // A named timer is a setting; its run is not.
        self.state.countdowns.timers = state.countdowns.timers.filter { $0.name != nil }
        for place in self.state.countdowns.timers.indices {
            self.state.countdowns.timers[place].state = .scheduled
        }
        self.state.unwrittenRecords = []
    }

    /// Reads what a file has.
    ///
    /// - Throws: the path of what cannot be read.
    package init(
        reading content: [String: JSONValue], madeAt: Instant?
    ) throws(FieldError) {
        var object = Carriage.carried(content, PersistentState.carriage)
        // Every state has them; a backup's say nothing.
        let plain = PersistentState().stored
        for name in PersistentState.required where PersistentState.isLeft(name) {
            object[name] = plain[name]
        }
        guard let state = PersistentState(payload: .object(object)) else {
            throw FieldError("state", "is not whole")
        }
        if let path = state.unreadablePaths.first {
            throw FieldError((["state"] + path).joined(separator: "."), "can't be read")
        }
        guard state.unreadableAlarms == 0, state.replacedSounds.isEmpty else {
            throw FieldError("state.alarms", "has an alarm that can't be read")
        }
        self.state = state
        self.madeAt = madeAt
        unknown = Carriage.unknown(in: content, PersistentState.carriage)
    }

    /// What a file has of it.
    package var content: [String: JSONValue] {
        Carriage.carried(state.payload, PersistentState.carriage)
    }

    package var counts: BackupCounts {
        BackupCounts(
            alarms: state.alarms.count, timers: state.countdowns.timers.count,
            favourites: state.noise.favourites.all.count, presets: state.settings.presets.count,
            worldClocks: state.settings.worldClocks.count, pauses: state.pauses.ranges.count,
            freeDays: state.freeDays.days.count,
            sounds: files.count { $0.kind == .sound }, fonts: files.count { $0.kind == .font })
    }

    /// The names of the files that a restore does this with.
    func files(_ fate: OwnFile.Fate) -> [String] {
        files.filter { $0.fate == fate }.map(\.name)
    }

    /// The names of the zones that it needs.
    package var zoneNames: Set<String> { Set(state.otherZones + [state.zone]) }

    /// What commands would have refused. The lists have as many elements as the file says (`counts`), and the forms of
    /// their fields hold the rest.
    package func check() throws(CommandError) {
        var ids: Set<AlarmID> = []
        for alarm in state.alarms {
            guard ids.insert(alarm.id).inserted else {
                throw Backup.wrong("state.alarms", "has the alarm \(alarm.id) twice")
            }
            let name = "state.alarms.\(alarm.id)"
            try LabelRule.check(alarm.label, field: "\(name).label", AlarmLimits.label)
            try LabelRule.check(alarm.message, field: "\(name).message", AlarmLimits.message)
            for (text, field) in [(alarm.icon, "icon"), (alarm.category, "category")] {
                guard let text else { continue }
                try LabelRule.check(text, field: "\(name).\(field)", AlarmLimits.name)
            }
        }
        let bytes = state.alarms.reduce(0) { $0 + $1.storedBytes }
        guard state.alarms.count <= AlarmLimits.count, bytes <= AlarmLimits.storedBytes else {
            throw .storeFull
        }
        guard state.countdowns.timers.count <= TimerLimits.count else { throw .timersFull }
        guard state.settings.presets.count <= StylePreset.capacity else { throw .presetsFull }
        let worldClocks = state.settings.worldClocks
        guard worldClocks.count <= WorldClock.capacity else { throw .worldClocksFull }
        guard Set(worldClocks.map(\.zone)).count == worldClocks.count else {
            throw Backup.wrong("state.settings.worldClocks", "has a zone twice")
        }
        guard state.pauses.ranges.count <= Pauses.capacity else {
            throw .invalid(field: "state.pauses", .tooMany(of: .pauses, most: Pauses.capacity))
        }
    }

    private static func wrong(_ field: String, _ reason: String) -> CommandError {
        .invalid(field: field, .inWords(reason))
    }
}

extension PersistentState {
    fileprivate static func isLeft(_ name: String) -> Bool {
        if case .left? = carriage[name] { true } else { false }
    }
}
