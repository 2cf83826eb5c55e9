import Foundation
import Glibc
import LinuxHost
import TestKit
import Testing

/// Only where memory may be locked without limit, as in the service. Root usually may, but not in some containers, so
/// this tries to lock one page more than the limit.
private func mayLock() -> Bool {
    if Sanitizer.isOn { return false }
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(__RLIMIT_MEMLOCK.rawValue), &limit) == 0 else {
        return false
    }
    if limit.rlim_cur == rlim_t.max { return true }
    guard geteuid() == 0, limit.rlim_cur < 1 << 28 else { return false }
    let size = Int(limit.rlim_cur) + 65_536
    let memory = mmap(nil, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let memory, memory != UnsafeMutableRawPointer(bitPattern: -1) else { return false }
    defer { munmap(memory, size) }
    return mlock(memory, size) == 0
}

@Suite("The firmware's memory", .serialized, .enabled(if: mayLock()))
struct LockedMemoryTests {
    let bench: Workbench

    init() throws {
        bench = try Workbench()
        try bench.write(
            """
            {"version": 1, "name": "memory", "i2c": {"bus": 99}, "display": {"driver": "none"},
             "audio": {"device": "null", "fallback": [], "rate": 48000, "keepOpen": false}}
            """, to: "board.json")
    }

    /// One of the firmware's mappings, with how much of it is in memory.
    private struct Mapping {
        var path: String
        var isReadable: Bool
        /// In KiB.
        var size = 0
        var resident = 0
    }

    /// Reads a whole file of its folder in /proc: the kernel returns long ones in parts; Foundation reads only one.
    private func file(_ name: String, of firmware: LiveFirmware) throws -> String {
        let path = "/proc/\(firmware.identifier)/\(name)"
        return String(decoding: try FileReading.bytes(at: path, limit: 1 << 24), as: UTF8.self)
    }

    /// The mappings of files, from /proc.
    private func mappings(of firmware: LiveFirmware) throws -> [Mapping] {
        let text = try file("smaps", of: firmware)
        var found: [Mapping] = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            if words[0].contains("-") {
                let path = words.count > 5 ? words[5...].joined(separator: " ") : ""
                found.append(Mapping(path: path, isReadable: words[1].hasPrefix("r")))
            } else if words[0] == "Size:" {
                found[found.count - 1].size = Int(words[1]) ?? 0
            } else if words[0] == "Rss:" {
                found[found.count - 1].resident = Int(words[1]) ?? 0
            }
        }
        return found.filter { $0.path.hasPrefix("/") }
    }

    /// A number from /proc/…/stat (proc(5)), counted after the name in parentheses.
    private func stat(_ field: Int, of firmware: LiveFirmware) throws -> Int? {
        let text = try file("stat", of: firmware)
        let fields = text.split(separator: ")").last?.split(separator: " ") ?? []
        return fields.count > field ? Int(fields[field]) : nil
    }

    /// A firmware that has rehearsed a ring silently and has locked the memory for it.
    private func start() throws -> LiveFirmware {
        let firmware = try LiveFirmware(bench, ["--board", "board.json"])
        // It must have written its first state.
        #expect(try firmware.waitForStatus("Next alarm"))
        #expect(
            try eventually {
                let lines = try file("status", of: firmware).split(separator: "\n")
                return lines.contains { $0.hasPrefix("VmLck:") && !$0.hasSuffix("\t       0 kB") }
            }, "\(firmware.log)")
        return firmware
    }

    @Test("Once it runs ALSA's library is there whole, and of the program what it uses")
    func isWhole() throws {
        let firmware = try start()
        // They are loaded right after the lock.
        #expect(
            try eventually {
                let alsa = try self.mappings(of: firmware)
                    .filter { $0.path.contains("/libasound.so") && $0.isReadable }
                return !alsa.isEmpty && alsa.allSatisfy { $0.resident == $0.size }
            })
        let mappings = try mappings(of: firmware)
        let program = mappings.filter { $0.path.hasSuffix("/noiseclockd") }
        let size = program.reduce(0) { $0 + $1.size }
        let resident = program.reduce(0) { $0 + $1.resident }
        #expect(resident > 0 && resident < size, "\(resident) KiB of \(size)")
        #expect(firmware.end(by: SIGTERM) == 0)
    }

    @Test("No page is larger than a small one, whatever the kernel prefers")
    func hasSmallPages() throws {
        let firmware = try start()
        // proc(5); kernels before 5.0 do not report it.
        let lines = try file("status", of: firmware).split(separator: "\n")
        let enabled = try #require(lines.first { $0.hasPrefix("THP_enabled:") })
        #expect(enabled.hasSuffix("\t0"))
        #expect(firmware.end(by: SIGTERM) == 0)
    }

    @Test("A ring, its sound and its end need no page of a file that was not there before")
    func ringsFromMemory() throws {
        let firmware = try start()
        let added = try firmware.words("alarm", "add", "07:00")
        let isKnown = try firmware.waitForStatus("Next alarm", "  1, ")
        #expect(isKnown, "\(added)")
        // So that the requests themselves need no new page later; no timer has rung yet.
        _ = try firmware.words("timer", "add", "1h")
        _ = try firmware.words("timer", "stop", "1")
        _ = try firmware.words("stop")
        let before = try mappings(of: firmware)
        // majflt is the 12th field overall.
        let faults = try stat(9, of: firmware)
        _ = try firmware.words("timer", "add", "1s")
        #expect(eventually { firmware.log.contains { $0.contains("event=ring.heard") } })
        _ = try firmware.words("stop")
        #expect(eventually { firmware.log.contains { $0.contains("event=sound.stopped") } })
        let after = try mappings(of: firmware)
        #expect(after.map(\.path) == before.map(\.path))
        for (old, new) in zip(before, after) {
            #expect(new.resident == old.resident, "\(old.path): \(old.resident), \(new.resident)")
        }
        #expect(try stat(9, of: firmware) == faults)
        #expect(firmware.end(by: SIGTERM) == 0)
    }
}
