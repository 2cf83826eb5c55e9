/// What can be done to something that rings or counts down (law, 13; product, A6).
package enum Operation: String, CaseIterable, Hashable, Sendable {
    case schedule, cancel, countdown, pause, resume, stop, snooze
    /// A timer in alert starts over with its full length.
    case `repeat`
    /// A minute more.
    case add
}
