import Foundation
import TestKit

/// A folder for running a README's commands. It looks like the repository after a build. A simulated clock listens,
/// in real time and without sound, on the Sunday evening that the first README shows.
///
/// Theory of operation. The programs are those built beside the tests, under both folder names that READMEs use.
/// `board/simulate` would build and need a terminal; here it starts the simulator headless. `ssh` runs the command on
/// this machine. A calendar and a sound stand in for a person's own files.
final class ReadmeFolder {
    let bench: Workbench
    private let clock: RunningProgram
    private let environment: [String: String]

    private static let start = "2026-03-29T20:46:50Z"

    /// - Parameter blocks: those with a file name are written to that file before the first command.
    init(with blocks: [Readme.Block]) throws {
        bench = try Workbench()
        let built = BuiltPrograms.folder
        for folder in [".build", "board/builds", "commands", "home/clock"] {
            try FileManager.default.createDirectory(
                atPath: bench.file(folder), withIntermediateDirectories: true)
        }
        for name in ["debug", "release"] { try bench.link(built, as: ".build/\(name)") }
        // Copies, because the clock opens no board file through a link.
        for folder in ["board", "board/builds"] {
            for name in Repository.names(in: folder) where name.hasSuffix(".json") {
                try bench.write(try Repository.text("\(folder)/\(name)"), to: "\(folder)/\(name)")
            }
        }
        try ShellScript.write(
            """
            if [ "$1" = -- ]; then shift; fi
            case " $* " in
            *" --headless "* | *" --nights "*) ;;
            *) set -- --headless --speed max --for 10s "$@" ;;
            esac
            exec noiseclock-sim "$@"
            """, to: bench.file("board/simulate"))
        try ShellScript.write("shift; exec \"$@\"", to: bench.file("commands/ssh"))
        for block in blocks {
            if let file = block.file { try bench.write(block.text, to: file) }
        }
        try bench.write(ReadmeFolder.calendar, to: "holidays.ics")
        let socket = bench.file("home/clock/socket")
        environment = [
            "PATH": "\(bench.file("commands")):\(built):/usr/bin:/bin",
            "HOME": bench.file("home"), "NOISECLOCK_SOCKET": socket,
        ]
        clock = try bench.start(
            "noiseclock-sim",
            [
                "--headless", "--at", ReadmeFolder.start, "--zone", "Europe/Berlin", "--socket",
                socket,
            ])
        try bench.write(
            #"{"at": "+0s", "noiseclock": "noise play rain"}"# + "\n", to: "rain.jsonl")
        let steps = """
            noiseclock-sim --headless --speed max --for 5s --script rain.jsonl --record-audio rain.wav
            mv rain.wav rain.ogg
            until noiseclock status >/dev/null 2>&1; do sleep 0.05; done
            """
        let run = try run(steps)
        guard run.status == 0 else { throw NoFolder(description: run.said) }
    }

    deinit {
        clock.send(SIGTERM)
        clock.waitForEnd()
    }

    /// Runs a line in a shell, for at most a minute.
    func run(_ line: String) throws -> (status: Int32, output: String, said: String) {
        var variables = environment
        for name in ["LD_LIBRARY_PATH", "LD_PRELOAD", "TZDIR", "TSAN_OPTIONS", "ASAN_OPTIONS"] {
            variables[name] = ProcessInfo.processInfo.environment[name]
        }
        let program = try RunningProgram(
            "/usr/bin/timeout", ["60", "bash", "-eo", "pipefail", "-c", line],
            environment: variables, folder: bench.path, errors: bench.file("line.err"))
        let output = program.readOutput()
        return (program.waitForEnd(), output, output + bench.text("line.err"))
    }

    /// A day off after that evening.
    private static let calendar = """
        BEGIN:VCALENDAR\r
        VERSION:2.0\r
        PRODID:-//NoiseClock//Tests//EN\r
        BEGIN:VEVENT\r
        UID:1\r
        DTSTAMP:20260101T000000Z\r
        DTSTART;VALUE=DATE:20261003\r
        SUMMARY:Holiday\r
        END:VEVENT\r
        END:VCALENDAR\r

        """
}

/// The folder could not be set up; the output says why.
struct NoFolder: Error, CustomStringConvertible {
    let description: String
}

extension Workbench {
    fileprivate func link(_ path: String, as name: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: file(name), withDestinationPath: path)
    }
}
