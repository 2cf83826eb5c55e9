/// A part of the choice of a font.
package enum FontAspect: Hashable, Sendable {
    case design, weight
}

/// What the display cannot show of a style's font, because it is too small.
///
/// The face knows it, which has the fonts. It depends on the display alone, so two of them are alike for one machine.
package struct FontSight: Hashable, Sendable {
    package var hidden: @Sendable (ClockStyle) -> Set<FontAspect>

    package init(_ hidden: @escaping @Sendable (ClockStyle) -> Set<FontAspect> = { _ in [] }) {
        self.hidden = hidden
    }

    package static func == (one: FontSight, other: FontSight) -> Bool { true }

    package func hash(into hasher: inout Hasher) {}
}
