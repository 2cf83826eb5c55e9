package enum HourFormat: Int, Hashable, Sendable, Codable {
    case twelve = 12
    case twentyFour = 24
}

package enum ColonStyle: String, Hashable, Sendable, Codable, CaseIterable {
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
package enum FaceRotation: Int, Hashable, Sendable, Codable, CaseIterable {
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

/// Stored as "automatic" or as a number.
extension FaceSize: Codable {
    package init(from decoder: any Decoder) throws {
        self = try AutomaticOrPercent(from: decoder).percent.map(FaceSize.percent) ?? .automatic
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .automatic: try AutomaticOrPercent(percent: nil).encode(to: encoder)
        case .percent(let percent): try AutomaticOrPercent(percent: percent).encode(to: encoder)
        }
    }
}

/// Stored as "automatic" or as a number.
extension BrightnessSetting: Codable {
    package init(from decoder: any Decoder) throws {
        self =
            try AutomaticOrPercent(from: decoder).percent.map(BrightnessSetting.fixed) ?? .automatic
    }

    package func encode(to encoder: any Encoder) throws {
        switch self {
        case .automatic: try AutomaticOrPercent(percent: nil).encode(to: encoder)
        case .fixed(let percent): try AutomaticOrPercent(percent: percent).encode(to: encoder)
        }
    }
}

/// The stored form of a setting that is "automatic" or a number from 0 to 100.
private struct AutomaticOrPercent: Codable {
    /// Nil: automatic.
    var percent: Percent?

    private static let automaticName = "automatic"

    init(percent: Percent?) {
        self.percent = percent
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let percent = try? container.decode(Percent.self) {
            self.percent = percent
        } else if (try? container.decode(String.self)) == Self.automaticName {
            percent = nil
        } else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "\"automatic\" or 0 to 100 is allowed")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if let percent {
            try container.encode(percent)
        } else {
            try container.encode(Self.automaticName)
        }
    }
}

/// Stored as "#RRGGBB".
extension Tint: Codable {
    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let tint = Tint(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: "a colour such as \"#ff8800\" is allowed")
        }
        self = tint
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
