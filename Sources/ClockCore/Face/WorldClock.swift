package import BoundedJSON
package import ClockTime

/// A further zone whose time the clock shows beside its own (product, O5).
package struct WorldClock: DescribedRecord {
    /// The zone's name in the time zone database.
    package var zone = ""
    /// What people call it: a text within `labels`.
    package var label = ""
    package var foreign = ForeignFields()

    package static let capacity = 8
    package static let labels = TextLimits(1...20, bytes: 80, needsInk: true)

    package init() {}

    package static let fields: [RecordField<WorldClock>] = [
        RecordField("zone", \.zone, .name), RecordField("label", \.label, .text),
    ]
    package static let required = ["zone"]

    package init(zone: String, label: String) {
        self.zone = zone
        self.label = label
    }

    /// The town in a zone's name: "New York" of "America/New_York".
    package static func town(of zone: String) -> String {
        let last = zone.split(separator: "/").last.map(String.init) ?? zone
        return String(last.map { $0 == "_" ? " " : $0 })
    }

    /// Whether a person who says this means it. Nobody remembers which letters were capitals.
    func answers(to name: String) -> Bool {
        [label, zone, WorldClock.town(of: zone)].contains { $0.lowercased() == name.lowercased() }
    }
}

/// The time of a further zone.
package struct WorldTime: Hashable, Sendable, Codable {
    package var zone: String
    package var label: String
    /// The local time there; nil while the time or the zone's rules are unknown.
    package var civil: CivilTime?
    /// The zone's UTC offset now, in seconds; nil like the time.
    package var offset: Int?

    private enum CodingKeys: String, CodingKey {
        case zone, label, civil = "local", offset = "offsetSeconds"
    }

    package init(_ clock: WorldClock, civil: CivilTime? = nil, offset: Int? = nil) {
        zone = clock.zone
        label = clock.label
        self.civil = civil
        self.offset = offset
    }
}
