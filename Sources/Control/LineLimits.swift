/// Limits of the socket's lines.
package enum LineLimits {
    /// Bytes of a request, including its newline. The longest sensible request has a few hundred bytes.
    /// A browser's body that is passed on has the same limit.
    package static let request = 64 * 1024
    /// Bytes of a reply. A list of `AlarmLimits.count` alarms with the longest labels takes about 5 MB.
    package static let reply = 8 * 1024 * 1024
    /// Characters of a request's id and of its key: enough for a UUID with a prefix.
    package static let id = 1...64
}
