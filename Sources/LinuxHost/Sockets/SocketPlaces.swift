import Glibc

/// Decides who gets one of the control socket's places.
///
/// A household shares them: no user may take all, and two are reserved for those who maintain the clock, root and its
/// own user. A client that finds no place waits, and idle connections give up theirs meanwhile.
struct SocketPlaces: Sendable {
    /// Connections served at once (law, section 20).
    static let count = 16
    /// Of these, the places for root and the clock's own user only.
    static let reserved = 2
    /// How many may wait, in all and of one user; further ones are turned away.
    static let waiting = 16
    static let waitingOfUser = 8

    /// The user that the clock runs as.
    let owner: uid_t

    /// Whether another connection of `user` may be served beside those that are.
    func mayEnter(_ user: uid_t, beside served: [uid_t]) -> Bool {
        let most = SocketPlaces.count - SocketPlaces.reserved
        guard served.count < SocketPlaces.count, served.count(where: { $0 == user }) < most else {
            return false
        }
        return isTrusted(user) || served.count(where: { !isTrusted($0) }) < most
    }

    /// Whether another connection of `user` may wait beside those that do.
    func mayWait(_ user: uid_t, beside waiting: [uid_t]) -> Bool {
        waiting.count < SocketPlaces.waiting
            && waiting.count(where: { $0 == user }) < SocketPlaces.waitingOfUser
    }

    private func isTrusted(_ user: uid_t) -> Bool { user == 0 || user == owner }
}
