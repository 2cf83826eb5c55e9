package import HAL

/// Looks for chips on a bus without changing anything on them.
///
/// Each address is probed by reading one byte, which no chip takes for a command. If it does not answer, an empty
/// write follows only if the caller says that it tolerates one: some memories and clock chips take it for the start
/// of a write.
package enum I2CSurvey {
    package enum Answer: Hashable, Sendable {
        case answers
        /// A kernel driver has the address; its name if known.
        case taken(by: String?)
    }

    package struct Result: Hashable, Sendable {
        /// Silent addresses are left out.
        package var answers: [I2CAddress: Answer]
        /// The error that ended the survey early: a bus that hangs would take a second for each address.
        package var failure: I2CError?

        package init(answers: [I2CAddress: Answer] = [:], failure: I2CError? = nil) {
            self.answers = answers
            self.failure = failure
        }
    }

    package static func look(
        on bus: any I2CBus, at addresses: [I2CAddress], bearingEmptyWrites: Set<I2CAddress>
    ) -> Result {
        var result = Result()
        for address in addresses {
            do throws(I2CError) {
                let answers = try answers(
                    address, on: bus, bearsEmptyWrite: bearingEmptyWrites.contains(address))
                if answers { result.answers[address] = .answers }
            } catch {
                switch error {
                case .taken(let driver):
                    result.answers[address] = .taken(by: driver)
                case .nack, .timedOut, .busGone, .io:
                    result.failure = error
                    return result
                }
            }
        }
        return result
    }

    private static func answers(
        _ address: I2CAddress, on bus: any I2CBus, bearsEmptyWrite: Bool
    ) throws(I2CError) -> Bool {
        do throws(I2CError) {
            _ = try bus.read(1, from: address)
            return true
        } catch {
            guard error == .nack else { throw error }
        }
        guard bearsEmptyWrite else { return false }
        do throws(I2CError) {
            try bus.write([], to: address)
            return true
        } catch {
            guard error == .nack else { throw error }
            return false
        }
    }
}
