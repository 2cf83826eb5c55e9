import BoundedJSON
import ClockCore
import ClockTime
import ReplySamples
import TestKit
import Testing

@testable import Control

@Suite struct ClientWordsTests {
    private func command(_ line: String) throws -> Command {
        try ClientWords.command(line, zones: TestZones())
    }

    @Test("Each command is understood in the client's words")
    func commands() throws {
        var work = AlarmChanges()
        work.label = "Work"
        work.sound = SoundID("digital")
        work.volume = Percent(60)
        var all = AlarmChanges()
        all.ramp = .seconds(30)
        all[\.snooze.isAllowed] = true
        all[\.snooze.length] = .minutes(9)
        all[\.snooze.limit] = .some(3)
        var none = AlarmChanges()
        none[\.snooze.isAllowed] = false
        none[\.snooze.limit] = .some(nil)
        none.label = ""
        let id = AlarmID(3)
        let half = try time("07:30")
        let occurrence = OccurrenceID(alarm: id, date: try date("2026-03-29"))
        let table: [(String, Command)] = [
            ("status", .status), ("history", .history(HistoryQuery())),
            ("alarm list", .alarm(.list)),
            (
                "alarm add 07:30 mon-fri --label Work --sound digital --volume 60",
                .alarm(.add(try weekly(.weekdays, "07:30"), work))
            ),
            ("alarm add 07:30", .alarm(.add(.once(at: half), AlarmChanges()))),
            (
                "alarm add --ramp=30s 7:30 --snooze 9m daily --snooze-limit 3",
                .alarm(.add(.daily(at: half), all))
            ),
            (
                "alarm add 7:30am 2026-03-29 --snooze off --snooze-limit none --label ''",
                .alarm(.add(.dated(try date("2026-03-29"), at: half), none))
            ),
            ("alarm remove 3", .alarm(.remove(id))),
            ("alarm enable 3", .alarm(.setEnabled(id, true))),
            ("alarm disable 3", .alarm(.setEnabled(id, false))),
            ("alarm enable --category work", .alarm(.setCategoryEnabled("work", true))),
            ("alarm disable --category work", .alarm(.setCategoryEnabled("work", false))),
            ("alarm duplicate 3", .alarm(.duplicate(id))), ("alarm test 3", .alarm(.test(id))),
            ("alarm show 3", .alarm(.show(id))), ("alarm acknowledge", .ring(.acknowledge)),
            ("alarm skip 3", .alarm(.skipNext(id, 1))),
            ("alarm skip 3 5", .alarm(.skipNext(id, 5))),
            ("alarm skip 3 off", .alarm(.skipNext(id, 0))),
            ("alarm snooze", .ring(.snooze(.current))),
            ("alarm snooze 3", .ring(.snooze(.alarm(id)))),
            ("alarm snooze 3 --date 2026-03-29", .ring(.snooze(.occurrence(occurrence)))),
            ("alarm stop", .ring(.stop(.current))), ("alarm stop 3", .ring(.stop(.alarm(id)))),
            ("alarm stop --date 2026-03-29 3", .ring(.stop(.occurrence(occurrence)))),
            ("noise stop", .noise(.stop)), ("noise play", .noise(.play(nil, volume: nil))),
            ("noise play pink --volume 50%", .noise(.play(SoundID("pink"), volume: Percent(50)))),
            ("noise volume 30", .noise(.setVolume(Percent(clamping: 30)))),
            ("noise preview white", .noise(.preview(SoundID("white")))),
            ("alarm hold-to-stop on", .settings(.setHoldToStop(true))),
            ("alarm hold-to-stop OFF", .settings(.setHoldToStop(false))),
        ]
        let others =
            try CountdownSamples.words() + NoiseSamples.words() + TimeSamples.words()
            + StyleSamples.words()
        let shown = ["alarm.edit", "sound.import", "font.import", "restore"]
        var named = Set(shown.map(JSONValue.string))
        for (words, expected) in try table + quietTable() + keyTable + others {
            #expect(try command(words) == expected, "\(words)")
            let request = try request(words)
            request.outgoing.fields["command"].map { _ = named.insert($0) }
            if !request.command.meansWhatRings {
                #expect(try decoded(line(words)).command == expected, "\(words)")
            }
        }
        #expect(named == Set(CommandBook.typed.map { JSONValue.string($0.name) }))
    }

    private let keyTable: [(String, Command)] = [
        ("pair", .pairing(.begin(isPresent: false))), ("device", .pairing(.devices)),
        ("device list", .pairing(.devices)), ("address", .pairing(.address)),
        ("address show", .pairing(.address)),
        ("device remove 2", .pairing(.remove(DeviceID(2)))),
        ("device reading Paired", .pairing(.setReading(.paired))),
        ("keys", .settings(.keyFeedback)), ("keys status", .settings(.keyFeedback)),
        ("keys feedback Chirp", .settings(.setKeyFeedback(.chirp))),
    ]

    /// The law's operations, and the suppressors.
    private func quietTable() throws -> [(String, Command)] {
        let id = AlarmID(3)
        let holiday = DateRange(first: try date("2026-07-20"), last: try date("2026-08-02"))
        let night = QuietHours(from: try time("22:00"), to: try time("07:00"))
        let end = try wall("2026-03-30T05:00:00Z").instant
        let christmas = FreeDay(date: try date("2026-12-25"), name: "Christmas Day")
        let boxing = FreeDay(date: try date("2026-12-26"), name: "")
        return [
            ("alarm pause 2026-07-20 2026-08-02", .alarm(.pauseAll(holiday))),
            ("alarm pause off", .alarm(.endPause(on: nil))),
            ("alarm pause 3", .alarm(.operate(.pause, id))),
            ("free-days", .quiet(.freeDays)), ("free-days list", .quiet(.freeDays)),
            ("free-days clear", .quiet(.setFreeDays([]))),
            ("free-days add 2026-12-26", .quiet(.addFreeDays([boxing]))),
            ("free-days remove 2026-12-26", .quiet(.removeFreeDays([boxing.date]))),
            (
                "free-days set '2026-12-25=Christmas Day' 2026-12-26",
                .quiet(.setFreeDays([christmas, boxing]))
            ),
            ("dnd", .quiet(.doNotDisturb)), ("dnd status", .quiet(.doNotDisturb)),
            ("dnd on", .quiet(.setDoNotDisturb(.byHand(.on)))),
            ("dnd on --until 7am", .quiet(.setDoNotDisturb(.onUntil(try time("07:00"))))),
            ("dnd on --until 2026-03-30T05:00:00Z", .quiet(.setDoNotDisturb(.byHand(.until(end))))),
            ("dnd off", .quiet(.setDoNotDisturb(.byHand(.off)))),
            ("dnd hours 22:00 7am", .quiet(.setDoNotDisturb(.quietHours(night)))),
            ("dnd hours off", .quiet(.setDoNotDisturb(.quietHours(nil)))),
            ("dnd noise off", .quiet(.setDoNotDisturb(.allowsNoise(false)))),
        ]
    }

    @Test("All that an alarm can have is said by options, and taken away by none, off or local")
    func alarmOptions() throws {
        var changes = try Samples.everyChange()
        changes.label = "Early"
        changes.ramp = .seconds(20)
        let words = """
            alarm add 6:00 --label Early --sound digital --volume 60 --ramp 20s --snooze 9m \
            --snooze-limit 3 --zone Europe/Berlin --message 'bring the key' --icon train \
            --tint '#ff8800' --category work --vibration heartbeat:70 --must-wake on \
            --pre-alert 10m --sunrise 30m --free-days on --quiet off --ring 5m --rings 0 \
            --stop-with key:menu
            """
        #expect(try command(words) == .alarm(.add(.once(at: try time("06:00")), changes)))
        #expect(
            try command(
                "alarm edit 3 --zone local --icon none --tint none --category none"
                    + " --vibration none --stop-with none")
                == .alarm(.edit(AlarmID(3), try Samples.nothingLeft())))
        var off = AlarmChanges()
        off.isMustWake = false
        off.preAlert = .zero
        off.sunrise = .zero
        off.sound = .silence
        #expect(
            try command("alarm edit 3 --must-wake off --pre-alert 0m --sunrise 0s --sound silence")
                == .alarm(.edit(AlarmID(3), off)))
        let patterns: [(String, VibrationPattern)] = [
            ("steady", .steady), ("pulse", .pulse), ("heartbeat", .heartbeat(.default)),
            ("growing", .growing),
        ]
        for (word, pattern) in patterns {
            var changes = AlarmChanges()
            changes.vibration = pattern
            #expect(
                try command("alarm edit 3 --vibration \(word)")
                    == .alarm(.edit(AlarmID(3), changes)))
        }
    }

    @Test("An edit changes the time, the days or an option, and nothing else")
    func edits() throws {
        var changes = AlarmChanges()
        changes.time = try time("07:45")
        #expect(try command("alarm edit 3 07:45") == .alarm(.edit(AlarmID(3), changes)))
        changes.kind = .weekly(.weekends)
        #expect(try command("alarm edit 3 7:45 weekends") == .alarm(.edit(AlarmID(3), changes)))
        changes.time = nil
        #expect(try command("alarm edit 3 weekends") == .alarm(.edit(AlarmID(3), changes)))
        changes.kind = nil
        changes.volume = Percent(20)
        #expect(try command("alarm edit 3 --volume 20") == .alarm(.edit(AlarmID(3), changes)))
    }

    @Test(
        "Times are read as people type them",
        arguments: [
            ("07:30", "07:30"), ("7:30", "07:30"), ("7:30am", "07:30"), ("7:30PM", "19:30"),
            ("7:30 pm", "19:30"), ("7am", "07:00"), ("12am", "00:00"), ("12:05 AM", "00:05"),
            ("12pm", "12:00"), ("23:59", "23:59"), ("00:00", "00:00"),
        ])
    func times(word: String, expected: String) throws {
        #expect(
            try command("alarm add \(word)")
                == .alarm(.add(.once(at: try time(expected)), AlarmChanges())))
    }

    @Test(
        "Days are read as people type them",
        arguments: [
            ("mon-fri", [1, 2, 3, 4, 5]), ("mon,wed,fri", [1, 3, 5]), ("mon wed fri", [1, 3, 5]),
            ("Mon, Wed", [1, 3]), ("fri-mon", [1, 5, 6, 7]), ("sunday", [7]), ("tues", [2]),
            ("mo-we,sa", [1, 2, 3, 6]), ("mon-mon", [1]), ("daily", [1, 2, 3, 4, 5, 6, 7]),
            ("weekdays", [1, 2, 3, 4, 5]), ("weekends", [6, 7]), ("weekends,mon", [1, 6, 7]),
        ])
    func days(words: String, numbers: [Int]) throws {
        var set = WeekdaySet()
        for number in numbers { set.insert(WeekdaySet(try #require(Weekday(rawValue: number)))) }
        #expect(
            try command("alarm add 07:30 \(words)")
                == .alarm(.add(try weekly(set, "07:30"), AlarmChanges())))
    }

    @Test("Once and a date stand in the days' place")
    func otherKinds() throws {
        #expect(
            try command("alarm add 07:30 once")
                == .alarm(.add(.once(at: try time("07:30")), AlarmChanges())))
        #expect(
            try command("alarm add 2028-02-29 07:30")
                == .alarm(
                    .add(.dated(try date("2028-02-29"), at: try time("07:30")), AlarmChanges())))
    }

    @Test("Options for the client itself stand anywhere")
    func clientOptions() throws {
        let expected = ClientRequest(
            outgoing: .status, command: .status, isJSON: true, socket: "/tmp/a b")
        for words in [
            ["status", "--json", "--socket", "/tmp/a b"],
            ["--socket=/tmp/a b", "--json", "status"],
        ] {
            #expect(try request(words) == expected)
        }
    }

    @Test("After two dashes a word that looks like an option is none")
    func endOfOptions() throws {
        let request = try request(["noise", "play", "--", "--help"])
        #expect(request.command == .noise(.play(SoundID("--help"), volume: nil)))
    }

    @Test(
        "Wrong words get an error that names the word and what is allowed",
        arguments: [
            ("statsu", "There is no command \"statsu\". Did you mean status?", ""),
            (
                "frobnicate",
                "There is no command \"frobnicate\". \"noiseclock help\" shows all.",
                ""
            ),
            ("update", "What about update? Add one of check, ready, tell.", "update"),
            ("alarm ad", "Did you mean alarm add?", "alarm"),
            ("alarm xyzzy", "There is no command \"alarm xyzzy\". Try one of add,", "alarm"),
            ("--json", "There is no command", ""),
            ("alarm add", "When? Give a time", "alarm add"),
            ("alarm add mon-fri", "When? Give a time", "alarm add"),
            (
                "alarm add 25:00", "The time can't be \"25:00\". Give a time such as 07:30",
                "alarm add"
            ),
            ("alarm add 13pm", "\"13pm\"", "alarm add"), ("alarm add 0am", "\"0am\"", "alarm add"),
            (
                "alarm add 7", "The time can't be \"7\". Did you mean 07:00 or 19:00?",
                "alarm add"
            ),
            ("alarm add 24", "The time can't be \"24\". Give a time such as", "alarm add"),
            ("alarm add -5:00", "The time can't be \"-5:00\"", "alarm add"),
            ("alarm add 07:30 08:30", "\"08:30\" is a second time", "alarm add"),
            ("alarm add 07:30 mon-fry", "I don't know \"fry\". Did you mean fri?", "alarm add"),
            ("alarm add 07:30 dayly", "Did you mean daily?", "alarm add"),
            (
                "alarm add 07:30 tomorrow", "I don't know \"tomorrow\". Try once, or a date",
                "alarm add"
            ),
            ("alarm add 07:30 2026-02-29", "no \"2026-02-29\" in the calendar", "alarm add"),
            ("alarm add 07:30 once mon", "I don't know \"once\"", "alarm add"),
            ("alarm add 7.30", "Did you mean 07:30?", "alarm add"),
            ("alarm add 730pm", "Did you mean 19:30?", "alarm add"),
            ("alarm add 7:30 tomorow", "Did you mean tomorrow?", "alarm add"),
            ("alarm add 7:30 monday to friday", "Try a range such as mon-fri", "alarm add"),
            ("alarm add 07:30 ,", "I don't know \",\"", "alarm add"),
            ("alarm add 07:30 a-b-c", "Give days such as", "alarm add"),
            ("alarm add 07:30 --volume 101", "--volume can't be \"101\"", "alarm add"),
            ("alarm add 07:30 --volume", "--volume needs a value: --volume 0-100", "alarm add"),
            ("alarm add 07:30 --volume --json", "--volume needs a value", "alarm add"),
            (
                "alarm add 07:30 --lable x",
                "There is no option \"--lable\". Did you mean --label?", "alarm add"
            ),
            ("alarm add 07:30 --volume 1 --volume 2", "--volume is there twice", "alarm add"),
            ("alarm add 07:30 --json=yes", "--json takes no value", "alarm add"),
            (
                "alarm add 07:30 --ramp 30", "--ramp can't be \"30\". Did you mean 30s?",
                "alarm add"
            ),
            ("alarm add 07:30 --ramp 61s", "Give a length from 0s to 60s", "alarm add"),
            (
                "alarm add 07:30 --snooze 2h",
                "Give a length from 1m to 60m, such as 9m, or on or off",
                "alarm add"
            ),
            ("alarm add 07:30 --snooze-limit 0", "a number from 1 to 100, or none", "alarm add"),
            ("alarm add 07:30 --sound ''", "--sound can't be \"\"", "alarm add"),
            (
                "alarm add 07:30 --date 2026-03-29",
                "\"alarm add\" has no option --date. It has --label,", "alarm add"
            ),
            ("alarm edit", "Which alarm?", "alarm edit"),
            ("alarm edit 3", "What should change?", "alarm edit"),
            (
                "alarm remove x", "The alarm can't be \"x\". Give its number",
                "alarm remove"
            ),
            ("alarm remove 0", "The alarm can't be \"0\"", "alarm remove"),
            ("alarm enable", "or give category", "alarm enable"),
            (
                "alarm enable 3 --category work", "--category goes only without alarm",
                "alarm enable"
            ),
            ("alarm pause tomorrow", "The date can't be \"tomorrow\"", "alarm pause"),
            ("alarm pause 2026-07-20 2026-07-19", "2026-07-19 is before 2026-07-20", "alarm pause"),
            (
                "alarm add 7:00 --zone Europe/Berln",
                "The system has no time zone Europe/Berln", "alarm add"
            ),
            ("alarm add 7:00 --tint grass", "Give red, orange, amber,", "alarm add"),
            ("alarm add 7:00 --tint '#+12345'", "a colour such as", "alarm add"),
            ("alarm add 7:00 --vibration heartbeat:39", "heartbeat:40 to", "alarm add"),
            (
                "alarm add 7:00 --vibration pulse:60", "--vibration can't be \"pulse:60\"",
                "alarm add"
            ),
            ("alarm add 7:00 --stop-with key:snooze", "or key:noise, key:menu", "alarm add"),
            ("alarm add 7:00 --stop-with key:stop", "hold:2s to hold:10s, both", "alarm add"),
            ("alarm add 7:00 --stop-with hold:11s", "hold:2s to hold:10s, both", "alarm add"),
            ("alarm add 7:00 --must-wake yes", "Give on or off", "alarm add"),
            ("alarm add 7:00 --pre-alert 61m", "0m to 60m, such as 10m", "alarm add"),
            ("alarm add 7:00 --ring 0m", "1m to 60m", "alarm add"),
            ("alarm add 7:00 --rings 11", "a number from 0 to 10", "alarm add"),
            ("alarm add 7:00 --sunris 3m", "Did you mean --sunrise?", "alarm add"),
            ("free-days set", "Which days?", "free-days set"),
            ("free-days set 26-02-29", "I don't know the day \"26-02-29\"", "free-days set"),
            ("free-days lst", "Did you mean free-days list?", "free-days"),
            ("dnd on --until later", "--until can't be \"later\"", "dnd on"),
            ("dnd hours", "From when to when?", "dnd hours"),
            ("dnd hours 22:00", "From when to when?", "dnd hours"),
            ("dnd hours 22:00 22:00", "cannot end when they begin", "dnd hours"),
            ("dnd noise maybe", "Give on or off", "dnd noise"),
            ("dnd statsu", "Did you mean dnd status?", "dnd"),
            ("alarm stop 3 4", "\"4\" is one word too many", "alarm stop"),
            ("alarm stop --date 2026-03-29", "--date needs the alarm before it", "alarm stop"),
            ("alarm stop 3 --date friday", "a date such as 2026-03-29", "alarm stop"),
            ("noise stop --volume 3", "\"noise stop\" has no option --volume", "noise stop"),
            ("noise volume", "How loud?", "noise volume"),
            ("noise volume 101", "The volume can't be \"101\"", "noise volume"),
            ("style set --hours 13", "can't be \"13\". Give 12 or 24", "style set"),
            ("noise preview", "Which sound?", "noise preview"),
            ("alarm hold-to-stop", "Which? Give on or off", "alarm hold-to-stop"),
            (
                "alarm hold-to-stop 2",
                "Holding to stop can't be \"2\". Give on or off",
                "alarm hold-to-stop"
            ),
        ] as [(String, String, String)])
    func errors(line: String, part: String, topic: String) throws {
        let error = try thrown(UsageError.self) {
            try request(line)
        }
        #expect(error.message.contains(part), "\(error.message)")
        #expect(error.topic.joined(separator: " ") == topic)
        let command = topic.isEmpty ? "noiseclock" : "noiseclock \(topic)"
        #expect(error.hint == "See: \(command) --help")
    }

    @Test("A word that could steer the terminal is not repeated as it is")
    func hostileWords() throws {
        let error = try thrown(UsageError.self) {
            try request(["\u{1b}[2J\u{9b}x\n" + String(repeating: "y", count: 500)])
        }
        #expect(!error.message.unicodeScalars.contains(where: Spelling.isControl))
        #expect(error.message.count < 250)
    }

    @Test(
        "A script's line is split at blanks, and quotes hold words together",
        arguments: [
            ("noise  play\tpink ", ["noise", "play", "pink"]), ("", []), ("   ", []),
            ("a \"b c\" d", ["a", "b c", "d"]), ("a 'b \"c' d", ["a", "b \"c", "d"]),
            ("a\\ b c", ["a b", "c"]), ("'' \"\"", ["", ""]), ("\"a\\\"b\"", ["a\"b"]),
            ("'a\\b'", ["a\\b"]), ("x'y'\"z\"", ["xyz"]),
        ])
    func split(line: String, words: [String]) throws {
        #expect(try ClientWords.split(line) == words)
    }

    @Test(
        "An unfinished quote, and what is no command to the clock, have no place in a script",
        arguments: ["a 'b", "a \"b", "a \\", "", "--help", "status --json", "--socket x status"])
    func scriptErrors(line: String) {
        #expect(throws: UsageError.self) { try ClientWords.command(line, zones: TestZones()) }
    }
}
