import ClockTime
import LinuxHost
import Testing

@Suite("A real-time clock of the kernel's (law, 5.1)")
struct KernelRTCTests {
    private let folder: TemporaryFolder
    private let floor = Instant(seconds: 1_772_323_200)

    init() throws {
        folder = try TemporaryFolder()
    }

    private func put(_ text: String) throws {
        try FileReplacing.replace(folder.file("since_epoch"), with: Array(text.utf8))
    }

    private func confirms(_ seconds: Int64) -> Bool {
        KernelRTC.confirms(
            WallTime(Instant(seconds: seconds)), notBefore: floor, folder: folder.file(""))
    }

    @Test("It confirms a system's clock that goes by it, to two seconds either way")
    func confirmed() throws {
        try put("1780000000\n")
        #expect(confirms(1_780_000_000))
        #expect(confirms(1_780_000_002) && confirms(1_779_999_998))
        #expect(!confirms(1_780_000_003) && !confirms(1_779_999_997))
    }

    @Test("One that is not there, tells nothing, or shows a time before the floor confirms nothing")
    func notConfirmed() throws {
        #expect(!confirms(1_780_000_000))
        try put("")
        #expect(!confirms(1_780_000_000))
        try put("soon")
        #expect(!confirms(1_780_000_000))
        try put("946684800")
        #expect(!confirms(946_684_800))
    }
}
