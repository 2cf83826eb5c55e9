import Testing

@testable import LinuxHost

@Suite("What is locked")
struct MemoryLockTests {
    @Test("The kernel's map is understood, line by line, and what is no line of it left out")
    func maps() {
        let text = """
            55d0c000-55d0e000 r--p 00000000 08:01 131 /usr/bin/noiseclockd
            55d0f000-55d30000 rw-p 00000000 00:00 0                          [heap]
            7f460c021000-7f4610000000 ---p 00000000 00:00 0\u{20}
            7f4612000000-7f4612003000 r-xp 00001000 08:01 7   /usr/lib/libasound.so.2.0.0
            7f4613000000-7f4613001000 rw-p 00000000 08:01 8   /opt/a folder/libswiftCore.so
            7ffe0000-7ffe2000 r-xp 00000000 00:00 0                          [vdso]

            nonsense
            9000-8000 r-xp 00000000 00:00 0 /usr/lib/libback.so
            """
        let mappings = MemoryMapping.parse(text)
        #expect(
            mappings.map(\.name) == [
                "noiseclockd", "[heap]", "", "libasound.so.2.0.0", "libswiftCore.so", "[vdso]",
            ])
        #expect(mappings.map(\.isReadable) == [true, true, false, true, true, true])
        #expect(mappings.map(\.isOfFile) == [true, false, false, true, true, false])
        #expect(mappings.first?.start == 0x55d0_c000)
        #expect(mappings.first?.size == 0x2000)
        #expect(mappings.count > 2 && mappings[2].size == 0x3fd_f000)
    }

    @Test("What the loader filled in is no page of a file, though nobody may write there any more")
    func relocated() {
        let text = """
            7f4613000000-7f4613010000 r--p 00000000 08:01 7   /usr/lib/libasound.so.2.0.0
            7f4613010000-7f4613020000 r-xp 00010000 08:01 7   /usr/lib/libasound.so.2.0.0
            7f4613020000-7f4613030000 r--p 00020000 08:01 7   /usr/lib/libasound.so.2.0.0
            7f4613030000-7f4613031000 r--p 00000000 00:00 0\u{20}
            """
        #expect(MemoryMapping.parse(text).map(\.isPristine) == [true, true, false, false])
    }

    @Test("Our own map has this program's libraries in it")
    func ownMap() throws {
        let mappings = try MemoryMapping.all(limit: 1 << 24)
        #expect(mappings.contains { $0.isPristine && $0.name.hasPrefix("libc.so") })
        #expect(mappings.contains { $0.name == "[stack]" && $0.isReadable })
    }
}
