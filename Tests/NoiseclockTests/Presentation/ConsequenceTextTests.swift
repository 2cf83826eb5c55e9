import ClockCore
import ClockTime
import ReplySamples
import Testing

@testable import noiseclock

@Suite("What a change means is said with it")
struct ConsequenceTextTests {
    @Test("An alarm that is removed: its snooze, and whether anything is left to wake somebody")
    func removed() {
        let cases: [(ChangeConsequences, String)] = [
            (.init(alarmsLeft: 2, alarmsOn: 1), ""),
            (.init(alarmsLeft: 0, alarmsOn: 0), "No alarm is left: nothing will wake you.\n"),
            (
                .init(alarmsLeft: 2, alarmsOn: 0),
                "No alarm is switched on: nothing will wake you.\n"
            ),
            (
                .init(alarmsLeft: 1, alarmsOn: 1, endedSnooze: true),
                "It was snoozed, and will not ring again.\n"
            ),
        ]
        for (consequences, expected) in cases {
            let text = Presentation.text(.removed(AlarmID(3), consequences))
            #expect(text == "Alarm 3 removed.\n" + expected)
        }
    }

    @Test("An alarm that is changed: others in the same minute, its volume, its snooze")
    func changed() throws {
        var report = try Samples.work()
        #expect(Presentation.consequences(of: report) == "")
        report.consequences = .init(alarmsLeft: 3, alarmsOn: 3, sameMinute: [AlarmID(1)])
        #expect(Presentation.consequences(of: report) == "Alarm 1 rings in the same minute.\n")
        report.consequences = .init(
            alarmsLeft: 3, alarmsOn: 3, endedSnooze: true, sameMinute: [AlarmID(1), AlarmID(4)])
        report.alarm.volume = Percent(clamping: 0)
        #expect(
            Presentation.consequences(of: report) == """
                The change ended its snooze.
                Alarms 1 and 4 ring in the same minute.
                Its volume is 0, so you will not hear it.

                """)
    }

    @Test("A favourite that takes another's place, and noise that nobody will hear")
    func noise() throws {
        var favourite = FavouriteReport(name: "Storm", voices: [], seed: 7)
        #expect(Presentation.consequences(of: favourite) == "")
        favourite.isInPlaceOfAnother = true
        #expect(
            Presentation.consequences(of: favourite) == "It replaces the mix that had this name.\n")
        var report = Samples.noise(false)
        report.volume = Percent(clamping: 0)
        #expect(
            Presentation.text(.noise(report)).hasSuffix(
                "The volume is 0, so you will not hear it.\n"))
    }

    @Test("Noise is said to play only while it is heard")
    func playing() throws {
        var report = Samples.noise(true)
        #expect(Presentation.noise(report) == "playing Pink noise, volume 50 %")
        report.hasWorkingSound = false
        #expect(
            Presentation.noise(report) == "on, but sound isn't working (Pink noise, volume 50 %)")
        report.hasSoundDevice = false
        #expect(
            Presentation.noise(report)
                == "on, but there is no sound device (Pink noise, volume 50 %)")
        report.preview = NoiseSamples.rain
        report.previewName = "Rain"
        #expect(
            Presentation.noise(report) == "preview of Rain is on, but there is no sound device")
        report.preview = nil
        report.hasSoundDevice = true
        report.hasWorkingSound = true
        report.volume = Percent(clamping: 0)
        #expect(Presentation.noise(report) == "on, but silent (Pink noise, volume 0 %)")
        report.isPlaying = false
        #expect(
            Presentation.noise(report)
                == "off (Pink noise, volume 0 %). To play it: noiseclock noise play")
        report.sleep = try NoiseSamples.mixing().sleep
        #expect(
            Presentation.noise(report)
                == "paused (Pink noise, volume 0 %). To go on: noiseclock noise play")
    }

    @Test("Health is a no where something would keep the clock from ringing, or nothing rings")
    func health() throws {
        func summary(_ verdict: HealthCheck.Verdict, next: HealthCheck.Verdict) -> Reply {
            let checks = [
                HealthCheck(.sound, verdict, .soundCameOut),
                HealthCheck(.nextAlarm, next, .noAlarm),
            ]
            return .health(
                HealthSummary(
                    trust: .trusted, confirmedAgo: nil, checks: checks, rehearsal: nil,
                    isRehearsing: false))
        }
        #expect(!summary(.good, next: .good).isNo)
        #expect(!summary(.notice, next: .good).isNo)
        #expect(summary(.bad, next: .good).isNo)
        #expect(summary(.good, next: .notice).isNo)
    }
}
