package import ClockTime
package import HAL
import Synchronization

/// An I2C bus with simulated chips. It fails on command.
///
/// The panel's thread uses it, and the motor's thread, as with a kernel's bus. Light, faults and unplugging come from other threads, so one lock guards
/// all state. The observer is called after each transfer, outside the lock, on the thread that made it.
package final class SimulatedI2CBus: I2CBus {
    /// A fault that makes transfers fail.
    package struct Fault: Hashable, Sendable {
        package var error: I2CError
        /// How many transfers fail from now on; nil for all until the fault is cleared.
        package var transfers: Int?
        /// How many bytes of a failing write reach the chip first: a truncated command.
        package var bytesDelivered: Int

        package init(error: I2CError, transfers: Int? = nil, bytesDelivered: Int = 0) {
            self.error = error
            self.transfers = transfers
            self.bytesDelivered = bytesDelivered
        }
    }

    private struct State {
        /// At most one per address, 112 in all.
        var chips: [I2CAddress: any SimulatedChip] = [:]
        /// Unplugged chips: on the bus, but without power.
        var absent: Set<I2CAddress> = []
        /// At most one per address, and one for all.
        var faults: [I2CAddress: Fault] = [:]
        var faultOfAll: Fault?
    }

    private let clock: any TimeSource
    private let onTransfer: (@Sendable (I2CTransfer) -> Void)?
    private let state = Mutex(State())

    /// The maximum bytes of a message, as in Linux (drivers/i2c/i2c-dev.c).
    package static let longestMessage = 8192

    /// - Parameter clock: timestamps the transfers and sets the chips' time.
    /// - Parameter onTransfer: called for each transfer, including failed ones.
    package init(
        clock: any TimeSource, onTransfer: (@Sendable (I2CTransfer) -> Void)? = nil
    ) {
        self.clock = clock
        self.onTransfer = onTransfer
    }

    package func transfer(
        to address: I2CAddress, writing bytes: [UInt8], readCount: Int
    ) throws(I2CError) -> [UInt8] {
        let time = clock.now().boot
        // The outcome leaves the lock as a value, so that the observer also sees failures.
        let result = state.withLock {
            Self.carryOut(on: &$0, address, writing: bytes, readCount: readCount, at: time)
        }
        var transfer = I2CTransfer(time: time, address: address, written: bytes)
        switch result {
        case .success(let read): transfer.read = read
        case .failure(let error): transfer.error = error
        }
        onTransfer?(transfer)
        return try result.get()
    }

    private static func carryOut(
        on state: inout State, _ address: I2CAddress, writing bytes: [UInt8], readCount: Int,
        at time: BootTime
    ) -> Result<[UInt8], I2CError> {
        guard bytes.count <= longestMessage, (0...longestMessage).contains(readCount) else {
            return .failure(.io(errno: invalidArgument))
        }
        let fault = takeFault(for: address, from: &state)
        guard var chip = state.chips[address], !state.absent.contains(address) else {
            return .failure(fault?.error ?? .nack)
        }
        defer { state.chips[address] = chip }
        do throws(I2CError) {
            let delivered = fault.map { Array(bytes.prefix($0.bytesDelivered)) } ?? bytes
            if !delivered.isEmpty { try chip.write(delivered, at: time) }
            if let fault { throw fault.error }
            return .success(readCount > 0 ? try chip.read(readCount, at: time) : [])
        } catch {
            return .failure(error)
        }
    }

    /// The fault that applies to this transfer. Counts it down.
    private static func takeFault(for address: I2CAddress, from state: inout State) -> Fault? {
        if let (fault, rest) = state.faults[address]?.used() {
            state.faults[address] = rest
            return fault
        }
        if let (fault, rest) = state.faultOfAll?.used() {
            state.faultOfAll = rest
            return fault
        }
        return nil
    }

    /// EINVAL.
    private static let invalidArgument: Int32 = 22
}

extension SimulatedI2CBus.Fault {
    /// This fault, and what remains of it after one more transfer; nil if it is used up.
    fileprivate func used() -> (Self, rest: Self?)? {
        guard let transfers else { return (self, self) }
        guard transfers > 0 else { return nil }
        var rest = self
        rest.transfers = transfers - 1
        return (self, transfers > 1 ? rest : nil)
    }
}

// MARK: - The outside world

extension SimulatedI2CBus {
    /// Attaches a chip. Replaces any chip at that address.
    package func attach(_ chip: any SimulatedChip, at address: I2CAddress) {
        state.withLock {
            $0.chips[address] = chip
            $0.absent.remove(address)
        }
    }

    /// Inspects a chip or lets the world act on it; nil if no chip of this type is there.
    package func withChip<Chip: SimulatedChip, Value: Sendable>(
        _ type: Chip.Type, at address: I2CAddress, _ body: (inout Chip, BootTime) -> Value
    ) -> Value? {
        let time = clock.now().boot
        return state.withLock { state in
            guard var chip = state.chips[address] as? Chip else { return nil }
            let value = body(&chip, time)
            state.chips[address] = chip
            return value
        }
    }

    /// Lets light fall on the light sensor at an address, whatever its chip. Without one, nothing happens.
    package func expose(_ address: I2CAddress, to illuminance: Lux) {
        let time = clock.now().boot
        state.withLock { state in
            guard var chip = state.chips[address] as? any SimulatedLightChip else { return }
            chip.expose(to: illuminance, at: time)
            state.chips[address] = chip
        }
    }

    /// Changes the battery of the gauge at an address, whatever its chip. Without one, nothing happens.
    package func setBattery(_ address: I2CAddress, percent: Double, flow: BatteryReading.Flow) {
        state.withLock { state in
            guard var chip = state.chips[address] as? any SimulatedBatteryChip else { return }
            chip.setBattery(percent: percent, flow: flow)
            state.chips[address] = chip
        }
    }

    /// Whether the motor behind the chip at an address runs, whatever the chip. Without one, it does not.
    package func isMotorOn(_ address: I2CAddress) -> Bool {
        state.withLock { state in
            guard !state.absent.contains(address) else { return false }
            return (state.chips[address] as? any SimulatedMotorChip)?.isMotorOn ?? false
        }
    }

    /// What a viewer sees of the display now: all its modules, in their places; nil if none of its chips is there. A
    /// missing module is dark.
    package func litPicture(of display: BoardDescription.Display) -> LitPicture? {
        let time = clock.now().boot
        let parts = state.withLock { state in
            display.addresses.compactMap { address in
                (state.chips[address] as? any SimulatedDisplayChip)?
                    .litPicture(of: display, at: time)
            }
        }
        return parts.first.map { LitPicture(modules: parts, of: display, first: $0) }
    }

    /// Makes transfers to one address fail, or to all if `address` is nil. Replaces an earlier fault of that
    /// address.
    package func fail(_ fault: Fault, at address: I2CAddress? = nil) {
        state.withLock {
            if let address {
                $0.faults[address] = fault
            } else {
                $0.faultOfAll = fault
            }
        }
    }

    package func clearFaults() {
        state.withLock {
            $0.faults = [:]
            $0.faultOfAll = nil
        }
    }

    /// Unplugs a part: it loses its state and stops answering.
    package func unplug(_ address: I2CAddress) {
        state.withLock { _ = $0.absent.insert(address) }
    }

    /// Plugs the part back in: the chip powers up.
    package func plugIn(_ address: I2CAddress) {
        let time = clock.now().boot
        state.withLock {
            guard $0.absent.remove(address) != nil else { return }
            $0.chips[address]?.powerUp(at: time)
        }
    }

    /// A short power loss that nobody on the bus notices.
    package func powerCycle(_ address: I2CAddress) {
        let time = clock.now().boot
        state.withLock { $0.chips[address]?.powerUp(at: time) }
    }
}
