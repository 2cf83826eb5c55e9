import ClockTime
import Foundation

/// The bench's I2C bus and its chips (board/virtual-bench/i2c-noiseclock-sim.c).
struct SimulatedWires {
    private static let folder = "/sys/kernel/debug/noiseclock-i2c"
    private static let driver = "/sys/bus/platform/drivers/noiseclock-i2c"

    let display = SimulatedDisplay()

    /// Removes the whole bus with its device file.
    func unplug() throws {
        try VirtualBench.write("noiseclock-i2c", to: "\(SimulatedWires.driver)/unbind")
    }

    func plug() throws {
        try VirtualBench.write("noiseclock-i2c", to: "\(SimulatedWires.driver)/bind")
    }

    /// Makes each transfer take this long and fail; nil: none does.
    func hang(_ duration: Duration?) throws {
        let milliseconds = (duration ?? .zero).wholeNanoseconds / 1_000_000
        try VirtualBench.write("\(milliseconds)", to: "\(SimulatedWires.folder)/stuck")
    }

    func setLight(_ lux: Double) throws {
        try VirtualBench.write(
            "\(Int(lux * 1000))", to: "\(SimulatedWires.folder)/23/millilux")
    }

    /// How long a fine measurement takes.
    func setLightMeasuring(_ duration: Duration) throws {
        try VirtualBench.write(
            "\(duration.wholeNanoseconds / 1_000_000)",
            to: "\(SimulatedWires.folder)/23/measuring_ms")
    }

    func setLightSensor(isPresent: Bool) throws {
        try VirtualBench.write(isPresent ? "1" : "0", to: "\(SimulatedWires.folder)/23/present")
    }

    struct Transfer {
        /// Boot time of its end.
        var time: Int64
        var address: Int
        var isRead: Bool
        var bytes: [UInt8]
        /// The error number of a failed transfer.
        var error: Int?
    }

    func clearLog() throws { try VirtualBench.write("0", to: "\(SimulatedWires.folder)/log") }

    /// The transfers since the log was cleared, at most the newest 4096.
    func transfers(to address: Int? = nil) throws -> [Transfer] {
        try VirtualBench.read("\(SimulatedWires.folder)/log").split(separator: "\n").compactMap {
            let words = $0.split(separator: " ")
            guard words.count >= 3, let time = Int64(words[0]),
                let from = Int(words[1], radix: 16), address == nil || address == from
            else { return nil }
            let error = words.count > 4 && words[3] == "error" ? Int(words[4]) : nil
            return Transfer(
                time: time, address: from, isRead: words[2] == "read",
                bytes: error == nil ? words[3...].compactMap { UInt8($0, radix: 16) } : [],
                error: error)
        }
    }
}

/// The HT16K33 at 0x70 with four digits of seven segments.
struct SimulatedDisplay {
    static let address = 0x70
    private static let folder = "/sys/kernel/debug/noiseclock-i2c/70"

    func setPresent(_ isPresent: Bool) throws {
        try VirtualBench.write(isPresent ? "1" : "0", to: "\(SimulatedDisplay.folder)/present")
    }

    /// Leaves this many of the next messages unacknowledged.
    func fail(times: Int) throws {
        try VirtualBench.write("\(times)", to: "\(SimulatedDisplay.folder)/fail")
    }

    /// A loose plug: the chip loses all its state.
    func losePower() throws { try VirtualBench.write("1", to: "\(SimulatedDisplay.folder)/power") }

    /// Bytes received since the log was cleared, including address bytes.
    func bytes() throws -> Int {
        Int(try VirtualBench.read("\(SimulatedDisplay.folder)/bytes")) ?? -1
    }

    func memory() throws -> [UInt8] {
        try VirtualBench.read("\(SimulatedDisplay.folder)/ram").split(separator: " ")
            .compactMap { UInt8($0, radix: 16) }
    }

    /// `oscillator=1 display=1 blink=0 dimming=3`
    func registers() throws -> String { try VirtualBench.read("\(SimulatedDisplay.folder)/state") }

    func isLit() throws -> Bool { try registers().hasPrefix("oscillator=1 display=1 ") }

    /// 0...15
    func dimming() throws -> Int {
        try registers().split(separator: "=").last.flatMap { Int($0) } ?? -1
    }

    /// What a person reads, for example `07:30.`: a point follows its digit, and `?` is an unknown pattern. According
    /// to the backpack's datasheet, the digits are in bytes 0, 2, 6 and 8, the colon in bit 1 of byte 4.
    func reading() throws -> String {
        let memory = try memory()
        guard memory.count == 16 else { throw BenchError("the display has \(memory.count) bytes") }
        var text = ""
        for byte in [0, 2, 4, 6, 8] {
            if byte == 4 {
                text += memory[byte] & 0x02 == 0 ? " " : ":"
                continue
            }
            text += SimulatedDisplay.signs[memory[byte] & 0x7F] ?? "?"
            if memory[byte] & 0x80 != 0 { text += "." }
        }
        return text
    }

    private static let signs: [UInt8: String] = [
        0x3F: "0", 0x06: "1", 0x5B: "2", 0x4F: "3", 0x66: "4", 0x6D: "5", 0x7D: "6", 0x07: "7",
        0x7F: "8", 0x6F: "9", 0x40: "-", 0x00: "_", 0x77: "A", 0x38: "L",
    ]
}
