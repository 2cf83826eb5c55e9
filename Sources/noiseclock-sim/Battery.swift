import HAL

/// The battery that `--battery` gives the board. The clock reads it, and keys and scripts change it.
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

    var flow: BatteryReading.Flow {
        guard isCharging else { return .discharging }
        return percent == Battery.allowed.upperBound ? .full : .charging
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

/// The clock's view of a battery that others change.
struct SimulatedBattery: BatteryPort {
    let world: @Sendable () -> Battery?

    mutating func read() throws(SensorError) -> BatteryReading? {
        world().map {
            BatteryReading(charge: $0.percent, flow: $0.flow, isOnMains: $0.isCharging)
        }
    }
}
