/// What a battery says.
package struct BatteryReading: Hashable, Sendable {
    /// Per cent, 0...100.
    package var charge: Int
    package var flow: Flow
    /// Whether the mains feed the clock; nil if nothing tells.
    package var isOnMains: Bool?

    /// What happens to the charge.
    package enum Flow: String, Hashable, Sendable, CaseIterable {
        case charging, discharging, full, unknown
    }

    package init(charge: Int, flow: Flow, isOnMains: Bool? = nil) {
        self.charge = min(100, max(0, charge))
        self.flow = flow
        self.isOnMains = isOnMains
    }
}

/// A battery gauge on the I2C bus. It answers at once. A failed reading is an error, never a number.
package protocol BatteryGauge: Sendable {
    mutating func read(on bus: any I2CBus) throws(DeviceError) -> BatteryReading
}

/// A battery that is not on the bus, such as one with a driver of the kernel. Its owner's thread may block for it.
package protocol BatteryPort: Sendable {
    /// Nil: there is no battery.
    mutating func read() throws(SensorError) -> BatteryReading?
}
