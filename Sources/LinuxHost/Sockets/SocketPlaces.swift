import Glibc
import HAL

/// Decides who gets one of the control socket's places.
///
/// A household shares them: no user may take all, and two are reserved for those who maintain the clock, root and its
/// own user. A client that finds no place waits, and idle connections give up theirs meanwhile.
struct SocketPlaces: Sendable {
    /// Connections served at once.
    let count: Int
    /// Of these, the places for root and the clock's own user only.
    let reserved: Int
    /// How many may wait, in all and of one user; further ones are turned away.
    let waiting: Int
    let waitingOfUser: Int
    /// The user that the clock runs as.
    let owner: uid_t

    /// - Parameter owner: the user that the clock runs as.
    init(of door: Door, owner: uid_t) {
        self.owner = owner
        switch door {
        case .control:
            // Law, section 20.
            (count, reserved, waiting, waitingOfUser) = (16, 2, 16, 8)
        case .network:
            // Each program that faces the network serves many people by one user: a connection for each that follows
            // events, and some for requests.
            (count, reserved, waiting, waitingOfUser) = (40, 0, 16, 16)
        }
    }

    /// Whether another connection of `user` may be served beside those that are.
    func mayEnter(_ user: uid_t, beside served: [uid_t]) -> Bool {
        let most = count - reserved
        guard served.count < count, served.count(where: { $0 == user }) < most else {
            return false
        }
        return isTrusted(user) || served.count(where: { !isTrusted($0) }) < most
    }

    /// Whether another connection of `user` may wait beside those that do.
    func mayWait(_ user: uid_t, beside waiting: [uid_t]) -> Bool {
        waiting.count < self.waiting
            && waiting.count(where: { $0 == user }) < waitingOfUser
    }

    private func isTrusted(_ user: uid_t) -> Bool { user == 0 || user == owner }
}
