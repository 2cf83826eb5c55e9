import BoundedJSON
import ClockCore
import ClockTime
import ReplySamples
import Foundation
import TestKit
import Testing

@testable import Control

@Suite struct ReplyLineTests {
    /// The style of a new clock.
    private static let newStyle =
        ##"{"background":"#000000","badge":true,"battery":true,"brightness":"automatic","ceiling":100,"##
        + ##""colon":"steady","color":"#ffb060","date":true,"digitBrightness":100,"family":null,"##
        + #""floor":0,"font":"default","halo":0,"hours":24,"keepsAwake":true,"leadingZero":true,"#
        + #""motion":{"digitChange":"none","glow":0,"reduced":false,"rolls":false,"#
        + #""transition":"fade"},"#
        + #""night":{"brightness":10,"followsLight":false,"hidesOverlays":true,"hours":null,"#
        + #""off":false,"red":true},"overlayBrightness":60,"randomColor":false,"#
        + #""rotation":0,"seconds":false,"size":"automatic","#
        + #""sleepAfterSeconds":null,"weight":"regular"}"#

    @Test("Every reply comes back from its line as it was")
    func roundTrip() throws {
        for reply in try Samples.replies() {
            let line = ReplyLine.encode(id: "x", reply)
            #expect(line.last == UInt8(ascii: "\n") && !line.dropLast().contains(0x0a))
            #expect(try ReplyLine.decode(line) == .init(id: "x", outcome: .answer(Answer(reply))))
        }
    }

    @Test("Every refusal comes back with its code, message and field")
    func refusals() throws {
        for error in try Samples.errors {
            let answer = try ReplyLine.decode(ReplyLine.encode(id: "x", .refused(error)))
            #expect(answer == .init(id: "x", outcome: .refused(Refusal(error))))
        }
    }

    @Test("Replies have one regular form")
    func forms() throws {
        let forms: [(Reply, String)] = [
            (
                .alarm(try Samples.work()),
                #"""
                {"alarm":{"automaticRings":2,"bedtimeSeconds":0,"category":null,"createdAt":"2026-03-20T09:46:40Z",\#
                "createdLocal":null,\#
                "enabled":true,"furtherSkips":null,"icon":null,"id":3,"label":"Work","message":"","mustWake":false,\#
                "next":{"date":"2026-03-30","instant":"2026-03-30T05:30:00Z",\#
                "local":"2026-03-30T07:30:00","placement":"exact"},"noiseAfter":false,"observesFreeDays":false,\#
                "preAlertSeconds":0,"preAlertSound":null,"rampSeconds":30,"respectsDoNotDisturb":false,"revision":1,\#
                "ringSeconds":600,"schedule":{"kind":"weekly","time":"07:30",\#
                "weekdays":[1,2,3,4,5]},"skips":[],\#
                "snooze":{"allowed":true,"limit":null,"seconds":540},"snoozedUntil":null,\#
                "snoozedUntilLocal":null,"sound":"digital",\#
                "state":"scheduled","stopWith":null,"sunriseSeconds":0,"tint":null,"untilNextSeconds":27136.25,\#
                "vibration":null,"volume":60,"zone":null},"id":"1","ok":true,"reply":"alarm","skipsEnded":0,"unchanged":false}
                """#
            ),
            (.removed(AlarmID(3)), #"{"id":"1","ok":true,"removed":3,"reply":"removed"}"#),
            (
                .snoozed(
                    until: try wall("2026-03-29T05:39:00Z"),
                    civil: try civil("2026-03-29", "07:39")),
                #"{"id":"1","ok":true,"reply":"snoozed","snoozed":{"local":"2026-03-29T07:39:00","#
                    + #""until":"2026-03-29T05:39:00.000Z"}}"#
            ),
            (.stopped, #"{"id":"1","ok":true,"reply":"stopped","stopped":true}"#),
            (
                .alarms([], pauses: [try Samples.holiday()]),
                #"{"alarms":[],"id":"1","ok":true,"#
                    + #""pauses":[{"first":"2026-07-20","last":"2026-08-02"}],"reply":"alarms"}"#
            ),
            (
                .acknowledged(2),
                #"{"acknowledged":2,"id":"1","ok":true,"reply":"acknowledged"}"#
            ),
            (
                .noise(Samples.noise(true)),
                #"{"id":"1","noise":{"favourite":null,"missing":[],"playing":true,"preview":null,"previewName":null,"seed":7,"sleep":null,"soundDevice":null,"soundWorks":null,"#
                    + #""sounds":[{"name":"Pink noise","pan":0,"sound":"pink","variant":null,"#
                    + #""variantName":null,"volume":100}],"volume":50},"ok":true,"reply":"noise"}"#
            ),
            (
                .style(ClockStyle()),
                #"{"id":"1","ok":true,"reply":"style","style":"# + Self.newStyle + "}"
            ),
            (
                .holdToStop(true), #"{"holdToStop":true,"id":"1","ok":true,"reply":"holdToStop"}"#
            ),
            (
                .keyFeedback(.chirp),
                #"{"feedback":"chirp","id":"1","ok":true,"reply":"keyFeedback"}"#
            ),
            (
                .refused(.notFound(AlarmID(9))),
                #"{"error":{"code":"notFound","field":"alarm","message":"There is no alarm 9. "#
                    + #"List them: noiseclock alarm list"},"id":"1","ok":false}"#
            ),
            (
                .status(try Samples.unknownStatus()),
                #"{"id":"1","ok":true,"reply":"status","status":{"battery":null,"heldBack":null,"holdToStop":false,"local":null,"missed":[],"nap":null,"#
                    + #""nextAlarm":null,"#
                    + #""noise":{"favourite":null,"missing":[],"playing":true,"preview":null,"previewName":null,"seed":7,"sleep":null,"soundDevice":null,"soundWorks":null,"#
                    + #""sounds":[{"name":"Pink noise","pan":0,"sound":"pink","variant":null,"#
                    + #""variantName":null,"volume":100}],"volume":50},"#
                    + #""pauses":[],"problems":[],"quiet":false,"ringing":[],"#
                    + #""snoozed":[],"style":"# + Self.newStyle
                    + #","tested":null,"testedLabel":null,"timers":[],"trust":"unknown","#
                    + #""wall":"2026-03-29T21:57:43.750Z","#
                    + #""worldTimes":null,"zone":"Europe/Berlin"}}"#
            ),
        ]
        for (reply, line) in forms {
            #expect(text(ReplyLine.encode(id: "1", reply)) == line + "\n")
        }
    }

    @Test("Whether a change is saved stands beside the reply, and comes back")
    func durability() throws {
        let forms: [(Durability?, String)] = [
            (nil, ""), (.saved, #","saved":true"#),
            (
                .notSaved("the disk is full"),
                #","saved":false,"warning":"armed, not saved: the disk is full""#
            ),
        ]
        for (durability, fields) in forms {
            let line = ReplyLine.encode(id: "1", .removed(AlarmID(3)), durability)
            #expect(
                text(line) == #"{"id":"1","ok":true,"removed":3,"reply":"removed"\#(fields)}"#
                    + "\n")
            let answer = Answer(.removed(AlarmID(3)), durability)
            #expect(try ReplyLine.decode(line).outcome == .answer(answer))
        }
    }

    @Test("What a change will not do stands beside the reply, and comes back in words")
    func notices() throws {
        let answer = Answer(
            .removed(AlarmID(3)), .saved, notices: [.vibrationWithoutMotor, .oneColor])
        let line = ReplyLine.encode(id: "1", answer)
        #expect(text(line).contains(#""notices":[{"code":"vibrationWithoutMotor","text":"This "#))
        guard case .answer(let back) = try ReplyLine.decode(line).outcome else {
            Issue.record("it does not come back")
            return
        }
        #expect(back.notices.map(\.code) == answer.notices.map(\.code))
    }

    @Test("What keeps alarms from ringing has one regular form too")
    func quietForms() throws {
        let forms: [(Reply, String)] = [
            (
                .doNotDisturb(try Samples.quiet()),
                #"{"doNotDisturb":{"allowsNoise":false,"holds":true,"#
                    + #""hours":{"from":"22:00","to":"07:00"},"on":true,"#
                    + #""until":"2026-03-30T05:00:00Z","untilLocal":"2026-03-30T07:00:00"},"#
                    + #""id":"1","ok":true,"reply":"doNotDisturb"}"#
            ),
            (.paused([]), #"{"id":"1","ok":true,"pauses":[],"reply":"paused"}"#),
            (
                .paused([], .ended([try Samples.holiday()])),
                #"{"ended":[{"first":"2026-07-20","last":"2026-08-02"}],"id":"1","ok":true,"#
                    + #""pauses":[],"reply":"paused"}"#
            ),
            (
                .testing(AlarmID(3), .seconds(60)),
                #"{"id":"1","ok":true,"reply":"testing","testing":{"alarm":3,"label":"","seconds":60}}"#
            ),
        ]
        for (reply, line) in forms {
            #expect(text(ReplyLine.encode(id: "1", reply)) == line + "\n")
        }
    }

    @Test("What a newer clock says beyond this is ignored")
    func newerClock() throws {
        let line =
            #"{"id":"1","ok":true,"reply":"noise","noise":{"playing":true,"sounds":[{"sound":"pink","name":"Pink noise","#
            + #""volume":100,"pan":0,"light":1}],"seed":7,"volume":50,"mix":[]},"x":1}"#
        #expect(
            try ReplyLine.decode(bytes(line))
                == .init(id: "1", outcome: .answer(Answer(.noise(Samples.noise(true))))))
        let status = text(ReplyLine.encode(id: "1", .status(try Samples.quietStatus())))
            .replacing(#""problems":[]"#, with: #""problems":[{"part":"motor","problem":"stuck"}]"#)
        #expect(
            try ReplyLine.decode(bytes(status)).outcome
                == .answer(Answer(.status(try Samples.quietStatus()))))
        let refusal = #"{"id":"1","error":{"code":"unpaired","message":"pair first"}}"#
        #expect(
            try ReplyLine.decode(bytes(refusal)).outcome
                == .refused(Refusal(code: "unpaired", message: "pair first")))
    }

    @Test("What an alarm skips comes back as it was sent")
    func skips() throws {
        let reply = Reply.alarm(try Samples.skipping())
        let line = ReplyLine.encode(id: "1", reply)
        #expect(
            String(decoding: line, as: UTF8.self).contains(
                #""skips":[{"date":"2026-03-30","freeDay":null,"reason":"skipNext"},"#
                    + #"{"date":"2026-03-31","freeDay":"Open Day","reason":"freeDay"}]"#))
        #expect(try ReplyLine.decode(line).outcome == .answer(Answer(reply)))
    }

    @Test("Dates at both ends of the calendar keep their year")
    func calendarEnds() throws {
        for (day, hour) in [("0001-01-01", "00:00"), ("9999-12-31", "23:59")] {
            var report = try Samples.work()
            let moment = try civil(day, hour)
            report.next = Occurrence(
                date: try date(day), instant: Instant(seconds: moment.secondsAsUTC),
                placement: .exact)
            report.nextCivil = moment
            let reply = Reply.alarm(report)
            let answer = try ReplyLine.decode(ReplyLine.encode(id: "1", reply))
            #expect(answer.outcome == .answer(Answer(reply)))
        }
    }

    @Test(
        "A line that is no reply is refused with what is wrong",
        arguments: [
            ("", "not JSON"), ("[]", "a list is no reply"),
            (#"{"id":"1","ok":true}"#, "nothing that this client knows"),
            (#"{"reply":"noise","noise":{"playing":1}}"#, "noise.playing: 1 is not allowed"),
            (#"{"reply":"noise"}"#, "noise: is missing"),
            (#"{"reply":"tea"}"#, "this client knows"),
            (#"{"reply":"snoozed","snoozed":{"until":"noon"}}"#, "snoozed.until"),
            (#"{"reply":"timers","timers":[3]}"#, "timers[0]: 3 is not allowed"),
            (#"{"reply":"removed","removed":3,"saved":3}"#, "saved: 3 is not allowed"),
        ])
    func malformed(line: String, part: String) throws {
        let error = try thrown(ReplyError.self) { try ReplyLine.decode(bytes(line)) }
        #expect(error.message.contains(part), "\(error.message)")
    }

    @Test("Truncated replies are always refused, and mutated ones never crash")
    func hostile() throws {
        var generator = SeededGenerator(seed: 2)
        for reply in try Samples.replies() {
            let line = ReplyLine.encode(id: "1", reply)
            for _ in 0..<60 {
                let length = Int.random(in: 0..<(line.count - 1), using: &generator)
                #expect(throws: ReplyError.self) { try ReplyLine.decode(line.prefix(length)) }
                var damaged = line
                let place = Int.random(in: 0..<line.count, using: &generator)
                damaged[place] = UInt8.random(in: 0...255, using: &generator)
                _ = try? ReplyLine.decode(damaged)
            }
        }
    }

    @Test("The longest list that there can be fits the client's bound")
    func longestList() throws {
        var report = try Samples.work()
        // Each of these takes two bytes in JSON.
        report.alarm.label = String(repeating: "\\", count: AlarmLimits.labelBytes)
        let one = ReplyLine.encode(id: "1", .alarms([report])).count
        let two = ReplyLine.encode(id: "1", .alarms([report, report])).count
        #expect(one + (two - one) * (AlarmLimits.count - 1) <= ReplyLine.limit)
    }

    @Test("What is written is what another reader of JSON reads")
    func independentReader() throws {
        for reply in try Samples.replies() {
            let line = ReplyLine.encode(id: "\u{0}\u{1f}\"\\\u{7f}ä\u{1f600}", reply)
            let value = try JSONValue.parse(line, limit: LineLimits.reply)
            #expect(try JSONDecoder().decode(Mirrored.self, from: Data(line)).value == value)
        }
    }

    /// Reads a value with Foundation's decoder.
    private struct Mirrored: Decodable {
        var value: JSONValue

        init(from decoder: any Decoder) throws {
            let single = try decoder.singleValueContainer()
            if single.decodeNil() {
                value = .null
            } else if let flag = try? single.decode(Bool.self) {
                value = .bool(flag)
            } else if let whole = try? single.decode(Int64.self) {
                value = .integer(whole)
            } else if let number = try? single.decode(Double.self) {
                value = .number(number)
            } else if let text = try? single.decode(String.self) {
                value = .string(text)
            } else if let list = try? single.decode([Mirrored].self) {
                value = .list(list.map(\.value))
            } else {
                value = .object(try single.decode([String: Mirrored].self).mapValues(\.value))
            }
        }
    }
}
