package import BoundedJSON

package enum HourFormat: Int, Hashable, Sendable, CaseIterable {
    case twelve = 12
    case twentyFour = 24
}

package enum ColonStyle: String, Hashable, Sendable, CaseIterable {
    case steady, blinking
    /// Its brightness rises and falls slowly.
    case breathing
}

package enum BrightnessSetting: Hashable, Sendable {
    /// Follows the light sensor; without a sensor, uses `automaticWithoutSensor`.
    case automatic
    case fixed(Percent)

    /// Bright enough to read in a lit room, dim enough to sleep next to.
    package static let automaticWithoutSensor = Percent(clamping: 40)
}

/// Clockwise, in degrees.
package enum FaceRotation: Int, Hashable, Sendable, CaseIterable {
    case upright = 0
    case quarter = 90
    case half = 180
    case threeQuarters = 270
}

/// How large the time is.
package enum FaceSize: Hashable, Sendable {
    /// As large as fits.
    case automatic
    /// Relative to that; the smallest size is that of the smallest font.
    case percent(Percent)
}

// As "automatic" or as a number.

extension FieldForm where Value == BrightnessSetting {
    package static var brightness: FieldForm {
        automaticOrPercent.map(
            to: { $0.map(BrightnessSetting.fixed) ?? .automatic },
            from: { setting in
                if case .fixed(let percent) = setting { percent } else { nil }
            })
    }
}

extension FieldForm where Value == FaceSize {
    package static var size: FieldForm {
        automaticOrPercent.map(
            to: { $0.map(FaceSize.percent) ?? .automatic },
            from: { size in
                if case .percent(let percent) = size { percent } else { nil }
            })
    }
}

extension FieldForm {
    /// Nil: automatic.
    private static var automaticOrPercent: FieldForm<Percent?> {
        let automatic = JSONValue.string("automatic")
        let percent = FieldForm<Percent>.percent
        return FieldForm<Percent?>(
            .described(
                .either(.choice([automatic]), percent.values),
                "\(automatic.summary) or \(percent.allowed)"),
            read: { value in
                if value == automatic { return .some(nil) }
                return percent.read(value).map { .some($0) }
            }, write: { $0.map(percent.write) ?? automatic })
    }
}

/// The shape of a font's strokes (product, C9).
package enum FontDesign: String, Hashable, Sendable, Codable, CaseIterable {
    case `default`, serif, rounded, monospaced
    /// Figures of seven bars, as on a clock radio.
    case segments
}

/// How thick a font's strokes are, from the thinnest to the thickest (product, C9). A family that lacks a weight serves
/// the nearest one.
package enum FontWeight: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    case ultraLight, thin, light, regular, medium, semibold, bold, heavy, black

    /// 0 for the thinnest, 8 for the thickest.
    package var step: Int { FontWeight.allCases.firstIndex(of: self) ?? 0 }

    package static func < (one: FontWeight, other: FontWeight) -> Bool { one.step < other.step }
}
