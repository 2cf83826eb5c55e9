import ClockCore
import ClockTime
import English

// The good night and the light to breathe with, as text.
extension Presentation {
    static func breathing(_ report: BreathingReport) -> String {
        guard let left = report.left else {
            return "No light breathes. To begin: noiseclock breathing start\n"
        }
        return "The \(report.place.rawValue) breathes for \(TimeText.length(left)) more.\n"
    }

    static func goodNight(_ report: GoodNightReport) -> String {
        let night = report.until.map {
            "The face stays as at night until \(TimeText.clock($0)), or until an alarm rings.\n"
        }
        return (night ?? "The face is as by day.\n") + ring(report) + noiseReply(report.noise)
            + settings(report.settings)
    }

    /// When it rings, how long is left to sleep, and whether the clock is armed.
    private static func ring(_ report: GoodNightReport) -> String {
        guard let next = report.next else { return "No alarm is set.\n" }
        let armed =
            report.isArmed ? "It is armed." : "It may not ring. See why: noiseclock health"
        return "\(Sentences.sentence("Next: \(future(next))")) \(armed)\n"
    }

    private static func settings(_ settings: GoodNightSettings) -> String {
        let noise =
            settings.noise > .zero
            ? "the favourite for \(TimeText.length(settings.noise))" : "no noise"
        let breathing = settings.hasBreathing ? ", a light to breathe with" : ""
        let taps = settings.hasDoublePress ? "on" : "off"
        return "Settings: \(noise)\(breathing), double press of snooze \(taps).\n"
    }
}
