import ClockTime
package import HAL
import Synchronization

/// Passes transfers on and keeps the first of them, to be read by a test or to become the script of
/// a `PlaybackBus`.
package final class RecordingBus: I2CBus {
    private struct State {
        var transfers: [I2CTransfer] = []
        var dropped = 0
    }

    private let wrapped: any I2CBus
    private let clock: any TimeSource
    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: how many transfers are kept; later ones are only counted, so that a night
    ///   that was recorded by mistake does not fill the memory.
    package init(_ wrapped: any I2CBus, clock: any TimeSource, limit: Int = 10_000) {
        self.wrapped = wrapped
        self.clock = clock
        self.limit = limit
    }

    /// In order, the failed ones included.
    package var transfers: [I2CTransfer] {
        state.withLock { $0.transfers }
    }

    /// Transfers that came after the limit.
    package var dropped: Int {
        state.withLock { $0.dropped }
    }

    /// Gives what was recorded and starts anew.
    package func takeTransfers() -> [I2CTransfer] {
        state.withLock { state in
            defer { state = State() }
            return state.transfers
        }
    }

    package func transfer(
        to address: I2CAddress, writing bytes: [UInt8], readCount: Int
    ) throws(I2CError) -> [UInt8] {
        var transfer = I2CTransfer(time: clock.now().boot, address: address, written: bytes)
        do throws(I2CError) {
            transfer.read = try wrapped.transfer(
                to: address, writing: bytes, readCount: readCount)
        } catch {
            transfer.error = error
            keep(transfer)
            throw error
        }
        keep(transfer)
        return transfer.read
    }

    private func keep(_ transfer: I2CTransfer) {
        state.withLock {
            if $0.transfers.count < limit {
                $0.transfers.append(transfer)
            } else {
                $0.dropped += 1
            }
        }
    }
}

/// Calls a closure before it passes a transfer on. With one that blocks, it is a bus that hangs.
package struct InterceptingBus: I2CBus {
    private let wrapped: any I2CBus
    private let before:
        @Sendable (_ address: I2CAddress, _ written: [UInt8], _ readCount: Int) -> Void

    package init(
        _ wrapped: any I2CBus,
        before:
            @escaping @Sendable (
                _ address: I2CAddress, _ written: [UInt8], _ readCount: Int
            ) -> Void
    ) {
        self.wrapped = wrapped
        self.before = before
    }

    package func transfer(
        to address: I2CAddress, writing bytes: [UInt8], readCount: Int
    ) throws(I2CError) -> [UInt8] {
        before(address, bytes, readCount)
        return try wrapped.transfer(to: address, writing: bytes, readCount: readCount)
    }
}
