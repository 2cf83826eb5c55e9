import ClockCore
import ClockTime
import Control

// Timers and the nap, as text.
extension Presentation {
    static func timers(_ reports: [TimerReport]) -> String {
        guard !reports.isEmpty else {
            return "There are no timers. Start one: noiseclock timer add 5m\n"
        }
        return reports.map(timer).joined()
    }

    /// "Timer 2 Pizza (12m30s): 11:58 left."
    static func timer(_ report: TimerReport) -> String { "Timer \(row(report)).\n" }

    /// "2 Pizza (12m30s): 11:58 left".
    static func row(_ report: TimerReport) -> String {
        let name = report.name.map { " " + Spelling.printable($0) } ?? ""
        let left = text(left: report.left, report.form)
        let state: String =
            switch report.state {
            case .scheduled: "not running"
            case .countdown:
                report.snoozes + report.silences > 0
                    ? "rings again in \(left)" : "\(left) left"
            case .paused: "paused, \(left) left"
            case .alert: "rings"
            }
        return "\(report.id)\(name) (\(length(report))): \(state)"
    }

    /// "12m30s"; the longest as it is asked for, and not as a day.
    private static func length(_ report: TimerReport) -> String {
        report.length == .hours(24) ? "24h" : DurationText.format(report.length)
    }

    /// "19:00 left, and it rings in 28:00 at the latest".
    static func row(_ status: NapStatus) -> String {
        let report = status.nap
        let left = text(left: report.left, report.form)
        let most = text(left: report.maxLeft, CountdownForm(of: status.settings.max))
        let latest = report.maxLeft == nil ? "" : ", and it rings in \(most) at the latest"
        return switch report.phase {
        case .idle: "none"
        case .holding: "the bar is held; it rings in \(left) at the latest"
        case .releasing: "begins in \(left)\(latest)"
        case .napping: "\(left) left\(latest)"
        case .paused: "paused, \(left) left"
        case .snoozed: "over, and rings again in \(left)"
        case .alert: "over, and rings"
        }
    }

    static func nap(_ status: NapStatus) -> String {
        let report = status.nap
        let settings = status.settings
        let left = text(left: report.left, report.form)
        let most = text(left: report.maxLeft, CountdownForm(of: settings.max))
        let latest = report.maxLeft == nil ? "" : ", and it rings in \(most) at the latest"
        let phase: String =
            switch report.phase {
            case .idle: "There is no nap."
            case .holding: "The bar is held; it rings in \(left) at the latest."
            case .releasing: "The nap begins in \(left)\(latest)."
            case .napping: "The nap has \(left) left\(latest)."
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

    /// "11:58", or "42 s", which alone would be a bare number.
    private static func text(left: Duration?, _ form: CountdownForm) -> String {
        guard let left else { return "" }
        return form.text(left: left) + (form == .seconds ? " s" : "")
    }
}
