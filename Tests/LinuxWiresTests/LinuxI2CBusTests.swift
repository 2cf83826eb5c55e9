import Glibc
import HAL
import LinuxWires
import Synchronization
import Testing

@Suite("An I2C bus of the kernel")
struct LinuxI2CBusTests {
    let calls = ScriptedI2CCalls()
    let display = I2CAddress.range(0x70...0x70)[0]
    let light = I2CAddress.range(0x23...0x23)[0]

    func bus() -> LinuxI2CBus { LinuxI2CBus(number: 1, calls: calls) }

    @Test(
        "It opens when first used, asks once for each address who has it, and passes bytes both ways"
    )
    func transfers() throws {
        let bus = bus()
        #expect(calls.takeLog().isEmpty)
        calls.change { $0.answer = [0x12, 0x34] }
        #expect(try bus.transfer(to: light, writing: [0x10], readCount: 2) == [0x12, 0x34])
        #expect(
            calls.takeLog() == ["open /dev/i2c-1", "select 0x23", "transfer 0x23 [16] 2"])
        calls.change { $0.answer = [] }
        try bus.write([0x21], to: display)
        try bus.write([0x81], to: display)
        #expect(
            calls.takeLog() == ["select 0x70", "transfer 0x70 [33] 0", "transfer 0x70 [129] 0"])
    }

    @Test("A transfer without bytes only asks, at the address that it names")
    func asks() throws {
        let bus = bus()
        try bus.write([], to: display)
        try bus.write([1], to: light)
        try bus.write([], to: display)
        #expect(
            calls.takeLog() == [
                "open /dev/i2c-1", "select 0x70", "ask", "select 0x23", "transfer 0x23 [1] 0",
                "select 0x70", "ask",
            ])
    }

    @Test(
        "Each errno of a transfer is the error that it means",
        arguments: [
            (EREMOTEIO, I2CError.nack), (ENXIO, .nack), (ETIMEDOUT, .timedOut),
            (EBUSY, .taken(by: nil)), (ENODEV, .busGone), (ENOENT, .busGone),
            (ESHUTDOWN, .busGone), (EIO, .io(errno: EIO)), (EAGAIN, .timedOut),
        ])
    func errors(errno: Int32, expected: I2CError) {
        calls.change { $0.transferFailure = errno }
        #expect(throws: expected) { try bus().write([1], to: display) }
    }

    @Test("An address that a kernel driver has is left alone, and the driver is named")
    func takenByDriver() throws {
        let bus = bus()
        calls.change { state in
            state.selectFailure = EBUSY
            state.driver = "ht16k33"
        }
        #expect(throws: I2CError.taken(by: "ht16k33")) { try bus.write([1], to: display) }
        #expect(calls.takeLog() == ["open /dev/i2c-1", "select 0x70"])
        calls.change { $0.selectFailure = nil }
        try bus.write([1], to: display)
        #expect(calls.takeLog() == ["select 0x70", "transfer 0x70 [1] 0"])
    }

    @Test("After a failed transfer it is asked anew who has the address")
    func asksAgainAfterFailure() throws {
        let bus = bus()
        try bus.write([1], to: display)
        calls.change { $0.transferFailure = EREMOTEIO }
        #expect(throws: I2CError.nack) { try bus.write([1], to: display) }
        calls.change { state in
            state.transferFailure = nil
            state.selectFailure = EBUSY
        }
        #expect(throws: I2CError.taken(by: nil)) { try bus.write([1], to: display) }
    }

    @Test(
        "A bus that is not there is tried at each transfer, and one that went is let go and opened again"
    )
    func comesBack() throws {
        let bus = bus()
        calls.change { $0.openFailure = ENOENT }
        #expect(throws: I2CError.busGone) { try bus.write([1], to: display) }
        // The device node of an adapter that has gone.
        calls.change { $0.openFailure = ENXIO }
        #expect(throws: I2CError.busGone) { try bus.write([1], to: display) }
        calls.change { $0.openFailure = nil }
        try bus.write([1], to: display)
        calls.change { $0.transferFailure = ENODEV }
        #expect(throws: I2CError.busGone) { try bus.write([1], to: display) }
        #expect(calls.state.withLock { $0.openFiles } == 0)
        calls.change { $0.transferFailure = nil }
        _ = calls.takeLog()
        try bus.write([1], to: display)
        #expect(
            calls.takeLog() == ["open /dev/i2c-1", "select 0x70", "transfer 0x70 [1] 0"])
    }

    @Test("A bus that may not be opened says why")
    func forbidden() {
        calls.change { $0.openFailure = EACCES }
        #expect(throws: I2CError.io(errno: EACCES)) { try bus().write([1], to: display) }
    }

    @Test("It closes what it opened when it goes")
    func closes() throws {
        do {
            let bus = bus()
            try bus.write([1], to: display)
            #expect(calls.state.withLock { $0.openFiles } == 1)
        }
        #expect(calls.state.withLock { $0.openFiles } == 0)
    }

    // The real kernel's answer when there is no such device.

    @Test("The kernel says that a bus which no machine has is gone")
    func realMissingBus() {
        #expect(throws: I2CError.busGone) {
            try LinuxI2CBus(number: 999_999).write([1], to: display)
        }
    }

    @Test("The kernel refuses the calls of a bus on a file that is none")
    func realNoBus() throws {
        let calls = KernelI2CCalls()
        let file = try calls.open("/dev/null")
        defer { calls.close(file) }
        #expect(throws: WireFailure(errno: ENOTTY)) { try calls.select(display, on: file) }
        #expect(throws: WireFailure(errno: ENOTTY)) {
            try calls.transfer(file, to: display, writing: [1], readCount: 2)
        }
        #expect(throws: WireFailure(errno: ENOTTY)) { try calls.ask(file) }
        #expect(throws: WireFailure(errno: EINVAL)) {
            try calls.transfer(
                file, to: display, writing: [UInt8](repeating: 0, count: 65_536), readCount: 0)
        }
        #expect(calls.driver(ofBus: 999_999, at: display) == nil)
    }
}
