import Foundation
import Glibc
import TestKit

/// The firmware on the bench, as it is shipped: its program, its board file, and the parts that it finds.
final class BenchClock {
    let pins = SimulatedPins()
    let wires = SimulatedWires()
    let firmware: LiveFirmware

    var display: SimulatedDisplay { wires.display }

    /// Sets the wall clock and starts the firmware; returns when it answers.
    ///
    /// - Parameters:
    ///   - time: RFC 3339 in UTC; nil: as it is.
    ///   - isSynchronised: whether the kernel says that its time is right.
    ///   - board: the board file; the 0.56" one that ships, if not told otherwise.
    ///   - zone: in which the clock shows the time.
    ///   - bench: where the state is kept; nil: nothing is remembered.
    init(
        at time: String? = "2026-03-10T21:46:50Z", isSynchronised: Bool = true,
        board: String = Workbench.board, zone: String = "UTC", bench: Workbench? = nil
    ) throws {
        if let time { try VirtualBench.setWallClock(time, isSynchronised: isSynchronised) }
        try wires.setLight(100)
        let bench = try bench ?? Workbench()
        let path = try VirtualBench.mode == .simulated ? BenchClock.idling(board, on: bench) : board
        firmware = try LiveFirmware(bench, ["--board", path], zone: zone)
        guard try VirtualBench.wait(until: { try firmware.json("status") != nil }) else {
            throw BenchError("the firmware does not answer: \(firmware.log)")
        }
    }

    /// The board with a sound card that is closed while nothing plays. One that is kept open wakes the clock 47
    /// times a second, and nights of simulated time would take hours.
    private static func idling(_ board: String, on bench: Workbench) throws -> String {
        var text = try String(contentsOfFile: board, encoding: .utf8)
        text.replace(#""keepOpen": true"#, with: #""keepOpen": false"#)
        try bench.write(text, to: "idling-board.json")
        return bench.file("idling-board.json")
    }

    /// What the client says, with exit status 0.
    @discardableResult
    func say(_ words: String...) throws -> String { try run(words) }

    @discardableResult
    private func run(_ words: [String]) throws -> String {
        let run = try firmware.bench.run(
            "noiseclock", words + ["--socket", firmware.bench.file("c.sock")])
        guard run.status == 0 else {
            throw BenchError("noiseclock \(words): \(firmware.bench.text("noiseclock.err"))")
        }
        return run.output
    }

    /// Sets an alarm for half past six on 10 March 2026, then the wall clock to two seconds before it: it
    /// rings however long the host took for the setting. Returns whether it did.
    func rings(_ options: String...) throws -> Bool {
        try run(["alarm", "add", "06:30"] + options)
        try VirtualBench.setWallClock("2026-03-10T06:29:58Z")
        return logs("event=alarm.fired")
    }

    /// Waits for the display to read so.
    func shows(_ reading: String, upTo limit: Duration = VirtualBench.patience) throws -> Bool {
        try VirtualBench.wait(upTo: limit) { try display.reading() == reading }
    }

    /// Waits for a line of the log that has all of the words.
    func logs(_ words: String..., upTo limit: Duration = VirtualBench.patience) -> Bool {
        VirtualBench.wait(upTo: limit) { logged(words) > 0 }
    }

    /// How many lines of the log have all of the words.
    func logged(_ words: [String]) -> Int {
        firmware.log.count { line in words.allSatisfy { line.contains($0) } }
    }

    /// How long after each minute's true boundary the last byte of its digits was on the bus.
    ///
    /// - Parameter minutes: of the hour 21 of 10 March 2026.
    func digitChanges(minutes: ClosedRange<Int>) throws -> [Int64] {
        var delays: [Int64] = []
        for minute in minutes {
            try VirtualBench.setWallClock("2026-03-10T21:\(minute - 1):58.500Z")
            // Lets the step be handled before the boundary comes.
            VirtualBench.rest(.milliseconds(700))
            let wallAhead = VirtualBench.wallTime - VirtualBench.bootTime
            let boundary = (VirtualBench.wallTime / 60_000_000_000 + 1) * 60_000_000_000
            try wires.clearLog()
            guard try shows("21:\(minute)", upTo: .seconds(3)) else {
                throw BenchError("the minute \(minute) does not come: \(try display.reading())")
            }
            let writes = try wires.transfers(to: SimulatedDisplay.address)
            guard let last = writes.last(where: { $0.bytes.count > 1 }) else {
                throw BenchError("no digits were written")
            }
            delays.append(last.time + wallAhead - boundary)
        }
        return delays
    }

    /// How often its sound stopped for a moment because the firmware came too late with it.
    func underruns() throws -> Int {
        let reply = try firmware.json("sound", "outputs")?["outputs"] as? [[String: Any]]
        guard let reply else { throw BenchError("the firmware lists no outputs") }
        return reply.reduce(0) { $0 + ($1["underruns"] as? Int ?? 0) }
    }

    /// How often threads of the firmware have gone to sleep since it began.
    func wakes() throws -> Int {
        let folder = "/proc/\(firmware.identifier)/task"
        return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) {
            sum, thread in
            let status = try VirtualBench.read("\(folder)/\(thread)/status")
            let count = status.firstMatch(of: #/\nvoluntary_ctxt_switches:\s+(\d+)/#)
            return sum + (count.flatMap { Int($0.1) } ?? 0)
        }
    }

    /// Ends it and returns its exit status.
    ///
    /// Whoever is woken by the end of a program whose threads were looked at (`wakes`) makes the kernel wait
    /// for the last of them (proc_invalidate_siblings_dcache), and where time stands still while it works
    /// that one never gets its turn. So the end is looked for now and then: what is asleep in between lets
    /// all others come to theirs.
    func stop() -> Int32 {
        firmware.send(SIGTERM)
        _ = VirtualBench.wait { firmware.hasEnded }
        return firmware.waitForEnd()
    }
}
