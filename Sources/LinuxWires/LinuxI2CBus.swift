import Glibc
package import HAL
import Synchronization

/// A bus of the kernel, `/dev/i2c-N`, opened when it is first used and again when it comes back.
///
/// A combined transfer does not ask whether a kernel driver has the address: both would then talk to
/// the chip, each to the other's confusion. So the kernel is asked before the first transfer to each
/// address, and again after a failed one, since drivers come with hot-plugged overlays.
package final class LinuxI2CBus: I2CBus {
    private let number: Int
    private let calls: any I2CCalls
    private let path: String
    /// Locked by the one thread that uses the bus, so nobody ever waits for it; the lock only proves it.
    private let state = Mutex(State())

    private struct State {
        var file: Int32?
        /// Addresses that no kernel driver has.
        var free: Set<I2CAddress> = []
        /// The address that plain calls go to.
        var selected: I2CAddress?
    }

    /// - Parameter number: 1 is `/dev/i2c-1`.
    package init(number: Int, calls: any I2CCalls = KernelI2CCalls()) {
        self.number = number
        self.calls = calls
        path = "/dev/i2c-\(number)"
    }

    deinit {
        if let file = state.withLock({ $0.file }) { calls.close(file) }
    }

    package func transfer(
        to address: I2CAddress, writing bytes: [UInt8], readCount: Int
    ) throws(I2CError) -> [UInt8] {
        // A Mutex passes on no typed error, so it comes out as a value.
        let result = state.withLock { state -> Result<[UInt8], I2CError> in
            do throws(I2CError) {
                return .success(try transfer(&state, to: address, writing: bytes, readCount))
            } catch {
                state.free.remove(address)
                if error == .busGone { close(&state) }
                return .failure(error)
            }
        }
        return try result.get()
    }

    private func transfer(
        _ state: inout State, to address: I2CAddress, writing bytes: [UInt8], _ readCount: Int
    ) throws(I2CError) -> [UInt8] {
        let file = try open(&state)
        let isQuestion = bytes.isEmpty && readCount == 0
        if !state.free.contains(address) || (isQuestion && state.selected != address) {
            try select(address, file, &state)
        }
        do throws(WireFailure) {
            guard isQuestion else {
                return try calls.transfer(
                    file, to: address, writing: bytes, readCount: readCount)
            }
            try calls.ask(file)
            return []
        } catch {
            throw LinuxI2CBus.error(of: error.errno)
        }
    }

    private func select(
        _ address: I2CAddress, _ file: Int32, _ state: inout State
    ) throws(I2CError) {
        state.selected = nil
        do throws(WireFailure) {
            try calls.select(address, on: file)
        } catch {
            guard error.errno == EBUSY else { throw LinuxI2CBus.error(of: error.errno) }
            throw .taken(by: calls.driver(ofBus: number, at: address))
        }
        state.selected = address
        state.free.insert(address)
    }

    private func open(_ state: inout State) throws(I2CError) -> Int32 {
        if let file = state.file { return file }
        do throws(WireFailure) {
            let file = try calls.open(path)
            state.file = file
            return file
        } catch {
            // A node whose adapter has gone says ENXIO where there never was another.
            if error.errno == ENXIO { throw .busGone }
            throw LinuxI2CBus.error(of: error.errno)
        }
    }

    /// Lets go of an adapter that is gone: the kernel clears it away, and another may take its number,
    /// only when nobody has it open any more.
    private func close(_ state: inout State) {
        if let file = state.file { calls.close(file) }
        state = State()
    }

    /// What an errno of a transfer means (the kernel's Documentation/i2c/fault-codes.rst).
    static func error(of errno: Int32) -> I2CError {
        switch errno {
        case EREMOTEIO, ENXIO: .nack
        // The last is a lost arbitration: another master had the bus.
        case ETIMEDOUT, EAGAIN: .timedOut
        case EBUSY: .taken(by: nil)
        // ESHUTDOWN is what a suspended or unplugged adapter says.
        case ENODEV, ENOENT, ESHUTDOWN: .busGone
        default: .io(errno: errno)
        }
    }
}
