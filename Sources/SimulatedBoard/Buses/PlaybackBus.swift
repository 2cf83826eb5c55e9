package import HAL
import Synchronization

/// A bus that expects given transfers, in order, byte by byte.
///
/// A mismatch fails the transfer and is recorded; `finish` reports mismatches and missing transfers. This bus
/// proves that the bytes are those of the datasheet. The chip models prove how a chip behaves.
package final class PlaybackBus: I2CBus {
    /// One expected transfer.
    package struct Step: Hashable, Sendable {
        package var address: I2CAddress
        package var written: [UInt8]
        /// The chip's answer. The transfer must read exactly this many bytes.
        package var answer: [UInt8]
        /// The error to throw after a transfer that matched.
        package var error: I2CError?

        package init(
            _ address: I2CAddress, write written: [UInt8], answer: [UInt8] = [],
            error: I2CError? = nil
        ) {
            self.address = address
            self.written = written
            self.answer = answer
            self.error = error
        }
    }

    private struct State {
        var next = 0
        /// At most one per step, and one for transfers after the end.
        var mismatches: [String] = []
    }

    private let steps: [Step]
    private let state = Mutex(State())

    package init(_ steps: [Step]) {
        self.steps = steps
    }

    package func transfer(
        to address: I2CAddress, writing bytes: [UInt8], readCount: Int
    ) throws(I2CError) -> [UInt8] {
        let result = state.withLock { state -> Result<[UInt8], I2CError> in
            let came = "\(address): \(bytes) written, \(readCount) to be read"
            guard state.next < steps.count else {
                if state.next == steps.count {
                    state.mismatches.append("after the end came \(came)")
                    state.next += 1
                }
                return .failure(.io(errno: Self.protocolError))
            }
            let step = steps[state.next]
            state.next += 1
            guard
                step.address == address, step.written == bytes, step.answer.count == readCount
            else {
                state.mismatches.append(
                    "step \(state.next) should be \(step.address): \(step.written) written, "
                        + "\(step.answer.count) to be read; but \(came)")
                return .failure(.io(errno: Self.protocolError))
            }
            return step.error.map { .failure($0) } ?? .success(step.answer)
        }
        return try result.get()
    }

    /// One sentence per wrong transfer, and one for those missing; empty if everything matched.
    package func finish() -> [String] {
        state.withLock { state in
            let missing = steps.count - state.next
            guard missing > 0 else { return state.mismatches }
            return state.mismatches + ["the last \(missing) of \(steps.count) steps never came"]
        }
    }

    /// EPROTO.
    private static let protocolError: Int32 = 71
}
