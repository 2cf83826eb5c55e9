import BoundedJSON
import ClockCore
import ClockTime
import Synchronization

/// Tells the clock, which has no network, under which addresses this program is found (product, X5a).
final class AddressTeller: Sendable {
    private struct State {
        var told: WebAddresses?
        var nextLook = BootTime(nanoseconds: 0)
        /// When what was told must be told again.
        var nextTelling = BootTime(nanoseconds: 0)
        var count = 0
    }

    /// How soon the clock learns of a new address.
    static let lookInterval = Duration.seconds(10)
    /// The clock forgets what it was told, after three of these or when it starts again.
    static let tellInterval = Duration.seconds(60)

    private let port: Int
    private let idPrefix: String
    private let addresses: @Sendable () -> [String]
    private let state = Mutex(State())

    /// - Parameters:
    ///   - idPrefix: no other run has it, so that the clock takes no telling for an earlier one (law, 13).
    ///   - addresses: under which others in the network find this program.
    init(port: UInt16, idPrefix: String, addresses: @escaping @Sendable () -> [String]) {
        self.port = Int(port)
        self.idPrefix = idPrefix
        self.addresses = addresses
    }

    /// Looks for new addresses if it is time to.
    ///
    /// - Parameter send: hands a line to the clock; says later whether it was taken.
    /// - Returns: when it wants to be called next.
    func tick(
        _ now: BootTime,
        send: (_ line: [UInt8], _ finish: @escaping @Sendable (_ isTaken: Bool) -> Void) -> Void
    ) -> BootTime {
        var due: WebAddresses?
        let (number, next) = state.withLock { state -> (Int, BootTime) in
            guard state.nextLook <= now else { return (0, state.nextLook) }
            state.nextLook = now + AddressTeller.lookInterval
            let found = WebAddresses(
                figures: Array(addresses().prefix(WebAddresses.capacity)), port: port)
            if found != state.told || state.nextTelling <= now {
                state.told = found
                state.nextTelling = now + AddressTeller.tellInterval
                state.count += 1
                due = found
            }
            return (state.count, state.nextLook)
        }
        if let due {
            send(line(due, number: number)) { [self] isTaken in
                // A clock that is not there yet is told with the next look.
                if !isTaken { state.withLock { $0.told = nil } }
            }
        }
        return next
    }

    private func line(_ found: WebAddresses, number: Int) -> [UInt8] {
        let request = JSONValue.object([
            "id": .string("\(idPrefix)-address-\(number)"), "command": .string("address.tell"),
            "figures": .list(found.figures.map(JSONValue.string)),
            "port": .integer(Int64(found.port)),
        ])
        return request.line()
    }
}
