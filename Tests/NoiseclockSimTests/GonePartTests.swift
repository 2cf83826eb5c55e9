import BoardFiles
import ClockCore
import ClockTime
import English
import Foundation
import HAL
import LinuxHost
import Runtime
import SimulatedBoard
import Synchronization
import TestKit
import Testing

@testable import noiseclock_sim

/// What health says when a part is gone, and what a ring then does: the table in Tests/README.md.
@Suite("When a part is gone")
struct GonePartTests {
    @Test("the table of Tests/README.md is what every board's clock says, and a ring proves it")
    func table() throws {
        var groups: [(boards: [String], rows: [Row])] = []
        for (name, board) in try GonePartTests.boards() {
            let rows = try Part.allCases.filter { $0.isOn(board) }.flatMap { part in
                try Situation.allCases.map { situation in
                    let row = try Scene(board, part, situation).row()
                    #expect(row.isTrue, "\(name), \(part.rawValue), \(situation.rawValue): \(row)")
                    return row
                }
            }
            if let place = groups.firstIndex(where: { $0.rows == rows }) {
                groups[place].boards.append(name)
            } else {
                groups.append(([name], rows))
            }
        }
        try Golden.expect(
            GonePartTests.text(groups), inReadme: "Tests/README.md", under: "### Gone parts")
    }

    /// All boards of the folder, by name.
    static func boards() throws -> [(String, BoardDescription)] {
        let folders = ["", "builds/"]
        return try folders.flatMap { folder in
            try FileManager.default.contentsOfDirectory(atPath: "\(Checkout.board)/\(folder)")
                .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }.sorted()
                .map { file in
                    let data = try #require(
                        FileManager.default.contents(atPath: "\(Checkout.board)/\(folder)\(file)"))
                    return (folder + file.dropLast(5), try BoardFile.parse(Array(data)))
                }
        }
    }

    private static func text(_ groups: [(boards: [String], rows: [Row])]) -> String {
        groups.map { group in
            let head =
                "| Gone | While | `health` and `status` | Exit | At the clock | A ring then |\n"
                + "| --- | --- | --- | --- | --- | --- |\n"
            return "\(group.boards.map { "`\($0)`" }.joined(separator: ", ")):\n\n" + head
                + joined(group.rows).map { "| \($0.joined(separator: " | ")) |\n" }.joined()
        }.joined(separator: "\n")
    }

    /// Rows that differ only in the situation become one.
    private static func joined(_ rows: [Row]) -> [[String]] {
        var joined: [[String]] = []
        for part in Part.allCases {
            let ofPart = rows.filter { $0.part == part }
            var kinds: [(cells: [String], situations: [String])] = []
            for row in ofPart {
                if let place = kinds.firstIndex(where: { $0.cells == row.cells }) {
                    kinds[place].situations.append(row.situation.rawValue)
                } else {
                    kinds.append((row.cells, [row.situation.rawValue]))
                }
            }
            for kind in kinds {
                let isAlways = kind.situations.count == ofPart.count
                let situation = isAlways ? "always" : kind.situations.joined(separator: ", ")
                joined.append([part.rawValue, situation] + kind.cells)
            }
        }
        return joined
    }
}

extension GonePartTests {
    /// What goes.
    enum Part: String, CaseIterable {
        case none = "nothing"
        case display, light = "light sensor"
        case firstOutput = "first sound output"
        case otherOutputs = "other sound outputs"
        case sound = "all sound outputs"
        case motor, buzzer, disk = "room on the disk", battery = "charge of the battery"

        func isOn(_ board: BoardDescription) -> Bool {
            let outputs = board.soundOutputs.count
            switch self {
            case .none, .display, .disk: return true
            case .light:
                guard case .chip = board.light else { return false }
                return true
            case .firstOutput, .otherOutputs: return outputs > 1
            case .sound: return true
            case .motor:
                guard case .line = board.vibration else { return false }
                return true
            case .buzzer: return board.buzzer != nil
            case .battery:
                guard case .gauge = board.battery else { return false }
                return true
            }
        }
    }

    /// When it goes.
    enum Situation: String, CaseIterable {
        case idle, noise = "noise plays", ring = "an alarm rings"
    }

    /// What the clock said 70 s later, and what the ring did.
    struct Row: Equatable {
        var part: Part
        var situation: Situation
        var outlook: AlarmOutlook
        /// What is not good, and why.
        var concerns: [String]
        var mark: AlarmMark
        var warnings: [HealthCheck.Subject]
        /// What made the ring noticed; empty: nothing was heard.
        var heard: [String]
        var felt: [String]

        /// Never better and never worse than the truth.
        var isTrue: Bool { (outlook == .mayNotRing) == heard.isEmpty || part == .battery }

        var cells: [String] {
            let words = ([outlook.text] + concerns).joined(separator: " ")
            let exit = outlook == .willRing || outlook == .willRingBut ? "0" : "1"
            let blinks = mark == .doubtful ? "the mark blinks" : "the mark is steady"
            let named = warnings.map { $0.inWords.lowercased() }.joined(separator: ", ")
            return [
                words, exit, named.isEmpty ? blinks : "\(blinks); \(named)",
                (heard.isEmpty ? ["is not heard"] : heard.map { "sounds on \($0)" })
                    .joined(separator: ", ")
                    + (felt.isEmpty ? "" : "; \(felt.joined(separator: ", "))"),
            ]
        }
    }

    /// One board on which one part goes.
    private final class Scene {
        private let part: Part
        private let situation: Situation
        private let time: VirtualClock
        private let world: SimulatedWorld
        private let storage = MemorySlotStorage(slotSize: 4_194_304)
        private let events = Events()
        private var clock: SteppedClock
        private let answers: Answers

        /// The alarm rings two minutes after the start.
        private static let start = "2026-03-29T20:00:00Z"

        init(_ board: BoardDescription, _ part: Part, _ situation: Situation) throws {
            self.part = part
            self.situation = situation
            let time = VirtualClock(
                Moment(wall: try RFC3339.parse(Scene.start), boot: BootTime(nanoseconds: 0)))
            self.time = time
            let sinks = board.soundOutputs.compactMap { devices in
                SelectableSink(devices) { _ in SimulatedPCMSink(clock: time) }
            }
            let events = events
            var surroundings = SimulatedWorld.Surroundings(
                time: time, sinks: sinks, storage: storage, zones: SystemZones(isWatched: false),
                zoneOverride: "UTC", seed: 1, runName: "gone", emit: { events.append($0) })
            if case .gauge = board.battery { surroundings.battery = Battery(percent: 80) }
            world = try SimulatedWorld(board: board, surroundings)
            let answers = Answers()
            self.answers = answers
            clock = SteppedClock(world.parts(boot: 1), answer: { answers.take($0) })
        }

        func row() throws -> Row {
            let time = try #require(TimeOfDay(hour: 20, minute: 2))
            _ = ask(.alarm(.add(.daily(at: time), AlarmChanges())))
            _ = ask(.health(.rehearse))
            run(for: .seconds(30))
            switch situation {
            case .idle: break
            case .noise:
                _ = ask(.noise(.play(nil, volume: nil)))
                run(for: .seconds(5))
            case .ring: run(for: .seconds(100))
            }
            lose()
            run(for: .seconds(70))
            guard case .health(let summary)? = ask(.health(.show)) else {
                throw ReadmeProblem(text: "health gives no answer")
            }
            let snapshot = try #require(clock.snapshot)
            if case .status(let status)? = ask(.status) { #expect(status.health == summary) }
            if situation != .ring { run(for: .seconds(60)) }
            return Row(
                part: part, situation: situation, outlook: summary.outlook,
                concerns: summary.concerns.map { "\($0.subject.inWords): \($0.finding.text)" },
                mark: snapshot.mark, warnings: snapshot.warnings, heard: heard(), felt: felt())
        }

        private func lose() {
            switch part {
            case .none: break
            case .display: world.breakDisplay(.nack)
            case .light:
                if let address = world.drivers.lightAddress {
                    world.bus.fail(SimulatedI2CBus.Fault(error: .nack), at: address)
                }
            case .firstOutput: world.sounds.first?.unplug()
            case .otherOutputs: for sound in world.sounds.dropFirst() { sound.unplug() }
            case .sound: for sound in world.sounds { sound.unplug() }
            case .motor: world.motor?.fail(.io(errno: 5))
            case .buzzer: world.buzzer?.fail(.io(errno: 5))
            case .disk: storage.failWrites(.refuse(.full), count: nil)
            case .battery: _ = world.setBattery(percent: 9, isCharging: false)
            }
            // As the simulator tells for its plugs, and the kernel for its cards.
            clock.soundDevicesChanged()
        }

        /// What sounds now, in the ring: the last word about each output, and the buzzer.
        private func heard() -> [String] {
            var heard: [String] = []
            for (index, sound) in world.sounds.enumerated()
            where isAsked(index) && isPlaying(sound) {
                heard.append("output \(index + 1)")
            }
            return heard + (wasOn("buzzer") ? ["the buzzer"] : [])
        }

        private func felt() -> [String] {
            (wasOn("motor") ? ["the motor runs"] : [])
                + (clock.snapshot?.ring?.isFlashing ?? false ? ["the display flashes"] : [])
        }

        /// Whether the ring plays on it: on the first one always.
        private func isAsked(_ output: Int) -> Bool {
            output == 0 || events.all.contains { $0.details.ringRung == .output(output) }
        }

        private func isPlaying(_ sound: SwitchablePCMSink) -> Bool {
            guard sound.isPluggedIn, let before = sound.playedFrames, before > 0 else {
                return false
            }
            run(for: .seconds(1))
            return sound.playedFrames.map { $0 > before } ?? false
        }

        /// Whether the part was switched on since the part went.
        private func wasOn(_ part: String) -> Bool {
            events.all.last { $0.part == part }?.event == .other(.outputStarted)
        }

        private func ask(_ command: Command) -> Reply? {
            let request = clock.takeRequestID()
            clock.post(.command(request, command))
            clock.step()
            run(for: .seconds(3), until: { self.answers[request] != nil })
            return answers[request]
        }

        private func run(for length: Duration, until isDone: () -> Bool = { false }) {
            let end = time.now().boot + length
            clock.step()
            while !isDone(), let wake = clock.nextWake, wake < end {
                time.advance(to: max(wake, time.now().boot + .nanoseconds(1)))
                clock.step()
            }
            guard !isDone() else { return }
            time.advance(to: end)
            clock.step()
        }
    }

    private final class Events: Sendable {
        private let list = Mutex<[EventLine]>([])
        var all: [EventLine] { list.withLock { $0 } }
        func append(_ line: EventLine) { list.withLock { $0.append(line) } }
    }

    private final class Answers {
        private var replies: [RequestID: Reply] = [:]
        subscript(request: RequestID) -> Reply? { replies[request] }
        func take(_ answer: AnsweredRequest) { replies[answer.request] = answer.answer.reply }
    }

    struct ReadmeProblem: Error { var text: String }
}
