/// Bounds of the socket's lines.
package enum LineLimits {
    /// Bytes of a request, its newline included: the longest sensible one has a few hundred, and a
    /// browser's body that is passed on is bounded to the same.
    package static let request = 64 * 1024
    /// Bytes of a reply: a list of `AlarmLimits.count` alarms with the longest labels has about 5 MB.
    package static let reply = 8 * 1024 * 1024
    /// Characters of a request's id, and of its key: room for a UUID with a prefix.
    static let id = 1...64
}
