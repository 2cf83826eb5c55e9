import HAL

extension I2CBus {
    /// One transfer whose failure, or wrong number of bytes, is a failure of the chip.
    func exchange(
        with address: I2CAddress, writing bytes: [UInt8], reading count: Int = 0
    ) throws(DeviceError) -> [UInt8] {
        let answer: [UInt8]
        do throws(I2CError) {
            answer = try transfer(to: address, writing: bytes, readCount: count)
        } catch {
            throw .bus(error)
        }
        guard answer.count == count else {
            throw .implausible("\(answer.count) bytes were read where \(count) were asked for")
        }
        return answer
    }
}

/// A byte or word as datasheets write it: `0x50`.
func hexadecimal(_ value: some FixedWidthInteger & UnsignedInteger) -> String {
    let digits = String(value, radix: 16, uppercase: true)
    return "0x" + String(repeating: "0", count: value.bitWidth / 4 - digits.count) + digits
}
