import ClockCore
import English

// The lamp, as text.
extension Presentation {
    static func lamp(_ report: LampReport) -> String {
        let settings = report.settings
        let night = settings.nightLight.value
        return "The lamp is \(light(report)).\n"
            + "Settings: level \(settings.level.value) %, "
            + "night light \(night > 0 ? "\(night) %" : "off"), "
            + "dusk \(settings.hasDusk ? "with the sleep timer" : "off").\n"
    }

    /// "at 40 %", and why, unless a person wants that.
    private static func light(_ report: LampReport) -> String {
        let light = "at \(report.light.value) %"
        return switch report.cause {
        case .off: "off"
        case .person: light
        case .menu: "\(light), as chosen in the menu"
        case .ring: "\(light), because an alarm rings"
        case .nap: "\(light), the nap's pulse"
        case .breath: "\(light), to breathe with"
        case .sunrise: "\(light), a sunrise"
        case .night: "\(light), the night light"
        }
    }
}
