import ClockCore
import Control
import English
import ReplySamples
import TestKit
import Testing

@testable import noiseclock

/// All that the client prints (`PrintedPage`).
@Suite("The printed text")
struct PrintedTextTests {
    private func expect(_ page: PrintedPage, _ texts: [String]) throws {
        try page.expect(texts.map { LineWrapping.wrapped($0, to: PrintedPage.columns) })
    }

    private func replies() throws -> [String] {
        let width = PrintedPage.columns
        let told = try Samples.replies().filter { if case .history = $0 { false } else { true } }
        return told.map { Presentation.text($0, width: width) }
            + [Presentation.note(.notSaved("the disk is full"))]
    }

    @Test("With 12 hours, each time of day in a reply says am or pm")
    func twelveHours() throws {
        // The clock itself words its explanations, and files are JSON.
        let replies = try Samples.replies().filter {
            switch $0 {
            case .explanation, .backup, .diagnosis: false
            default: true
            }
        }
        let texts = TimeText.$hours.withValue(.twelve) { replies.map { Presentation.text($0) } }
        #expect(texts.contains { $0.contains("7:30 am") })
        for line in texts.flatMap({ $0.split(separator: "\n") }) {
            // Offsets from UTC are no times of day, and commands take both forms.
            let told = line.replacing(#/UTC[+-][0-9:]+|noiseclock [a-z-]+ .*/#, with: "")
            for time in told.matches(of: #/(^|[^0-9:])[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?/#) {
                let rest = told[time.range.upperBound...]
                #expect(rest.hasPrefix(" am") || rest.hasPrefix(" pm"), "\(line)")
            }
        }
    }

    private func health() throws -> [String] {
        let checks = try ReasonSamples.findings().map { finding in
            HealthCheck(.sound, .notice, finding)
        }
        let advised = ReasonSamples.advice.map { advice in
            HealthCheck(.sound, .bad, .noSoundCameOut, advice)
        }
        let summary = { (checks: [HealthCheck]) in
            HealthSummary(
                trust: .trusted, confirmedAgo: nil, checks: checks, rehearsal: nil,
                isRehearsing: false)
        }
        return [
            Presentation.health(summary(checks)), Presentation.health(summary(advised)),
            Presentation.health(
                summary([HealthCheck(.nextAlarm, .notice, .noAlarm)])),
        ]
    }

    private func explained() throws -> [String] {
        let ahead = try ReasonSamples.reasons().map { $0.text + "\n" }.joined()
        let past = try ReasonSamples.pastReasons().map { $0.text + "\n" }.joined()
        return [ahead, past]
    }

    private func history() throws -> [String] {
        let all = try HistorySamples.all()
        return [
            Presentation.history(HistoryReport(records: [], zoneNames: [:])),
            Presentation.history(all),
        ]
    }

    private func help() throws -> [String] {
        let topics =
            [[]] + CommandBook.groups.map { [$0] }
            + CommandBook.typed.map(\.words)
        return try (topics + [["when"], ["setup"], ["free-days", "import"], ["update"]]).map {
            try printed($0 + ["--help"])
        }
    }

    /// Mistakes that a person may type, for the client's answers to them.
    private static let wrongLines = [
        "alrm", "7:30", "set", "alarm lst", "update", "alarm add", "alarm add dawn",
        "alarm add 25:00", "alarm add 9",
        "alarm add 07:30 mun", "alarm add 07:30 --volume 200", "alarm add 07:30 --lable x",
        "alarm add 07:30 --volume +60", "alarm add 07:30 --snooze 2h", "alarm edit", "alarm edit 1",
        "free-days remove", "alarm pause soon", "alarm pause 2026-02-30 2026-03-01",
        "noise volume", "noise volume 200", "noise volume loud", "noise sleep 45",
        "noise sleep +5m",
        "time set dawn", "time zone Berln", "timer add 5", "timer add 1441", "timer add +5m",
        "timer add", "nap set",
        "nap set --pulse 300", "style set --hours 13", "mix set rain", "mix add rain --pan 200",
        "mix set rain --slider drops", "mix set rain --slider drops=200",
        "mix set rain --slider drops=1,drops=2",
        "sound search", "dnd hours 22:00", "health evening dawn", "history --count 0",
        "explain --date 2026-03-29", "free-days set 12-25", "status now", "--verbose", "ring set",
        "ring set --grace 181m", "when", "when 7:30 --zone Mars", "completion tcsh",
    ]

    private func wrong() -> [String] {
        PrintedTextTests.wrongLines.map { line in
            let result = Client(environment: [:], uid: 1000, timeout: .seconds(1))
                .run(line.split(separator: " ").map(String.init))
            return "$ noiseclock \(line)\n" + result.output + result.error
        }
    }

    @Test("Replies, health, explanations, history, refusals and help read as they should")
    func everything() throws {
        let refusals = try Samples.errors.map { Presentation.text(Refusal($0)) }
        let hindrances = try ReasonSamples.hindrances().map {
            Presentation.updateCheck($0)
        }
        try expect(.replies, try replies())
        try expect(.health, try health())
        try expect(.explanations, try explained())
        try expect(.history, try history())
        try expect(.refusals, refusals + hindrances)
        try expect(.usageError, wrong())
        try expect(.help, try help())
    }

    @Test(
        "The file has every page once, and no other",
        .disabled(if: Golden.isRecording, "the file is being written"))
    func pages() throws {
        #expect(try PrintedPage.titles() == PrintedPage.allCases.map(\.rawValue))
    }

    @Test("No line is wider than the terminal, but for a word that is longer", arguments: [60, 80])
    func width(columns: Int) throws {
        let texts = try replies() + health() + explained() + history() + wrong() + help()
        for text in texts {
            for line in LineWrapping.wrapped(text, to: columns).split(separator: "\n") {
                let isOneWord = !line.drop { $0 == " " }.contains(" ")
                #expect(TextTable.width(of: String(line)) <= columns || isOneWord, "\(line)")
            }
        }
    }

    @Test("An emoji takes two cells, whatever it is made of")
    func emoji() {
        for emoji in ["⏰", "⚙️", "👨‍👩‍👧", "🇩🇪"] {
            #expect(TextTable.width(of: emoji) == 2, "\(emoji)")
        }
    }
}
