import Foundation
import Glibc
import TestKit

/// The shipped firmware on the bench: its program, its board file, and the parts that it finds.
final class BenchClock {
    let pins = SimulatedPins()
    let wires = SimulatedWires()
    let firmware: LiveFirmware

    var display: SimulatedDisplay { wires.display }

    /// Sets the wall clock and starts the firmware; returns when it answers.
    ///
    /// - Parameters:
    ///   - time: RFC 3339 in UTC; nil: unchanged.
    ///   - isSynchronised: whether the kernel reports that its time is right.
    ///   - board: the board file; by default the shipped one for 0.56".
    ///   - zone: the time zone of the clock.
    ///   - bench: where the state is kept; nil: nothing is kept.
    init(
        at time: String? = "2037-03-10T21:46:50Z", isSynchronised: Bool = true,
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

    /// The board with a sound card that is closed while nothing plays. A card kept open wakes the clock 47 times a
    /// second, and nights of simulated time would take hours.
    private static func idling(_ board: String, on bench: Workbench) throws -> String {
        var text = try String(contentsOfFile: board, encoding: .utf8)
        text.replace(#""keepOpen": true"#, with: #""keepOpen": false"#)
        try bench.write(text, to: "idling-board.json")
        return bench.file("idling-board.json")
    }

    /// The client's output, with exit status 0.
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

    /// Sets an alarm for half past six on 10 March 2037, and then the wall clock to two seconds before it. So it
    /// rings however long the host took to set it. Returns whether it did.
    func rings(_ options: String...) throws -> Bool {
        try run(["alarm", "add", "06:30"] + options)
        try VirtualBench.setWallClock("2037-03-10T06:29:58Z")
        return logs("event=alarm.fired")
    }

    /// Waits for this reading on the display.
    func shows(_ reading: String, upTo limit: Duration = VirtualBench.patience) throws -> Bool {
        try VirtualBench.wait(upTo: limit) { try display.reading() == reading }
    }

    /// Waits for a log line that contains all of the words.
    func logs(_ words: String..., upTo limit: Duration = VirtualBench.patience) -> Bool {
        VirtualBench.wait(upTo: limit) { logged(words) > 0 }
    }

    /// The number of log lines that contain all of the words.
    func logged(_ words: [String]) -> Int {
        firmware.log.count { line in words.allSatisfy { line.contains($0) } }
    }

    /// The delay from each minute's true boundary to the last byte of its digits on the bus.
    ///
    /// - Parameter minutes: of the hour 21 of 10 March 2037.
    func digitChanges(minutes: ClosedRange<Int>) throws -> [Int64] {
        var delays: [Int64] = []
        for minute in minutes {
            try VirtualBench.setWallClock("2037-03-10T21:\(minute - 1):58.500Z")
            // Allows the clock step to be handled before the boundary.
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

    /// The number of interruptions of its sound because the firmware was late.
    func underruns() throws -> Int {
        let reply = try firmware.json("sound", "outputs")?["outputs"] as? [[String: Any]]
        guard let reply else { throw BenchError("the firmware lists no outputs") }
        return reply.reduce(0) { $0 + ($1["underruns"] as? Int ?? 0) }
    }

    /// How often the firmware's threads have gone to sleep since its start.
    func wakes() throws -> Int {
        let folder = "/proc/\(firmware.identifier)/task"
        return try FileManager.default.contentsOfDirectory(atPath: folder).reduce(0) {
            sum, thread in
            let status = try VirtualBench.read("\(folder)/\(thread)/status")
            let count = status.firstMatch(of: #/\nvoluntary_ctxt_switches:\s+(\d+)/#)
            return sum + (count.flatMap { Int($0.1) } ?? 0)
        }
    }

    /// Stops it and returns its exit status.
    ///
    /// It polls for the end instead of waiting. After `wakes` has looked at a program's threads, a waiter woken by
    /// its end makes the kernel wait for the last of them (proc_invalidate_siblings_dcache). Where time stands still
    /// while the waiter works, that thread never gets its turn. Sleeping between polls lets all others run.
    func stop() -> Int32 {
        firmware.send(SIGTERM)
        _ = VirtualBench.wait { firmware.hasEnded }
        return firmware.waitForEnd()
    }
}
