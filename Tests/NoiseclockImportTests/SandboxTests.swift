import CSndfile
import Foundation
import Glibc
import HAL
import LinuxHost
import Synchronization
import TestKit
import Testing

@testable import noiseclock_import

@Suite("The import's sandbox")
struct SandboxTests {
    let bench: ImportBench

    init() throws { bench = try ImportBench() }

    /// The fields of a /proc file that has one per line.
    private func fields(_ path: String) -> [String: String] {
        let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
        var fields: [String: String] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2 {
                fields[String(parts[0])] = parts[1].trimmingCharacters(in: .whitespaces)
            }
        }
        return fields
    }

    @Test("While it decodes, it is filtered, alone, small, and can open nothing")
    func status() throws {
        try bench.writeHours(to: "hours.wav")
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/bin/sh")
        child.currentDirectoryURL = URL(fileURLWithPath: bench.path)
        child.arguments = [
            "-c", "exec \"$0\" --loop --longest 80000 < hours.wav 3> out.wav > line",
            try BuiltPrograms.path("noiseclock-import"),
        ]
        try child.run()
        defer {
            kill(child.processIdentifier, SIGKILL)
            child.waitUntilExit()
        }
        let process = "/proc/\(child.processIdentifier)"
        // At most ten seconds, which only a failure takes; the work itself takes longer.
        var status: [String: String] = [:]
        for _ in 0..<1000 {
            status = fields("\(process)/status")
            if status["Seccomp"] == "2" { break }
            usleep(10_000)
        }
        #expect(status["Seccomp"] == "2")
        #expect(status["NoNewPrivs"] == "1")
        #expect(status["Threads"] == "1")
        let limits = (try? String(contentsOfFile: "\(process)/limits", encoding: .utf8)) ?? ""
        #expect(limits.contains(#/Max open files +0 +0 /#))
        #expect(limits.contains(#/Max core file size +0 +0 /#))
        #expect(limits.contains(#/Max cpu time +900 +901 /#))
        #expect(!limits.contains(#/Max address space +unlimited/#))
        // However long the file is.
        let resident = Int(status["VmHWM"]?.split(separator: " ").first ?? "") ?? .max
        #expect(resident < 65_536, "\(resident) KiB")
    }

    /// What the decoder must be able to do.
    private static let allowed: Set<String> = ["mmap private", "pread input", "pwrite output"]

    @Test(
        "A decoder that a file took over reads the input, writes the output, and gets nothing else")
    func escape() throws {
        try bench.encode(
            tone(440, seconds: 1, rate: 48_000, channels: 2), channels: 2, rate: 48_000,
            as: Int(SF_FORMAT_WAV | SF_FORMAT_PCM_16), to: "a.wav")
        try bench.write([1, 2, 3], to: "secret")
        let library = bench.file("hostile.so")
        try TestLibraries.build("HostileDecoder/HostileDecoder.c", to: library)
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/bin/sh")
        child.currentDirectoryURL = URL(fileURLWithPath: bench.path)
        child.environment = ["NC_DECODER": library]
        child.arguments = [
            "-c", "LD_PRELOAD=$NC_DECODER exec \"$0\" --once < a.wav 3> out.wav 7<> secret > line",
            try BuiltPrograms.path("noiseclock-import"),
        ]
        try child.run()
        child.waitUntilExit()
        #expect(child.terminationStatus == 0)
        let lines = String(decoding: try bench.bytes("line"), as: UTF8.self).split(separator: "\n")
        // All of them were tried, including the last one.
        #expect(lines.count > 40 && lines.last?.hasPrefix("unshare") == true, "\(lines)")
        for line in lines {
            let isAllowed = SandboxTests.allowed.contains { line.hasPrefix("\($0) got ") }
            #expect(isAllowed || line.hasSuffix(" refused"), "\(line)")
        }
        for call in SandboxTests.allowed {
            #expect(lines.contains { $0.hasPrefix("\(call) got ") }, "\(call)")
        }
        #expect(try bench.bytes("secret") == [1, 2, 3])
    }

    @Test("What was left open in it is closed before the first byte is decoded")
    func closesInherited() throws {
        try bench.writeHours(to: "hours.wav")
        let child = Process()
        child.executableURL = URL(fileURLWithPath: "/bin/sh")
        child.currentDirectoryURL = URL(fileURLWithPath: bench.path)
        child.arguments = [
            "-c",
            "exec \"$0\" --loop --longest 80000 < hours.wav 3> out.wav 5< / 7< hours.wav 8> other > line",
            try BuiltPrograms.path("noiseclock-import"),
        ]
        try child.run()
        defer {
            kill(child.processIdentifier, SIGKILL)
            child.waitUntilExit()
        }
        let process = "/proc/\(child.processIdentifier)"
        for _ in 0..<1000 {
            if fields("\(process)/status")["Seccomp"] == "2" { break }
            usleep(10_000)
        }
        let open = try FileManager.default.contentsOfDirectory(atPath: "\(process)/fd")
        #expect(open.sorted() == ["0", "1", "3"])
    }

    @Test("The filter has no call that reaches anything")
    func calls() {
        let allowed = Set(Sandbox.calls + Sandbox.memoryCalls + Sandbox.fileCalls)
        for call in [
            "open", "openat", "openat2", "creat", "socket", "connect", "clone", "clone3", "fork",
            "vfork",
            "execve", "execveat", "ptrace", "kill", "tgkill", "unlink", "unlinkat", "rename", "dup",
            "dup2", "fcntl", "ioctl", "prctl", "seccomp", "bpf", "io_uring_setup", "memfd_create",
            "close", "read", "readv", "preadv", "preadv2", "writev", "pwritev", "pwritev2", "lseek",
            "ftruncate", "sendfile", "splice", "copy_file_range",
        ] {
            #expect(!allowed.contains(call))
        }
    }

    @Test("An import that takes too long is killed, by the clock and by the kernel")
    func time() throws {
        try bench.writeHours(to: "hours.wav")
        var order = try bench.order("hours.wav", .loop)
        order.longestSeconds = 80_000
        order.largestBytes = WaveFile.mostFrames * 4
        order.longestRun = .milliseconds(300)
        #expect(try bench.run(order).end == .timedOut)
        order.longestRun = .seconds(60)
        order.processorSeconds = 1
        #expect(try bench.run(order).end == .timedOut)
    }

    @Test("An import that is called off ends at once, and none begins any more")
    func cancel() throws {
        try bench.writeHours(to: "hours.wav")
        let process = bench.process
        let canceller = Thread {
            usleep(200_000)
            process.cancel()
        }
        canceller.start()
        var order = try bench.order("hours.wav", .loop)
        order.longestSeconds = 80_000
        #expect(try bench.run(order).end == .cancelled)
        #expect(try bench.run(order).end == .cancelled)
    }

    @Test("What cannot be started, opened or written is told apart")
    func starts() throws {
        try bench.write([1], to: "a")
        let missing = try ImportProcess(program: bench.file("none"))
        #expect(throws: SoundImportStartError.noProgram(lookedFor: [bench.file("none")])) {
            _ = try missing.run(bench.order("a", .loop))
        }
        let reason = "No such file or directory"
        #expect(mkfifo(bench.file("pipe"), 0o600) == 0)
        for name in ["pipe", "."] {
            #expect(throws: SoundImportStartError.sourceIsNoFile, "\(name)") {
                _ = try bench.process.run(bench.order(name, .loop))
            }
        }
        var refused = try bench.order("a", .loop)
        refused.source = try bench.open("a", O_WRONLY)
        #expect(throws: SoundImportStartError.sourceIsNotReadable) {
            _ = try bench.process.run(refused)
        }
        #expect(truncate(bench.file("a"), SoundImportOrder.largestSource + 1) == 0)
        #expect(
            throws: SoundImportStartError.sourceIsTooLarge(limit: SoundImportOrder.largestSource)
        ) { _ = try bench.process.run(bench.order("a", .loop)) }
        try bench.write([1], to: "a")
        var order = try bench.order("a", .loop)
        order.target = bench.file("none/out.wav")
        #expect(
            throws: SoundImportStartError.targetFailed(
                path: order.target, reason: reason, isFull: false)
        ) { _ = try bench.process.run(order) }
    }

    @Test("A program that says too much, or closes its output, is not waited for")
    func babble() throws {
        try bench.write([1], to: "a")
        for script in ["exec yes", "exec >&-\nexec sleep 600 3>&-"] {
            try ShellScript.write(script, to: bench.file("program"))
            let process = try ImportProcess(program: bench.file("program"))
            let run = try process.run(bench.order("a", .loop))
            #expect(run.report.count <= 65_536)
            #expect(run.end == .signalled(SIGKILL) || run.end == .signalled(SIGPIPE))
        }
    }

    @Test("The child has neither environment nor descriptors of ours")
    func inheritance() throws {
        try bench.write([1], to: "a")
        try ShellScript.write(
            "/usr/bin/env | /usr/bin/sort\n/bin/ls /proc/$$/fd", to: bench.file("program"))
        let process = try ImportProcess(program: bench.file("program"))
        let run = try process.run(bench.order("a", .loop))
        let lines = String(decoding: run.report, as: UTF8.self).split(separator: "\n")
        // The shell sets a few variables, and reads the script through a descriptor of its own.
        let own = ["PWD=", "OLDPWD=", "SHLVL=", "_=", "0", "1", "2", "3", "10", "255"]
        for line in lines {
            #expect(
                own.contains { line == $0 || ($0.hasSuffix("=") && line.hasPrefix($0)) }, "\(line)")
        }
        #expect(lines.contains("3"))
    }
}
