import ClockTime

// Do not disturb: by quiet hours, or switched by hand (product, A11).
extension ClockMachine {
    /// Whether do not disturb is active. A clock without a known time follows only the manual switch.
    package var holdsQuiet: Bool {
        let setting = settings.doNotDisturb
        guard trust != .unknown else { return setting.byHand == .on }
        return setting.holds(at: now.wall.instant, in: zone)
    }

    /// When that may change by itself.
    var nextQuietChange: WallTime? {
        guard trust != .unknown else { return nil }
        return settings.doNotDisturb.nextChange(after: now.wall.instant, in: zone)
            .map { WallTime($0) }
    }

    /// Reports when do not disturb begins and ends, and stops noise that it forbids.
    mutating func noticeQuiet(_ step: inout Step) {
        let holds = holdsQuiet
        guard holds != isQuiet else { return }
        isQuiet = holds
        step.notes.append(.doNotDisturbChanged(holds: holds))
        endForbiddenNoise(&step)
    }

    mutating func endForbiddenNoise(_ step: inout Step) {
        guard !mayStartNoise, playing.isHeard else { return }
        stopNoise(&step)
    }

    /// Whether noise may start now.
    var mayStartNoise: Bool { !holdsQuiet || settings.doNotDisturb.allowsNoise }

    var doNotDisturbReport: DoNotDisturbReport {
        var report = DoNotDisturbReport(setting: settings.doNotDisturb, holds: holdsQuiet)
        if case .until(let end) = settings.doNotDisturb.byHand, trust != .unknown {
            report.untilCivil = zone.civilTime(at: end)
        }
        return report
    }

    mutating func change(
        _ change: DoNotDisturbChange, _ step: inout Step
    ) throws(CommandError) {
        switch change {
        case .byHand(let byHand):
            if case .until(let end) = byHand { try refusePast(end) }
            settings.doNotDisturb.byHand = byHand
        case .onUntil(let time):
            settings.doNotDisturb.byHand = .until(
                try countdownContext.nextInstant(showing: time, in: zone))
        case .quietHours(let hours): settings.doNotDisturb.quietHours = hours
        case .allowsNoise(let allows): settings.doNotDisturb.allowsNoise = allows
        }
        ringing.rules.doNotDisturb = settings.doNotDisturb
        ringing.alarms.rulesChanged(alarmContext)
        noticeQuiet(&step)
        endForbiddenNoise(&step)
    }

    private func refusePast(_ end: Instant) throws(CommandError) {
        guard trust != .unknown, end <= now.wall.instant else { return }
        throw .invalid(field: "until", .time(.over))
    }
}
