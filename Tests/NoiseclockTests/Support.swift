import ClockCore
import ClockTime
import Control
import TestKit
import Testing

@testable import noiseclock

func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

func time(_ text: String) throws -> TimeOfDay { try #require(TimeOfDay(text)) }

func weekly(_ days: WeekdaySet, _ text: String) throws -> Schedule {
    try #require(Schedule(time: time(text), kind: .weekly(days)))
}

func wall(_ text: String) throws -> WallTime { try RFC3339.parse(text) }

/// Two zones, of the rules that they have at the time of these tests.
struct TestZones: ZoneReader {
    func zone(named name: String) throws(TextFormError) -> Zone {
        switch name {
        case "UTC": return .utc
        case "Europe/Berlin": return Zone.fixed(name: "Europe/Berlin", offsetSeconds: 7200)
        default: throw TextFormError("the system knows no time zone \(name)")
        }
    }
}

func action(_ words: [String]) throws(UsageError) -> ClientAction {
    try ClientAction.parse(words, zones: TestZones())
}

/// What the client prints for these words without a clock.
func printed(_ words: [String]) throws -> String {
    guard case .text(let text) = try action(words) else {
        throw NothingThrown(instead: "\(words) is no question for a text")
    }
    return text
}

/// What a clock answers.
enum Samples {
    static let playing = NoiseReport(
        isPlaying: true,
        voices: [VoiceReport(NoiseVoice(sound: SoundID("pink")), name: "Pink noise")],
        volume: Percent(clamping: 50), seed: 7)

    /// On an evening of March 2026 in Berlin.
    static func status() throws -> StatusReport {
        let civil = CivilTime(
            date: try #require(CivilDate("2026-03-29")), time: try time("23:57"))
        return StatusReport(
            wall: try wall("2026-03-29T21:57:00Z"), zone: "Europe/Berlin", civil: civil,
            trust: .trusted, style: ClockStyle(), nextAlarm: nil, ringing: [], snoozed: [],
            missed: [], noise: playing, holdToStop: false, problems: [])
    }

    /// Timer 2 in its third run.
    static let timer = TimerReport(
        id: TimerID(2), name: "Pizza", length: .seconds(750), run: 3, state: .alert, left: nil,
        form: .minutes, presentation: nil, snoozes: 0, silences: 0)

    static let unready = UpdateReadiness(
        checks: UpdateReadiness.Subject.allCases.map { subject in
            UpdateReadiness.Check(subject, isGood: subject != .sound, .told(["a finding"]))
        })
}

extension ReplyLine {
    static func encode(id: String, _ reply: Reply, _ durability: Durability? = nil) -> [UInt8] {
        encode(id: id, Answer(reply, durability))
    }
}
