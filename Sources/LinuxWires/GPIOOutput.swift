package import HAL
import Synchronization

/// A GPIO line that switches something. It is off as soon as it is requested; `CrashSwitch` covers what happens to it
/// when the program dies.
package final class GPIOOutput: OutputLine {
    private let chip: BoardDescription.GPIOChip
    private let line: BoardDescription.OutputLine
    private let calls: any GPIOCalls
    private let request = Mutex<(any OutputRequest)?>(nil)

    package init(
        chip: BoardDescription.GPIOChip, line: BoardDescription.OutputLine,
        calls: any GPIOCalls = LibgpiodCalls()
    ) {
        self.chip = chip
        self.line = line
        self.calls = calls
    }

    deinit { stop() }

    package func set(_ isOn: Bool) throws(LineError) {
        let failure = request.withLock { request -> LineError? in
            do throws(LineError) {
                try set(isOn, &request)
                return nil
            } catch {
                // The next call requests it again: the chip may have gone and come back.
                request = nil
                return error
            }
        }
        if let failure { throw failure }
    }

    package func stop() {
        request.withLock { request in
            // A line that cannot be switched off is gone; all that is left is to release it.
            try? request?.set(false)
            request = nil
        }
    }

    private func set(_ isOn: Bool, _ request: inout (any OutputRequest)?) throws(LineError) {
        do throws(WireFailure) {
            if let request {
                try request.set(isOn)
                return
            }
        } catch {
            throw LineError(error)
        }
        let path = try findChip(chip, calls)
        do throws(WireFailure) {
            let fresh = try calls.requestOutput(
                line.line, isActiveLow: line.isActiveLow, ofChip: path)
            if isOn { try fresh.set(true) }
            request = fresh
        } catch {
            throw LineError(error)
        }
    }
}
