import BoundedJSON

/// Something about a sound that a listener may move: how near the rain is. At 0 it is as its maker left it.
package struct Slider: Hashable, Sendable, Codable {
    package let id: SliderID
    /// What is more towards the upper end, for people.
    package var meaning: String
    /// Where it stands, in the report on one sound; nil elsewhere.
    package var position: Int?

    package static let range = -100...100

    private enum Key: String, CodingKey {
        case id = "name", meaning, lowest, highest, position
    }

    package init(id: SliderID, meaning: String, position: Int? = nil) {
        self.id = id
        self.meaning = meaning
        self.position = position
    }

    package init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        self.init(
            id: try fields.decode(SliderID.self, forKey: .id),
            meaning: try fields.decode(String.self, forKey: .meaning),
            position: try fields.decodeIfPresent(Int.self, forKey: .position))
    }

    package func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(id, forKey: .id)
        try fields.encode(meaning, forKey: .meaning)
        try fields.encode(Slider.range.lowerBound, forKey: .lowest)
        try fields.encode(Slider.range.upperBound, forKey: .highest)
        try fields.encodeIfPresent(position, forKey: .position)
    }
}

/// Where the sliders of one sound stand: those that are not at 0.
package struct SliderPositions: Hashable, Sendable, Codable {
    private var positions: [SliderID: Int] = [:]

    /// Positions beyond a slider's ends count as its ends.
    package init(_ positions: [SliderID: Int] = [:]) {
        for (slider, position) in positions { self[slider] = position }
    }

    package subscript(slider: SliderID) -> Int {
        get { positions[slider] ?? 0 }
        set {
            let held = min(Slider.range.upperBound, max(Slider.range.lowerBound, newValue))
            positions[slider] = held == 0 ? nil : held
        }
    }

    package var isEmpty: Bool { positions.isEmpty }

    package var inOrder: [(slider: SliderID, position: Int)] {
        positions.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// With some at other places.
    package func moved(_ changes: [SliderID: Int]) -> SliderPositions {
        var moved = self
        for (slider, position) in changes { moved[slider] = position }
        return moved
    }

    /// Without sliders that the sound lacks.
    func of(_ sound: Sound) -> SliderPositions {
        SliderPositions(positions.filter { sound.slider($0.key) != nil })
    }

    /// Names beyond the limits are dropped.
    package init(from decoder: any Decoder) throws {
        let found = try decoder.singleValueContainer().decode([String: Int].self)
        let allowed = found.filter { SliderID($0.key).isAllowed }
        for (name, position) in allowed.sorted(by: { $0.key < $1.key }).prefix(SoundLimits.sliders)
        {
            guard Slider.range.contains(position) else {
                throw DecodingError.dataCorrupted(
                    DecodingError.Context(
                        codingPath: [], debugDescription: "-100 to 100 is allowed"))
            }
            self[SliderID(name)] = position
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var whole = encoder.singleValueContainer()
        try whole.encode(
            Dictionary(uniqueKeysWithValues: positions.map { ($0.key.name, $0.value) }))
    }
}
