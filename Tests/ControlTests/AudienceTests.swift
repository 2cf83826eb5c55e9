import BoundedJSON
import ClockCore
import ReplySamples
import Testing

@testable import Control

@Suite("What those who are not paired may read (product, X4)")
struct AudienceTests {
    /// Fields whose texts no person chose: instants, one of a few choices, and the clock's own ids and sentences. A new
    /// field of a reply goes here, or into `PrivateWords.keys`.
    private static let ofClock: Set<String> = [
        "alarm", "at", "background", "brightness", "builtIn", "cause", "cells", "code", "colon",
        "color", "colors", "createdAt", "createdLocal", "date", "description", "design", "device",
        "digitChange", "digits", "fallbacks", "feedback", "figures", "fireDate", "first", "flow",
        "font",
        "form", "from", "hardwareClock", "host", "id", "instant", "kind", "lamps", "last",
        "lastUsed",
        "lastUsedLocal", "left", "link", "local", "madeAt", "madeLocal", "meaning", "missing",
        "mode", "outlook", "pairedAt",
        "part", "parts", "phase", "place", "placement", "preAlertSound", "preview", "problem",
        "reading",
        "reason", "reasons",
        "rehearsal", "reply", "scheduled", "secondPass", "shape", "size", "snoozedUntil",
        "snoozedUntilLocal", "sound", "soundGone", "soundsGone", "startDate", "state", "stopWith",
        "subject",
        "tested",
        "time",
        "tint",
        "to", "token", "told", "transition", "trust", "unknown", "until", "untilLocal", "variant",
        "variantName", "verdict", "wall", "warning", "weight", "zone",
    ]

    /// The names of fields by what they hold, alone or in lists.
    private struct FieldNames {
        var ofTexts: Set<String> = []
        var ofNothing: Set<String> = []
        var ofOthers: Set<String> = []

        /// Those that hold a text, or may hold one: no sample has anything there.
        var maybeTexts: Set<String> { ofTexts.union(ofNothing.subtracting(ofOthers)) }

        mutating func add(_ value: JSONValue, as name: String) {
            switch value {
            case .string: ofTexts.insert(name)
            case .null: ofNothing.insert(name)
            case .list(let values): for value in values { add(value, as: name) }
            case .object(let fields):
                ofOthers.insert(name)
                for (name, value) in fields { add(value, as: name) }
            case .bool, .integer, .number: ofOthers.insert(name)
            }
        }
    }

    @Test("each text of each reply is a person's word, or known to be the clock's own")
    func everyText() throws {
        var names = FieldNames()
        for reply in try Samples.replies() {
            // Strangers get none.
            if case .history = reply { continue }
            if case .backup = reply { continue }
            if case .diagnosis = reply { continue }
            names.add(.object(ReplyLine.fields(of: Answer(reply))), as: "reply")
        }
        let found = names.maybeTexts
        #expect(found.subtracting(PrivateWords.keys).sorted() == Self.ofClock.sorted())
        #expect(PrivateWords.keys.subtracting(found) == [])
    }

    @Test("strangers learn that a sound is somebody's own, but not what it is called")
    func ownSounds() throws {
        var report = try Samples.work()
        report.alarm.sound = SoundID("own-grandma-sings")
        let line = { (audience: Audience) in
            String(
                decoding: ReplyLine.encode(id: "1", Answer(.alarm(report)), for: audience),
                as: UTF8.self)
        }
        #expect(line(.network(.notDetermined)).contains(#""sound":"own""#))
        #expect(line(.network(.denied)).contains(#""sound":"own""#))
        #expect(line(.network(.authorised(DeviceID(1)))).contains("own-grandma-sings"))
        #expect(line(.local).contains("own-grandma-sings"))
    }
}
