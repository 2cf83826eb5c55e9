package import ClockTime
package import HAL

/// One attempted bus transfer and its result.
package struct I2CTransfer: Hashable, Sendable {
    package var time: BootTime
    package var address: I2CAddress
    package var written: [UInt8]
    /// Empty if the transfer failed.
    package var read: [UInt8]
    package var error: I2CError?

    package init(
        time: BootTime, address: I2CAddress, written: [UInt8], read: [UInt8] = [],
        error: I2CError? = nil
    ) {
        self.time = time
        self.address = address
        self.written = written
        self.read = read
        self.error = error
    }

    /// One line of an I2C trace, without a line break: `{"t": 1.500000, "address": 112, "write": [129], "read":
    /// [], "error": null}`, where `t` is boot time in seconds. The text is identical on every machine and in
    /// every run.
    package var jsonLine: String {
        let error = error.map { "\"\(Self.code(of: $0))\"" } ?? "null"
        return "{\"t\": \(Self.seconds(of: time)), \"address\": \(address.value), "
            + "\"write\": \(Self.array(written)), \"read\": \(Self.array(read)), "
            + "\"error\": \(error)}"
    }

    /// Boot time in seconds, truncated to the microsecond. Integer arithmetic, because formatting a
    /// floating-point number would round and may vary between libraries.
    private static func seconds(of time: BootTime) -> String {
        let microseconds = time.nanoseconds.magnitude / 1000
        let fraction = String(microseconds % 1_000_000)
        let zeros = String(repeating: "0", count: 6 - fraction.count)
        let sign = time.nanoseconds < 0 ? "-" : ""
        return "\(sign)\(microseconds / 1_000_000).\(zeros)\(fraction)"
    }

    private static func array(_ bytes: [UInt8]) -> String {
        "[" + bytes.map { String($0) }.joined(separator: ", ") + "]"
    }

    /// Needs no JSON escaping: only letters, digits and blanks.
    private static func code(of error: I2CError) -> String {
        switch error {
        case .nack: "nack"
        case .timedOut: "timedOut"
        case .taken: "taken"
        case .busGone: "busGone"
        case .io(let errno): "io \(errno)"
        }
    }
}
