import HAL
import SimulatedBoard
import Synchronization

/// Counts transfers, and makes the transfer with a given index (from 0) time out.
final class FaultAfter: Sendable {
    private let index: Int
    private let bus: SimulatedI2CBus
    private let transfers = Mutex(0)

    init(_ index: Int, on bus: SimulatedI2CBus) {
        self.index = index
        self.bus = bus
    }

    var total: Int { transfers.withLock { $0 } }

    func count() {
        let before = transfers.withLock { count in
            defer { count += 1 }
            return count
        }
        if before == index {
            bus.fail(SimulatedI2CBus.Fault(error: .timedOut, transfers: 1))
        }
    }
}
