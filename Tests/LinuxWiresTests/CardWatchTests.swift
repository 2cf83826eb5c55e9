import Glibc
import LinuxHost
import LinuxWires
import Testing

@Suite("Sound cards")
struct CardWatchTests {
    @Test("that come, get their rights or go are told of, also where the first makes the folder")
    func changes() throws {
        let outer = try TemporaryInputs()
        let folder = outer.path + "/snd"
        let heard = Heard<Int>()
        let watch = try CardWatch(folder: folder)
        try watch.start(on: LinuxThreads()) { heard.add(0) }
        defer { watch.stop() }
        // Once at the start, and again for each change; how often is the kernel's business.
        var count = heard.first(1).count
        func tells(_ change: () throws -> Void) rethrows -> Bool {
            try change()
            defer { count = heard.first(count + 1).count }
            return heard.first(count + 1).count > count
        }
        #expect(try tells { try #require(mkdir(folder, 0o700) == 0) })
        #expect(try tells { try outer.add("snd/pcmC0D0p") })
        #expect(tells { chmod(folder + "/pcmC0D0p", 0o660) })
        #expect(tells { unlink(folder + "/pcmC0D0p") })
        #expect(tells { rmdir(folder) })
        #expect(try tells { try #require(mkdir(folder, 0o700) == 0) })
        rmdir(folder)
    }
}
