import Glibc

/// Who may have one of the control socket's places.
///
/// A household shares them: nobody may take all, whoever they are, and two are kept for those who look after the
/// clock, root and its own user. Who finds no place waits, and meanwhile whoever has been idle gives theirs up.
struct SocketPlaces: Sendable {
    /// Connections that are served at once (law, section 20).
    static let count = 16
    /// Of these for root and the clock's own user alone.
    static let reserved = 2
    /// Who waits for a place; one more of a user that has that many there is sent away.
    static let waiting = 16
    static let waitingOfUser = 8

    /// Whom the clock runs as.
    let owner: uid_t

    /// Whether one more of `user` may be served beside those that are.
    func mayEnter(_ user: uid_t, beside served: [uid_t]) -> Bool {
        let most = SocketPlaces.count - SocketPlaces.reserved
        guard served.count < SocketPlaces.count, served.count(where: { $0 == user }) < most else {
            return false
        }
        return isTrusted(user) || served.count(where: { !isTrusted($0) }) < most
    }

    /// Whether one more of `user` may wait beside those that do.
    func mayWait(_ user: uid_t, beside waiting: [uid_t]) -> Bool {
        waiting.count < SocketPlaces.waiting
            && waiting.count(where: { $0 == user }) < SocketPlaces.waitingOfUser
    }

    private func isTrusted(_ user: uid_t) -> Bool { user == 0 || user == owner }
}
