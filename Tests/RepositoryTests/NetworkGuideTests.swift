import Foundation
import TestKit
import Testing

/// Follows the READMEs' guides to the network, line by line, with a simulated clock.
@Suite("The guides to the network")
struct NetworkGuideTests {
    private static let isPossible = FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")

    /// Starts a clock at 07:29 whose minutes take six seconds, and defines what stands in for a person: `code` is what
    /// the display shows, and `date` the simulated calendar.
    private static let preparation = #"""
        set -euo pipefail
        cd "$FOLDER"
        exec 3< <(exec noiseclock-sim --headless --board "$BOARD" --speed 10 --zone UTC --at 2026-03-29T07:29:10Z \
            --socket "$FOLDER/socket" --state "$FOLDER/state" --web 0)
        clock_process=$!
        trap 'kill $clock_process' EXIT
        read -r address <&3
        address=${address%/}
        code() {
            NOISECLOCK_SOCKET="$FOLDER/socket" noiseclock pair --json | sed 's/.*"code":"\([0-9]*\)".*/\1/'
        }
        date() {
            case $* in
            "-d +1 minute +%H:%M") echo 07:30 ;;
            +%F) echo 2026-03-29 ;;
            *) return 1 ;;
            esac
        }

        """#

    /// What the guide prints with all its lines.
    private func follow(_ path: String, from heading: String) throws -> String {
        let text = try Repository.text(path)
        let start = try #require(text.range(of: "## \(heading)\n"))
        let rest = text[start.upperBound...]
        let section = String(rest[..<(rest.firstRange(of: "\n## ")?.lowerBound ?? rest.endIndex)])
        let lines = Readme(path: path, text: section).blocks.filter { $0.language == "sh" }
            .flatMap(\.lines).filter { !$0.hasPrefix("board/simulate") }
        #expect(lines.count >= 6)
        let script = lines.map { line in
            line.replacing("http://localhost:8080", with: "$address")
                .replacing("\"482913\"", with: "\"'$(code)'\"")
                // A person ends it when the alarm has begun to ring.
                .replacing("curl -N ", with: "timeout 9 curl -sN ")
                + (line.contains("curl -N ") ? " || true" : "") + "; echo"
        }.joined(separator: "\n")
        let bench = try Workbench()
        let result = try Shell.run(
            "bash", "-c", NetworkGuideTests.preparation + script,
            environment: [
                "PATH": "\(BuiltPrograms.folder):/usr/bin:/bin", "FOLDER": bench.path,
                "BOARD": Workbench.board,
                "HOME": bench.path, "LC_ALL": "C.UTF-8",
            ])
        #expect(result.status == 0, "\(result.output)")
        return result.output
    }

    @Test(
        "the first README's lines pair, set an alarm, see its ring and snooze it",
        .enabled(if: isPossible))
    func firstReadme() throws {
        let output = try follow("README.md", from: "From a phone, a desktop or a script")
        #expect(output.contains(#""until":"2026-03-29T07:3"#), "\(output)")
        #expect(output.contains("event: status"))
        #expect(output.contains(#""ringing":[{"#))
        #expect(output.contains(#""snoozed":"#))
        #expect(!output.contains(#""error""#), "\(output)")
    }

    @Test("the guide's lines read, change and follow", .enabled(if: isPossible))
    func guide() throws {
        let output = try follow(
            "Sources/noiseclock-web/README.md", from: "Pair, read, change, follow")
        #expect(output.contains(#""authorisation":"authorised""#), "\(output)")
        #expect(output.contains(#""label":"Work""#))
        #expect(output.contains(#""dryRun":true"#))
        #expect(output.contains("event: noise.status"))
        #expect(output.contains("event: alive"))
        #expect(!output.contains(#""error""#), "\(output)")
    }
}
