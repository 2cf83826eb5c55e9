import ClockTime

/// The bench's GPIO lines, from gpio-sim, with a Raspberry Pi's label and numbers.
struct SimulatedPins {
    private static let definition = "/sys/kernel/config/gpio-sim/pins"

    /// As on the shipped boards (board/README.md).
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

    /// Presses a button: pulls the line to ground.
    func press(_ key: Key) throws { try pull(key.rawValue, "pull-down") }

    func release(_ key: Key) throws { try pull(key.rawValue, "pull-up") }

    /// Boot times just before a line went down and just before it came up.
    struct Tap {
        var pressed: Int64
        var released: Int64
    }

    /// Presses and releases.
    @discardableResult
    func tap(_ key: Key, for duration: Duration = .milliseconds(80)) throws -> Tap {
        let pressed = VirtualBench.bootTime
        try press(key)
        VirtualBench.rest(duration)
        let released = VirtualBench.bootTime
        try release(key)
        return Tap(pressed: pressed, released: released)
    }

    /// What drives the line from outside lets it rise, or pulls it to ground.
    func setHigh(_ isHigh: Bool, line: Int) throws {
        try pull(line, isHigh ? "pull-up" : "pull-down")
    }

    /// The device file of the chip.
    func devicePath() throws -> String {
        "/dev/" + (try VirtualBench.read("\(SimulatedPins.definition)/bank0/chip_name"))
    }

    /// The level of the line; for an output, what its program drives.
    func isHigh(_ line: Int) throws -> Bool {
        try VirtualBench.read("\(folder())/sim_gpio\(line)/value") == "1"
    }

    /// Whether a program holds the line as an output.
    func isOutput(_ line: Int) throws -> Bool {
        // The kernel's list numbers lines from the chip's first number on: `gpiochip0: GPIOs
        // 512-539, …` and ` gpio-524 (noiseclock) output-low,pull-down`.
        let list = try VirtualBench.read("/sys/kernel/debug/gpio")
        let first = list.firstMatch(of: #/GPIOs (\d+)-/#).flatMap { Int($0.1) } ?? 0
        return list.split(separator: "\n").contains {
            $0.contains("gpio-\(first + line) (noiseclock) output-")
        }
    }

    /// Removes the chip, as if its driver were unbound.
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
