import ClockCore
import ClockSound
import ClockTime
import Glibc
import Testing

@testable import noiseclock_bench

@Suite("What the bench measures on")
struct SubjectTests {
    @Test("An idle clock's bus carries at most 60 bytes a minute without a light sensor")
    func busBytes() throws {
        let minutes = try BusRun.bytesPerMinute(hasLight: false)
        #expect(minutes.count == BusRun.minutes)
        #expect(minutes.allSatisfy { (1...60).contains($0) }, "\(minutes)")
        let again = try BusRun.bytesPerMinute(hasLight: false)
        #expect(again == minutes)
        let light = try BusRun.bytesPerMinute(hasLight: true)
        #expect(light.allSatisfy { $0 > 60 })
    }

    @Test(
        "Each message counts with its address, and an empty one by its address alone",
        arguments: [(0, 0, 1), (3, 0, 4), (0, 2, 3), (1, 2, 5)])
    func bytesOfTransfer(written: Int, read: Int, bytes: Int) {
        #expect(BusBytes.count(written: written, read: read) == bytes)
    }

    @Test("csound is given no device to write to: it would take it away and put a file there")
    func csoundWritesNothing() {
        let peers = Generator.allCases.flatMap { Measurement.peers($0, "noise.csd") }
            .filter { $0.name == "csound" }
        #expect(!peers.isEmpty)
        for peer in peers {
            let words = peer.arguments(1)
            #expect(words.contains("-n") && !words.contains { $0.hasPrefix("/dev") }, "\(words)")
        }
    }

    @Test("What is calculated gives a figure for each row, and nothing fails")
    func calculated() {
        let conditions = Conditions(seconds: 0.01)
        for measurement in Measurement.all where ["after-step", "frame"].contains(measurement.name)
        {
            let rows = measurement.measure(conditions)
            #expect(rows.count >= 2)
            for row in rows {
                #expect(row.name.hasPrefix("\(measurement.name)/"))
                guard case .measured(let statistics) = row.outcome else {
                    Issue.record("\(row)")
                    continue
                }
                #expect(statistics.least > 0 && statistics.runs == Race.runs)
            }
        }
    }

    @Test("A walk over the day meets no ring, however many alarms there are")
    func walksAreQuiet() throws {
        var machine = AlarmSet.machine(alarms: 5000, zone: try AlarmSet.zone())
        let almostSix = AlarmSet.start.advanced(by: .seconds(21 * 3600 - 1))
        _ = machine.handle(.wake, at: almostSix)
        #expect(machine.ringing.alarms.members.isEmpty)
        #expect(machine.ringing.alarms.book.alarms.count == 5000)
        _ = machine.handle(.wake, at: AlarmSet.start.advanced(by: .seconds(21 * 3600 + 60)))
        #expect(!machine.ringing.alarms.members.isEmpty)
    }

    @Test("Of a hundred thousand alarms those that are due ring, and the others wait")
    func hundredThousand() throws {
        var machine = AlarmSet.machine(alarms: 100_000, zone: try AlarmSet.zone())
        let six = AlarmSet.start.advanced(by: .seconds(21 * 3600))
        #expect(machine.ringing.alarms.book.firstDue == six.wall.instant)
        let effects = machine.handle(.wake, at: six)
        #expect(!machine.ringing.alarms.members.isEmpty && !effects.isEmpty)
        #expect(machine.ringing.alarms.book.firstDue.map { $0 > six.wall.instant } == true)
    }

    @Test("What is due first in the index is found and put back without the allocator's help")
    func allocations() throws {
        #expect(AllocationTrace.calls(in: "= Start\n@ a + 0x1 0x10\n@ a - 0x1\n= End\n") == 2)
        #expect(AllocationTrace.calls(in: "= Start\n= End\n") == 0)
        #expect(AllocationTrace.calls(in: "= Start\n@ a + 0x1 0x10\n") == nil)
        #expect(AllocationTrace.calls(in: "") == nil)
        // A program that is not ours writes no trace, and a missing one cannot be started.
        let shell = AllocationTrace.count(in: "-c true", of: "/bin/sh")
        #expect(shell != .measured(Statistics(single: 0)))
        let missing = AllocationTrace.count(in: "many-alarms", of: "/no/such/program")
        guard case .failed = missing else {
            Issue.record("\(missing)")
            return
        }
    }

    @Test(
        "Without a firmware beside it, its figures are left out with a word",
        arguments: ["firmware", "first-sound"])
    func noFirmware(name: String) throws {
        let measurement = try #require(Measurement.all.first { $0.name == name })
        let rows = measurement.measure(Conditions(seconds: 0.01))
        guard rows.count == 1, case .skipped(let reason) = rows[0].outcome else {
            Issue.record("\(rows)")
            return
        }
        #expect(reason.contains("--noiseclockd PATH"))
    }

    @Test("A program that is no firmware is told of, with the last that it said")
    func notAFirmware() throws {
        let firmware = IdleFirmware(program: "/bin/sh", display: "{}")
        let refusal = try firmware.refusal()
        #expect(refusal?.isEmpty == false)
        #expect(throws: RunFailure.self) { try firmware.observe(seconds: 0.01) }
        #expect(throws: RunFailure.self) {
            try PipedFirmware(program: "/bin/sh").timesToFirstFrame(starts: 1)
        }
    }
}

@Suite("Programs beside the bench")
struct ChildTests {
    private static let shell = "/bin/sh"

    @Test(
        "How a program ended is told in words",
        arguments: [
            ("exit 0", nil), ("exit 3", "ended with exit status 3"),
            ("kill -9 $$", "was ended by signal 9"),
        ])
    func ends(script: String, problem: String?) throws {
        let end = try ChildProcess(ChildTests.shell, ["-c", script]).wait()
        #expect(end.problem == problem)
        #expect(end.nanoseconds >= 0)
    }

    @Test("A program that does not end is ended, and its row says so")
    func endless() throws {
        let end = try ChildProcess(ChildTests.shell, ["-c", "exec sleep 3600"]).wait(atMost: 0)
        #expect(end.problem == "had not ended after 0 s")
    }

    @Test("A program that is not there is refused, and looked for in vain")
    func missing() {
        #expect(throws: RunFailure.self) { try ChildProcess("/no/such/program", []) }
        #expect(ChildProcess.find("no-such-program-anywhere") == nil)
        #expect(ChildProcess.find("sh") != nil)
    }

    @Test("A peer that is not installed gets a row that says so")
    func missingPeer() {
        let peer = Peer(
            name: "no-such-program-anywhere", remark: "", arguments: { ["\($0)"] }, start: 1,
            limit: 10)
        let ours = Contender(peer: nil, remark: "") { .success(1) }
        let rows = Race.run("x", .nanoseconds, ours: ours, against: [peer], seconds: 0.01)
        #expect(rows.count == 2)
        #expect(rows[1].outcome == .skipped("no-such-program-anywhere is not installed"))
    }

    @Test("A peer that is a module of Python's is looked for there")
    func missingModule() {
        let peer = Peer(
            name: "no_such_module_anywhere", remark: "", arguments: { ["\($0)"] }, start: 1,
            limit: 10, isModule: true)
        let ours = Contender(peer: nil, remark: "") { .success(1) }
        let rows = Race.run("x", .nanoseconds, ours: ours, against: [peer], seconds: 0.01)
        let reason =
            ChildProcess.find("python3") == nil
            ? "python3 is not installed" : "python3 has no module no_such_module_anywhere"
        #expect(rows.last?.outcome == .skipped(reason))
    }

    @Test("A peer that fails is told of, and the others go on")
    func failingPeer() {
        let peer = Peer(
            name: "sh", remark: "", arguments: { ["-c", "exit \($0)"] }, start: 1, limit: 10)
        let ours = Contender(peer: nil, remark: "") { .success(1) }
        let rows = Race.run("x", .nanoseconds, ours: ours, against: [peer], seconds: 0.01)
        #expect(rows[0].outcome != rows[1].outcome && !rows[0].isFailure)
        #expect(rows[1].outcome == .failed("sh ended with exit status 1"))
    }

    @Test("A peer's figure is what one time more takes, without the start")
    func peersFigure() throws {
        let peer = Peer(
            name: "sh", remark: "loops",
            arguments: { ["-c", "i=0; while [ $i -lt \($0)000 ]; do i=$((i+1)); done"] },
            start: 1, limit: 100)
        let contender = try peer.contender(seconds: 0.01)
        let figure = try contender.sample().get()
        #expect(figure > 0)
    }

    @Test("The environment is this program's with the additions")
    func environment() throws {
        let child = try ChildProcess(
            ChildTests.shell, ["-c", "test \"$NOISECLOCK_TEST\" = a && test -n \"$PATH\""],
            environment: ["NOISECLOCK_TEST": "a"])
        #expect(child.wait().problem == nil)
    }

    @Test("A temporary folder is gone with what lay in it")
    func folder() throws {
        func leave() throws -> String {
            let folder = try TemporaryFolder()
            try folder.write("x", to: "file")
            mkdir(folder.file("below"), 0o700)
            try folder.write("x", to: "below/file")
            return folder.path
        }
        let path = try leave()
        #expect(access(path, F_OK) != 0)
    }

    @Test("The kernel's words about a process are understood")
    func processText() {
        let status = "Name:\tpanel\nVmRSS:\t   37396 kB\nvoluntary_ctxt_switches:\t12\n"
        #expect(ProcessText.word("Name:", in: status) == "panel")
        #expect(ProcessText.number("VmRSS:", in: status) == 37396)
        #expect(ProcessText.number("voluntary_ctxt_switches:", in: status) == 12)
        #expect(ProcessText.number("VmLck:", in: status) == nil)
        let maps = """
            7f00-7f01 r-xp 00000000 08:01 1 /usr/lib/libc.so.6
            7f02-7f03 r--p 00001000 08:01 1 /usr/lib/libc.so.6
            7f04-7f05 r--p 00001000 08:01 1 /usr/lib/swift/libswiftCore.so
            7f06-7f07 rw-p 00000000 00:00 0 [heap]
            5500-5501 r-xp 00000000 08:01 1 /usr/bin/noiseclockd
            """
        #expect(
            ProcessText.libraries(in: maps)
                == ["/usr/lib/libc.so.6", "/usr/lib/swift/libswiftCore.so"])
    }

    @Test("Threads are compared by their task, and the busiest are named")
    func threads() {
        func use(_ task: String, _ name: String, _ switches: Int, _ ran: Int?) -> ThreadUse {
            ThreadUse(task: task, name: name, switches: switches, nanoseconds: ran)
        }
        let before = [use("1", "main", 5, 100), use("2", "engine", 10, 1000)]
        let after = [
            use("1", "main", 5, 100), use("2", "engine", 70, 5000), use("3", "store", 2, nil),
        ]
        let between = ThreadUse.difference(from: before, to: after)
        #expect(
            between == [
                use("1", "main", 0, 0), use("2", "engine", 60, 4000), use("3", "store", 2, nil),
            ])
        #expect(ThreadUse.busiest(between, minutes: 2) == "engine 30.0, store 1.00")
        #expect(ThreadUse.busiest([], minutes: 1) == "no thread woke")
    }
}
