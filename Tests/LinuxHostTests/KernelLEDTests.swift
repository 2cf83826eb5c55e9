import HAL
import LinuxHost
import Testing

/// A folder stands in for the kernel's files, with the same names and text format.
@Suite("A lamp of the kernel's LED class")
struct KernelLEDTests {
    private let folder: TemporaryFolder
    private let led: KernelLED

    init() throws {
        folder = try TemporaryFolder()
        try FileReplacing.replace(folder.file("bedside/brightness"), with: Array("0\n".utf8))
        try FileReplacing.replace(folder.file("bedside/max_brightness"), with: Array("255\n".utf8))
        led = KernelLED(name: "bedside", classFolder: folder.file(""))
    }

    private var level: String {
        get throws {
            String(
                decoding: try FileReading.bytes(at: folder.file("bedside/brightness"), limit: 32),
                as: UTF8.self)
        }
    }

    @Test("shines as bright as eyes are to see it, its least where asked for less, and goes out")
    func levels() throws {
        try led.set(.maximum)
        #expect(try level == "255\n")
        // Half the perceived brightness is 18 % of the light (CIE L* 50).
        try led.set(Brightness(percent: 50))
        #expect(try level == "47\n")
        try led.set(.minimum)
        #expect(try level == "1\n")
        try led.set(nil)
        #expect(try level == "0\n")
        try led.set(.maximum)
        led.stop()
        #expect(try level == "0\n")
    }

    @Test("says that it is gone where the kernel has no such LED, and is there when it is")
    func gone() throws {
        let other = KernelLED(name: "other", classFolder: folder.file(""))
        #expect(throws: LineError.gone) { try other.set(.maximum) }
        #expect(throws: LineError.gone) { try other.set(nil) }
        try FileReplacing.replace(folder.file("other/brightness"), with: [])
        try FileReplacing.replace(folder.file("other/max_brightness"), with: Array("1\n".utf8))
        try other.set(Brightness(percent: 10))
        #expect(
            try FileReading.bytes(at: folder.file("other/brightness"), limit: 32)
                == Array("1\n".utf8))
    }
}
