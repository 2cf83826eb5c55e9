import Control
import TestKit
import Testing

/// What people type who have not read the help, and what comes: each line at the client of a running clock.
@Suite("What people type, and what comes")
struct TypedLinesTests {
    /// Lines for one clock, one after the other, each with a part of its answer.
    struct Talk: Sendable, CustomTestStringConvertible {
        var about: String
        var rows: [(typed: String, comes: String)]

        var testDescription: String { about }
    }

    /// It begins on Sat 10 Jan 2026 at 12:00.
    private static let talks = [
        Talk(
            about: "alarms and timers",
            rows: [
                ("alarm add in 20 minutes", "Timer 1 (20 min): 20 min 0 s left."),
                ("alarm add +20m --label Tea", "Timer 2 Tea (20 min)"),
                ("alarm add in an hour and 30 min", "Timer 3 (1 h 30 min)"),
                ("alarm add +5", "Timer 4 (5 min)"),
                ("alarm add noon", "Alarm 1, 12:00 once, rings Sun 11 Jan 12:00"),
                ("alarm add midnight every day", "Alarm 2, 00:00 daily"),
                ("alarm add 7:00 Mondays --label Work", "Alarm 3 (Work), 07:00 Mon,"),
                ("alarm add 7:00 every monday", "Alarm 4, 07:00 Mon,"),
                ("alarm add 7:00 Tuesdays,Fridays", "07:00 Tue, Fri,"),
                ("alarm add 7:00 31 dec", "07:00 on Thu 31 Dec 2026"),
                ("alarm add Dec 31 2027 7:00", "07:00 on Fri 31 Dec 2027"),
                ("alarm edit Work 9 jan", "on Sat 9 Jan 2027"),
                ("alarm pause 24 dec 2 jan", "from Thu 24 Dec 2026 to Sat 2 Jan 2027."),
                ("free-days set 25 dec=Christmas tomorrow", "Fri 25 Dec 2026  Christmas\n"),
                ("free-days add tomorrow=Off 1 may", "Fri 1 May 2026\n"),
                ("explain 1 --date '9 jan'", "9 Jan"),
                ("explain 1 --date '9 jan 2026'", "Fri 9 Jan 2026"),
            ]),
        Talk(
            about: "deleting several alarms",
            rows: [
                ("alarm add 7:00 --label One", "Alarm 1"), ("alarm add 8:00", "Alarm 2"),
                ("alarm add 9:00", "Alarm 3"), ("alarm add 10:00 --label Ten", "Alarm 4"),
                ("alarm add 11:00", "Alarm 5"), ("alarm add 12:00", "Alarm 6"),
                ("alarm remove 2 99", "There is no alarm 99."),
                ("alarm remove 1-3 --dry-run", "Alarm 2"),
                ("alarm remove One 3", "Alarm 3"), ("alarm show 1", "There is no alarm 1."),
                ("alarm remove 4-", "There is no terminal to ask on"), ("alarm show 4", "Ten"),
                ("alarm remove 1-2", "Alarm 2"), ("alarm remove 1-3", "No alarm has such a number"),
                ("alarm remove all", "There is no terminal to ask on"),
                ("alarm remove 6,Ten", "no alarm"),
                ("alarm remove all --yes", "Alarm 6"), ("alarm", "No alarm is set."),
                ("alarm remove all", "No alarm has such a number"),
                ("alarm list --yes", "asks nothing"),
            ]),
        Talk(
            about: "rings, the nap and the display",
            rows: [
                ("alarm add 7:00 daily --label Work", "Alarm 1"), ("alarm test Work", "1 min"),
                ("snooze 20m", "The test of alarm 1 (Work) stopped."),
                ("breathe", "The display breathes for"), ("breathe stop", "No light breathes."),
                ("lamp 40", "This clock has no lamp."), ("lamp 40%", "This clock has no lamp."),
                ("alarm snooze Work 20m", "isn't ringing"), ("timer add 1s Tea", "Timer 1 Tea"),
                ("stop Work", "neither ringing nor snoozed"), ("stop Tea", "Timer 1 Tea"),
                ("snooze 90m", "1m to 60m"), ("stop Wrok", "Did you mean Work?"),
                ("nap start 40m", "Nap: 40 min 0 s left.\n"), ("nap stop", "No nap is running."),
                ("nap 20m", "Did you mean nap start 20m?"),
                ("display off", "off, until you press a key"), ("display on", "Brightness  55 %"),
                ("dnd hours 22:00-07:00", "22:00 to 07:00"),
                ("dnd hours 10pm noon", "22:00 to 12:00"),
                ("style set --night 22:00-07:00", "22:00 to 07:00"),
                ("style set --night 23:00 06:00", "23:00 to 06:00"),
                ("style set --night '21:00 to 8am'", "21:00 to 08:00"),
                ("goodnight", "double press of snooze off"), ("good night status", "Next: "),
            ]),
        Talk(
            about: "noise and sounds",
            rows: [
                ("noise play pink", "playing Pink noise"), ("noise mute", "Noise: off"),
                ("noise unmute", "playing Pink noise"),
                ("noise fade", "fades in over"),
                ("noise fade --shape equal-power", "(equal power)"),
                ("noise fade --shape equalPower", "(equal power)"),
                ("sound output", "Sound goes to the outputs of the board file"),
                ("complete noise play dig", ""), ("complete noise preview dig", "digital"),
                ("complete noise play rain --variant h", "heavy"),
                ("alarm add 7:00 --label 'Early train'", "Alarm 1"),
                ("complete alarm show Ea", "Early train\t07:00"),
                ("timer add 5m Tea", "Timer 1 Tea"), ("complete stop E", "Early train"),
                ("complete timer stop T", "Tea\t5 min"),
            ]),
        Talk(
            about: "the time",
            rows: [
                ("time set 08:00", "Time set to 08:00:00, Sat 10 Jan 2026"),
                ("time set 8:30 pm", "Time set to 20:30:00, Sat 10 Jan 2026"),
                ("time set '2026-03-29 22:50'", "Time set to 22:50:00, Sun 29 Mar 2026"),
                ("time set 2026-03-29 22:51", "Time set to 22:51:00, Sun 29 Mar 2026"),
                ("time set 7:00 tomorrow", "Time set to 07:00:00, Mon 30 Mar 2026"),
                ("time set noon", "Time set to 12:00:00, Mon 30 Mar 2026"),
                ("time set 2026-03-29 dawn", "The time can't be \"2026-03-29 dawn\"."),
            ]),
    ]

    @Test("A line that can mean only one thing does it, or says what it needs", arguments: talks)
    func talk(about talk: Talk) throws {
        let clock = try LiveClock(at: "2026-01-10T12:00:00Z")
        for (typed, comes) in talk.rows {
            let words = try ClientWords.split(typed)
            let answer = try words.first == "complete" ? clock.offer(words) : clock.ask(words)
            let text = answer.output + answer.error
            #expect(comes.isEmpty ? text.isEmpty : text.contains(comes), "\(typed): \(text)")
        }
    }
}

extension LiveClock {
    /// What a shell offers, which knows the clock from its environment.
    fileprivate func offer(_ words: [String]) throws -> Finished {
        let client = ["NOISECLOCK_SOCKET=c.sock", "\(BuiltPrograms.folder)/noiseclock"]
        return try RunningProgram("/usr/bin/env", client + words, in: workspace).finish()
    }
}
