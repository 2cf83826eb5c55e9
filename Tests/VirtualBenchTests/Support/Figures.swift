import Foundation

/// Results measured on the bench, for the end of the run's output and for `board/README.md`.
enum Figures {
    /// `board/test --vm` collects the lines with this prefix.
    private static let mark = "figure: "

    /// Prints the median, smallest and largest of a time.
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

    /// Prints a remark on how the figures were measured.
    static func remark(_ what: String) {
        print("\(mark)\(what)")
    }

    static func note(_ what: String, _ value: Double) {
        print("\(mark)\(what): \(String(format: "%.1f", value))")
    }
}
