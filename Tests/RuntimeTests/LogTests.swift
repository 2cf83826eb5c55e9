import ClockCore
import ClockTime
import Runtime
import Testing

@Suite("Log")
struct LogTests {
    private let now = Moment(
        wall: WallTime(nanoseconds: 1_767_000_000_000_000_000), boot: BootTime(nanoseconds: 5))

    private func lines(_ notes: [Note], level: Log.Level = .info) -> [String] {
        let written = Collected<String>()
        let log = Log(level: level) { _, line in written.append(line) }
        for note in notes { log(EventLine(note, at: now)) }
        return written.values
    }

    @Test("a line is keys and values, and a value with blanks or quotes is quoted")
    func form() {
        let problem = HealthReport(part: .display, problem: "says \"no\" = nothing\nat all")
        #expect(
            lines([.healthChanged(problem)])
                == [#"event=health.changed part=display problem="says \"no\" = nothing\nat all""#])
        #expect(lines([.trustChanged(.plausible)]) == ["event=clock.trust trust=plausible"])
    }

    @Test("a screen names a part that is well again in words, where the log has its name")
    func wellAgain() {
        let note = Note.healthChanged(HealthReport(part: .fallbackSound, problem: nil))
        #expect(EventLine(note, at: now).message() == "Works again: further sound outputs")
        #expect(lines([note]) == ["event=health.changed part=fallbackSound"])
    }

    @Test("what matters less than the level is left out")
    func level() {
        let quiet = Note.pageShown(.time)
        let loud = Note.healthChanged(HealthReport(part: .sound, problem: "gone"))
        #expect(lines([quiet, loud], level: .warning).count == 1)
        #expect(lines([quiet, loud]).count == 2)
    }
}
