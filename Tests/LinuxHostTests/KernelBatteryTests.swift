import HAL
import LinuxHost
import Testing

/// A folder stands in for the kernel's files, with the same names and text format.
@Suite("A battery of the kernel")
struct KernelBatteryTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func supply(_ name: String, _ attributes: [String: String]) throws {
        for (attribute, text) in attributes {
            try FileReplacing.replace(
                folder.file("\(name)/\(attribute)"), with: Array("\(text)\n".utf8))
        }
    }

    private func read(_ name: String? = nil) throws -> BatteryReading? {
        var battery = KernelBattery(name: name, classFolder: folder.path)
        return try battery.read()
    }

    @Test(
        "has a charge and a direction",
        arguments: [
            ("Charging", BatteryReading.Flow.charging), ("Discharging", .discharging),
            ("Full", .full), ("Not charging", .unknown), ("Unknown", .unknown),
        ])
    func states(status: String, flow: BatteryReading.Flow) throws {
        try supply("bat", ["type": "Battery", "capacity": "42", "status": status])
        #expect(try read() == BatteryReading(charge: 42, flow: flow))
    }

    @Test("is seen beside the mains, which hold a full one there")
    func mains() throws {
        try supply("bat", ["type": "Battery", "capacity": "99", "status": "Not charging"])
        try supply("ac", ["type": "Mains", "online": "1"])
        #expect(try read() == BatteryReading(charge: 99, flow: .full, isOnMains: true))
        try supply("ac", ["online": "0"])
        #expect(try read() == BatteryReading(charge: 99, flow: .unknown, isOnMains: false))
    }

    @Test("is the first of the clock's own, or the one that is named")
    func names() throws {
        try supply("a", ["type": "Battery", "scope": "Device", "capacity": "1"])
        try supply("b", ["type": "Battery", "capacity": "20", "status": "Full"])
        try supply("c", ["type": "Battery", "capacity": "30", "status": "Full"])
        #expect(try read()?.charge == 20)
        #expect(try read("c")?.charge == 30)
        #expect(throws: SensorError.absent("d")) { try read("d") }
    }

    @Test("is not there where the kernel has none, and no number is made up")
    func absence() throws {
        #expect(try read() == nil)
        try supply("bat", ["type": "Battery", "present": "0"])
        #expect(try read() == nil)
        for text in ["", "-1", "255", "many"] {
            try supply("bat", ["present": "1", "capacity": text])
            #expect(throws: SensorError.self, "\(text)") { try read() }
        }
        var nowhere = KernelBattery(name: nil, classFolder: folder.file("no"))
        #expect(try nowhere.read() == nil)
    }
}
