import ClockCore
import Runtime
import Testing

@Suite("Fingers in a scripted run")
struct FingersTests {
    private static let script = """
        {"at": "+0.5s", "noiseclock": "alarm add 12:01 daily"}
        {"at": "+1s", "noiseclock": "noise preview white"}
        {"at": "+10s", "noiseclock": "noise play pink --volume 10"}
        {"at": "+20s", "press": "plus", "for": "1s"}
        {"at": "+25s", "hold": "minus"}
        {"at": "+25.6s", "release": "minus"}
        {"at": "+30s", "hold": "menu"}
        {"at": "+40s", "power-cut": "5s"}
        {"at": "+50s", "release": "menu"}
        {"at": "+55s", "noiseclock": "alarm hold-to-stop on"}
        {"at": "+62s", "press": "stop"}
        {"at": "+64s", "press": "stop", "for": "3s"}
        """

    private func events() throws -> [ToldEvent] {
        let workspace = try Workspace()
        try workspace.write(FingersTests.script, to: "s.jsonl")
        let finished = try workspace.simulate(
            "--headless", "--at", "2026-01-10T12:00:00Z", "--zone", "UTC", "--for", "80s",
            "--speed", "max", "--script", "s.jsonl", "--events", "e.jsonl")
        #expect(finished.exitCode == 0, "\(finished.error)")
        #expect(finished.complaints.isEmpty, "\(finished.complaints)")
        return try workspace.events("e.jsonl")
    }

    @Test("hold, repeat, preview and get stuck, as the machine says")
    func fingers() throws {
        let events = try events()
        func times(_ name: EventName, _ matches: (ToldEvent) -> Bool = { _ in true }) -> [String] {
            events.filter { $0.event == name && matches($0) }
                .map { String($0.wall.dropFirst("2026-01-10T".count).dropLast()) }
        }
        // The preview starts at once and ends after 3 s and a short fade.
        #expect(times(.other(.soundStarted)) { $0.sound == "white" } == ["12:00:01.021"])
        let silent = try #require(times(.other(.soundStopped)) { $0.sound == "noise" }.first)
        #expect(silent > "12:00:04.250" && silent < "12:00:04.400", "\(silent)")
        // Plus repeats at 0.5, 0.7 and 0.9 s; minus repeats at 0.5 s.
        let volumes = events.filter { $0.event == .other(.noiseChanged) && $0.boot >= 20 }
            .compactMap(\.volume)
        #expect(volumes.prefix(6) == [15, 20, 25, 30, 25, 20])
        // The menu key is down when the power returns, and is released later.
        #expect(
            times(.other(.healthChanged)) { $0.part == "keys" } == ["12:00:45.500", "12:00:50.000"])
        // Stop takes two seconds; a tap is refused.
        #expect(times(.other(.keyRefused)) == ["12:01:02.100"])
        #expect(times(.of(.alarm, .stopped)) == ["12:01:06.000"])
        // After the preview, and with the alarm that was stopped (N9).
        #expect(times(.other(.soundStopped)) { $0.sound == "noise" }.count == 2)
    }

    @Test("turn a knob by detents, and are told where the board has none")
    func knob() throws {
        let workspace = try Workspace()
        try workspace.write(
            """
            {"at": "+1s", "noiseclock": "noise play pink --volume 30"}
            {"at": "+2s", "turn": "right", "detents": 2}
            {"at": "+4s", "turn": "left"}
            """, to: "s.jsonl")
        func run(_ board: String) throws -> (volumes: [Int], complaints: [String]) {
            let finished = try workspace.simulate(
                "--headless", "--board", "\(Checkout.board)/\(board)", "--at",
                "2026-01-10T12:00:00Z", "--zone", "UTC", "--for", "6s", "--speed", "max",
                "--script", "s.jsonl", "--events", "e.jsonl")
            #expect(finished.exitCode == 0, "\(finished.error)")
            let events = try workspace.events("e.jsonl")
            return (
                events.filter { $0.event == .other(.noiseChanged) && $0.boot >= 1.5 }
                    .compactMap(\.volume), finished.complaints
            )
        }
        let withKnob = try run("builds/knob-lamp.json")
        #expect(withKnob.volumes == [35, 40, 35])
        #expect(withKnob.complaints.isEmpty)
        let without = try run("ht16k33-7seg.json")
        #expect(without.volumes.isEmpty)
        #expect(without.complaints.count == 2)
        #expect(without.complaints.first?.hasSuffix("This board has no knob") == true)
    }
}
