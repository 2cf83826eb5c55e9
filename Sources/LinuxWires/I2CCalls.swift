import CI2C
import Glibc
package import HAL

/// The kernel's calls that a bus stands on, so that a test can script what each says.
package protocol I2CCalls: Sendable {
    /// The buses that there are, in no order.
    func buses() -> [I2CBusName]

    /// - Returns: a descriptor, to be given to `close`.
    func open(_ path: String) throws(WireFailure) -> Int32

    func close(_ file: Int32)

    /// Directs plain calls to the address; EBUSY where a kernel driver has it (I2C_SLAVE).
    func select(_ address: I2CAddress, on file: Int32) throws(WireFailure)

    /// One combined transfer, with a repeated start between its halves (I2C_RDWR). `bytes` or
    /// `readCount`, not both, may be nought.
    func transfer(
        _ file: Int32, to address: I2CAddress, writing bytes: [UInt8], readCount: Int
    ) throws(WireFailure) -> [UInt8]

    /// Asks whether the address that was selected answers; it transfers no data.
    func ask(_ file: Int32) throws(WireFailure)

    /// The name of the kernel driver that is bound to the address; nil where none is.
    func driver(ofBus bus: Int, at address: I2CAddress) -> String?
}

/// A bus as the kernel names it.
package struct I2CBusName: Hashable, Sendable {
    /// 1 is `/dev/i2c-1`.
    package var number: Int
    /// Of its adapter, like `bcm2835 (i2c@7e804000)`; empty where it is not known.
    package var name: String

    package init(number: Int, name: String) {
        self.number = number
        self.name = name
    }
}

/// The calls as the kernel and libi2c have them.
package struct KernelI2CCalls: I2CCalls {
    package init() {}

    package func buses() -> [I2CBusName] {
        let prefix = "i2c-"
        return namesOfDevices(beginningWith: prefix).compactMap { device in
            Int(device.dropFirst(prefix.count)).map { number in
                I2CBusName(number: number, name: firstLine("/sys/class/i2c-dev/\(device)/name"))
            }
        }
    }

    /// The first line of a small file, without its end; empty where it cannot be read.
    private func firstLine(_ path: String) -> String {
        let file = retryingInterrupted { Glibc.open(path, O_RDONLY | O_CLOEXEC) }
        guard file >= 0 else { return "" }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 128)
        let count = retryingInterrupted { read(file, &bytes, bytes.count) }
        let line = bytes[..<max(0, count)].prefix { $0 != UInt8(ascii: "\n") }
        return String(decoding: line, as: UTF8.self)
    }

    package func open(_ path: String) throws(WireFailure) -> Int32 {
        let file = retryingInterrupted { Glibc.open(path, O_RDWR | O_CLOEXEC) }
        guard file >= 0 else { throw WireFailure(errno: errno) }
        return file
    }

    package func close(_ file: Int32) {
        _ = Glibc.close(file)
    }

    package func select(_ address: I2CAddress, on file: Int32) throws(WireFailure) {
        guard ioctl(file, UInt(I2C_SLAVE), CInt(address.value)) >= 0 else {
            throw WireFailure(errno: errno)
        }
    }

    package func transfer(
        _ file: Int32, to address: I2CAddress, writing bytes: [UInt8], readCount: Int
    ) throws(WireFailure) -> [UInt8] {
        // The length of a message has 16 bits.
        guard bytes.count <= Int(UInt16.max), (0...Int(UInt16.max)).contains(readCount) else {
            throw WireFailure(errno: EINVAL)
        }
        var written = bytes
        var answer = [UInt8](repeating: 0, count: readCount)
        let result = written.withUnsafeMutableBufferPointer { written in
            answer.withUnsafeMutableBufferPointer { answer in
                var messages: [i2c_msg] = []
                if !written.isEmpty {
                    messages.append(
                        i2c_msg(
                            addr: UInt16(address.value), flags: 0, len: UInt16(written.count),
                            buf: written.baseAddress))
                }
                if !answer.isEmpty {
                    messages.append(
                        i2c_msg(
                            addr: UInt16(address.value), flags: UInt16(I2C_M_RD),
                            len: UInt16(answer.count), buf: answer.baseAddress))
                }
                return KernelI2CCalls.send(&messages, to: file)
            }
        }
        // Not made again after EINTR: a part of it may have gone out.
        guard result >= 0 else { throw WireFailure(errno: errno) }
        return answer
    }

    private static func send(_ messages: inout [i2c_msg], to file: Int32) -> Int32 {
        messages.withUnsafeMutableBufferPointer { messages in
            var request = i2c_rdwr_ioctl_data(
                msgs: messages.baseAddress, nmsgs: UInt32(messages.count))
            return ioctl(file, UInt(I2C_RDWR), &request)
        }
    }

    package func ask(_ file: Int32) throws(WireFailure) {
        // As i2cdetect(8) does: an empty write, or a byte read where the adapter cannot be that brief.
        var result = i2c_smbus_write_quick(file, UInt8(I2C_SMBUS_WRITE))
        if result < 0, errno == EOPNOTSUPP { result = i2c_smbus_read_byte(file) }
        guard result >= 0 else { throw WireFailure(errno: errno) }
    }

    package func driver(ofBus bus: Int, at address: I2CAddress) -> String? {
        let digits = String(address.value, radix: 16)
        let name = String(repeating: "0", count: 4 - digits.count) + digits
        return KernelI2CCalls.linkTarget("/sys/bus/i2c/devices/\(bus)-\(name)/driver")
    }

    /// The last part of what a symbolic link leads to; nil where it is none.
    static func linkTarget(_ path: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &target, target.count)
        guard count > 0, count < target.count else { return nil }
        let text = String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.split(separator: "/").last.map(String.init)
    }
}

/// The names in `/dev` that begin so, in no order.
func namesOfDevices(beginningWith prefix: String) -> [String] {
    guard let folder = opendir("/dev") else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    // Bounded by what the kernel has in the folder.
    while let entry = readdir(folder) {
        let size = MemoryLayout.size(ofValue: entry.pointee.d_name)
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: size) { String(cString: $0) }
        }
        if name.hasPrefix(prefix) { names.append(name) }
    }
    return names
}

/// Makes a call again as long as a signal interrupts it. Without bound, because the kernel sets one:
/// each interruption is a signal delivered.
func retryingInterrupted<Value: SignedInteger>(_ call: () -> Value) -> Value {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}
