import BoundedJSON
import ClockTime

// Finds what a change will not do, after it was made.
extension ClockMachine {
    func notices(after command: Command, with reply: Reply) -> [ChangeNotice] {
        missingParts(for: command) + unheard(command, reply) + doubts(about: reply)
    }

    /// What the board lacks for what was set.
    private func missingParts(for command: Command) -> [ChangeNotice] {
        var notices: [ChangeNotice] = []
        var alarm: AlarmChanges?
        if case .alarm(.add(_, let changes)) = command { alarm = changes }
        if case .alarm(.edit(_, let changes)) = command { alarm = changes }
        if let vibration = alarm?.vibration, vibration != nil, !equipment.hasMotor {
            notices.append(.vibrationWithoutMotor)
        }
        if let task = alarm?.stopWith ?? nil, let way = task.way(with: equipment.keys),
            way != task.way
        {
            notices.append(.stopKeyMissing(way))
        }
        if let tint = alarm?.tint, tint != nil, !equipment.hasColors { notices.append(.oneColor) }
        if case .style(.set(let changes)) = command { notices += missingLights(for: changes) }
        guard case .nap(.set(let changes)) = command else { return notices }
        if changes.value(of: \.hasPulse) == true, !equipment.hasMotor, !equipment.hasLight,
            !equipment.hasDisplay
        {
            notices.append(.pulseWithoutMotor)
        }
        let nap = settings.nap
        let isLonger = changes.value(of: \.nap) != nil || changes.value(of: \.max) != nil
        if isLonger, nap.nap > nap.max {
            notices.append(.napLongerThanMax(nap: nap.nap, max: nap.max))
        }
        return notices
    }

    private func unheard(_ command: Command, _ reply: Reply) -> [ChangeNotice] {
        guard case .alarm(let request) = command, case .alarm(let report) = reply,
            report.alarm.preAlertSound != nil, report.alarm.preAlert == .zero
        else { return [] }
        switch request {
        case .add(_, let changes), .edit(_, let changes):
            let isAsked = changes.preAlertSound != nil || changes.preAlert != nil
            return isAsked ? [.soundWithoutPreAlert] : []
        default: return []
        }
    }

    /// What the display cannot show of a style.
    private func missingLights(for changes: [StyleChange]) -> [ChangeNotice] {
        guard equipment.hasDisplay else { return [] }
        var notices: [ChangeNotice] = []
        if changes.needColors, !equipment.hasColors { notices.append(.oneColor) }
        if changes.needLevels, !equipment.hasLevels { notices.append(.oneLevel) }
        if case .digits? = equipment.display {
            if changes.needShapes { notices.append(.fixedFigures) }
        } else if !changes.fontParts.isEmpty {
            // To know it, fonts are drawn.
            let hidden = equipment.fonts.hidden(settings.style).intersection(changes.fontParts)
            if !hidden.isEmpty { notices.append(.tooSmall(hidden)) }
        }
        return notices
    }

    /// What may keep a ring that was just set from being heard.
    private func doubts(about reply: Reply) -> [ChangeNotice] {
        guard mayNotRing else { return [] }
        let followsTime: Bool
        switch reply {
        case .alarm(let report) where report.alarm.isEnabled: followsTime = true
        case .category(let reports) where reports.contains(where: \.alarm.isEnabled):
            followsTime = true
        case .timer(let report) where report.state == .countdown: followsTime = false
        case .nap(let status) where status.nap.phase != .idle: followsTime = false
        default: return []
        }
        let bad = healthSummary.checks.filter {
            $0.verdict == .bad && (followsTime || $0.subject != .time)
        }
        return bad.isEmpty ? [] : [.mayNotRing(bad)]
    }
}

extension [StyleChange] {
    /// Whether a display of one colour shows nothing of some.
    fileprivate var needColors: Bool {
        value(of: \.digitColor) != nil || value(of: \.backgroundColor) != nil
            || value(of: \.hasRandomColor) == true || value(of: \.night.isRed) == true
    }

    /// Whether lights that are dimmed all together show nothing of some.
    fileprivate var needLevels: Bool {
        let lights = [\ClockStyle.halo, \.motion.glow].contains { value(of: $0)?.value ?? 0 > 0 }
        return lights || value(of: \.digitBrightness) != nil
            || value(of: \.overlayBrightness) != nil
    }

    fileprivate var fontParts: Set<FontAspect> {
        var parts: Set<FontAspect> = []
        if value(of: \.fontDesign) != nil { parts.insert(.design) }
        if value(of: \.fontWeight) != nil { parts.insert(.weight) }
        return parts
    }

    /// Whether figures of segments show nothing of some.
    fileprivate var needShapes: Bool {
        value(of: \.fontFamily) != nil || value(of: \.fontDesign) != nil
            || value(of: \.fontWeight) != nil || value(of: \.size) != nil
            || value(of: \.rotation) != nil
    }
}
