import Glibc
package import HAL

/// A battery with a driver of the kernel (Documentation/ABI/testing/sysfs-class-power).
package struct KernelBattery: BatteryPort {
    private let name: String?
    private let classFolder: String

    /// No clock has more; the class may also list chargers and batteries of peripherals.
    private static let mostSupplies = 64

    /// - Parameters:
    ///   - name: the kernel's name of the battery; nil takes the first, if there is one.
    ///   - classFolder: the parent of the supplies' folders.
    package init(name: String?, classFolder: String = "/sys/class/power_supply") {
        self.name = name
        self.classFolder = classFolder
    }

    /// Looks the supplies up each time, because drivers may come and go.
    package mutating func read() throws(SensorError) -> BatteryReading? {
        var battery: String?
        var mains: Bool?
        for supply in try supplies() {
            let folder = "\(classFolder)/\(supply)"
            switch try text(of: "\(folder)/type") {
            case "Battery":
                // A battery of a mouse or a keyboard is not the clock's.
                guard try text(of: "\(folder)/scope") != "Device" else { continue }
                if battery == nil, name == nil || name == supply { battery = folder }
            case "Mains", "USB", "Wireless":
                guard let online = try text(of: "\(folder)/online") else { continue }
                mains = (mains ?? false) || online != "0"
            default: continue
            }
        }
        guard let battery else {
            if let name { throw .absent(name) }
            return nil
        }
        return try reading(of: battery, isOnMains: mains)
    }

    private func reading(
        of battery: String, isOnMains: Bool?
    ) throws(SensorError) -> BatteryReading? {
        if try text(of: "\(battery)/present") == "0" { return nil }
        let text = try text(of: "\(battery)/capacity") ?? ""
        guard let charge = Int(text), (0...110).contains(charge) else {
            throw .implausible("a charge of \"\(text.prefix(20))\"")
        }
        let flow = Self.flow(try self.text(of: "\(battery)/status"), charge, isOnMains)
        return BatteryReading(charge: charge, flow: flow, isOnMains: isOnMains)
    }

    private static func flow(
        _ status: String?, _ charge: Int, _ isOnMains: Bool?
    ) -> BatteryReading.Flow {
        switch status {
        case "Charging": .charging
        case "Discharging": .discharging
        case "Full": .full
        // "Not charging" on the mains: the charger holds it there.
        case "Not": isOnMains == true && charge >= 95 ? .full : .unknown
        default: .unknown
        }
    }

    /// In the order of their names, so that the first is always the same.
    private func supplies() throws(SensorError) -> [String] {
        guard let listing = opendir(classFolder) else {
            // A kernel without the class has no batteries.
            if errno == ENOENT { return [] }
            throw .unreadable(errno: errno)
        }
        defer { closedir(listing) }
        var names: [String] = []
        while names.count < Self.mostSupplies, let entry = readdir(listing) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted()
    }

    private func text(of path: String) throws(SensorError) -> String? {
        try KernelAttribute.firstWord(of: path)
    }
}
