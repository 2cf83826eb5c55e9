import Foundation
import Testing

@Suite("The client and a simulator that runs", .serialized)
struct ClientAndSimulatorTests {
    @Test("set, list, change, switch and remove alarms, in words and in JSON")
    func alarms() throws {
        let clock = try LiveClock(at: "2026-01-10T12:00:00Z")
        let added = try clock.ask(
            "alarm", "add", "07:30", "mon-fri", "--label", "Work", "--sound", "digital",
            "--volume", "60")
        #expect(added.exitCode == 0)
        #expect(added.error == "")
        #expect(
            added.output == "Alarm 1 (Work), 07:30 Mon–Fri, rings Mon 12 Jan 07:30, in 1 d 19 h.\n")
        let edited = try #require(
            try clock.json("alarm", "edit", "1", "7:45", "--volume", "40")["alarm"]
                as? [String: Any])
        #expect((edited["schedule"] as? [String: Any])?["time"] as? String == "07:45")
        #expect(edited["volume"] as? Int == 40)
        #expect(edited["label"] as? String == "Work")
        for (word, isOn) in [("disable", false), ("enable", true)] {
            let answer = try clock.json("alarm", word, "1")
            #expect((answer["alarm"] as? [String: Any])?["enabled"] as? Bool == isOn)
            #expect(answer["saved"] as? Bool == true)
        }
        let listed = try clock.ask("alarm", "list")
        #expect(listed.exitCode == 0)
        #expect(
            listed.output.contains("1  07:45  Mon–Fri  Work   digital 40 %  Mon 12 Jan 07:45"))
        #expect(
            try clock.ask("alarm", "remove", "work").output
                == "Alarm 1 (Work, 07:45) removed.\nNo alarm is left: nothing will wake you.\n")
        #expect((try clock.json("alarm", "list")["alarms"] as? [Any])?.isEmpty == true)
    }

    @Test("play and stop noise, and choose how the display shows the time")
    func noise() throws {
        let clock = try LiveClock(at: "2026-01-10T12:00:00Z")
        #expect(
            try clock.ask("noise", "play", "pink", "--volume", "50").output
                == "Noise: playing Pink noise, volume 50 %.\n")
        #expect(try clock.ask("noise", "volume", "30").exitCode == 0)
        let noise = try clock.json("noise", "stop")["noise"] as? [String: Any]
        #expect(noise?["playing"] as? Bool == false)
        #expect(noise?["volume"] as? Int == 30)
        #expect(
            try clock.ask("style", "set", "--hours", "12").output.contains("12-hour"))
        let status = try clock.ask("status")
        #expect(status.exitCode == 0)
        for line in [
            ", Sat 10 Jan 2026, UTC",
            "Noise       off (Pink noise, volume 30 %). To play it: noiseclock noise play",
            "Display     12-hour time", "Health      Nothing will ring. No alarm is set.",
        ] {
            #expect(status.output.contains(line), "\(status.output)")
        }
    }

    @Test("follow the noise: it prints each new state, until the clock is gone")
    func watch() throws {
        let clock = try LiveClock(at: "2026-01-10T12:00:00Z")
        let follower = try RunningProgram(
            "noiseclock", ["noise", "status", "--watch", "--socket", "c.sock"],
            in: clock.workspace)
        #expect(eventually { follower.output.contains("Noise: off") }, "\(follower.error)")
        try clock.ask("noise", "play", "pink", "--volume", "50")
        #expect(eventually { follower.output.contains("playing Pink noise, volume 50 %") })
        try clock.ask("noise", "volume", "30")
        #expect(eventually { follower.output.contains("playing Pink noise, volume 30 %") })
        #expect(follower.isRunning)
        try clock.killAndStart(at: "2026-01-10T12:01:00Z")
        let end = try follower.finish()
        #expect(end.exitCode == 69 && end.error == "noiseclock: the clock has ended\n", "\(end)")
    }

    @Test("try an alarm: the clock says when it would ring, and keeps nothing")
    func dryRun() throws {
        let clock = try LiveClock(at: "2026-01-10T12:00:00Z")
        #expect(
            try clock.ask("alarm", "add", "7:30", "mon-fri", "--dry-run").output == """
                Alarm 1, 07:30 Mon–Fri, rings Mon 12 Jan 07:30, in 1 d 19 h.
                This was a dry run: nothing is changed.

                """)
        #expect((try clock.json("alarm", "list")["alarms"] as? [Any])?.isEmpty == true)
        let refused = try clock.ask("sound", "outputs", "--dry-run")
        #expect(refused.exitCode == 64 && refused.error.contains("changes nothing anyway"))
    }

    @Test("tell the clock the free days of a calendar file, or what is wrong with the file")
    func freeDaysImport() throws {
        let clock = try LiveClock(at: "2026-01-10T12:00:00Z")
        let events = [
            "DTSTART;VALUE=DATE:20260109", "DTSTART;VALUE=DATE:20260110\r\nSUMMARY:Open Day",
            "DTSTART;VALUE=DATE:20261225\r\nSUMMARY:Christmas", "DTSTART:20260401T100000",
        ]
        func write(_ events: [String], to name: String) throws {
            let lines = events.map { "BEGIN:VEVENT\r\n\($0)\r\nEND:VEVENT\r\n" }
            try clock.workspace.write(
                "BEGIN:VCALENDAR\r\n\(lines.joined())END:VCALENDAR\r\n", to: name)
        }
        try write(events, to: "days.ics")
        let told = try clock.ask("free-days", "import", "days.ics")
        #expect(told.exitCode == 0, "\(told.error)")
        #expect(
            told.output == """
                free days: 2, from 2026-01-10 to 2026-12-25
                  Sat 10 Jan 2026  Open Day
                  Fri 25 Dec 2026  Christmas
                events with a time of day, which make no free day: 1

                """)
        let days = try clock.json("free-days")["freeDays"] as? [[String: Any]]
        #expect(days?.compactMap { $0["name"] as? String } == ["Open Day", "Christmas"])
        try write([events[0]], to: "old.ics")
        try clock.workspace.write("BEGIN:VCALENDAR\r\n", to: "cut.ics")
        for (file, code) in [("none.ics", 66), ("old.ics", 65), ("cut.ics", 65)] {
            let finished = try clock.ask("free-days", "import", file)
            #expect(finished.exitCode == Int32(code), "\(file): \(finished.error)")
            #expect(finished.error.hasPrefix("noiseclock: \"\(file)\""), "\(finished.error)")
        }
        #expect((try clock.json("free-days")["freeDays"] as? [Any])?.count == 2)
    }

    @Test("snooze and stop what rings")
    func ring() throws {
        let clock = try LiveClock(at: "2026-01-10T06:59:58Z", speed: 10)
        try clock.json("alarm", "add", "7:00", "once", "--label", "Train")
        #expect(try clock.waitForStatus { LiveClock.labels($0, "ringing") == ["Train"] })
        #expect(
            try clock.ask("alarm", "snooze").output.hasPrefix("Alarm 1 (Train) snoozed until 07:09")
        )
        #expect(LiveClock.labels(try clock.json("status"), "snoozed") == ["Train"])
        // An alarm that somebody else may have snoozed can be stopped only by its number.
        #expect(try clock.ask("alarm", "stop").error.contains("alarm 1 (Train) is snoozed"))
        #expect(try clock.ask("alarm", "stop", "1").output == "Alarm 1 (Train) stopped.\n")
        #expect(LiveClock.labels(try clock.json("status"), "snoozed").isEmpty)
    }

    @Test("say what the clock refuses and what the words got wrong, each with its exit code")
    func refusals() throws {
        let clock = try LiveClock(at: "2026-01-10T12:00:00Z")
        for (words, code) in [
            (["alarm", "remove", "7"], 1), (["alarm", "snooze"], 1), (["alarm", "stop"], 1),
            (["noise", "play", "fog"], 1), (["noise", "volume", "101"], 64),
            (["alarm", "add", "25:00"], 64), (["update"], 64), (["alrm", "list"], 64),
        ] {
            let finished = try clock.ask(words)
            #expect(finished.exitCode == Int32(code), "\(words)")
            #expect(finished.output == "", "\(words)")
            #expect(!finished.error.isEmpty && finished.error.count < 400, "\(words)")
        }
        let refusal = try clock.ask("alarm", "remove", "7", "--json")
        #expect(refusal.exitCode == 1)
        #expect(refusal.output.contains(#""code":"notFound""#))
        clock.program.kill()
        let alone = try clock.ask("status")
        #expect(alone.exitCode == 69)
        #expect(alone.error.contains("No clock is running at c.sock."))
    }

    @Test("a signal ends the simulator in good order, with its socket and its lock gone")
    func endings() throws {
        let clock = try LiveClock(at: "2026-01-10T12:00:00Z")
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            clock.program.send(signal)
            let finished = try clock.program.finish()
            #expect(finished.exitCode == 0, "signal \(signal)")
            #expect(finished.error == "")
            #expect(!FileManager.default.fileExists(atPath: clock.workspace.file("c.sock")))
            try clock.killAndStart(at: "2026-01-10T12:00:00Z")
        }
    }

    @Test("a second simulator on the same socket or state is told so, and the first goes on")
    func second() throws {
        let clock = try LiveClock(at: "2026-01-10T12:00:00Z")
        for (state, socket) in [("state", "d.sock"), ("other", "c.sock")] {
            let finished = try clock.workspace.simulate(
                "--headless", "--state", state, "--socket", socket, "--for", "1s")
            #expect(finished.exitCode != 0)
            #expect(finished.error.hasPrefix("noiseclock-sim: "))
            #expect(finished.error.split(separator: "\n").count == 1, "\(finished.error)")
        }
        #expect(try clock.ask("status").exitCode == 0)
    }
}
