package import ClockCore

extension Command {
    /// Whether executing it twice may differ from executing it once, i.e. it is not idempotent.
    package var isChange: Bool {
        switch self {
        case .status, .history, .time(.show), .alarm(.list), .alarm(.show),
            .alarm(.pauses), .timer(.list),
            .nap(.show), .noise(.show), .mix(.list), .mix(.share), .sounds(.list), .sounds(.show),
            .sounds(.outputs), .quiet(.freeDays), .quiet(.doNotDisturb), .health(.show),
            .health(.explain), .update, .settings(.ringRules), .settings(.keyFeedback),
            .style(.show), .preset(.list), .font(.list),
            .display(.show), .world(.list):
            false
        case .time, .alarm, .timer, .nap, .ring, .noise, .mix, .sounds, .quiet, .health, .settings,
            .style, .preset, .font, .display, .world:
            true
        }
    }

    /// Whether an open file comes with its request.
    package var takesFile: Bool {
        if case .sounds(.importFile) = self { return true }
        if case .font(.importFile) = self { return true }
        return false
    }
}
