import ClockTime
import Control
import Foundation
import TestKit
import Testing

@testable import noiseclock

@Suite("Batches of questions when an alarm rings (law, 1; batch forms)")
struct WhenBatchTests {
    @Test("The form's own example is answered to the digit")
    func example() {
        let question =
            #"{"id": 0, "zone": "Europe/Berlin", "now": 1743278400, "armed_at": 1743278400, "#
            + #""kind": "weekly", "hour": 2, "minute": 30, "weekdays": [7], "date": null, "count": 6}"#
        let answer =
            #"{"id":0,"next":[1743296400,1743899400,1744504200,1745109000,1745713800,1746318600]}"#
        #expect(batchAnswers([question]) == [answer])
    }

    @Test("1.4 gaps of half an hour, of two hours and up to midnight ring at the jump")
    func gaps() throws {
        let lordHowe = BatchLine(
            zone: "Australia/Lord_Howe", now: try instant("2026-10-03T00:00:00Z"), time: "02:15")
        #expect(try lordHowe.next() == ["2026-10-03T15:30:00Z"])
        let troll = BatchLine(
            zone: "Antarctica/Troll", now: try instant("2026-03-28T12:00:00Z"), time: "02:30",
            count: 2)
        #expect(try troll.next() == ["2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"])
        let nuuk = BatchLine(
            zone: "America/Nuuk", now: try instant("2026-03-28T12:00:00Z"), time: "23:30", count: 2)
        #expect(try nuuk.next() == ["2026-03-29T01:00:00Z", "2026-03-30T00:30:00Z"])
        let saoPaulo = BatchLine(
            zone: "America/Sao_Paulo", now: try instant("2018-11-03T12:00:00Z"), time: "00:00")
        #expect(try saoPaulo.next() == ["2018-11-04T03:00:00Z"])
    }

    @Test("1.5 an overlap rings once: in the first pass, or in the second if armed between them")
    func overlaps() throws {
        var line = BatchLine(now: try instant("2026-10-24T20:00:00Z"), time: "02:30", count: 2)
        #expect(try line.next() == ["2026-10-25T00:30:00Z", "2026-10-26T01:30:00Z"])
        line.now = try instant("2026-10-25T00:45:00Z")
        line.armedAt = try instant("2026-10-24T20:00:00Z")
        #expect(try line.next() == ["2026-10-26T01:30:00Z", "2026-10-27T01:30:00Z"])
        line.armedAt = nil
        #expect(try line.next() == ["2026-10-25T01:30:00Z", "2026-10-26T01:30:00Z"])
    }

    @Test("1.6 a date that the zone skipped does not ring, and a weekly alarm goes on after it")
    func missingDate() throws {
        let before = try instant("2011-12-29T00:00:00Z")
        let daily = BatchLine(zone: "Pacific/Apia", now: before, time: "07:00", count: 3)
        #expect(
            try daily.next() == [
                "2011-12-29T17:00:00Z", "2011-12-30T17:00:00Z", "2011-12-31T17:00:00Z",
            ])
        let dated = BatchLine(
            zone: "Pacific/Apia", now: before, time: "07:00",
            days: #""kind": "date", "date": "2011-12-30""#)
        #expect(try dated.next() == [])
    }

    @Test("1.7 only what is strictly after the arming and strictly after now counts")
    func strictlyAfter() throws {
        let ring = try instant("2026-05-01T07:30:00Z")
        let tomorrow = ["2026-05-02T07:30:00Z"]
        var line = BatchLine(zone: "Etc/UTC", now: ring, time: "07:30")
        #expect(try line.next() == tomorrow)
        line.now = ring.advanced(bySeconds: -1)
        #expect(try line.next() == ["2026-05-01T07:30:00Z"])
        line.armedAt = ring
        #expect(try line.next() == tomorrow)
        line.days = #""kind": "once""#
        #expect(try line.next() == tomorrow)
        line.now = try instant("2026-05-02T07:30:00Z")
        #expect(try line.next() == [])
    }

    @Test("A leap day's alarm rings once, in the year that has it; dates reach from year 1 to 9999")
    func boundaries() throws {
        let leap = #""kind": "date", "date": "2028-02-29""#
        let line = BatchLine(
            zone: "Etc/UTC", now: try instant("2026-01-01T00:00:00Z"), time: "06:00", days: leap,
            count: 9)
        #expect(try line.next() == ["2028-02-29T06:00:00Z"])
        let last = BatchLine(
            now: Instant(seconds: 253_402_300_799), time: "00:00",
            days: #""kind": "date", "date": "9999-12-31""#)
        #expect(try last.next() == [])
        var far = BatchLine(zone: "Etc/UTC", now: last.now, time: "00:00")
        #expect(batchAnswers([far.text]) == [#"{"id":0,"next":[253402300800]}"#])
        far.now = Instant(seconds: -62_135_596_800)
        #expect(batchAnswers([far.text]) == [#"{"id":0,"next":[-62135510400]}"#])
    }

    @Test(
        "A field that is wrong is named with what is allowed, the id comes back, the batch goes on")
    func refusals() throws {
        let sound = BatchLine(now: Instant(seconds: 0), time: "07:30").text
        let table: [(String, String, String)] = [
            (#""hour": 7"#, #""hour": 24"#, "hour: 24 is not allowed; it must be a whole number"),
            (#""minute": 30"#, #""minute": 60"#, "minute: 60 is not allowed"),
            (#""minute": 30"#, #""minute": 7.5"#, "minute: 7.5 is not allowed"),
            (#""count": 1"#, #""count": 0"#, "count: 0 is not allowed; it must be a whole number"),
            (#""count": 1"#, #""count": 1001"#, "from 1 to 1000"),
            (
                #""weekly""#, #""hourly""#,
                "kind: \"hourly\" is not allowed; it must be one of weekly"
            ),
            (
                #"[1, 2, 3, 4, 5, 6, 7]"#, "[0]",
                "weekdays: this list is not allowed; it must be a list"
            ),
            (#"[1, 2, 3, 4, 5, 6, 7]"#, "[8]", "from 1 (Monday) to 7 (Sunday)"),
            (#"[1, 2, 3, 4, 5, 6, 7]"#, "[]", "at least one weekday"),
            (#"[1, 2, 3, 4, 5, 6, 7]"#, "null", "weekdays: is missing"),
            (#""weekly""#, #""date""#, "date: is missing; it must be a date of the calendar"),
            ("Europe/Berlin", "Europe/Berlim", "zone: the system has no time zone Europe/Berlim"),
            ("Europe/Berlin", "../passwd", "isn't the name of a time zone"),
            (#""now": 0"#, #""now": 253402300800"#, "now: 253402300800 is not allowed"),
            (
                #""now": 0"#, #""now": "2026-03-29T00:00:00Z""#,
                "it must be whole seconds since 1970"
            ),
            (#""now": 0"#, #""nwo": 0"#, "now: is missing"),
            (#""count": 1"#, #""cuont": 1"#, "cuont: there is no such field; \"count\" is near"),
        ]
        for (old, new, message) in table {
            let line = sound.replacingOccurrences(of: old, with: new)
            try #require(line != sound)
            let answers = batchAnswers([line, sound])
            #expect(answers.count == 2)
            #expect(answers[0].hasPrefix(#"{"error":""#) && answers[0].hasSuffix(#","id":0}"#))
            let error = answers[0].replacingOccurrences(of: "\\\"", with: "\"")
            #expect(error.contains(message), "\(error)")
            #expect(answers[1] == #"{"id":0,"next":[23400]}"#)
        }
    }

    @Test("A date of another kind, or days of one, are not looked at")
    func otherKinds() {
        let once = BatchLine(
            now: Instant(seconds: 0), time: "07:30",
            days: #""kind": "once", "weekdays": [], "date": "2026-13-01""#)
        #expect(batchAnswers([once.text]) == [#"{"id":0,"next":[23400]}"#])
    }

    @Test("Ids come back as they came: a text, a whole number, null; of nothing else is made one")
    func ids() {
        let sound = BatchLine(now: Instant(seconds: 0), time: "07:30").text
        let kept = [
            #""N1""#, #""""#, #""ä \" \\ \u0007""#, "9223372036854775807", "-3", "null",
        ]
        for id in kept {
            let answer = batchAnswers([
                sound.replacingOccurrences(of: #""id": 0"#, with: "\"id\": \(id)")
            ])
            #expect(answer == [#"{"id":\#(id),"next":[23400]}"#])
        }
        let none = sound.replacingOccurrences(of: #""id": 0, "#, with: "")
        #expect(batchAnswers([none]) == [#"{"id":null,"next":[23400]}"#])
        for id in ["1.5", "true", "[]", "{}", "9223372036854775808"] {
            let answer = batchAnswers([
                sound.replacingOccurrences(of: #""id": 0"#, with: "\"id\": \(id)")
            ])
            #expect(answer.count == 1)
            #expect(answer[0].hasPrefix(#"{"error":"id: "#), "\(answer)")
            #expect(answer[0].hasSuffix(#"a text or a whole number of 64 bits","id":null}"#))
        }
    }

    @Test("Lines that are no JSON object, or too long, get an error each and nothing is lost")
    func nonsense() {
        let sound = BatchLine(now: Instant(seconds: 0), time: "07:30").text
        let padded =
            sound + String(repeating: " ", count: WhenQuestion.longestLine - sound.utf8.count)
        let errors: [(String, String)] = [
            ("", "the line is not JSON from its byte 1 on"),
            ("hello", "the line is not JSON from its byte 1 on"),
            ("[]", "a list is no question; a JSON object is"),
            ("{\"id\": 1", "the line is not JSON"),
            (padded + " ", "the line is too long; 4096 bytes are allowed"),
            (String(repeating: "[", count: 40), "the line nests too deep"),
        ]
        for (line, message) in errors {
            let answers = batchAnswers([line, padded])
            #expect(answers.count == 2)
            #expect(answers[0].contains(message) && answers[0].hasSuffix(#","id":null}"#))
            #expect(answers[1] == #"{"id":0,"next":[23400]}"#)
        }
    }

    @Test("It does not matter in which pieces the bytes come, nor how the last line ends")
    func pieces() {
        let sound = BatchLine(now: Instant(seconds: 0), time: "07:30").text
        let long = String(repeating: "x", count: 3 * WhenQuestion.longestLine)
        let whole = bytes([sound, long, "", sound + "\r", sound].joined(separator: "\n"))
        var expected: [UInt8]?
        for size in [1, 7, 4096, whole.count] {
            var batch = WhenBatch(zones: ZoneDatabase(environment: zoneEnvironment))
            var output: [UInt8] = []
            for start in stride(from: 0, to: whole.count, by: size) {
                output += batch.answers(to: whole[start..<min(start + size, whole.count)])
            }
            output += batch.finish()
            #expect(text(output).split(separator: "\n").count == 5)
            #expect(output == expected ?? output)
            #expect(batch.finish() == [])
            expected = output
        }
    }

    @Test("1.3-1.8 random questions are answered as by a clock that ticks through every minute")
    func agreesWithTickingClock() throws {
        var random = SeededGenerator(seed: 11)
        let places: [(String, String)] = [
            ("Europe/Berlin", "2026-10-25T01:00:00Z"), ("Europe/Dublin", "2025-03-30T01:00:00Z"),
            ("America/Nuuk", "2026-03-29T01:00:00Z"), ("America/St_Johns", "2006-10-29T02:31:00Z"),
            ("Australia/Lord_Howe", "2026-04-04T15:00:00Z"),
            ("Antarctica/Troll", "2026-10-25T01:00:00Z"), ("Pacific/Apia", "2011-12-30T10:00:00Z"),
            ("Africa/Casablanca", "2026-02-15T02:00:00Z"), ("Asia/Gaza", "2026-03-27T23:00:00Z"),
        ]
        for round in 0..<45 {
            let (name, center) = places[round % places.count]
            let zone = try systemZone(name)
            let middle = try instant(center)
            let armed = middle.advanced(bySeconds: .random(in: -400...90, using: &random) * 60)
            let now = armed.advanced(bySeconds: .random(in: -60...300, using: &random) * 60)
            let near = zone.civilTime(
                at: middle.advanced(bySeconds: .random(in: -150...150, using: &random) * 60))
            let time = try #require(TimeOfDay(hour: near.hour, minute: near.minute))
            let isDaily = round % 2 == 0
            let clock = TickingClock(zone, from: armed, days: 10)
            let expected = clock.rings(of: time) { isDaily || $0.weekday == near.date.weekday }
                .filter { $0 > now }.prefix(isDaily ? 5 : 1)
            let days = isDaily ? "1, 2, 3, 4, 5, 6, 7" : "\(near.date.weekday.rawValue)"
            let line = BatchLine(
                zone: name, now: now, armedAt: armed, time: time.description,
                days: "\"kind\": \"weekly\", \"weekdays\": [\(days)]", count: expected.count)
            #expect(
                try line.next() == expected.map { "\(CivilTime(secondsAsUTC: $0.seconds))Z" },
                "\(name) \(time) round \(round)")
        }
    }
}

/// What a clock shows at each minute from an instant on.
private struct TickingClock {
    let ticks: [(instant: Instant, shows: CivilTime)]

    init(_ zone: Zone, from start: Instant, days: Int64) {
        ticks = (0...(days * 1440)).map { minute in
            let instant = start.advanced(bySeconds: minute * 60)
            return (instant, zone.civilTime(at: instant))
        }
    }

    /// Whenever the clock comes to show a date's time, or steps over it, and has not rung for that
    /// date. A date that it never shows does not count.
    func rings(of time: TimeOfDay, on isWanted: (CivilDate) -> Bool) -> [Instant] {
        let shown = Set(ticks.map(\.shows.date))
        var rung: Set<CivilDate> = []
        var rings: [Instant] = []
        for (last, tick) in zip(ticks, ticks.dropFirst()) {
            for back in [2, 1, 0] {
                let date = tick.shows.date.adding(days: -back)
                let wanted = CivilTime(date: date, time: time)
                guard last.shows < wanted, wanted <= tick.shows, isWanted(date),
                    shown.contains(date), rung.insert(date).inserted
                else { continue }
                rings.append(tick.instant)
            }
        }
        return rings
    }
}
