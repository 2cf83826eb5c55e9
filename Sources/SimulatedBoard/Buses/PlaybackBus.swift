package import HAL
import Synchronization

/// A bus that knows which transfers have to come, in order, byte by byte.
///
/// What does not fit fails the transfer and is kept; `finish` tells, together with what never came.
/// It proves that bytes are those of the datasheet; how a chip behaves is proven on its model.
package final class PlaybackBus: I2CBus {
    /// One transfer that is expected.
    package struct Step: Hashable, Sendable {
        package var address: I2CAddress
        package var written: [UInt8]
        /// What the chip answers; as many bytes must be asked for.
        package var answer: [UInt8]
        /// Fails the transfer once it came as expected.
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
        /// At most one for each step and one for what came after the end.
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

    /// One sentence for each transfer that was wrong, and one for what never came; empty when all
    /// went as written.
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
