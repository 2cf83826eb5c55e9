import Testing

/// Nights whose outcome was worked out by hand from the law's text. The real machine, store and hosts run them in the
/// form of `--nights`.
@Suite("Nights by the law")
struct LawNightsTests {
    @Test("N1, the example of the batch form: late by 21 minutes it rings, once")
    func example() throws {
        #expect(
            try StoryLine([
                "05:50 power_off", "06:20 boot 05:50 plausible", "06:21 sync 06:21", "06:22 stop",
            ]).log() == ["06:21:00 ring A"])
    }

    // MARK: - 1 and 2: when

    @Test("1.7, 2.5: an alarm set in its own minute means tomorrow; a once alarm rings once")
    func strictlyAfter() throws {
        let added = StoryLine(
            ["06:00 add B 07:00 once", "06:00:20 add C 07:00", "15 06:05 stop"], until: "16 05:00",
            alarms: [])
        #expect(try added.log() == ["15 06:00:00 ring B", "15 06:00:00 ring C"])
        let once = StoryLine(["06:01 stop"], until: "16 09:00", alarms: ["A 07:00 once"])
        #expect(try once.log() == ["06:00:00 ring A"])
    }

    @Test("1.4: in a gap it rings when the clock jumps, and once")
    func gap() throws {
        let spring = StoryLine(
            ["30 01:05 stop", "31 00:31 stop"], until: "31 05:00",
            alarms: ["A 02:30", "B 03:00 days 7"], from: "29 20:00", month: "2025-03")
        #expect(
            try spring.log() == ["30 01:00:00 ring A", "30 01:00:00 ring B", "31 00:30:00 ring A"])
    }

    @Test("1.5: in an overlap it rings in the first pass, or in the second if armed between them")
    func overlap() throws {
        let autumn = StoryLine(
            ["26 00:31 stop", "26 00:40 add B 02:35 once", "26 01:36 stop"], until: "26 12:00",
            alarms: ["A 02:30"], from: "25 20:00", month: "2025-10")
        #expect(try autumn.log() == ["26 00:30:00 ring A", "26 01:35:00 ring B"])
    }

    @Test("2.2: an hour late it still rings, a second more and it was missed")
    func grace() throws {
        #expect(
            try StoryLine(["05:50 power_off", "07:00 boot 07:00 trusted", "07:01 stop"]).log()
                == ["07:00:00 ring A"])
        #expect(
            try StoryLine(["05:50 power_off", "07:00:01 boot 07:00:01 trusted"]).log()
                == ["07:00:01 missed A"])
        #expect(
            try StoryLine(
                ["05:50 power_off", "06:00:01 boot 06:00:01 trusted"],
                settings: #"{"grace": 0}"#
            ).log() == ["06:00:01 missed A"])
    }

    @Test("2.3: three dates that passed without power are missed in one record, the fourth rings")
    func longAbsence() throws {
        #expect(
            try StoryLine(
                ["05:30 power_off", "17 06:30 boot 17 06:30 trusted", "17 06:31 stop"],
                until: "17 12:00"
            ).log() == ["17 06:30:00 missed A", "17 06:30:00 ring A"])
    }

    @Test("2.4: while the clock is not trusted a verdict waits, and is given by the right time")
    func verdictWaits() throws {
        #expect(
            try StoryLine([
                "05:50 power_off", "08:00 boot 08:00 plausible", "08:10 sync 08:10",
            ]).log() == ["08:10:00 missed A"])
        #expect(
            try StoryLine([
                "05:50 power_off", "06:30 boot 08:00 plausible", "06:40 sync 06:40", "06:41 stop",
            ]).log() == ["06:40:00 ring A"])
    }

    // MARK: - 3: steps

    @Test("3.1: a synchronisation that passes an alarm by less than the grace rings it at once")
    func forward() throws {
        #expect(
            try StoryLine(["05:30 sync 06:20", "05:31 stop"]).log() == ["05:30:00 ring A"])
        #expect(try StoryLine(["05:30 sync 07:30"]).log() == ["05:30:00 missed A"])
    }

    @Test("3.2: back again, what rang stays rung and what was only missed is due again")
    func backward() throws {
        #expect(
            try StoryLine(["06:01 stop", "06:05 sync 05:50"]).log() == ["06:00:00 ring A"])
        #expect(
            try StoryLine(["05:30 sync 07:30", "05:40 sync 05:40", "06:01 stop"]).log()
                == ["05:30:00 missed A", "06:00:00 ring A"])
        #expect(
            try StoryLine(
                ["05:30 sync 07:30", "05:40 sync 05:40", "06:01 stop"], until: "16 05:00",
                alarms: ["A 07:00 once"]
            ).log() == ["05:30:00 missed A", "06:00:00 ring A"])
    }

    @Test("3.3: armed in what turns out to be the future, an alarm is armed now")
    func armedInTheFuture() throws {
        #expect(
            try StoryLine(
                ["05:30 sync 06:30", "05:31 add B 07:10 once", "05:40 sync 05:40", "06:11 stop"],
                alarms: []
            ).log() == ["06:10:00 ring B"])
    }

    @Test("3.4: what a person's setting passes over neither rings nor is spent")
    func userSet() throws {
        #expect(try StoryLine(["05:30 user_set 06:30"]).log() == [])
        #expect(
            try StoryLine(["05:30 user_set 06:30", "05:40 user_set 05:40", "06:01 stop"]).log()
                == ["06:00:00 ring A"])
        #expect(
            try StoryLine(["06:01 stop", "06:10 user_set 05:50"]).log() == ["06:00:00 ring A"])
        #expect(
            try StoryLine(
                ["05:30 user_set 06:30", "15 05:01 stop"], until: "16 04:00",
                alarms: ["A 07:00 once"]
            ).log() == ["15 05:00:00 ring A"])
    }

    @Test("6.3, 3.6: steps move no snooze and no ring")
    func stepsAndSnoozes() throws {
        #expect(
            try StoryLine([
                "06:01 snooze", "06:02 sync 08:00", "06:03 sync 04:00", "06:11 stop",
            ]).log() == ["06:00:00 ring A", "06:10:00 ring A"])
        #expect(
            try StoryLine(["06:01 sync 03:00", "06:20 stop"], until: "07:00").log()
                == ["06:00:00 ring A", "06:19:00 ring A"])
    }

    // MARK: - 4: zones

    @Test("4.1: another zone passes over what it has behind it, and repeats no date")
    func zones() throws {
        // Tokyo shows 14:30: today's 07:00 is over, and tomorrow's comes at 22:00 UTC.
        #expect(
            try StoryLine(["05:30 zone Asia/Tokyo", "22:01 stop"], until: "15 06:00").log()
                == ["22:00:00 ring A"])
        // New York shows 01:30 on a date that has already rung.
        #expect(
            try StoryLine(["06:01 stop", "06:30 zone America/New_York"], until: "15 05:00").log()
                == ["06:00:00 ring A"])
        #expect(
            try StoryLine(["05:30 zone America/New_York", "12:01 stop"], until: "15 05:00").log()
                == ["12:00:00 ring A"])
    }

    @Test("4.1: a once alarm means the next time by the new zone, and the zone outlives a cut")
    func zoneOfOnce() throws {
        #expect(
            try StoryLine(
                [
                    "05:30 zone Asia/Tokyo", "05:40 power_off", "05:50 boot 05:50 trusted",
                    "22:01 stop",
                ], until: "16 00:00", alarms: ["A 07:00 once"]
            ).log() == ["22:00:00 ring A"])
    }

    @Test("4.1, 3.2: a date that only was missed is due again where another zone has it ahead")
    func zoneAfterMissed() throws {
        #expect(
            try StoryLine(
                [
                    "05:50 power_off", "07:30 boot 07:30 trusted", "07:40 zone America/New_York",
                    "12:01 stop",
                ], until: "15 05:00"
            ).log() == ["07:30:00 missed A", "12:00:00 ring A"])
        // A date alarm that had switched itself off is on again. One whose time has also passed there is not.
        #expect(
            try StoryLine(
                [
                    "05:50 power_off", "07:30 boot 07:30 trusted", "07:40 zone America/New_York",
                    "12:01 stop",
                ], until: "15 05:00", alarms: ["A 07:00 2025-01-14", "B 01:30 2025-01-14"],
                from: "00:05"
            ).log() == [
                "00:30:00 ring B", "00:49:00 ring B", "01:08:00 ring B", "01:18:00 missed B",
                "07:30:00 missed A", "12:00:00 ring A",
            ])
    }

    @Test("2.3, 2.5, 11: what rings but once was missed however long ago that was, and ends by it")
    func longAgo() throws {
        #expect(
            try StoryLine(
                ["05:50 power_off", "2025-03-15 06:30 boot 2025-03-15 06:30 trusted"],
                until: "2025-03-17 09:00", alarms: ["A 07:00 once", "B 07:00 2025-01-14"]
            ).log() == ["15 06:30:00 missed A", "15 06:30:00 missed B"])
    }

    @Test(
        "6.7: an edit to a time that is over ends the ring, and rings where the clock is set before it"
    )
    func editToThePast() throws {
        #expect(
            try StoryLine(["06:02 edit A 05:30 2025-01-14"], until: "12:00").log()
                == ["06:00:00 ring A"])
        #expect(
            try StoryLine(
                ["05:30 edit A off", "05:40 edit A 05:30 on"], until: "12:00",
                alarms: ["A 09:00 2025-01-14"]
            ).log() == [])
        #expect(
            try StoryLine(
                ["06:02 add B 06:30 2025-01-14", "06:05 user_set 05:00", "06:36 stop"],
                until: "12:00", alarms: []
            ).log() == ["06:35:00 ring B"])
    }

    @Test(
        "7, 2.4: a skip asked for while a verdict waits means the next date, not the one that has passed"
    )
    func skipWhileWaiting() throws {
        #expect(
            try StoryLine(
                [
                    "05:50 power_off", "07:30 boot 07:30 plausible", "07:35 skip_next A",
                    "07:40 sync 07:40", "16 06:01 stop",
                ], until: "16 09:00"
            ).log() == ["07:40:00 missed A", "16 06:00:00 ring A"])
        // With an unknown clock, it means the first date after the moment of the request (5.4).
        #expect(
            try StoryLine(
                [
                    "05:50 power_off", "05:55 boot 1970-01-05T00:00:00 unknown",
                    "06:20 skip_next A",
                    "06:30 sync 06:30", "06:31 stop", "16 06:01 stop",
                ], until: "16 09:00"
            ).log() == ["06:30:00 ring A", "16 06:00:00 ring A"])
        #expect(
            try StoryLine(
                [
                    "05:50 power_off", "05:55 boot 1970-01-05T00:00:00 unknown",
                    "05:57 skip_next A",
                    "06:30 sync 06:30", "15 06:01 stop",
                ], until: "15 09:00"
            ).log() == ["15 06:00:00 ring A"])
    }

    @Test("7: a date skipped does not ring, and the next does; a once alarm is not skipped")
    func skips() throws {
        #expect(
            try StoryLine(["05:30 skip_next A", "15 06:01 stop"], until: "16 05:00").log()
                == ["15 06:00:00 ring A"])
        #expect(
            try StoryLine(["05:30 skip_next A", "06:01 stop"], alarms: ["A 07:00 once"]).log()
                == ["06:00:00 ring A"])
        #expect(
            try StoryLine(
                [
                    "05:30 skip_next A", "05:50 power_off", "06:20 boot 06:20 trusted",
                    "15 06:01 stop",
                ], until: "16 05:00"
            ).log() == ["15 06:00:00 ring A"])
        #expect(
            try StoryLine(
                ["05:30 skip_next A", "06:10 sync 05:50", "15 06:21 stop"], until: "15 12:00"
            ).log() == ["15 06:20:00 ring A"])
    }
}
