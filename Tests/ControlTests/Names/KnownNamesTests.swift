import ClockCore
import ClockTime
import TestKit
import Testing

@testable import Control

@Suite("Names that the clock has")
struct KnownNamesTests {
    private let alarms = KnownNames(
        kind: .alarm,
        entries: [
            .init(word: "1", name: "Work"), .init(word: "2", name: "work"),
            .init(word: "3", name: "Gym"), .init(word: "4", name: "Gym"),
            .init(word: "5", name: ""),
        ])
    private let sounds = KnownNames(
        kind: .sound,
        entries: [
            .init(word: "pink", name: "Pink noise"), .init(word: "own-cafe", name: "Café"),
        ])

    @Test("A name is found without regard to capitals and accents; the exact one comes first")
    func match() throws {
        #expect(try alarms.word(for: "Work") == "1")
        #expect(try alarms.word(for: "work") == "2")
        #expect(try sounds.word(for: "pink NOISE") == "pink")
        #expect(try sounds.word(for: "cafe") == "own-cafe")
        #expect(try sounds.word(for: "pink") == "pink")
    }

    @Test("A name that several have is refused with all of them, and a typo with one guess")
    func refusals() throws {
        let several = try thrown(NameError.self) { _ = try alarms.word(for: "gym") }
        #expect(several.message == "Alarms 3, 4 are all called \"gym\". Give the number.")
        #expect(several.candidates == ["3", "4"] && several.refusal.code == "ambiguous")
        let typo = try thrown(NameError.self) { _ = try alarms.word(for: "Wrok") }
        #expect(typo.message == "There is no alarm \"Wrok\". Did you mean Work?")
        #expect(typo.refusal.field == "alarm" && typo.refusal.code == "notFound")
        let sound = try thrown(NameError.self) { _ = try sounds.word(for: "pnk") }
        #expect(sound.message == "There is no sound \"pnk\". Did you mean pink?")
        let quoted = try thrown(NameError.self) { _ = try sounds.word(for: "Pnik noise") }
        #expect(quoted.message.hasSuffix("Did you mean \"Pink noise\"?"))
        let part = try thrown(NameError.self) { _ = try sounds.word(for: "noi") }
        #expect(part.message.hasSuffix("Did you mean \"Pink noise\"?"))
        let unknown = try thrown(NameError.self) { _ = try sounds.word(for: "thunderstorm") }
        #expect(unknown.message.hasSuffix("and \"noiseclock mix\" your favourites."))
    }

    @Test(
        "The history is asked for an alarm's name, so it knows removed ones; one that is there is first"
    )
    func removed() throws {
        func record(_ sequence: UInt64, _ event: HistoryEvent) -> HistoryRecord {
            HistoryRecord(
                sequence: sequence, instant: Instant(seconds: 0), trust: .trusted, zoneOffset: 0,
                zone: HistoryRecord.checksum(ofZone: "UTC"), event: event)
        }
        var report = HistoryReport(
            records: [
                record(1, .alarmEdited(AlarmID(1), .added)),
                record(2, .alarmEdited(AlarmID(2), .removed)),
                record(3, .alarmEdited(AlarmID(3), .removed)),
            ], zoneNames: [:])
        report.alarmLabels = [AlarmID(1): "Work", AlarmID(2): "Work", AlarmID(3): "Train"]
        let known = KnownNames(.pastAlarm, .history(report))
        #expect(try known.word(for: "Work") == "1")
        #expect(try known.word(for: "train") == "3")
        let unknown = try thrown(NameError.self) { _ = try known.word(for: "Holiday") }
        #expect(
            unknown.message
                == "The history has no alarm \"Holiday\". \"noiseclock history\" shows what it has."
        )
    }

    @Test("A paired device is found by its name")
    func devices() throws {
        func device(_ id: Int, _ name: String) -> DeviceReport {
            DeviceReport(
                id: DeviceID(id), name: name, pairedAt: nil, lastUsed: nil, lastUsedLocal: nil)
        }
        let list = DeviceList(
            devices: [device(1, "Phone"), device(2, "Script"), device(3, "Phone")],
            reading: .everyone)
        let known = KnownNames(.pairedDevice, .devices(list))
        #expect(try known.word(for: "script") == "2")
        #expect(
            try thrown(NameError.self) { _ = try known.word(for: "phone") }.message
                == "Devices 1, 3 are all called \"phone\". Give the number.")
        #expect(
            try thrown(NameError.self) { _ = try known.word(for: "Tablet") }.message
                == "There is no device \"Tablet\". \"noiseclock device list\" shows all devices.")
    }

    @Test("A zone is found by its town, and several are all named")
    func zones() throws {
        let names = [
            "America/Indiana/Knox", "America/Indiana/Vevay", "America/New_York", "Europe/Berlin",
        ]
        let zones = KnownNames(kind: .zone, entries: names.map { .init(word: $0, name: "") })
        #expect(try zones.word(for: "berlin") == "Europe/Berlin")
        #expect(try zones.word(for: "New York") == "America/New_York")
        let several = try thrown(NameError.self) { _ = try zones.word(for: "Indiana") }
        #expect(several.candidates == ["America/Indiana/Knox", "America/Indiana/Vevay"])
        #expect(several.message.contains("America/Indiana/Knox, America/Indiana/Vevay"))
        let typo = try thrown(NameError.self) { _ = try zones.word(for: "Brelin") }
        #expect(typo.message == "There is no time zone \"Brelin\". Did you mean Berlin?")
    }
}
