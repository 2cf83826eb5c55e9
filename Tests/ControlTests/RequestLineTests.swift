import ClockCore
import ClockTime
import ReplySamples
import FoundationEssentials
import TestKit
import Testing

@testable import Control

@Suite struct RequestLineTests {
    @Test("Every command's examples come back from their lines as they were")
    func roundTrip() throws {
        for words in CommandBook.all.flatMap(\.examples) {
            let request = try exampleRequest(words)
            // If it means a ring without naming it, the client adds the name before it sends the request.
            guard !request.command.meansWhatRings else { continue }
            let access = CommandBook[request.outgoing.name]?.access
            let line = RequestLine.encode(request.outgoing, id: "a-1")
            #expect(line.last == UInt8(ascii: "\n") && !line.dropLast().contains(0x0a))
            #expect(
                try decoded(line)
                    == Request(
                        id: "a-1", command: request.command, isChange: request.outgoing.isChange,
                        access: access),
                "\(words)")
            let keyed = RequestLine.encode(request.outgoing, id: "a-1", key: "9f3c")
            #expect(
                try decoded(keyed)
                    == Request(
                        id: "a-1", key: "9f3c", command: request.command,
                        isChange: request.outgoing.isChange, access: access))
        }
    }

    @Test("Requests have one regular form")
    func forms() throws {
        let forms: [(String, Command, String)] = [
            ("status", .status, #"{"command":"status","id":"1"}"#),
            ("alarm list", .alarm(.list), #"{"command":"alarm.list","id":"1"}"#),
            (
                #"alarm add 07:30 mon-fri --label 'Work "quoted" / ä\' --sound digital --volume 60 "#
                    + "--ramp 1s --snooze 9m --snooze-limit 3",
                .alarm(.add(try weekly(.weekdays, "07:30"), try Samples.changes())),
                #"{"alarm":{"label":"Work \"quoted\" / ä\\","rampSeconds":1,"schedule":{"kind":"#
                    + #""weekly","time":"07:30","weekdays":[1,2,3,4,5]},"snooze":{"allowed":true,"#
                    + #""limit":3,"seconds":540},"sound":"digital","volume":60},"#
                    + #""command":"alarm.add","id":"1"}"#
            ),
            (
                "alarm remove 3", .alarm(.remove(AlarmID(3))),
                #"{"alarm":3,"command":"alarm.remove","id":"1"}"#
            ),
            (
                "alarm stop 3 --date 2026-03-29",
                .ring(
                    .stop(
                        .occurrence(OccurrenceID(alarm: AlarmID(3), date: try date("2026-03-29"))))),
                #"{"alarm":3,"command":"alarm.stop","date":"2026-03-29","id":"1"}"#
            ),
            (
                "noise play pink --volume 50", .noise(.play(SoundID("pink"), volume: Percent(50))),
                #"{"command":"noise.play","id":"1","sound":"pink","volume":50}"#
            ),
            (
                "noise preview white", .noise(.preview(SoundID("white"))),
                #"{"command":"noise.preview","id":"1","sound":"white"}"#
            ),
            (
                "alarm pause off", .alarm(.endPause(on: nil)),
                #"{"command":"alarm.pause","dates":null,"id":"1"}"#
            ),
            (
                "dnd on --until 07:00", .quiet(.setDoNotDisturb(.onUntil(try time("07:00")))),
                #"{"command":"dnd.on","id":"1","until":"07:00"}"#
            ),
            (
                "alarm edit 3 --category none --icon none --stop-with none --tint none"
                    + " --vibration none --zone local",
                .alarm(.edit(AlarmID(3), try Samples.nothingLeft())),
                #"{"alarm":3,"changes":{"category":null,"icon":null,"stopWith":null,"tint":null,"#
                    + #""vibration":null,"zone":null},"command":"alarm.edit","id":"1"}"#
            ),
            (
                "alarm hold-to-stop on", .settings(.setHoldToStop(true)),
                #"{"command":"alarm.hold-to-stop","id":"1","on":true}"#
            ),
            (
                "keys feedback vibration", .settings(.setKeyFeedback(.vibration)),
                #"{"command":"keys.feedback","feedback":"vibration","id":"1"}"#
            ),
            (
                "style set --hours 12", .style(.set([.set(\.hourFormat, .twelve)])),
                #"{"command":"style.set","hours":12,"id":"1"}"#
            ),
        ]
        for (words, command, expected) in forms {
            #expect(text(try line(words)) == expected + "\n")
            #expect(try decoded(bytes(expected)).command == command, "\(words)")
        }
    }

    @Test("A name of a thing that is not there is not found, and does not count as a wrong form")
    func missingNames() throws {
        let lines = [
            #"{"id":"1","command":"alarm.edit","alarm":1,"changes":{"zone":"Mars/North"}}"#,
            #"{"id":"1","command":"time.zone","zone":"Mars/North"}"#,
            #"{"id":"1","command":"world.add","zone":"Mars/North"}"#,
        ]
        for line in lines {
            let refusal = try thrown(RequestError.self) { try decoded(bytes(line)) }.refusal
            #expect(refusal.code == "notFound", "\(line)")
            #expect(refusal.message.hasSuffix("zone: the system has no time zone Mars/North"))
        }
    }

    @Test("A stop names one ring or several")
    func ringNames() throws {
        let line =
            #"{"command":"alarm.stop","id":"1","rings":[{"alarm":3,"date":"2026-03-29"},"#
            + #"{"run":2,"timer":1},{"nap":4},{"test":5}]}"#
        #expect(try decoded(bytes(line)).command == .ring(.stop(.rings(try Samples.ringNames()))))
    }

    @Test("A schedule in a request has the form in which it is stored")
    func schedule() throws {
        let schedules = [
            try weekly([.weekends, WeekdaySet(.wednesday)], "07:30"),
            .once(at: try time("00:00")),
            .dated(try date("2026-12-31"), at: try time("23:59")),
        ]
        for schedule in schedules {
            let stored = text(Array(try JSONEncoder().encode(schedule)))
            let line = #"{"id":"1","command":"alarm.add","alarm":{"schedule":\#(stored)}}"#
            let request = try decoded(bytes(line))
            #expect(request.command == .alarm(.add(schedule, AlarmChanges())))
        }
    }

    @Test("An edit names the time or the days alone")
    func partialEdit() throws {
        var changes = AlarmChanges()
        changes.time = try time("07:45")
        let line =
            #"{"id":"1","command":"alarm.edit","alarm":3,"changes":{"schedule":{"time":"7:45"}}}"#
        #expect(try decoded(bytes(line)).command == .alarm(.edit(AlarmID(3), changes)))
    }

    @Test("An alarm without days rings once")
    func once() throws {
        let line = #"{"id":"1","command":"alarm.add","alarm":{"schedule":{"time":"07:30"}}}"#
        #expect(
            try decoded(bytes(line)).command
                == .alarm(.add(.once(at: try time("07:30")), AlarmChanges())))
    }

    @Test(
        "A wrong value is refused with its path and what it must be",
        arguments: [
            (#"{"command":"status"}"#, "id", "id: is missing"),
            (#"{"id":7,"command":"status"}"#, "id", "id: 7 is not allowed; it must be a text of 1"),
            (#"{"id":"","command":"status"}"#, "id", "printable"),
            (#"{"id":"a\u0007","command":"status"}"#, "id", "printable"),
            (#"{"id":"1","key":"","command":"status"}"#, "key", "printable"),
            (#"{"id":"1","key":7,"command":"status"}"#, "key", "key: 7 is not allowed"),
            (
                #"{"id":"1"}"#, "command",
                "command: is missing; it must be one of status, alarm.add,"
            ),
            (#"{"id":"1","command":"alarm.ad"}"#, "command", #""alarm.ad" is not allowed"#),
            (
                #"{"id":"1","command":"status","verbose":true}"#, "verbose",
                "verbose: there is no such field; there are command, id, key, token"
            ),
            (
                #"{"id":"1","command":"noise.play","volumee":5}"#, "volumee",
                #"there is no such field; "volume" is near; there are command, dryRun, id, key, sound, token, variant, volume"#
            ),
            (
                #"{"id":"1","command":"alarm.edit","alarm":3,"revision":0,"changes":{"label":"x"}}"#,
                "revision", "revision: 0 is not allowed; it must be a whole number from 1 to"
            ),
            (
                #"{"id":"1","command":"noise.volume","volume":101}"#, "volume",
                "volume: 101 is not allowed; it must be a whole number from 0 to 100"
            ),
            (#"{"id":"1","command":"noise.volume","volume":"5"}"#, "volume", #""5" is not"#),
            (#"{"id":"1","command":"noise.volume","volume":5.5}"#, "volume", "5.5 is not"),
            (#"{"id":"1","command":"noise.volume","volume":true}"#, "volume", "true is not"),
            (#"{"id":"1","command":"noise.volume","volume":null}"#, "volume", "null is not"),
            (#"{"id":"1","command":"noise.volume"}"#, "volume", "is missing"),
            (
                #"{"id":"1","command":"style.set","hours":13}"#, "hours",
                "must be 12 or 24"
            ),
            (#"{"id":"1","command":"alarm.remove","alarm":0}"#, "alarm", "1 or more"),
            (#"{"id":"1","command":"alarm.remove","alarm":1e30}"#, "alarm", "1 or more"),
            (#"{"id":"1","command":"alarm.stop","date":"2026-03-29"}"#, "alarm", "is missing"),
            // A stop that does not say which ring it means could hit the next one (law, 13).
            (#"{"id":"1","command":"alarm.stop"}"#, "rings", "a list of the rings that are meant"),
            (#"{"id":"1","command":"alarm.snooze"}"#, "rings", "or give alarm and date"),
            (#"{"id":"1","command":"alarm.stop","alarm":3}"#, "date", "is missing"),
            (#"{"id":"1","command":"alarm.countdown","alarm":3}"#, "date", "is missing"),
            (#"{"id":"1","command":"alarm.stop","rings":[]}"#, "rings", "one ring at least"),
            (
                #"{"id":"1","command":"alarm.stop","rings":[{"timer":1}]}"#, "rings[0].run",
                "is missing"
            ),
            (#"{"id":"1","command":"alarm.stop","rings":[{}]}"#, "rings[0].alarm", "is missing"),
            (#"{"id":"1","command":"timer.stop","timer":1}"#, "run", "is missing"),
            (#"{"id":"1","command":"timer.snooze","timer":1}"#, "run", "is missing"),
            (#"{"id":"1","command":"nap.stop"}"#, "nap", "is missing"),
            (
                #"{"id":"1","command":"alarm.stop","alarm":3,"date":"2026-02-29"}"#, "date",
                "calendar"
            ),
            (#"{"id":"1","command":"alarm.add"}"#, "alarm", "is missing"),
            (#"{"id":"1","command":"alarm.add","alarm":3}"#, "alarm", "must be an object"),
            (#"{"id":"1","command":"alarm.add","alarm":{}}"#, "alarm.schedule", "is missing"),
            (
                #"{"id":"1","command":"alarm.add","alarm":{"schedule":{"kind":"once"}}}"#,
                "alarm.schedule.time", "is missing"
            ),
            (
                #"{"id":"1","command":"alarm.add","alarm":{"schedule":{"time":"25:00"}}}"#,
                "alarm.schedule.time", #"alarm.schedule.time: "25:00" is not allowed"#
            ),
            (
                #"{"id":"1","command":"alarm.add","alarm":{"schedule":{"time":"07:30","kind":"weekly"}}}"#,
                "alarm.schedule.weekdays", "is missing"
            ),
            (
                #"{"id":"1","command":"alarm.add","alarm":{"schedule":{"time":"07:30","kind":"weekly","weekdays":[0]}}}"#,
                "alarm.schedule.weekdays", "1 (Monday)"
            ),
            (
                #"{"id":"1","command":"alarm.add","alarm":{"schedule":{"time":"07:30","weekdays":[1]}}}"#,
                "alarm.schedule.weekdays", "goes only with"
            ),
            (
                #"{"id":"1","command":"alarm.edit","alarm":1,"changes":{"rampSeconds":61}}"#,
                "changes.rampSeconds", "from 0 to 60"
            ),
            (
                #"{"id":"1","command":"alarm.edit","alarm":1,"changes":{"snooze":{"seconds":59}}}"#,
                "changes.snooze.seconds", "from 60 to 3600"
            ),
            (
                #"{"id":"1","command":"alarm.edit","alarm":1,"changes":{"snooze":{"limit":0}}}"#,
                "changes.snooze.limit", "from 1 to 100, or null for none"
            ),
            (
                #"{"id":"1","command":"alarm.edit","alarm":1,"changes":{"tint":"red"}}"#,
                "changes.tint", "\"#ff8800\", or null for none"
            ),
            (
                #"{"id":"1","command":"alarm.edit","alarm":1,"changes":{"preAlertSeconds":3601}}"#,
                "changes.preAlertSeconds", "from 0 to 3600"
            ),
            (
                #"{"id":"1","command":"alarm.edit","alarm":1,"changes":{"vibration":{"name":"pulse","perMinute":60}}}"#,
                "changes.vibration.perMinute", "goes only with the heartbeat"
            ),
            (
                #"{"id":"1","command":"alarm.enable"}"#, "alarm",
                "or give category"
            ),
            (
                #"{"id":"1","command":"alarm.enable","alarm":1,"category":"work"}"#, "category",
                "goes only without alarm"
            ),
            (
                #"{"id":"1","command":"alarm.pause","date":"2026-07-20"}"#, "date",
                "goes only with dates that are null"
            ),
            (
                #"{"id":"1","command":"alarm.pause","dates":{"first":"2026-07-20"}}"#,
                "dates.last", "is missing"
            ),
            (#"{"id":"1","command":"free-days.set"}"#, "days", "is missing"),
            (
                #"{"id":"1","command":"free-days.set","days":[{"date":"2026-12-25","name":"a\nb"}]}"#,
                "days[0].name", "without control characters"
            ),
            (#"{"id":"1","command":"dnd.on","until":"soon"}"#, "until", "a time of day like"),
            (
                #"{"id":"1","command":"alarm.edit","alarm":1,"changes":{"snooze":{"limt":2}}}"#,
                "changes.snooze.limt", "there is no such field"
            ),
        ] as [(String, String, String)])
    func refusals(line: String, field: String, part: String) throws {
        let error = try thrown(RequestError.self) {
            try decoded(bytes(line))
        }
        #expect(error.refusal.code == "invalid")
        #expect(error.refusal.field == field)
        #expect(error.refusal.message.contains(part), "\(error.refusal.message)")
        #expect(error.refusal.message.hasPrefix(field + ": "))
        #expect((error.id == nil) == (field == "id"))
    }

    @Test("Values that are right and do not go together are a conflict")
    func conflict() throws {
        let line = #"{"id":"1","command":"dnd.hours","hours":{"from":"22:00","to":"22:00"}}"#
        let refusal = try thrown(RequestError.self) { try decoded(bytes(line)) }.refusal
        #expect(refusal.code == "conflict" && refusal.field == "hours.to")
        #expect(refusal.message == "hours.to: must be another time than from")
    }

    @Test(
        "Bytes that are no JSON object are refused as malformed, with the id null",
        arguments: [
            (bytes(""), "not JSON"), (bytes("hello"), "not JSON"), (bytes("{"), "not JSON"),
            (bytes(#"{"id":"1"} {"id":"2"}"#), "not JSON"),
            (bytes("[1]"), "a list is no request"), (bytes("null"), "null is no request"),
            ([0x22, 0xff, 0x22], "not UTF-8"), ([0xfe, 0xff, 0x00, 0x7b], "control character"),
            (
                bytes(#"{"id":"1","id":"2","command":"status"}"#),
                "the field \"id\" for a second time"
            ),
            (bytes("{\"a\tb\":1}"), "not JSON"),
            (bytes(#"{"id":"1","command":"status",}"#), "not JSON from its byte 30 on"),
            (bytes("{\"id\":\n\"1\"}"), "control character"),
            (bytes(#"{"id":"1","x":"#) + [UInt8](repeating: 0x5b, count: 5000), "too deep"),
            ([UInt8](repeating: 0x20, count: 65_537), "65536 bytes are allowed"),
        ])
    func malformed(line: [UInt8], part: String) throws {
        let error = try thrown(RequestError.self) { try decoded(line) }
        #expect(error.id == nil)
        #expect(error.refusal.code == "malformed")
        #expect(error.refusal.message.contains(part), "\(error.refusal.message)")
        #expect(text(ReplyLine.encode(error)).contains(#""id":null,"ok":false"#))
    }

    @Test("Brackets in texts do not count as depth, and line ends may be missing or doubled")
    func lenientAtTheEdge() throws {
        let label = String(repeating: #"[{\""#, count: 20)
        let line = #"{"id":"1","command":"alarm.edit","alarm":1,"changes":{"label":"\#(label)"}}"#
        let plain = try decoded(bytes(line))
        #expect(try decoded(bytes(line + "\n")) == plain)
        #expect(try decoded(bytes(line + "\r\n")) == plain)
    }

    @Test("A request that is cut short anywhere is refused, and never read as another")
    func truncations() throws {
        for line in try Samples.lines() {
            for length in 0..<(line.count - 1) {
                #expect(throws: RequestError.self) { try decoded(line.prefix(length)) }
            }
        }
    }

    @Test("Mutated requests are read, or refused with a clear word")
    func mutations() throws {
        var generator = SeededGenerator(seed: 1)
        let lines = try Samples.lines()
        for _ in 0..<4000 {
            var line = try #require(lines.randomElement(using: &generator))
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                mutate(&line, &generator)
            }
            do throws(RequestError) {
                _ = try decoded(line)
            } catch {
                #expect(!error.refusal.message.isEmpty)
                #expect(!error.refusal.message.contains("DecodingError"))
                #expect(!error.refusal.message.unicodeScalars.contains(where: Spelling.isControl))
            }
        }
    }

    private func mutate(_ line: inout [UInt8], _ generator: inout SeededGenerator) {
        guard !line.isEmpty else { return }
        let place = Int.random(in: 0..<line.count, using: &generator)
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: line[place] = UInt8.random(in: 0...255, using: &generator)
        case 1: line.remove(at: place)
        case 2:
            let interesting = bytes("{}[]\",:0-.eE1\\unulltrue")
            line.insert(interesting.randomElement(using: &generator) ?? 0x7b, at: place)
        case 3: line.swapAt(place, Int.random(in: 0..<line.count, using: &generator))
        default: line += line[place...]
        }
    }
}
