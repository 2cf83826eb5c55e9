package import ClockTime

/// What was taken of a backup, and what was not.
package struct RestoreReport: Hashable, Sendable, Codable {
    /// When the backup was made; nil if that clock did not know.
    package var madeAt: Instant?
    package var madeLocal: CivilTime?
    /// Of own sounds and fonts, those that this clock did not have.
    package var taken: BackupCounts
    /// Alarms that are off now, because their only date is over.
    package var switchedOff: [AlarmID] = []
    /// Sounds that something taken names, and this clock does not have.
    package var soundsGone: [SoundID] = []
    /// The same for fonts.
    package var fontsGone: [String] = []
    /// Own sounds and fonts of the backup that this clock has already, by name.
    package var filesThere: [String] = []
    /// Those for which this clock has no room.
    package var filesLeftOut: [String] = []
    /// Parts of the backup that only another version of the clock knows.
    package var unknown: [String] = []
    package var nextAlarm: AlarmReport?

    package init(madeAt: Instant?, madeLocal: CivilTime?, taken: BackupCounts) {
        self.madeAt = madeAt
        self.madeLocal = madeLocal
        self.taken = taken
    }
}
