package import ClockCore
import ClockTime

// Why a ring is or was as it is: the sentence of each reason.

extension Explanation.Reason {
    package var text: String {
        switch self {
        case .inWords(_, let text): text
        case .noAlarm(hasFirst: false): "No alarm is set."
        case .noAlarm(hasFirst: true):
            "No alarm will ring on any date ahead. This one would be the first."
        case .ringing(let date): "It is ringing now, for \(day(date))."
        case .snoozed(let end): "It is snoozed and rings again on \(TimeText.dateAndTime(end))."
        case .off(let date):
            "It is switched off." + (date.map { " It was set for \(day($0)) only." } ?? "")
        case .rule(let schedule): schedule.sentence
        case .pinnedZone(let zone): "It follows the time of \(zone), wherever the clock is."
        case .usedUp(let date, .rung): "Today's ring, \(day(date)), has rung."
        case .usedUp(let date, .skipped): "Today's ring, \(day(date)), was skipped."
        case .usedUp(let date, .missed): "Today's ring, \(day(date)), was missed."
        case .countsFrom(let time, let isNew, let date):
            // The record does not say which of the two happened: setting the clock counts as setting all alarms.
            (isNew
                ? "It was set on \(TimeText.dateAndTime(time)),"
                : "It counts from \(TimeText.dateAndTime(time)): then it was changed or switched "
                    + "on, or the clock's time or zone was set. That was")
                + " after \(date.map { "its time on \(day($0))" } ?? "that day's time")."
        case .skipped(let skipped): "It won't ring on \(day(skipped.date)): \(skipped.why)."
        case .skippedFurther(let further): further.sentence
        case .never: "So it won't ring on any date ahead."
        case .next(let civil): "So it rings next on \(TimeText.dateAndTime(civil))."
        case .placed(let placement, let date, let time, isPast: false):
            placement.sentence(date, time)
        case .placed(let placement, let date, let time, isPast: true):
            placement.pastSentence(date, time)
        case .timeNotConfirmed(isPast: false):
            "Nothing has confirmed the clock's time. Alarms still ring by it."
        case .timeNotConfirmed(isPast: true):
            "Nothing had confirmed the clock's time then. Alarms still rang by it."
        case .timeNotKnown(isPast: false):
            "The clock doesn't know the time, and no alarm rings until it does. "
                + "Set it: \(TimeReport.howToSet)"
        case .timeNotKnown(isPast: true): "The clock didn't know the time then."
        case .was(let past): past.text
        case .late(let cause): cause.text
        case .history(let knowledge): knowledge.text
        }
    }
}

/// "Mon 30 Mar 2026": the explained ring may be in another year.
func day(_ date: CivilDate) -> String { TimeText.date(date, withYear: true) }

extension Explanation.Past {
    fileprivate var text: String {
        switch self {
        case .rang(let time, let lateness, let joined):
            "It rang on \(TimeText.dateAndTime(time)), "
                + (lateness.map { "\(TimeText.length($0)) late" } ?? "on time")
                + (joined ? ", together with another ring." : ".")
        case .rangAfterPowerCut(let time):
            "It rang again on \(TimeText.dateAndTime(time)), after a power cut."
        case .rangOn(let date): "It rang on \(day(date))."
        case .rungTaken(let rung, let reason):
            "\(reason.clause), so the clock used \(rung.noun)."
        case .snoozed(1, let end): "It was snoozed until \(TimeText.dateAndTime(end))."
        case .snoozed(let times, let end):
            "It was snoozed \(times) times, the last time until \(TimeText.dateAndTime(end))."
        case .silenced(1, let end):
            "Nobody answered, so it fell silent until \(TimeText.dateAndTime(end))."
        case .silenced(let times, let end):
            "Nobody answered \(times) times. The last time it fell silent until "
                + "\(TimeText.dateAndTime(end))."
        case .stopped(let time, .button): "A button stopped it on \(TimeText.dateAndTime(time))."
        case .stopped(let time, .command):
            "A command stopped it on \(TimeText.dateAndTime(time))."
        case .stopped(let time, .edited):
            "It ended on \(TimeText.dateAndTime(time)), because it was changed, switched off or "
                + "removed."
        case .missedUnanswered: "It was missed: nobody answered any of its rings."
        case .missedLate(let grace, let dates):
            "It was missed: the clock couldn't ring within \(TimeText.length(grace)) of its time."
                + (dates > 1 ? " It was the last of \(dates) dates missed together." : "")
        case .missedOn(let date): "It was missed on \(day(date))."
        case .leftOut(let date, let reason, let freeDay):
            "It didn't ring on \(day(date))\(reason.map { ": " + $0.whyThen(freeDay) } ?? "")."
        case .gotUp(let time):
            "It didn't ring: stop was held on \(TimeText.dateAndTime(time)), in the countdown to it."
        case .passedOver: "It didn't ring: the clock was set to a time after it."
        case .superseded(let time):
            "It ended on \(TimeText.dateAndTime(time)), when the alarm's next ring began."
        case .reopened(let time):
            "On \(TimeText.dateAndTime(time)) the clock was set back, so this date was due again."
        }
    }
}

extension Explanation.Cause {
    fileprivate var text: String {
        switch self {
        case .started(let time):
            "The clock started on \(TimeText.dateAndTime(time)). Just before, it was off."
        case .clockSet(let time, let delta, let cause):
            "\(cause.setter) set the clock \(delta < .zero ? "back" : "forward") by "
                + TimeText.length(delta < .zero ? .zero - delta : delta)
                + ", to \(TimeText.dateAndTime(time))."
        case .zoneChanged(let name, let time):
            "The time zone became \(name ?? zoneNotKept) on \(TimeText.dateAndTime(time)), or "
                + "its rules changed."
        case .trustChanged(.trusted, let time):
            "Nothing had confirmed the clock's time before \(TimeText.dateAndTime(time))."
        case .trustChanged(.plausible, let time):
            "From \(TimeText.dateAndTime(time)) on, nothing confirmed the clock's time."
        case .trustChanged(.unknown, let time):
            "From \(TimeText.dateAndTime(time)) on, the clock didn't know the time."
        }
    }
}

private let zoneNotKept = "one that wasn't recorded"

extension Explanation.Knowledge {
    fileprivate var text: String {
        switch self {
        case .noRing: "The history has no ring of the past."
        case .deleted(let alarm): "\(alarm.begun) has been removed since, and its rules are gone."
        case .changed(let time):
            "It was changed later, on \(TimeText.dateAndTime(time)). "
                + "The history doesn't say how it was set before."
        case .changedOn(let time, let date):
            "It was changed on \(TimeText.dateAndTime(time)), when that day had begun. "
                + "The history doesn't say whether it was set for \(day(date)) before."
        case .changeNotKnown:
            "Later records are lost, so it may have been changed in the meantime."
        case .latenessNotKnown: "The history doesn't say why it was late."
        case .zone(let name): "The clock's time zone was \(name ?? zoneNotKept) then."
        case .otherRules:
            "Today's rules give another time. The time zone or its rules were different then."
        case .usedUpAlone:
            "The history has no record of it. Only this is known: the date is done."
        case .begins(let time?, let date):
            "The history begins on \(TimeText.dateAndTime(time)). What happened on \(day(date)) "
                + "isn't known."
        case .begins(nil, let date):
            "The history is empty. What happened on \(day(date)) isn't known."
        case .notDue(let date): "So it wasn't due on \(day(date))."
        case .notYet(let date): "Its time on \(day(date)) is still to come."
        case .offSince(let time): "It was off then, since \(TimeText.dateAndTime(time))."
        case .onSince(let time):
            "It was off then, and was switched on later, on \(TimeText.dateAndTime(time))."
        case .nothing(let time, let hasGaps):
            (hasGaps ? "Records of the history are lost. " : "")
                + "Whether it rang on \(TimeText.dateAndTime(time)), and why not, isn't known."
        }
    }
}
