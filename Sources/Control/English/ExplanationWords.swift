package import ClockCore
import ClockTime

// Why a ring is as it is, or was as it was: the code of each reason, and its sentence.

extension Explanation.Reason {
    package var code: Explanation.Code {
        switch self {
        case .told(let code, _): code
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

    package var text: String {
        switch self {
        case .told(_, let text): text
        case .noAlarm(hasFirst: false): "No alarm is set to ring."
        case .noAlarm(hasFirst: true):
            "No alarm will ring, as far as can be seen. This one would be the first."
        case .ringing(let date): "It rings now, for \(date)."
        case .snoozed(let end): "It is snoozed, and rings again on \(end.inWords)."
        case .off(let date):
            "It is switched off\(date.map { ": it was for \($0) alone" } ?? "")."
        case .rule(let schedule): schedule.sentence
        case .pinnedZone(let zone): "It goes by the time in \(zone), wherever the clock stands."
        case .usedUp(let date, .rung): "The ring of today, \(date), has rung."
        case .usedUp(let date, .skipped): "The ring of today, \(date), was skipped."
        case .usedUp(let date, .missed): "The ring of today, \(date), was missed."
        case .countsFrom(let time, let isNew, let date):
            // Which of them it was is not kept: setting the clock counts as setting all alarms.
            (isNew
                ? "It was set on \(time.inWords)"
                : "It counts from \(time.inWords) on, when it was changed or switched on, "
                    + "or the clock or its time zone was set")
                + (date.map { ": after its time on \($0)." }
                    ?? "; its time had come already, so that day does not count.")
        case .skipped(let skipped): "It will not ring on \(skipped.date): \(skipped.why)."
        case .skippedFurther(let further): further.sentence
        case .never: "So it will not ring, as far as can be seen."
        case .next(let civil): "So it rings next on \(civil.inWords)."
        case .placed(let placement, let date, let time, isPast: false):
            placement.sentence(date, time)
        case .placed(let placement, let date, let time, isPast: true):
            placement.pastSentence(date, time)
        case .timeNotConfirmed(isPast: false):
            "The clock's time is not confirmed; alarms ring by it."
        case .timeNotConfirmed(isPast: true):
            "The clock's time was not confirmed then; alarms ring by it."
        case .timeNotKnown(isPast: false):
            "The clock does not know the time; no alarm rings until it does. "
                + "Set it: \(TimeReport.howToSet)."
        case .timeNotKnown(isPast: true): "The clock did not know the time then."
        case .was(let past): past.text
        case .late(let cause): cause.text
        case .history(let knowledge): knowledge.text
        }
    }
}

extension Explanation.Past {
    fileprivate var code: Explanation.Code {
        switch self {
        case .rang, .rangAfterPowerCut, .rangOn: .rang
        case .rungTaken: .rungTaken
        case .snoozed, .silenced, .stopped: .answered
        case .missedUnanswered, .missedLate, .missedOn: .missed
        case .leftOut: .skipped
        case .passedOver: .passedOver
        case .superseded: .superseded
        case .reopened: .reopened
        }
    }

    fileprivate var text: String {
        switch self {
        case .rang(let time, let lateness, let joined):
            "It rang on \(time.inWords), "
                + (lateness.map { "\(DurationText.format($0.wholeSeconds)) late" } ?? "on time")
                + (joined ? ", with what rang already." : ".")
        case .rangAfterPowerCut(let time):
            "It rang again on \(time.inWords), after a power cut."
        case .rangOn(let date): "It rang on \(date)."
        case .rungTaken(let rung, let reason): "\(reason.clause), so \(rung.noun) was taken."
        case .snoozed(let times, let end): "It was snoozed \(often(times)) until \(end.inWords)."
        case .silenced(let times, let end):
            "It fell silent unanswered \(often(times)) until \(end.inWords)."
        case .stopped(let time, .button): "It was stopped by a button on \(time.inWords)."
        case .stopped(let time, .command): "It was stopped by a command on \(time.inWords)."
        case .stopped(let time, .edited):
            "It ended on \(time.inWords), because it was changed, switched off or deleted."
        case .missedUnanswered:
            "It was missed: it rang as often as it should, and nobody answered."
        case .missedLate(let grace, let dates):
            "It was missed: when the clock could ring, its time was more than "
                + "\(DurationText.format(grace)) ago."
                + (dates > 1 ? " It was the last of \(dates) dates missed together." : "")
        case .missedOn(let date): "It was missed on \(date)."
        case .leftOut(let date, let reason, let freeDay):
            "It did not ring on \(date)\(reason.map { ": " + $0.whyThen(freeDay) } ?? "")."
        case .passedOver: "It did not ring: its time was passed over when the clock was set."
        case .superseded(let time):
            "It ended on \(time.inWords), as the next ring of the same alarm began."
        case .reopened(let time):
            "On \(time.inWords) the clock had gone back, so the date was due again."
        }
    }

    private func often(_ times: Int) -> String {
        times == 1 ? "once," : "\(times) times, the last time"
    }
}

extension Explanation.Cause {
    fileprivate var text: String {
        switch self {
        case .started(let time):
            "The clock started on \(time.inWords), and did not run just before."
        case .clockSet(let time, let delta, let cause):
            "\(cause.setter) set the clock \(delta < .zero ? "back" : "forward") by "
                + DurationText.format((delta < .zero ? .zero - delta : delta).wholeSeconds)
                + ", to \(time.inWords)."
        case .zoneChanged(let name, let time):
            "The time zone became \(name ?? zoneNotKept) on \(time.inWords), or its rules changed."
        case .trustChanged(.trusted, let time):
            "The clock's time was not confirmed before \(time.inWords)."
        case .trustChanged(.plausible, let time):
            "The clock's time was not confirmed from \(time.inWords) on."
        case .trustChanged(.unknown, let time):
            "The clock did not know the time from \(time.inWords) on."
        }
    }
}

private let zoneNotKept = "one whose name is not kept"

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

    fileprivate var text: String {
        switch self {
        case .noRing: "The history knows of no past ring."
        case .deleted(let id): "Alarm \(id) was deleted since, and its rule with it."
        case .changed(let time):
            "It was changed on \(time.inWords), after that; "
                + "what it was set to before, the history does not say."
        case .changedOn(let time, let date):
            "It was changed on \(time.inWords), after that day had begun; whether it was "
                + "to ring on \(date) before, the history does not say."
        case .changeNotKnown:
            "Records of the history since then are lost, "
                + "so whether it was changed meanwhile is not known."
        case .latenessNotKnown: "Why it was late, the history does not say."
        case .zone(let name): "The clock's time zone was \(name ?? zoneNotKept) then."
        case .otherRules:
            "By the rules of today it would be due at another time; "
                + "those of its time zone, or the zone itself, were others then."
        case .usedUpAlone:
            "The history has no record of it; only that the date is used up is known."
        case .begins(let time, let date):
            "What came of \(date) is not known: the history "
                + (time.map { "begins on \($0.inWords)." } ?? "is empty.")
        case .notDue(let date): "So \(date) was none of its dates."
        case .notYet(let date): "Its time on \(date) is yet to come."
        case .offSince(let time): "It was switched off then, since \(time.inWords)."
        case .onSince(let time):
            "It was off then: it was switched on only on \(time.inWords)."
        case .nothing(let time, let hasGaps):
            (hasGaps ? "Records of the history are lost: why" : "Why")
                + " it did not ring on \(time.inWords), or whether it did, is not known."
        }
    }
}
