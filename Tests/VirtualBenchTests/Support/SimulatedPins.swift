import ClockTime

/// The GPIO lines of the bench: gpio-sim's, with a Raspberry Pi's label and numbers.
struct SimulatedPins {
    private static let definition = "/sys/kernel/config/gpio-sim/pins"

    /// As the shipped boards have them (hardware.md, 3).
    enum Key: Int, CaseIterable {
        case snooze = 17
        case stop = 27
        case noise = 22
        case menu = 23
        case plus = 24
        case minus = 25
    }

    static let vibration = 12
    static let buzzer = 13

    /// A finger on a button: the line is pulled to ground.
    func press(_ key: Key) throws { try pull(key.rawValue, "pull-down") }

    func release(_ key: Key) throws { try pull(key.rawValue, "pull-up") }

    /// Presses and lets go.
    ///
    /// - Returns: the boot time right before the line went down.
    @discardableResult
    func tap(_ key: Key, for duration: Duration = .milliseconds(80)) throws -> Int64 {
        let time = VirtualBench.bootTime
        try press(key)
        VirtualBench.rest(duration)
        try release(key)
        return time
    }

    /// What the line is at: for an output, what its program drives.
    func isHigh(_ line: Int) throws -> Bool {
        try VirtualBench.read("\(folder())/sim_gpio\(line)/value") == "1"
    }

    /// Whether a program holds the line as an output.
    func isOutput(_ line: Int) throws -> Bool {
        // The kernel's own list: ` gpio-12 (GPIO12 |noiseclock ) out lo`.
        let lines = try VirtualBench.read("/sys/kernel/debug/gpio").split(separator: "\n")
        return lines.contains { $0.contains("(GPIO\(line) ") && $0.contains(") out ") }
    }

    /// The chip goes, as if its driver were unbound.
    func unplug() throws { try VirtualBench.write("0", to: "\(SimulatedPins.definition)/live") }

    func plug() throws { try VirtualBench.write("1", to: "\(SimulatedPins.definition)/live") }

    private func folder() throws -> String {
        let device = try VirtualBench.read("\(SimulatedPins.definition)/dev_name")
        let chip = try VirtualBench.read("\(SimulatedPins.definition)/bank0/chip_name")
        return "/sys/devices/platform/\(device)/\(chip)"
    }

    private func pull(_ line: Int, _ direction: String) throws {
        try VirtualBench.write(direction, to: "\(folder())/sim_gpio\(line)/pull")
    }
}
