import ClockCore
import ClockTime

// Timers and the nap, as text.
extension Presentation {
    static func timers(_ reports: [TimerReport]) -> String {
        guard !reports.isEmpty else {
            return "There are no timers. Start one: noiseclock timer add 5m\n"
        }
        return reports.map(timer).joined()
    }

    /// "Timer 2 Pizza (12m30s): 11:58 left."
    static func timer(_ report: TimerReport) -> String {
        let name = report.name.map { " " + Spelling.printable($0) } ?? ""
        let left = report.left.map(report.form.text(left:)) ?? ""
        let state: String =
            switch report.state {
            case .scheduled: "not running"
            case .countdown:
                report.snoozes + report.silences > 0
                    ? "rings again in \(left)" : "\(left) left"
            case .paused: "paused, \(left) left"
            case .alert: "rings"
            }
        return "Timer \(report.id)\(name) (\(DurationText.format(report.length))): \(state).\n"
    }

    static func nap(_ status: NapStatus) -> String {
        let report = status.nap
        let settings = status.settings
        let left = report.left.map(report.form.text(left:)) ?? ""
        let latest = report.maxLeft.map {
            ", at the latest in \(CountdownForm(of: settings.max).text(left: $0))"
        }
        let phase: String =
            switch report.phase {
            case .idle: "There is no nap."
            case .holding: "The bar is held; it rings in \(left) at the latest."
            case .releasing: "The nap begins in \(left)\(latest ?? "")."
            case .napping: "Napping: \(left) left\(latest ?? "")."
            case .paused: "The nap is paused, \(left) left."
            case .snoozed: "The nap is over, and rings again in \(left)."
            case .alert: "The nap is over, and rings."
            }
        let pulse =
            settings.hasPulse ? ", pulse \(settings.pulseRate.perMinute) a minute" : ""
        return phase + "\n"
            + "Release \(DurationText.format(settings.release)), "
            + "nap \(DurationText.format(settings.nap)), "
            + "max \(DurationText.format(settings.max))\(pulse).\n"
    }
}
