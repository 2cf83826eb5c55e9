import ClockTime
package import HAL
import Synchronization

/// Forwards transfers and records the first ones, for a test to read or to become the script of a `PlaybackBus`.
package final class RecordingBus: I2CBus {
    private struct State {
        var transfers: [I2CTransfer] = []
        var dropped = 0
    }

    private let wrapped: any I2CBus
    private let clock: any TimeSource
    private let limit: Int
    private let state = Mutex(State())

    /// - Parameter limit: how many transfers to record. Later ones are only counted, so that recording a whole
    ///   night by mistake does not fill the memory.
    package init(_ wrapped: any I2CBus, clock: any TimeSource, limit: Int = 10_000) {
        self.wrapped = wrapped
        self.clock = clock
        self.limit = limit
    }

    /// In order, including failed ones.
    package var transfers: [I2CTransfer] {
        state.withLock { $0.transfers }
    }

    /// Transfers beyond the limit.
    package var dropped: Int {
        state.withLock { $0.dropped }
    }

    /// Returns the recording and starts over.
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

/// Calls a closure before it forwards a transfer. A closure that blocks simulates a hanging bus.
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
