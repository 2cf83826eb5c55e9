import HAL
import LinuxHost
import Testing

/// A folder stands in for the kernel's files, with the same names and text format.
@Suite("A lamp on a channel of pulses")
struct KernelPWMTests {
    private let folder: TemporaryFolder
    private let lamp: KernelPWM

    init() throws {
        folder = try TemporaryFolder()
        lamp = KernelPWM(chip: 2, channel: 1, classFolder: folder.file(""))
        try write("", to: "pwmchip2/export")
    }

    private func write(_ text: String, to name: String) throws {
        try FileReplacing.replace(folder.file(name), with: Array(text.utf8))
    }

    private func text(of name: String) throws -> String {
        let path = folder.file("pwmchip2/\(name)")
        return String(decoding: try FileReading.bytes(at: path, limit: 32), as: UTF8.self)
    }

    /// What the kernel makes of an export.
    private func addChannel(period: Int = 0) throws {
        try write("\(period)\n", to: "pwmchip2/pwm1/period")
        try write("7\n", to: "pwmchip2/pwm1/duty_cycle")
        try write("0\n", to: "pwmchip2/pwm1/enable")
    }

    @Test("is exported first, and is there once the kernel has made the channel")
    func export() throws {
        #expect(throws: LineError.gone) { try lamp.set(nil) }
        #expect(try text(of: "export") == "1\n")
        try addChannel()
        try lamp.set(nil)
        #expect(try text(of: "pwm1/duty_cycle") == "0\n")
        #expect(try text(of: "pwm1/period") == "1000000\n")
        #expect(try text(of: "pwm1/enable") == "1\n")
    }

    @Test("shines as bright as eyes are to see it, its least where asked for less, and goes out")
    func levels() throws {
        try addChannel(period: 20_000)
        try lamp.set(.maximum)
        #expect(try text(of: "pwm1/duty_cycle") == "1000000\n")
        // Half the perceived brightness is 18 % of the light (CIE L* 50).
        try lamp.set(Brightness(percent: 50))
        #expect(try text(of: "pwm1/duty_cycle") == "184187\n")
        try lamp.set(.minimum)
        #expect(try text(of: "pwm1/duty_cycle") == "1000\n")
        lamp.stop()
        #expect(try text(of: "pwm1/duty_cycle") == "0\n")
    }

    @Test("says that it is gone where there is no such chip")
    func gone() throws {
        let other = KernelPWM(chip: 3, channel: 0, classFolder: folder.file(""))
        #expect(throws: LineError.gone) { try other.set(.maximum) }
    }
}
