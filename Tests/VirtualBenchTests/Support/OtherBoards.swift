import Foundation
import TestKit

extension Workbench {
    /// The path of a copy of the shipped board file with other parts, each as JSON.
    ///
    /// - Parameter keys: `"keys": {…}` and what stands beside it.
    func board(
        light: String? = nil, battery: String? = nil, keys: String? = nil
    ) throws -> String {
        var text = try String(contentsOfFile: Workbench.board, encoding: .utf8)
        if let light { text.replace(#/"light": \{.*\}/#, with: "\"light\": \(light)") }
        if let battery { text.replace(#/"battery": \{.*\}/#, with: "\"battery\": \(battery)") }
        if let keys { text.replace(#/"keys": \{(?:[^{}]|\{[^{}]*\})*\}/#, with: keys) }
        try write(text, to: "other-board.json")
        return file("other-board.json")
    }
}

extension BenchClock {
    /// Waits until the client shows light in this range.
    func measures(lux: ClosedRange<Double>) throws -> Bool {
        try asks {
            let display = try firmware.json("display")?["display"] as? [String: Any]
            return (display?["lux"] as? NSNumber).map { lux.contains($0.doubleValue) } ?? false
        }
    }

    /// Waits until the client's answer contains the text.
    func says(_ command: String, _ text: String) throws -> Bool {
        try asks { try say(command).contains(text) }
    }

    /// Asks the client once a second, for as long as the slowest sensor takes. `VirtualBench.wait` asks more often, and
    /// in simulated time each start of a program is what a test costs.
    private func asks(_ condition: () throws -> Bool) throws -> Bool {
        for _ in 1...60 {
            if try condition() { return true }
            VirtualBench.rest(.seconds(1))
        }
        return false
    }
}
