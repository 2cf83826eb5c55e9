/// How the time left is written: chosen once by a countdown's full length, so that it does not change as
/// time runs down, and rounded down to whole seconds (product, T3; law, 8.1).
package enum CountdownForm: String, CaseIterable, Hashable, Sendable, Codable {
    /// From an hour on: "1:02:03", and in its last seconds "0:00:03".
    case hours
    /// From a minute on: "12:34", and in its last seconds "0:03".
    case minutes
    /// "42".
    case seconds

    /// - Parameter total: the whole length, with what was added to it.
    package init(of total: Duration) {
        if total >= .seconds(3600) {
            self = .hours
        } else if total >= .seconds(60) {
            self = .minutes
        } else {
            self = .seconds
        }
    }

    package func text(left: Duration) -> String {
        let seconds = CountdownForm.wholeSeconds(of: left)
        func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        switch self {
        case .hours:
            let minutes = seconds / 60 % 60
            return "\(seconds / 3600):\(twoDigits(minutes)):\(twoDigits(seconds % 60))"
        case .minutes: return "\(seconds / 60):\(twoDigits(seconds % 60))"
        case .seconds: return "\(seconds)"
        }
    }

    /// What is shown of `left`; nothing below 0 is.
    package static func wholeSeconds(of left: Duration) -> Int64 {
        max(0, left.components.seconds)
    }

    /// After how long the text is another one; nil at its end, when there is none.
    package static func untilChange(left: Duration) -> Duration? {
        guard left >= .seconds(1) else { return nil }
        // A whole second is shown at its very beginning and gone right after it.
        return left - .seconds(wholeSeconds(of: left)) + .nanoseconds(1)
    }
}
