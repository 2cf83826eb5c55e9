import ClockCore
import ClockTime
import ReplySamples
import TestKit
import Testing

@testable import noiseclock

/// Cases that the samples of the golden file of the printed text do not cover.
@Suite("Replies in words (product, A2, A7, A11a)")
struct ReplyTextTests {
    @Test("A skipped date is told with its reason, and where no ring is left, that is said")
    func skips() throws {
        var report = try Samples.work()
        let day = try date("2026-12-25")
        let reasons: [(SkippedDate, String)] = [
            (SkippedDate(date: day, reason: .skipNext), "you asked"),
            (SkippedDate(date: day, reason: .paused), "paused"),
            (SkippedDate(date: day, reason: .freeDay, freeDay: "Christmas"), "free day: Christmas"),
            (SkippedDate(date: day, reason: .freeDay, freeDay: ""), "free day"),
            (SkippedDate(date: day, reason: .doNotDisturb), "do not disturb"),
        ]
        for (skip, words) in reasons {
            report.skips = [skip]
            let text = Presentation.text(.alarm(report))
            #expect(text.hasSuffix(", in 7 h 32 min, skips Fri 25 Dec (\(words)).\n"), "\(text)")
        }
        report.skips = Array(
            repeating: SkippedDate(date: day, reason: .paused), count: SkippedDate.mostReported)
        report.furtherSkips = FurtherSkips(
            count: 10, last: day, reasons: [.paused, .doNotDisturb], isAll: true)
        #expect(
            Presentation.text(.alarm(report)).hasSuffix(
                ", skips 17 dates from Fri 25 Dec (paused, do not disturb).\n"))
        (report.next, report.nextCivil, report.untilNext) = (nil, nil, nil)
        report.furtherSkips?.isAll = false
        #expect(
            Presentation.text(.alarm(report))
                == "Alarm 3 (Work), 07:30 Mon–Fri, no date ahead, skips 17 dates or more from "
                + "Fri 25 Dec (paused, do not disturb).\n")
        var status = try Samples.quietStatus()
        (status.nextAlarm, status.heldBack) = (nil, report)
        #expect(
            Presentation.text(.status(status)).contains(
                "\nNext alarm  none. Alarm 3 (Work) is on: no date ahead, skips 17 dates or more"))
    }

    @Test("A7: a snoozed alarm is listed with the end of its snooze and the ring after it")
    func snoozed() throws {
        var once = try Samples.snoozed()
        (once.next, once.nextCivil, once.untilNext) = (nil, nil, nil)
        #expect(Presentation.text(.alarms([once])).contains("  snoozed until 07:39\n"))
        // A pre-alert longer than the time to the next ring does not turn a snooze into a countdown.
        var long = try Samples.snoozed()
        long.alarm.preAlert = .minutes(60)
        long.untilNext = .minutes(50)
        #expect(Presentation.text(.alarms([long])).contains("snoozed until 07:39, then Tue"))
    }

    @Test("Each setting that differs from the default is named in a sentence")
    func habits() throws {
        let table: [((inout Alarm) -> Void, String)] = [
            ({ $0.observesFreeDays = true }, "It doesn't ring on free days.\n"),
            (
                {
                    $0.isMustWake = true
                    $0.respectsDoNotDisturb = true
                }, "It must wake you and doesn't ring while do not disturb is on.\n"
            ),
            ({ $0.snooze.isAllowed = false }, "It can't be snoozed.\n"),
            (
                { ($0.snooze.length, $0.snooze.limit) = (.minutes(5), 3) },
                "It has a snooze of 5 min, at most 3 times.\n"
            ),
        ]
        for (change, sentence) in table {
            var report = try Samples.work()
            change(&report.alarm)
            #expect(
                Presentation.text(.alarm(report)).hasSuffix("in 7 h 32 min.\n" + sentence))
        }
    }

    @Test("Wide characters keep the columns, and a long label is cut")
    func wide() throws {
        var japanese = try Samples.work()
        japanese.alarm.label = "日本語 🎉"
        var long = try Samples.work()
        long.alarm.label = String(repeating: "long ", count: 20)
        var accent = try Samples.work()
        accent.alarm.label = "Cafe\u{301}"
        try Golden.expect(
            Presentation.text(.alarms([japanese, long, accent]))
                + Presentation.text(.alarms([japanese, long, accent]), width: 60),
            "wide-characters.txt")
        #expect(TextTable.fitted("日本語", to: 6) == "日本語")
        #expect(TextTable.fitted("日本語", to: 5) == "日本…")
        #expect(TextTable.fitted("日本語", to: 4) == "日…")
    }

    @Test("Each phase of a nap has its words")
    func nap() throws {
        let phases: [(NapPhase, String)] = [
            (.holding, "starts when you let go; rings in 19 min 0 s at the latest"),
            (.releasing, "starts in 1140 s"), (.paused, "paused, 19 min 0 s left"),
            (.snoozed, "snoozed, rings again in 19 min 0 s"), (.alert, "ringing"),
        ]
        for (phase, words) in phases {
            var resting = try Samples.quietStatus()
            resting.nap = try CountdownSamples.nap(phase, left: .minutes(19))
            #expect(Presentation.text(.status(resting)).contains("Nap         \(words)\n"))
        }
    }

    @Test("Only a no about an update counts as one")
    func updates() {
        #expect(!Reply.updateCheck(nil).isNo)
        #expect(Reply.updateCheck(.ringing).isNo)
        #expect(!Reply.updateReadiness(CountdownSamples.readiness(isGood: true)).isNo)
        #expect(Reply.updateReadiness(UpdateReadiness(checks: [])).isNo)
    }

    @Test("A label cannot steer the terminal")
    func hostileLabel() throws {
        var report = try Samples.work()
        report.alarm.label = "\u{1b}]0;x\u{7}\u{9b}2J"
        for text in [
            Presentation.text(.alarm(report)), Presentation.text(.alarms([report])),
        ] {
            #expect(!text.unicodeScalars.contains { $0 != "\n" && Spelling.isControl($0) })
        }
    }

    @Test("Words that could steer the terminal are not repeated as they are")
    func hostileNames() throws {
        let name = "a\u{1b}[2Jb"
        let sound = Sound(id: SoundID(name), name: name, description: name)
        let voice = VoiceReport(NoiseVoice(sound: sound.id), name: name, variantName: name)
        let report = FavouriteReport(name: name, voices: [voice], seed: 0)
        let font = OwnFont(
            family: name, design: .default, weight: .regular, rows: 5, columns: 4, fits: false)
        let replies: [Reply] = [
            .favourite(report), .favouriteRemoved(name), .soundRemoved(sound.id),
            .soundRemoved(sound.id, name: name),
            .shared(SharedCode(name: name, code: name)),
            .sounds(SoundList(noises: [sound], tones: [sound], categories: [])),
            .sound(
                SoundReport(sound: sound, isTone: false, categoryName: name, voice: voice.voice)),
            .outputs(
                [SoundDevice(id: name, description: name, isPresent: true, isChosen: false)],
                SoundOutputSettings(device: name, fallbacks: [name], alarm: name)),
            .fonts(FontReport(fonts: [font], chosen: "b\(name)")), .font(font, replaced: true),
            .fontRemoved(name, wasChosen: true),
        ]
        for reply in replies { #expect(!Presentation.text(reply).contains("\u{1b}"), "\(reply)") }
    }
}
