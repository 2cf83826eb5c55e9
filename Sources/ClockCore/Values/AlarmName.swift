/// How people tell an alarm from others: its number, and its label if it has one. `English` has the words.
package struct AlarmName: Hashable, Sendable {
    package let id: AlarmID
    /// Empty if it has none.
    package let label: String

    package init(_ id: AlarmID, label: String) {
        self.id = id
        self.label = label
    }
}
