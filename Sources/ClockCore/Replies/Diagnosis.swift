package import BoundedJSON

/// What somebody who looks for a fault in the clock needs to know: its answers to the queries that show its state. They
/// are told without the words that people chose.
package struct Diagnosis: Hashable, Sendable {
    /// The clock's answers.
    package var replies: [Reply]
    /// The board's equipment.
    package var equipment: [String: JSONValue]
    /// As a client got it; nil in the clock.
    package var told: JSONValue?

    init(replies: [Reply], equipment: [String: JSONValue]) {
        self.replies = replies
        self.equipment = equipment
    }

    package init(told: JSONValue) {
        (replies, equipment) = ([], [:])
        self.told = told
    }
}
