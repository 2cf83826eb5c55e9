import BoundedJSON
import ClockCore
import ClockTime
import Control
import ReplySamples
import TestKit
import Testing

@testable import noiseclock_mqtt

@Suite("Between the clock and the broker")
struct BridgeTests {
    // MARK: - The clock

    @Test("A token that the clock does not know joins, and then watches again")
    func joins() throws {
        var rig = try Rig()
        #expect(rig.asked() == ["watch"])
        let refusal = ReplyLine.encode(id: "1", Refusal(code: Bridge.unpaired, message: "no"))
        rig.handle(.watched(Array(refusal.dropLast())))
        let effects = rig.take()
        #expect(effects.contains(.endWatch))
        #expect(effects.compactMap(Rig.command) == ["mqtt.join"])
        rig.refuse(code: "wrongState")
        rig.wait(.seconds(4))
        #expect(rig.asked() == [])
        rig.wait(.seconds(1))
        #expect(rig.asked() == ["watch"])
        rig.handle(.watched(Array(refusal.dropLast())))
        _ = rig.take()
        rig.answer(.mqtt(Rig.settings()))
        #expect(rig.asked() == ["watch"])
    }

    @Test("Without rights there is no connection to the broker")
    func removed() throws {
        var rig = try Rig.connected()
        rig.handle(.watchEnded)
        #expect(rig.availability == "offline")
        rig.wait(.seconds(1))
        let refusal = ReplyLine.encode(id: "1", Refusal(code: Bridge.unpaired, message: "no"))
        rig.handle(.watched(Array(refusal.dropLast())))
        #expect(rig.take().contains(.disconnect))
        #expect(rig.bridge.broker == .idle)
    }

    @Test("A clock that is gone makes the entities unavailable, and one that is back available")
    func clockRestarts() throws {
        var rig = try Rig.connected()
        #expect(rig.availability == "online")
        rig.handle(.watchEnded)
        #expect(rig.availability == "offline")
        rig.wait(.seconds(1))
        #expect(rig.asked() == ["watch"])
        rig.tellEverything()
        #expect(rig.availability == "online")
        #expect(rig.bridge.broker == .online)
    }

    // MARK: - The broker

    @Test("Everything is published at each connection, and when Home Assistant is back")
    func publishes() throws {
        var rig = try Rig.connected()
        let all = Set(rig.retained.keys)
        #expect(all.contains(Rig.topics.document) && all.count > 15)
        rig.say("online", on: "homeassistant/status")
        #expect(Set(publications(&rig)) == all)
        rig.handle(.disconnected(why: "the broker ended the connection"))
        rig.wait(.seconds(1))
        #expect(
            rig.take().contains(
                .connect(BrokerAddress(host: "mqtt.local", port: 1883), Rig.topics)))
        rig.handle(.connected)
        let effects = rig.take()
        #expect(effects.contains(.subscribe(Rig.topics.subscriptions)))
        #expect(Set(topics(effects)) == all)
        rig.clock(.status(rig.status), "status")
        #expect(publications(&rig) == [])
    }

    private func topics(_ effects: [Bridge.Effect]) -> [String] {
        effects.compactMap { if case .publish(let one) = $0 { one.topic } else { nil } }
    }

    private func publications(_ rig: inout Rig) -> [String] { topics(rig.take()) }

    @Test("A broker that is gone is tried after 1, 2, 4, 8 and then every 10 seconds")
    func backoff() throws {
        var rig = try Rig.connected()
        for seconds in [1, 2, 4, 8, 10, 10] {
            rig.handle(.disconnected(why: "the broker cannot be reached"))
            _ = rig.take()
            rig.wait(.seconds(seconds) - .milliseconds(1))
            #expect(!rig.take().contains { if case .connect = $0 { true } else { false } })
            rig.wait(.milliseconds(1))
            #expect(rig.take().contains { if case .connect = $0 { true } else { false } })
        }
        // One that never answers ends as well.
        rig.wait(Bridge.connectPatience)
        #expect(rig.take().contains(.disconnect))
    }

    @Test("Other settings lead to another broker at once, and off to none")
    func settings() throws {
        var rig = try Rig.connected()
        rig.clock(.mqtt(Rig.settings { $0.usesTLS = true }), "mqtt.status")
        let effects = rig.take()
        let other = BrokerAddress(host: "mqtt.local", port: 8883, usesTLS: true)
        #expect(effects.contains(.disconnect) && effects.contains(.connect(other, Rig.topics)))
        #expect(rig.availability == "offline")
        rig.clock(.mqtt(MqttReport(MqttSettings(), .off, problem: nil)), "mqtt.status")
        #expect(rig.take().contains(.disconnect))
        rig.wait(.minutes(5))
        #expect(rig.take() == [])
    }

    @Test("The program reports a problem to the clock at once, and its state every minute")
    func tells() throws {
        var rig = try Rig.connected()
        rig.handle(.disconnected(why: "the broker refuses the user or the password"))
        let told = rig.take().compactMap { effect -> String? in
            guard case .ask(let line) = effect else { return nil }
            return String(decoding: line, as: UTF8.self)
        }
        #expect(
            told.first?.contains(#""problem":"the broker refuses the user or the password""#)
                ?? false)
        rig.answer(.mqtt(Rig.settings()))
        var count = 0
        for _ in 0..<12 {
            rig.wait(.seconds(10))
            let asked = rig.asked()
            count += asked.filter { $0 == "mqtt.tell" }.count
            if !asked.isEmpty { rig.answer(.mqtt(Rig.settings())) }
        }
        #expect((2...4).contains(count))
    }

    // MARK: - Rings

    @Test("Snooze and stop are available while something rings, and name it")
    func rings() throws {
        var rig = try Rig.connected()
        #expect(rig.retained[Rig.topics.ringAvailability] == "offline")
        rig.status.ringing = [try Samples.member(3, snoozes: 0, until: nil)]
        rig.clock(.status(rig.status), "status")
        #expect(rig.retained[Rig.topics.ringAvailability] == "online")
        #expect(rig.state(.ringing) == "ON")
        guard case .object(let snooze)? = rig.components["snooze"],
            case .string(let payload)? = snooze["payload_press"]
        else { throw Unexpected() }
        #expect(payload == #"{"rings":[{"alarm":3,"date":"2026-03-29"}]}"#)
        rig.say(payload, on: "noiseclock/4711/command/snooze")
        #expect(rig.asked() == ["snooze"])
        rig.refuse(code: "stale")
        #expect(rig.result["command"] == "snooze" && rig.result["ok"] == false)
    }

    @Test("The next alarm stays until a minute after its ring began, and goes at once if it is off")
    func nextAlarm() throws {
        var rig = try Rig.connected()
        let work = try Samples.work()
        rig.status.wall = try wall("2026-03-30T05:29:59.950Z")
        rig.status.nextAlarm = try Samples.snoozed()
        rig.clock(.status(rig.status), "status")
        #expect(rig.state(.nextAlarm) == "2026-03-30T05:30:00Z")
        rig.wait(.seconds(60))
        #expect(rig.state(.nextAlarm) == "2026-03-30T05:30:00Z")
        rig.wait(.seconds(1))
        #expect(rig.state(.nextAlarm) == "2026-03-31T05:30:00Z")
        rig.status.nextAlarm = work
        rig.clock(.status(rig.status), "status")
        rig.status.nextAlarm = nil
        rig.status.wall = try wall("2026-03-30T05:20:00Z")
        rig.clock(.status(rig.status), "status")
        #expect(rig.state(.nextAlarm) == "None")
    }

    @Test("Each new record of a ring is one event, and none is retained")
    func events() throws {
        var rig = try Rig.connected()
        let occurrence = OccurrenceID(alarm: AlarmID(3), date: try date("2026-03-30"))
        let begin = try wall("2026-03-30T05:30:00Z")
        let what: [SubjectEvent] = [
            .fired(scheduled: begin.instant, lateness: .zero),
            .silenced(until: begin + .minutes(9)), .rangAgain(.unanswered),
            .snoozed(until: begin + .minutes(20)), .stopped(by: .button),
            .missed(scheduled: begin.instant, .late),
        ]
        var records: [HistoryRecord] = []
        for (number, event) in what.enumerated() {
            records.append(
                HistoryRecord(
                    sequence: UInt64(number + 1), instant: begin.instant, trust: .trusted,
                    zoneOffset: 7200, zone: HistorySamples.zone, event: .alarm(occurrence, event)))
            var report = HistoryReport(records: records, zoneNames: [:])
            report.alarmLabels = [AlarmID(3): "Work"]
            rig.clock(.history(report), "history")
            rig.clock(.history(report), "history")
        }
        rig.status.tested = AlarmID(4)
        rig.clock(.status(rig.status), "status")
        rig.clock(.status(rig.status), "status")
        let events = rig.passing.filter { $0.topic == Rig.topics.state("ring") }.map(\.payload)
        #expect(
            events.first
                == #"{"alarm":3,"at":"2026-03-30T05:30:00Z","date":"2026-03-30","event_type":"rang","kind":"alarm","label":"Work","local":"2026-03-30T07:30:00"}"#
        )
        let kinds = events.map { event in
            RingEvents.Kind.allCases.first { event.contains("\"event_type\":\"\($0)\"") }
        }
        #expect(kinds == [.rang, .unanswered, .rang, .snoozed, .stopped, .missed, .test])
        #expect(rig.retained[Rig.topics.state("ring")] == nil)
    }

    @Test("What the history had before the first reply is no event")
    func oldEvents() throws {
        var rig = try Rig()
        rig.clock(.mqtt(Rig.settings()), "mqtt.status")
        rig.handle(.connected)
        rig.clock(.history(try HistorySamples.all()), "history")
        #expect(rig.passing == [])
    }

    // MARK: - What went

    @Test("A removed alarm is an entry with its platform alone, also one of an earlier run")
    func removedAlarms() throws {
        var rig = try Rig.connected()
        rig.alarms.removeLast()
        rig.clock(.alarms(rig.alarms, pauses: []), "alarm.list")
        #expect(rig.components["alarm_4"] == ["platform": "switch"])
        rig.say(
            #"{"components":{"alarm_7":{"platform":"switch"},"evil":{},"alarm_x":{},"lamp":{}}}"#,
            on: Rig.topics.document, isRetained: true)
        #expect(rig.components["alarm_7"] == ["platform": "switch"])
        #expect(rig.components["lamp"] == ["platform": "light"])
        #expect(rig.components["evil"] == nil && rig.components["alarm_x"] == nil)
        rig.alarms.append(try Samples.off())
        rig.clock(.alarms(rig.alarms, pauses: []), "alarm.list")
        #expect(rig.components["alarm_4"] != ["platform": "switch"])
        // Its own message comes back to it.
        rig.say("{}", on: Rig.topics.document)
        #expect(rig.components.count > 10)
    }

    @Test("The document keeps few entries of what went, and the newest alarms")
    func manyRemoved() throws {
        var rig = try Rig.connected()
        let keys = (1...500).map { "\"alarm_\($0)\":{}" }.joined(separator: ",")
        rig.say("{\"components\":{\(keys)}}", on: Rig.topics.document, isRetained: true)
        #expect(rig.bridge.removed.count == Bridge.mostRemoved)
        #expect(rig.bridge.removed["alarm_500"] == "switch")
    }

    // MARK: - Too much

    @Test("A flood is dropped, and few commands wait; afterwards all is as before")
    func flood() throws {
        var rig = try Rig.connected()
        for _ in 0..<1000 { rig.say("40", on: Rig.topics.set("volume")) }
        #expect(rig.asked().filter { $0 == "noise.volume" }.count == 1)
        #expect(rig.result["error"] != nil)
        var answered = 0
        while answered < 100 {
            rig.answer(.noise(rig.status.noise))
            answered += 1
            if rig.asked().isEmpty { break }
        }
        #expect(answered <= Bridge.mostWaiting + 2)
        rig.wait(.seconds(61))
        #expect(
            rig.bridge.gate.dropped == 0, "it says once how many were dropped")
        _ = rig.take()
        rig.answer(.stopped)
        rig.answer(.stopped)
        rig.say("40", on: Rig.topics.set("volume"))
        rig.answer(.stopped)
        #expect(rig.asked().contains("noise.volume"))
    }

    @Test("A clock that does not answer in time is said to whoever asked")
    func silent() throws {
        var rig = try Rig.connected()
        rig.say(#"{"id":"mine","volume":30}"#, on: Rig.topics.command("noise.volume"))
        rig.wait(Bridge.answerPatience)
        #expect(rig.result["id"] == "mine" && rig.result["ok"] == false)
    }

    private struct Unexpected: Error {}
}
