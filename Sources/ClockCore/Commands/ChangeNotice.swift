import BoundedJSON
import ClockTime

/// What a change that was made will not do: a part for it is missing, or something keeps the alarm from ringing. The
/// answer to the change says it at once, and `English` has the words.
package enum ChangeNotice: Hashable, Sendable {
    /// Something may keep what was set from ringing: the bad checks of health.
    case mayNotRing([HealthCheck])
    /// The board has no motor for the alarm's vibration.
    case vibrationWithoutMotor
    /// The board has neither a motor nor a lamp for the nap's pulse.
    case pulseWithoutMotor
    /// A nap that reaches its max first rings then.
    case napLongerThanMax(nap: Duration, max: Duration)
    /// The display has a single colour.
    case oneColor
    /// A chosen sound output is not connected.
    case outputMissing(String)
    /// As received in a reply.
    case inWords(Code, String)

    package enum Code: String, CaseIterable, Hashable, Sendable {
        case mayNotRing, vibrationWithoutMotor, pulseWithoutMotor, napLongerThanMax, oneColor
        case outputMissing
    }

    package var code: Code {
        switch self {
        case .mayNotRing: .mayNotRing
        case .vibrationWithoutMotor: .vibrationWithoutMotor
        case .pulseWithoutMotor: .pulseWithoutMotor
        case .napLongerThanMax: .napLongerThanMax
        case .oneColor: .oneColor
        case .outputMissing: .outputMissing
        case .inWords(let code, _): code
        }
    }
}

// Finds what a change will not do, after it was made.
extension ClockMachine {
    func notices(after command: Command, with reply: Reply) -> [ChangeNotice] {
        missingParts(for: command) + doubts(about: reply)
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
        if let tint = alarm?.tint, tint != nil, !equipment.hasColors { notices.append(.oneColor) }
        if case .style(.set(let changes)) = command, !equipment.hasColors,
            changes.needColors
        {
            notices.append(.oneColor)
        }
        guard case .nap(.set(let changes)) = command else { return notices }
        if changes.value(of: \.hasPulse) == true, !equipment.hasMotor, !equipment.hasLight {
            notices.append(.pulseWithoutMotor)
        }
        let nap = settings.nap
        let isLonger = changes.value(of: \.nap) != nil || changes.value(of: \.max) != nil
        if isLonger, nap.nap > nap.max {
            notices.append(.napLongerThanMax(nap: nap.nap, max: nap.max))
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
}
