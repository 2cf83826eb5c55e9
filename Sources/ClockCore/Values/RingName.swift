/// Identifies one ring uniquely over time.
package enum RingName: Hashable, Sendable {
    case alarm(OccurrenceID)
    /// - Parameter run: the timer's run.
    case timer(TimerID, run: Int)
    case nap(number: Int)
    /// A test of an alarm.
    case test(AlarmID)
}
