/// The format of the time left. The full length determines it once, so that it does not change as time runs down.
/// Rounds down to whole seconds (product, T3; law, 8.1).
package enum CountdownForm: String, CaseIterable, Hashable, Sendable, Codable {
    /// From one hour: "1:02:03", and in its last seconds "0:00:03".
    case hours
    /// From one minute: "12:34", and in its last seconds "0:03".
    case minutes
    /// "42".
    case seconds

    /// - Parameter total: the full length, including added time.
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

    /// The displayed seconds of `left`, never below 0.
    package static func wholeSeconds(of left: Duration) -> Int64 {
        max(0, left.components.seconds)
    }

    /// How long until the text changes; nil at the end, when it no longer does.
    package static func untilChange(left: Duration) -> Duration? {
        guard left >= .seconds(1) else { return nil }
        // A whole second is shown at its very beginning and disappears right after.
        return left - .seconds(wholeSeconds(of: left)) + .nanoseconds(1)
    }
}
