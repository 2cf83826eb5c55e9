/// What was taken back.
package struct UndoReport: Hashable, Sendable, Codable {
    /// Alarms that are there again.
    package var putBack: [AlarmReport] = []
    /// Alarms that are gone again, as they were.
    package var takenAway: [AlarmReport] = []
    /// Alarms that are as they were before.
    package var reverted: [AlarmReport] = []
    /// Other things that are as they were before: the names of fields of the state.
    package var parts: [String] = []
    package var nextAlarm: AlarmReport?

    package init() {}
}
