import CI2C
import Glibc
package import HAL

/// The system calls that a bus depends on, so that tests can script the answers.
package protocol I2CCalls: Sendable {
    /// The existing buses, in no particular order.
    func buses() -> [I2CBusName]

    /// - Returns: a descriptor for the caller to `close`.
    func open(_ path: String) throws(WireFailure) -> Int32

    func close(_ file: Int32)

    /// Directs plain calls to the address; EBUSY if a kernel driver has it (I2C_SLAVE).
    func select(_ address: I2CAddress, on file: Int32) throws(WireFailure)

    /// One combined transfer, with a repeated start between its halves (I2C_RDWR). Either `bytes` or `readCount` may
    /// be empty, but not both.
    func transfer(
        _ file: Int32, to address: I2CAddress, writing bytes: [UInt8], readCount: Int
    ) throws(WireFailure) -> [UInt8]

    /// Probes whether the selected address answers; transfers no data.
    func ask(_ file: Int32) throws(WireFailure)

    /// The name of the kernel driver bound to the address; nil if there is none.
    func driver(ofBus bus: Int, at address: I2CAddress) -> String?
}

/// A bus, as the kernel names it.
package struct I2CBusName: Hashable, Sendable {
    /// 1 is `/dev/i2c-1`.
    package var number: Int
    /// The adapter's name, like `bcm2835 (i2c@7e804000)`; empty if unknown.
    package var name: String

    package init(number: Int, name: String) {
        self.number = number
        self.name = name
    }
}

/// The calls of the kernel and libi2c.
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

    /// The first line of a small file, without its end; empty if it cannot be read.
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
        // A message's length has 16 bits.
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
        // Not retried after EINTR: a part of it may have been sent.
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
        // Like i2cdetect(8): an empty write, or a byte read if the adapter does not support that.
        var result = i2c_smbus_write_quick(file, UInt8(I2C_SMBUS_WRITE))
        if result < 0, errno == EOPNOTSUPP { result = i2c_smbus_read_byte(file) }
        guard result >= 0 else { throw WireFailure(errno: errno) }
    }

    package func driver(ofBus bus: Int, at address: I2CAddress) -> String? {
        let digits = String(address.value, radix: 16)
        let name = String(repeating: "0", count: 4 - digits.count) + digits
        return KernelI2CCalls.linkTarget("/sys/bus/i2c/devices/\(bus)-\(name)/driver")
    }

    /// The last component of a symbolic link's target; nil if it is not a link.
    static func linkTarget(_ path: String) -> String? {
        var target = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(path, &target, target.count)
        guard count > 0, count < target.count else { return nil }
        let text = String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return text.split(separator: "/").last.map(String.init)
    }
}

/// The names in a folder of devices with this prefix, in no particular order.
func namesOfDevices(beginningWith prefix: String, in path: String = "/dev") -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    // Bounded by the entries that the kernel has in the folder.
    while let entry = readdir(folder) {
        let size = MemoryLayout.size(ofValue: entry.pointee.d_name)
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: size) { String(cString: $0) }
        }
        if name.hasPrefix(prefix) { names.append(name) }
    }
    return names
}

/// Repeats a call while signals interrupt it. The kernel bounds this: each interruption is a delivered signal.
func retryingInterrupted<Value: SignedInteger>(_ call: () -> Value) -> Value {
    while true {
        let result = call()
        if result != -1 || errno != EINTR { return result }
    }
}
