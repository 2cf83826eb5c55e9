import Foundation

/// What was measured on the bench, for the reader of the run's last lines and of `board/README.md`.
enum Figures {
    /// `board/test --vm` gathers the lines that begin so.
    private static let mark = "figure: "

    /// Notes a time with its middle, least and greatest value.
    static func note(_ what: String, nanoseconds values: [Int64]) {
        let sorted = values.sorted()
        guard let least = sorted.first, let greatest = sorted.last else { return }
        func text(_ value: Int64) -> String { String(format: "%.1f ms", Double(value) / 1e6) }
        let middle = text(sorted[sorted.count / 2])
        guard sorted.count > 1 else { return print("\(mark)\(what): \(middle)") }
        print(
            "\(mark)\(what): \(middle) (\(text(least)) to \(text(greatest)), \(sorted.count) times)"
        )
    }

    /// Something about how the figures came about.
    static func remark(_ what: String) {
        print("\(mark)\(what)")
    }

    static func note(_ what: String, _ value: Double) {
        print("\(mark)\(what): \(String(format: "%.1f", value))")
    }
}
