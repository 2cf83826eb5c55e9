package import HAL
import Synchronization

/// The line of a light-dependent resistor. The kernel stamps the moment at which it becomes high.
package final class GPIOChargeLine: ChargeLine {
    private let chip: BoardDescription.GPIOChip
    private let offset: Int
    private let calls: any GPIOCalls
    private let held = Mutex(Held())

    private struct Held {
        var request: (any ChargeRequest)?
        /// When the line was let go, on CLOCK_MONOTONIC.
        var start: Int64 = 0
    }

    package init(
        chip: BoardDescription.GPIOChip, offset: Int, calls: any GPIOCalls = LibgpiodCalls()
    ) {
        self.chip = chip
        self.offset = offset
        self.calls = calls
    }

    package func discharge() throws(LineError) {
        try use { held throws(WireFailure) in try held.discharge() }
    }

    package func charge() throws(LineError) {
        let start = try use { held throws(WireFailure) in try held.charge() }
        self.held.withLock { $0.start = start }
    }

    package func chargeTime() throws(LineError) -> Duration? {
        let start = held.withLock { $0.start }
        return try use { held throws(WireFailure) in
            // An edge from before belongs to a charge that took too long.
            let edge = try held.risingEdges().first { $0 >= start }
            if let edge { return .nanoseconds(edge - start) }
            // In bright light the line may be high before the kernel watches it.
            return try held.isHigh() ? .zero : nil
        }
    }

    package func stop() {
        held.withLock { $0.request = nil }
    }

    /// Requests the line if it is not held. After a failure the next call requests it again: the chip may have gone and
    /// come back.
    private func use<Result: Sendable>(
        _ body: (any ChargeRequest) throws(WireFailure) -> Result
    ) throws(LineError) -> Result {
        let request = try taken()
        do throws(WireFailure) {
            return try body(request)
        } catch {
            stop()
            throw LineError(error)
        }
    }

    private func taken() throws(LineError) -> any ChargeRequest {
        if let request = held.withLock({ $0.request }) { return request }
        let path = try findChip(chip, calls)
        do throws(WireFailure) {
            let request = try calls.requestCharge(offset, ofChip: path)
            held.withLock { $0.request = request }
            return request
        } catch {
            throw LineError(error)
        }
    }
}

/// The line of a digital light module, which drives it.
package final class GPIOLevelLine: LevelLine {
    private let chip: BoardDescription.GPIOChip
    private let offset: Int
    private let calls: any GPIOCalls
    private let request = Mutex<(any InputRequest)?>(nil)

    package init(
        chip: BoardDescription.GPIOChip, offset: Int, calls: any GPIOCalls = LibgpiodCalls()
    ) {
        self.chip = chip
        self.offset = offset
        self.calls = calls
    }

    package func isHigh() throws(LineError) -> Bool {
        let request = try taken()
        do throws(WireFailure) {
            return try request.levels().first ?? false
        } catch {
            stop()
            throw LineError(error)
        }
    }

    package func stop() {
        request.withLock { $0 = nil }
    }

    private func taken() throws(LineError) -> any InputRequest {
        if let request = request.withLock({ $0 }) { return request }
        let path = try findChip(chip, calls)
        do throws(WireFailure) {
            let line = InputLine(
                offset: offset, isActiveLow: false, pull: .off, debounce: .zero)
            let fresh = try calls.requestInputs([line], ofChip: path)
            request.withLock { $0 = fresh }
            return fresh
        } catch {
            throw LineError(error)
        }
    }
}
