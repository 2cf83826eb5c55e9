import ClockCore
import ClockTime
import English

// Timers and the nap, as text.
extension Presentation {
    static func timers(_ reports: [TimerReport]) -> String {
        guard !reports.isEmpty else {
            return "There is no timer. Start one: noiseclock timer add 5m\n"
        }
        return reports.map(timer).joined()
    }

    /// "Timer 2 Pizza (12 min 30 s): 11 min 58 s left."
    static func timer(_ report: TimerReport) -> String { "Timer \(row(report)).\n" }

    /// "2 Pizza (12 min 30 s): 11 min 58 s left".
    static func row(_ report: TimerReport) -> String {
        let left = text(report.left, report.form)
        let state: String =
            switch report.state {
            case .scheduled: "not running"
            case .countdown:
                report.snoozes + report.silences > 0
                    ? "rings again in \(left)" : "\(left) left"
            case .paused: "paused, \(left) left"
            case .alert: "ringing"
            }
        return "\(self.name(report)): \(state)"
    }

    /// "2 Pizza (12 min 30 s)".
    static func name(_ report: TimerReport) -> String {
        let name = report.name.map { " " + Spelling.printable($0) } ?? ""
        return "\(report.id)\(name) (\(TimeText.length(report.length)))"
    }

    /// "19 min 0 s left, rings in 28 min 0 s at the latest".
    static func row(_ status: NapStatus) -> String {
        let report = status.nap
        let left = text(report.left, report.form)
        let latest = latest(status)
        return switch report.phase {
        case .idle: "none"
        case .holding: "starts when you let go; rings in \(left) at the latest"
        case .releasing: "starts in \(left)\(latest)"
        case .napping: "\(left) left\(latest)"
        case .paused: "paused, \(left) left"
        case .snoozed: "snoozed, rings again in \(left)"
        case .alert: "ringing"
        }
    }

    private static func latest(_ status: NapStatus) -> String {
        // A nap that was given its own length has no other end.
        guard let left = status.nap.maxLeft, left != status.nap.left else { return "" }
        let form = CountdownForm(of: status.settings.max)
        return ", rings in \(TimeText.left(left, form)) at the latest"
    }

    static func nap(_ status: NapStatus) -> String {
        let settings = status.settings
        let pulse =
            settings.hasPulse ? ", pulse \(settings.pulseRate.perMinute) beats a minute" : ""
        let noise = settings.noiseAfter ? ", the noise goes on after a stop" : ""
        return (status.nap.phase == .idle ? "No nap is running.\n" : "Nap: \(row(status)).\n")
            + "Settings: release \(TimeText.length(settings.release)), "
            + "nap \(TimeText.length(settings.nap)), "
            + "max \(TimeText.length(settings.max))\(pulse)\(noise).\n"
    }

    /// "11 min 58 s".
    private static func text(_ left: Duration?, _ form: CountdownForm) -> String {
        left.map { TimeText.left($0, form) } ?? ""
    }
}
