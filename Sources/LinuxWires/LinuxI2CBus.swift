import Glibc
package import HAL
import Synchronization

/// A kernel bus, `/dev/i2c-N`, opened at its first use and again when it comes back.
///
/// A combined transfer does not check whether a kernel driver has the address: both would then talk to the chip and
/// confuse each other. So the kernel is asked before the first transfer to each address, and again after a failed
/// one, because drivers come with hot-plugged overlays.
package final class LinuxI2CBus: I2CBus {
    private let number: Int
    private let calls: any I2CCalls
    private let path: String
    /// Only one thread uses the bus, so nobody ever waits for this lock; it is for the compiler.
    private let state = Mutex(State())

    private struct State {
        var file: Int32?
        /// Addresses without a kernel driver.
        var free: Set<I2CAddress> = []
        /// The address selected for plain calls.
        var selected: I2CAddress?
    }

    /// - Parameter number: 1 is `/dev/i2c-1`.
    package init(number: Int, calls: any I2CCalls = KernelI2CCalls()) {
        self.number = number
        self.calls = calls
        path = LinuxI2CBus.path(ofBus: number)
    }

    static func path(ofBus number: Int) -> String { "/dev/i2c-\(number)" }

    deinit {
        if let file = state.withLock({ $0.file }) { calls.close(file) }
    }

    package func transfer(
        to address: I2CAddress, writing bytes: [UInt8], readCount: Int
    ) throws(I2CError) -> [UInt8] {
        // A Mutex does not pass typed errors on, so the error is returned as a value.
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
            // A node whose adapter is gone gives ENXIO if no other has taken its place.
            if error.errno == ENXIO { throw .busGone }
            throw LinuxI2CBus.error(of: error.errno)
        }
    }

    /// Closes an adapter that is gone: only when nobody has it open does the kernel free it, and may another take its
    /// number.
    private func close(_ state: inout State) {
        if let file = state.file { calls.close(file) }
        state = State()
    }

    /// Translates the errno of a transfer (the kernel's Documentation/i2c/fault-codes.rst).
    static func error(of errno: Int32) -> I2CError {
        switch errno {
        case EREMOTEIO, ENXIO: .nack
        // EAGAIN is a lost arbitration: another master had the bus.
        case ETIMEDOUT, EAGAIN: .timedOut
        case EBUSY: .taken(by: nil)
        // ESHUTDOWN comes from a suspended or unplugged adapter.
        case ENODEV, ENOENT, ESHUTDOWN: .busGone
        default: .io(errno: errno)
        }
    }
}
