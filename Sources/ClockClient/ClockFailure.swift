/// Why the clock gave no reply.
package enum ClockFailure: Error, Hashable, Sendable {
    /// Nobody listens on its socket, or it ended before it answered.
    case noClock
    /// It answers too slowly for all that wait.
    case busy
    /// It did not answer in time.
    case silent
    /// This program may not open its socket.
    case forbidden
}
