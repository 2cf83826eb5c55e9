import Testing

/// Nights worked out by hand from the law's text, for boots, rings, snoozes and power cuts.
@Suite("Nights by the law, with boots and power cuts")
struct LawCutNightsTests {
    private static let unanswered = [
        "06:00:00 ring A", "06:19:00 ring A", "06:38:00 ring A", "06:48:00 missed A",
    ]

    // MARK: - 5: boot and trust

    @Test("5.2: with the time unknown nothing rings by the wall clock, and the first time judges")
    func unknown() throws {
        let lost = ["05:50 power_off", "06:20 boot 1970-01-01T00:00:00 unknown"]
        #expect(try StoryLine(lost).log() == [])
        #expect(
            try StoryLine(lost + ["06:40 sync 06:40", "06:41 stop"]).log() == ["06:40:00 ring A"])
        #expect(try StoryLine(lost + ["07:40 sync 07:40"]).log() == ["07:40:00 missed A"])
        // Whoever sets the clock is awake (3.4).
        #expect(try StoryLine(lost + ["06:40 user_set 06:40"]).log() == [])
        // Setting it to the time that it already shows still counts as setting it.
        #expect(
            try StoryLine([
                "05:50 power_off", "07:30 boot 07:30 unknown", "07:40 user_set 07:40",
            ]).log() == [])
    }

    @Test("5.3: by a plausible clock alarms ring by its estimate")
    func plausible() throws {
        #expect(
            try StoryLine(["05:30 power_off", "05:50 boot 05:30 plausible", "06:21 stop"]).log()
                == ["06:20:00 ring A"])
    }

    @Test("5.4: an alarm set by an unconfirmed clock moves with its first correction")
    func provisionalArming() throws {
        #expect(
            try StoryLine(
                [
                    "05:10 power_off", "05:40 boot 05:10 plausible", "05:41 add B 06:30 once",
                    "05:50 sync 05:50", "15 05:31 stop",
                ], until: "16 00:00", alarms: []
            ).log() == ["15 05:30:00 ring B"])
    }

    @Test("5.5: a date spent by a clock that ran ahead by more than five minutes rings again")
    func provisionalDates() throws {
        #expect(
            try StoryLine(
                [
                    "05:10 power_off", "05:20 boot 05:59 plausible", "05:22 stop",
                    "05:25 sync 05:25", "06:01 stop",
                ], alarms: ["A 07:00", "B 07:00 once"]
            ).log() == [
                "05:21:00 ring A", "05:21:00 ring B", "06:00:00 ring A", "06:00:00 ring B",
            ])
        #expect(
            try StoryLine([
                "05:10 power_off", "05:55 boot 05:59 plausible", "05:57 stop", "05:58 sync 05:58",
            ]).log() == ["05:56:00 ring A"])
    }

    @Test("5.5: a date still ringing when it is due again ends, and rings anew (6.6)")
    func provisionalWhileRinging() throws {
        #expect(
            try StoryLine([
                "05:10 power_off", "05:50 boot 05:59 plausible", "05:52 sync 05:52", "06:01 stop",
            ]).log() == ["05:51:00 ring A", "06:00:00 ring A"])
    }

    @Test("5.6: a trusted boot looks back to the last time that was known")
    func lookBack() throws {
        #expect(
            try StoryLine([
                "05:50 power_off", "05:55 boot 1970-01-01T00:00:00 unknown", "05:56 power_off",
                "06:10 boot 05:20 plausible", "06:12 power_off", "06:40 boot 06:40 trusted",
                "06:41 stop",
            ]).log() == ["06:40:00 ring A"])
    }

    // MARK: - 6: ringing

    @Test("6.1, 6.2: what falls due joins, the ring length counts anew, stop and snooze end all")
    func joining() throws {
        #expect(
            try StoryLine(["06:06 stop"], alarms: ["A 07:00", "B 07:05"]).log()
                == ["06:00:00 ring A", "06:05:00 ring B"])
        #expect(
            try StoryLine(["06:06 snooze", "06:16 stop"], alarms: ["A 07:00", "B 07:05"]).log() == [
                "06:00:00 ring A", "06:05:00 ring B", "06:15:00 ring A", "06:15:00 ring B",
            ])
        #expect(
            try StoryLine(until: "06:30", alarms: ["A 07:00", "B 07:05"]).log() == [
                "06:00:00 ring A", "06:05:00 ring B", "06:24:00 ring A", "06:24:00 ring B",
            ])
    }

    @Test("6.3: at the limit a further press does nothing")
    func snoozeLimit() throws {
        #expect(
            try StoryLine(
                ["06:01 snooze", "06:11 snooze", "06:12 snooze"], until: "06:30",
                settings: #"{"snooze_max": 1}"#
            ).log() == ["06:00:00 ring A", "06:10:00 ring A", "06:29:00 ring A"])
    }

    @Test("6.4: stop ends only what rings; a snooze that ends during a ring joins it")
    func snoozedAside() throws {
        #expect(
            try StoryLine(
                ["06:01 snooze", "06:06 stop", "06:11 stop"], alarms: ["A 07:00", "B 07:05"]
            ).log() == ["06:00:00 ring A", "06:05:00 ring B", "06:10:00 ring A"])
        #expect(
            try StoryLine(
                ["06:01 snooze", "06:11 stop"], alarms: ["A 07:00", "B 07:05"]
            ).log() == ["06:00:00 ring A", "06:05:00 ring B", "06:10:00 ring A"])
        #expect(try StoryLine(["05:59 stop", "06:01 snooze", "06:05 stop"]).log().count == 1 + 4)
    }

    @Test("6.5: nobody answers: silence and a ring, twice, then missed")
    func unanswered() throws {
        #expect(try StoryLine().log() == Self.unanswered)
        #expect(
            try StoryLine(settings: #"{"ring": 5, "snooze": 3, "rerings": 1}"#).log()
                == ["06:00:00 ring A", "06:08:00 ring A", "06:13:00 missed A"])
        #expect(
            try StoryLine(["06:12 stop"]).log() == Self.unanswered, "nothing rings in the silence")
    }

    @Test("6.6: the next date of an alarm that is snoozed closes the old one")
    func superseded() throws {
        #expect(
            try StoryLine(
                ["06:01 snooze", "06:02 sync 15 06:00", "06:03 stop"], until: "06:30"
            ).log() == ["06:00:00 ring A", "06:02:00 ring A"])
    }

    @Test("6.7: an edit ends the ring or the snooze, and the date may ring again at its new time")
    func edits() throws {
        #expect(
            try StoryLine(["06:01 edit A 07:30", "06:31 stop"]).log()
                == ["06:00:00 ring A", "06:30:00 ring A"])
        #expect(
            try StoryLine(["06:01 snooze", "06:02 edit A 07:30", "06:31 stop"]).log()
                == ["06:00:00 ring A", "06:30:00 ring A"])
        #expect(
            try StoryLine(
                ["05:30 skip_next A", "05:31 edit A 07:01", "06:02 stop"]
            ).log() == ["06:01:00 ring A"])
    }

    // MARK: - 9: power cuts

    @Test("9.1: an interrupted ring goes on at once, with its counters; too late it was missed")
    func interruptedRing() throws {
        #expect(
            try StoryLine(["06:05 power_off", "06:08 boot 06:08 trusted", "06:09 stop"]).log()
                == ["06:00:00 ring A", "06:08:00 ring A"])
        #expect(
            try StoryLine(["06:05 power_off", "07:00 boot 07:00 trusted", "07:01 stop"]).log()
                == ["06:00:00 ring A", "07:00:00 ring A"])
        #expect(
            try StoryLine(["06:05 power_off", "07:01 boot 07:01 trusted"]).log()
                == ["06:00:00 ring A", "07:01:00 missed A"])
        #expect(
            try StoryLine(["06:05 power_off", "08:00 boot 08:00 plausible", "08:01 stop"]).log()
                == ["06:00:00 ring A", "08:00:00 ring A"])
        #expect(
            try StoryLine(["06:20 power_off", "06:22 boot 06:22 trusted"]).log() == [
                "06:00:00 ring A", "06:19:00 ring A", "06:22:00 ring A", "06:41:00 ring A",
                "06:51:00 missed A",
            ])
    }

    @Test("9.2: a snooze waits for its end; past it rings, or was missed")
    func interruptedSnooze() throws {
        func night(_ boot: String) -> StoryLine {
            StoryLine(["06:01 snooze", "06:05 power_off", boot], until: "07:15")
        }
        #expect(
            try night("06:07 boot 06:07 trusted").log().prefix(2)
                == ["06:00:00 ring A", "06:10:00 ring A"])
        #expect(
            try night("07:10 boot 07:10 trusted").log() == ["06:00:00 ring A", "07:10:00 ring A"])
        #expect(
            try night("07:11 boot 07:11 trusted").log()
                == ["06:00:00 ring A", "07:11:00 missed A"])
    }

    @Test("9.2: by a clock that is not trusted nobody waits longer than a snooze after the boot")
    func snoozeByEstimate() throws {
        func night(_ boot: String, _ more: String...) -> StoryLine {
            StoryLine(["06:01 snooze", "06:05 power_off", boot] + more, until: "06:45")
        }
        // By the estimate, five minutes are left.
        #expect(
            try night("06:20 boot 06:05 plausible", "06:26 stop").log()
                == ["06:00:00 ring A", "06:25:00 ring A"])
        #expect(
            try night("06:20 boot 05:00 plausible", "06:30 stop").log()
                == ["06:00:00 ring A", "06:29:00 ring A"])
        #expect(
            try night("06:20 boot 1970-01-01T00:00:00 unknown", "06:30 stop").log()
                == ["06:00:00 ring A", "06:29:00 ring A"])
    }

    @Test("9.3: stop and snooze are durable, and a cut repeats nothing that was stopped")
    func durable() throws {
        #expect(
            try StoryLine(["06:01 stop", "06:01:01 power_off", "06:02 boot 06:02 trusted"]).log()
                == ["06:00:00 ring A"])
        #expect(
            try StoryLine(
                ["05:30 edit A 07:30", "05:30 power_off", "05:31 boot 05:31 trusted"],
                until: "06:31"
            ).log() == ["06:30:00 ring A"])
    }

    @Test("Two cuts in one ring: its counters and its start outlive both")
    func twoCuts() throws {
        #expect(
            try StoryLine([
                "06:05 power_off", "06:07 boot 06:05 plausible", "06:09 power_off",
                "06:12 boot 06:12 trusted", "06:13 stop",
            ]).log() == ["06:00:00 ring A", "06:07:00 ring A", "06:12:00 ring A"])
    }

    @Test("9.1, 6.6: what was ringing and is due anew at the boot starts to sound once")
    func interruptedAndDue() throws {
        #expect(
            try StoryLine(
                ["06:05 power_off", "15 06:10 boot 15 06:10 plausible", "15 06:11 stop"],
                until: "15 07:00"
            ).log() == ["06:00:00 ring A", "15 06:10:00 ring A"])
        #expect(
            try StoryLine(
                ["06:05 power_off", "15 06:10 boot 15 06:10 trusted", "15 06:11 stop"],
                until: "15 07:00"
            ).log() == ["06:00:00 ring A", "15 06:10:00 missed A", "15 06:10:00 ring A"])
    }

    @Test("9.2, 5.6: the first correction says how it stands with a snooze that was cut short")
    func snoozeCorrected() throws {
        func night(_ events: String..., until: String = "09:00") -> StoryLine {
            StoryLine(["06:01 snooze", "06:05 power_off"] + events, until: until)
        }
        // The snooze ended at 06:10, while the power was off or the clock was wrong.
        #expect(
            try night("06:20 boot 06:05 plausible", "06:22 sync 06:22", "06:23 stop").log()
                == ["06:00:00 ring A", "06:22:00 ring A"])
        #expect(
            try night("07:20 boot 06:05 plausible", "07:22 sync 07:22").log()
                == ["06:00:00 ring A", "07:22:00 missed A"])
        // The snooze has not ended yet.
        #expect(
            try night("06:06 boot 06:00 plausible", "06:07 sync 06:07", "06:11 stop").log()
                == ["06:00:00 ring A", "06:10:00 ring A"])
        #expect(
            try night(
                "06:06 boot 1970-01-01T00:00:00 unknown", "06:07 power_off",
                "06:08 boot 06:00 plausible", "06:09 sync 06:09", "06:11 stop"
            ).log() == ["06:00:00 ring A", "06:10:00 ring A"])
    }

    @Test("5.4, 4.1: what another zone armed by an unconfirmed clock moves with its correction too")
    func provisionalArmingByZone() throws {
        // Warsaw has Berlin's time. By the slow clock's 05:25 no alarm is passed over; by the
        // correct 05:55 the alarm of 05:45 is.
        #expect(
            try StoryLine(
                [
                    "05:10 power_off", "05:40 boot 05:10 plausible", "05:50 zone Europe/Warsaw",
                    "05:55 sync 05:55", "15 05:46 stop",
                ], until: "15 12:00", alarms: ["A 06:45"]
            ).log() == ["15 05:45:00 ring A"])
    }

    // MARK: - 8: timers

    @Test(
        "8.1: a timer alerts after its length, whatever is done to the clock, and is snoozed for S")
    func timers() throws {
        #expect(
            try StoryLine(
                [
                    "05:30 start_timer T 300", "05:31 sync 08:00", "05:32 zone Asia/Tokyo",
                    "05:36 snooze", "05:46 stop",
                ], until: "06:30", alarms: []
            ).log() == ["05:35:00 alert T", "05:45:00 alert T"])
        #expect(
            try StoryLine(["05:30 start_timer T 60"], until: "06:30", alarms: []).log() == [
                "05:31:00 alert T", "05:50:00 alert T", "06:09:00 alert T", "06:19:00 missed T",
            ])
    }

    @Test("8.3, 6.1: an alert joins a ring, and one key answers both")
    func joinedTimer() throws {
        #expect(
            try StoryLine(["05:30 start_timer T 1920", "06:03 stop"], until: "07:00").log()
                == ["06:00:00 ring A", "06:02:00 alert T"])
        #expect(
            try StoryLine(
                ["05:30 start_timer T 1920", "06:03 snooze", "06:13 stop"], until: "07:00"
            ).log() == [
                "06:00:00 ring A", "06:02:00 alert T", "06:12:00 alert T", "06:12:00 ring A",
            ])
    }

    @Test("8.4: a timer outlives a cut: by its recorded end, by the estimate, by the correction")
    func timerAndCut() throws {
        func night(_ events: String...) -> [String] {
            ["05:30 start_timer T 1200", "05:40 power_off"] + events
        }
        #expect(
            try StoryLine(night("05:45 boot 05:45 trusted", "05:51 stop"), alarms: []).log()
                == ["05:50:00 alert T"])
        #expect(
            try StoryLine(night("06:20 boot 06:20 trusted", "06:21 stop"), alarms: []).log()
                == ["06:20:00 alert T"])
        #expect(
            try StoryLine(night("06:51 boot 06:51 trusted"), alarms: []).log()
                == ["06:51:00 missed T"])
        #expect(
            try StoryLine(
                night("05:45 boot 05:40 plausible", "05:47 sync 05:47", "05:51 stop"), alarms: []
            ).log() == ["05:50:00 alert T"])
        #expect(
            try StoryLine(
                night("06:00 boot 05:40 plausible", "06:02 sync 06:02", "06:03 stop"), alarms: []
            ).log() == ["06:02:00 alert T"])
    }
}
