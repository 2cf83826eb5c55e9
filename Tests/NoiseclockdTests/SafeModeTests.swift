import Foundation
import Glibc
import HAL
import TestKit
import Testing

/// The firmware's process after crashes; ClockCoreTests cover what safe mode leaves out.
@Suite("The firmware after crashes", .serialized)
struct SafeModeTests {
    let bench: Workbench

    init() throws {
        bench = try Workbench()
        try bench.write(
            """
            {"version": 1, "name": "crashes", "i2c": {"bus": 99}, "display": {"driver": "none"},
             "audio": {"device": "null", "fallback": [], "rate": 48000, "keepOpen": false}}
            """, to: "board.json")
    }

    private func start() throws -> LiveFirmware {
        let firmware = try LiveFirmware(bench, ["--board", "board.json"])
        #expect(
            eventually { firmware.log.contains { $0.contains("runs with the board") } },
            "\(firmware.log)")
        return firmware
    }

    private var isSafeByLog: Bool {
        bench.text("noiseclockd.err").contains(
            "<4>noiseclockd crashed again and again; it starts in safe mode")
    }

    private func health(_ firmware: LiveFirmware) throws -> [String: String] {
        let summary = try firmware.json("health")?["health"] as? [String: Any]
        let checks = summary?["checks"] as? [[String: Any]]
        let program = checks?.first { $0["subject"] as? String == "program" }
        return program?.compactMapValues { $0 as? String } ?? [:]
    }

    /// Runs that the signal ends.
    private func crash(_ times: Int, by signal: Int32 = SIGKILL) throws {
        for _ in 0..<times {
            let firmware = try start()
            #expect(!isSafeByLog)
            #expect(firmware.die(by: signal) == signal)
        }
    }

    @Test(
        "After five crashes it is in safe mode, says so, and leaves it when it is started in order")
    func fiveCrashes() throws {
        try crash(2)
        try crash(2, by: SIGSEGV)
        try crash(1, by: SIGABRT)
        let safe = try start()
        #expect(isSafeByLog)
        #expect(try safe.waitForStatus("Firmware: The clock crashed 5 times within 10 minutes"))
        #expect(try health(safe)["verdict"] == "notice")
        #expect(try health(safe)["advice"]?.contains("systemctl restart") == true)
        #expect(safe.end(by: SIGTERM) == 0)
        let next = try start()
        #expect(!isSafeByLog)
        #expect(try health(next)["verdict"] == "good")
        #expect(next.end(by: SIGTERM) == 0)
        #expect(!FileManager.default.fileExists(atPath: bench.file("c.sock.run")))
    }

    @Test("Ends in order and starts that are refused are no crashes, and forget those before")
    func orderlyEnds() throws {
        try crash(4)
        let refused = try bench.run(
            "noiseclockd", ["--zone", "Nowhere/Land", "--state", "state", "--socket", "c.sock"])
        #expect(refused.status == 64)
        #expect(try start().end(by: SIGTERM) == 0)
        try crash(4)
        let firmware = try start()
        #expect(!isSafeByLog)
        #expect(firmware.end(by: SIGINT) == 0)
    }

    @Test(
        "A crash in safe mode leads back to it; a clock that finds no place for its record starts as ever"
    )
    func inSafeMode() throws {
        try crash(5)
        let safe = try start()
        #expect(isSafeByLog)
        #expect(safe.die(by: SIGKILL) == SIGKILL)
        let again = try start()
        #expect(isSafeByLog)
        #expect(again.end(by: SIGTERM) == 0)
        // A folder, which no file can replace.
        try FileManager.default.createDirectory(
            atPath: bench.file("c.sock.run/x"), withIntermediateDirectories: true)
        try crash(6)
        #expect(bench.text("noiseclockd.err").contains("crashes are not counted"))
    }

    @Test("In safe mode it reads neither own sounds nor own catalogue files, and rings")
    func leavesOut() throws {
        try FileManager.default.createDirectory(
            atPath: bench.file("state/own-sounds"), withIntermediateDirectories: true)
        let frames = 48_000
        let hum =
            WaveFile.header(frames: frames, rate: 48_000, isLoop: true)
            + [UInt8](repeating: 1, count: 4 * frames)
            + WaveFile.loopMark(frames: frames, rate: 48_000)
        try Data(hum).write(to: URL(fileURLWithPath: bench.file("state/own-sounds/own-hum.wav")))
        try bench.write("{", to: "state/sounds.json")
        let first = try start()
        #expect(try first.words("noise", "play", "own-hum").contains("playing hum"))
        #expect(try first.waitForStatus("Alarm sounds: "))
        #expect(first.die(by: SIGKILL) == SIGKILL)
        try crash(4)
        let safe = try start()
        #expect(isSafeByLog)
        let status = try safe.words("status")
        #expect(!status.contains("sounds.json") && !status.contains("hum"), "\(status)")
        _ = try safe.words("timer", "add", "1s")
        #expect(eventually { safe.log.contains { $0.contains("event=ring.heard") } })
        #expect(safe.end(by: SIGTERM) == 0)
    }
}
