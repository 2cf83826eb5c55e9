package import BoundedJSON

/// What moves on the face (product, C10 and C11). Nothing moves at night or while something rings.
package struct MotionStyle: DescribedRecord {
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
    package var foreign = ForeignFields()

    package init() {}

    package static let fields: [RecordField<MotionStyle>] = [
        RecordField("digitChange", \.digitChange, .choice),
        RecordField("rolls", \.rolls, .bool),
        RecordField("glow", \.glow, .percent),
        RecordField("transition", \.transition, .choice),
        RecordField("reduced", stored: "isReduced", \.isReduced, .bool),
    ]
}

package enum DigitChange: String, Hashable, Sendable, CaseIterable {
    case none
    /// The new digit swings into its place.
    case spring
    /// It falls into its place and rebounds twice.
    case bounce
    /// It jitters and flickers for a moment.
    case glitch
}

package enum FaceTransition: String, Hashable, Sendable, CaseIterable {
    case none, fade, slide
}
