package import ClockCore
package import ClockTime
import HAL

/// Sets the wall clock for the machine, and reports the result.
///
/// Theory of operation. The kernel sets its own clock at once, but the hardware clock is on a bus that may hang. So
/// the thread that owns the disk does this: a delay there makes nobody miss a ring. An order pairs the wall time with
/// a boot time, so waiting in a queue makes no time wrong.
struct WallClockHost {
    /// Nil: it cannot be set.
    let clock: (any WallClock)?

    /// - Returns: the result for the machine.
    func carryOut(_ order: ClockOrder) -> Event {
        guard let clock else {
            return refusal(order, .wrongState(.inWords("this clock can't be set")))
        }
        do throws(WallClockError) {
            return .clockSet(order.request, .done(HardwareClock(try clock.set(to: order.time))))
        } catch {
            return refusal(order, CommandError(error))
        }
    }

    private func refusal(_ order: ClockOrder, _ error: CommandError) -> Event {
        .clockSet(order.request, .refused(error))
    }
}

/// An order to set the wall clock; somebody waits for the result.
package struct ClockOrder: Sendable {
    package var request: RequestID
    /// The wall time to show at a given boot time.
    package var time: Moment
}

extension HardwareClock {
    fileprivate init(_ outcome: HardwareClockOutcome) {
        switch outcome {
        case .absent: self = .absent
        case .set: self = .set
        case .notPermitted: self = .failed("the clock's program has no permission to open it")
        case .failed(let errno): self = .failed("setting it failed (\(SystemError.text(errno)))")
        }
    }
}

extension CommandError {
    fileprivate init(_ error: WallClockError) {
        switch error {
        case .synchronised:
            self = .wrongState(
                .inWords(
                    "the network keeps the time right, and would undo the change. "
                        + "You can set the time while the clock is offline"))
        case .notPermitted:
            self = .notPermitted(
                "the clock's program has no permission to set the time (CAP_SYS_TIME)")
        case .refused(let errno):
            self = .wrongState(
                .inWords("the system doesn't accept that time (\(SystemError.text(errno)))"))
        }
    }
}
