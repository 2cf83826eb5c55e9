/// What moves on the face (product, C10 and C11). Nothing moves at night or while something rings.
package struct MotionStyle: Hashable, Sendable, Codable {
    /// How a digit changes.
    package var digitChange = DigitChange.none
    /// Whether the old digit rolls out while the new one rolls in. It combines with all changes but the glitch.
    package var rolls = false
    /// How much a digit that changes lights up, on panels whose pixels have levels.
    package var glow = Percent(clamping: 0)
    /// How one page gives way to another.
    package var transition = FaceTransition.fade
    /// Whether everything stands still, whatever the rest says.
    package var isReduced = false
    package var unknown = UnknownFields()

    package init() {}

    private enum Key: String, CodingKey {
        case digitChange, rolls, glow, transition, isReduced
    }

    package init(from decoder: any Decoder) throws {
        let record = try decoder.container(keyedBy: Key.self)
        try record.take(&digitChange, .digitChange)
        try record.take(&rolls, .rolls)
        try record.take(&glow, .glow)
        try record.take(&transition, .transition)
        try record.take(&isReduced, .isReduced)
        unknown = try UnknownFields(in: decoder, besides: Key.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var record = encoder.container(keyedBy: Key.self)
        try record.encode(digitChange, forKey: .digitChange)
        try record.encode(rolls, forKey: .rolls)
        try record.encode(glow, forKey: .glow)
        try record.encode(transition, forKey: .transition)
        try record.encode(isReduced, forKey: .isReduced)
        try unknown.encode(to: encoder)
    }
}

package enum DigitChange: String, Hashable, Sendable, Codable, CaseIterable {
    case none
    /// The new digit swings into its place.
    case spring
    /// It falls into its place and rebounds twice.
    case bounce
    /// It jitters and flickers for a moment.
    case glitch
}

package enum FaceTransition: String, Hashable, Sendable, Codable, CaseIterable {
    case none, fade, slide
}
