package import ClockTime
package import HAL

/// A light sensor with a driver of the kernel (Documentation/ABI/testing/sysfs-bus-iio).
///
/// Its folder has `in_illuminance_input` in lux, or `in_illuminance_raw`, to which `_offset` is added before `_scale`
/// multiplies it. A channel may have a number after "illuminance". A read blocks while the sensor measures, up to about
/// a third of a second, so this belongs on a thread that may wait.
package struct IndustrialIOLight: LightPort {
    private let device: String?
    private let classFolder: String

    /// The kernel numbers devices from 0; no clock has more.
    private static let mostDevices = 32
    private static let channels = ["in_illuminance", "in_illuminance0", "in_illuminance1"]
    /// Brighter than the sun.
    private static let brightest = 200_000.0

    /// - Parameters:
    ///   - device: the kernel's name of the sensor; nil takes the first that measures light.
    ///   - classFolder: the parent of the devices' folders.
    package init(device: String?, classFolder: String = "/sys/bus/iio/devices") {
        self.device = device
        self.classFolder = classFolder
    }

    /// Looks the sensor up each time, because a driver may go and come back under another number.
    package mutating func step(at now: BootTime) throws(SensorError) -> LightStep {
        for number in 0..<Self.mostDevices {
            let folder = "\(classFolder)/iio:device\(number)"
            guard try isWanted(folder) else { continue }
            for channel in Self.channels {
                if let lux = try lux(of: "\(folder)/\(channel)") { return .reading(lux) }
            }
        }
        throw .absent(device ?? "that measures light")
    }

    package mutating func stop() {}

    private func isWanted(_ folder: String) throws(SensorError) -> Bool {
        guard let device else { return true }
        return try text(of: "\(folder)/name") == device
    }

    /// Nil if there is no such channel.
    private func lux(of channel: String) throws(SensorError) -> Lux? {
        if let lux = try number("\(channel)_input") { return try checked(lux) }
        guard let raw = try number("\(channel)_raw") else { return nil }
        let offset = try number("\(channel)_offset") ?? 0
        let scale = try number("\(channel)_scale") ?? 1
        return try checked((raw + offset) * scale)
    }

    private func checked(_ lux: Double) throws(SensorError) -> Lux {
        guard lux.isFinite, (0...Self.brightest).contains(lux) else {
            throw .implausible("\(lux) lux")
        }
        return Lux(lux)
    }

    private func number(_ path: String) throws(SensorError) -> Double? {
        guard let text = try text(of: path) else { return nil }
        guard let number = Double(text) else { throw .implausible(String(text.prefix(20))) }
        return number
    }

    private func text(of path: String) throws(SensorError) -> String? {
        try KernelAttribute.firstWord(of: path)
    }
}
