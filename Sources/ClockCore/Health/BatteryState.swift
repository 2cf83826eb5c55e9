/// The clock's battery.
package struct BatteryState: Hashable, Sendable, Codable {
    package var charge: Percent
    package var flow: Flow
    /// Whether the mains feed the clock; nil if nothing tells.
    package var isOnMains: Bool?

    /// What happens to the charge.
    package enum Flow: String, Hashable, Sendable, Codable, CaseIterable {
        case charging, discharging, full, unknown
    }

    private enum CodingKeys: String, CodingKey {
        case charge, flow, isOnMains = "mains"
    }

    package init(charge: Percent, flow: Flow, isOnMains: Bool? = nil) {
        self.charge = charge
        self.flow = flow
        self.isOnMains = isOnMains
    }

    /// Whether the charge does not sink.
    package var isFed: Bool {
        switch flow {
        case .charging, .full: true
        case .discharging: false
        case .unknown: isOnMains ?? false
        }
    }
}

/// Warns of a battery that may be empty before the next alarm (product, O1): once, and again only after it has been
/// charged.
struct BatteryWatch: Hashable, Sendable {
    static let low = 15
    /// From this charge on, a warning has been heard.
    static let recovered = 20

    /// Nil: the clock has no battery.
    private(set) var state: BatteryState?
    private(set) var isWarning = false
    /// A warning has been given since the battery was last well. Kept across restarts, so that the history tells it once.
    private(set) var hasWarned: Bool

    init(hasWarned: Bool = false) { self.hasWarned = hasWarned }

    mutating func update(_ state: BatteryState?) {
        self.state = state
    }

    /// - Returns: whether the warning begins or ends.
    mutating func advance(hasAlarm: Bool) -> Bool {
        let wasWarning = isWarning
        if let state {
            if state.isFed || state.charge.value > BatteryWatch.recovered {
                isWarning = false
                hasWarned = false
            }
            if !state.isFed, state.charge.value < BatteryWatch.low, hasAlarm { isWarning = true }
        } else {
            isWarning = false
        }
        return isWarning != wasWarning
    }

    /// Notes that the warning was given.
    mutating func warned() { hasWarned = true }

    var problem: String? {
        guard isWarning, let state else { return nil }
        return "the battery has \(state.charge.value) % left, and an alarm is set. Charge it"
    }
}
