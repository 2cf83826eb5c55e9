import ClockTime

// The code of each reason of an explanation.

extension Explanation.Reason {
    package var code: Explanation.Code {
        switch self {
        case .inWords(let code, _): code
        case .noAlarm: .noAlarm
        case .ringing: .ringing
        case .snoozed: .snoozed
        case .off: .off
        case .rule: .rule
        case .pinnedZone: .zone
        case .usedUp: .usedUp
        case .countsFrom: .justSet
        case .skipped, .skippedFurther: .skipped
        case .never: .never
        case .next: .next
        case .placed(.exact, _, _, _): .firstPass
        case .placed(.secondPass, _, _, _): .secondPass
        case .placed(.movedByGap, _, _, _): .clockChange
        case .timeNotConfirmed, .timeNotKnown: .timeQuality
        case .was(let past): past.code
        case .late: .late
        case .history(let knowledge): knowledge.code
        }
    }
}

extension Explanation.Past {
    fileprivate var code: Explanation.Code {
        switch self {
        case .rang, .rangAfterPowerCut, .rangOn: .rang
        case .rungTaken: .rungTaken
        case .snoozed, .silenced, .stopped, .gotUp: .answered
        case .missedUnanswered, .missedLate, .missedOn: .missed
        case .leftOut: .skipped
        case .passedOver: .passedOver
        case .superseded: .superseded
        case .reopened: .reopened
        }
    }
}

extension Explanation.Knowledge {
    fileprivate var code: Explanation.Code {
        switch self {
        case .deleted: .deleted
        case .changed, .changedOn: .changed
        case .zone: .zone
        case .notDue: .notDue
        case .notYet: .notYet
        case .offSince, .onSince: .off
        case .noRing, .changeNotKnown, .latenessNotKnown, .otherRules, .usedUpAlone, .begins,
            .nothing:
            .notKnown
        }
    }
}
