import ClockTime
import Foundation
import Glibc
import SimulatedBoard
import TestKit
import Testing

extension SimulatedTimeBench {
    /// Every display that has a board file, on the kernel's bus.
    @Suite("Board files")
    struct BoardFiles {
        /// The board files of the folder `board`.
        static let shipped: [String] = {
            let folder = URL(fileURLWithPath: Workbench.board).deletingLastPathComponent().path
            let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
            return names.filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }.sorted()
        }()

        private static let noon = "2037-03-10T12:00:10Z"
        /// 8x8 pixels show the minutes in fives.
        private static let fiveMinutesLater = "2037-03-10T12:05:05Z"

        @Test(
            "Each shipped board file shows the time on the kernel's bus, and again after its display was gone",
            arguments: shipped)
        func showsTheTime(name: String) throws {
            let board = Workbench.board.replacing("ht16k33-7seg.json", with: name)
            let bus = try ServedBus(board)
            let clock = try BenchClock(at: BoardFiles.noon, board: board)
            let noon = try BoardFiles.picture(on: board, at: BoardFiles.noon)
            #expect(!noon.isEmpty)
            #expect(VirtualBench.wait { bus.shown == noon }, "\(bus.shown)")

            bus.unplugDisplay()
            try VirtualBench.setWallClock(BoardFiles.fiveMinutesLater)
            #expect(clock.logs("event=health.changed", "part=display", "does not answer"))
            // Its memory is garbage now.
            bus.plugDisplay()
            try VirtualBench.setWallClock(BoardFiles.fiveMinutesLater)
            let later = try BoardFiles.picture(on: board, at: BoardFiles.fiveMinutesLater)
            #expect(later != noon)
            #expect(
                VirtualBench.wait(upTo: .seconds(30)) { bus.shown == later }, "\(bus.shown)")
            #expect(VirtualBench.wait { clock.logged(["part=display"]) == 2 })
            #expect(clock.stop() == 0)
            #expect(bus.picture?.isDark == true)
        }

        /// What the simulator draws on this board at this time, without any kernel between driver and chip.
        private static func picture(on board: String, at time: String) throws -> String {
            let bench = try Workbench()
            let run = try bench.run(
                "noiseclock-sim",
                [
                    "--headless", "--board", board, "--at", time, "--zone", "UTC", "--for", "3s",
                    "--speed", "max", "--frames", bench.file("frames"),
                ])
            guard run.status == 0 else {
                throw BenchError("the simulator: \(bench.text("noiseclock-sim.err"))")
            }
            // Each picture has a line above it that begins with its time, and an empty line behind it.
            let lines = bench.text("frames").split(
                separator: "\n", omittingEmptySubsequences: false)
            let last = lines.lastIndex { $0.hasPrefix("20") } ?? lines.startIndex
            return shape(of: lines.dropFirst(last + 1).map(String.init))
        }

        /// Which parts are lit, in which colour, and not how bright: the two rooms differ.
        fileprivate static func shape(of art: [String]) -> String {
            var lines = art.map { line in
                String(line.map { $0 == "+" || $0 == "." ? "#" : $0 }).uppercased()
            }
            while lines.last?.isEmpty == true { lines.removeLast() }
            return lines.joined(separator: "\n")
        }
    }
}

extension ServedBus {
    fileprivate var shown: String {
        guard let picture, !picture.isDark else { return "" }
        return SimulatedTimeBench.BoardFiles.shape(of: picture.asciiArt)
    }
}
