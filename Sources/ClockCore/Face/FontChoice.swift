/// The shape of a font's strokes (product, C9).
package enum FontDesign: String, Hashable, Sendable, Codable, CaseIterable {
    case `default`, serif, rounded, monospaced
}

/// How thick a font's strokes are, from the thinnest to the thickest (product, C9). A family that lacks a weight serves
/// the nearest one.
package enum FontWeight: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black

    /// 0 for the thinnest, 8 for the thickest.
    package var step: Int { FontWeight.allCases.firstIndex(of: self) ?? 0 }

    package static func < (one: FontWeight, other: FontWeight) -> Bool { one.step < other.step }
}
