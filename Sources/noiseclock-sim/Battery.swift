import SimulatedBoard

/// The battery that `--battery` gives the board. The clock does not read it yet. The screen shows it, and
/// keys and scripts change it.
struct Battery: Equatable {
    static let allowed = 0...100

    private(set) var percent: Int
    private(set) var isCharging = false

    init(percent: Int) {
        self.percent = Battery.clamped(percent)
    }

    mutating func set(percent: Int, isCharging: Bool) {
        self.percent = Battery.clamped(percent)
        self.isCharging = isCharging
    }

    var screen: SimulatorScreen.Battery {
        SimulatorScreen.Battery(percent: percent, isCharging: isCharging)
    }

    /// The message if the board has no battery.
    static let missing = "This board has no battery; --battery gives it one"

    private static func clamped(_ percent: Int) -> Int {
        min(allowed.upperBound, max(allowed.lowerBound, percent))
    }
}
