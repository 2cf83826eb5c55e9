package import ClockCore
import ClockTime

/// Every finding, advice and reason that the clock gives, for the tests of their wording.
package enum ReasonSamples {
    private static func then() throws -> CivilTime { try civil("2026-03-30", "07:30") }

    package static func findings() throws -> [Finding] {
        let work = AlarmName(AlarmID(3), label: "Work")
        let alarms = try [Samples.work().alarm, Samples.off().alarm, Samples.full().alarm]
        let skipped = SkippedDate(date: try date("2026-03-30"), reason: .paused)
        return [
            .inWords(["the display does not answer", "the light sensor is gone"]), .timeRight,
            .timeNotConfirmed, .timeNotKnown, .timeConfirmed(ago: .hours(30)),
            .zone("Europe/Berlin"), .noSoundOutput, .soundNotTried, .soundUntried,
            .soundComesOut, .soundCameOut, .noSoundCameOut, .everySoundThere, .builtInToneAlone,
            .soundsMissing(of: [alarms[0]], problem: nil),
            .soundsMissing(of: alarms + alarms, problem: "sounds.json, line 3: a comma is missing"),
            .noProblem(with: [.output(1), .buzzer, .motor], hasLight: true),
            .outputsNotTried([1, 2]), .cardByNumber("hw:1"), .noDisplay,
            .displayNotTried, .displaySilent, .displayAnswers, .noKeyStuck, .settingsSaved,
            .runsInOrder, .noAlarm, .noTimeForAlarms,
            .nextAlarm(work, at: try then(), left: .minutes(452)), .rings(work), .isSnoozed(work),
            .heldBack(work, skipped), .heldBack(work, nil), .noRehearsal,
            .rehearsed(try result([], []), at: try then()),
            .rehearsed(try result(["the sound output plays nothing"], []), at: try then()),
            .rehearsed(try result([], ["sound output 2 plays nothing"]), at: try then()),
            .notBegun, .crashedAgain, .waitsForTime, .armedForNothing, .nothingWakes,
            .armed(work, at: try then()), .stateNotLoaded, .stateLoaded, .newClock,
            .alarmsUnreadable(1), .alarmsUnreadable(2),
        ]
    }

    private static func result(
        _ problems: [String], _ notices: [String]
    ) throws -> RehearsalResult {
        let part = RehearsalPart.sound(output: 0)
        return RehearsalResult(
            at: try wall("2026-03-30T05:30:00Z").instant,
            problems: problems.map { .init(part: part, text: $0) },
            notices: notices.map { .init(part: part, text: $0) })
    }

    package static let advice: [Advice] = [
        .checkNetwork, .setTime, .chooseZone, .checkSoundCard(until: nil),
        .checkSoundCard(until: .output(1)),
        .checkSoundCard(until: .buzzer), .checkSoundCard(until: .motor),
        .checkSoundCard(until: .flashingDisplay), .connectSound(until: nil), .connectChosen,
        .ringRaisesVolume,
        .grantPriority, .checkWires, .chargeBattery, .rehearseNow, .tryOutput,
        .tryOutputs, .chooseByID, .checkOtherOutput, .checkBoard, .checkDisplay, .freeKey,
        .mendCatalogue, .chooseSound, .checkMemoryCard, .takeRight, .freeSpace, .endSafeMode,
        .lookThroughSettings(areAlarmsLost: false), .lookThroughSettings(areAlarmsLost: true),
        .explain, .rehearse,
    ]

    package static func hindrances() throws -> [UpdateHindrance] {
        let left = Duration.minutes(25)
        let work = AlarmName(AlarmID(3), label: "Work")
        return [
            .ringing, .snoozed, .napping, .timeUnknown,
            .ringSoon(.timer(TimerID(2)), left: left), .ringSoon(.alarm(work), left: left),
            .ringSoon(.sunrise(work), left: left),
            .ringSoon(.countdown(work), left: left),
        ]
    }

    // MARK: - Explanations

    /// The reasons why an alarm will ring when it will, or will not ring.
    package static func reasons() throws -> [Explanation.Reason] {
        let day = try date("2026-03-30")
        let time = try time("02:30")
        let skips = SkipReason.allCases.map { reason in
            SkippedDate(
                date: day, reason: reason, freeDay: reason == .freeDay ? "Easter Monday" : nil)
        }
        let rules: [Schedule] = [
            try weekly(.daily, "07:30"), try weekly(.weekdays, "07:30"),
            try weekly([WeekdaySet(.monday), WeekdaySet(.thursday)], "07:30"),
            .dated(day, at: try ReplySamples.time("05:00")),
        ]
        // Appended one by one: older compilers take minutes for their sum.
        var reasons: [Explanation.Reason] = [
            .noAlarm(hasFirst: false), .noAlarm(hasFirst: true), .ringing(day),
            .snoozed(until: try then()), .off(after: nil), .off(after: day),
        ]
        for rule in rules { reasons.append(.rule(rule)) }
        reasons.append(.pinnedZone("Asia/Tokyo"))
        for reason in [SpentDates.Reason.rung, .skipped, .missed] {
            reasons.append(.usedUp(day, reason))
        }
        for isNew in [true, false] {
            reasons.append(.countsFrom(try then(), isNew: isNew, after: day))
            reasons.append(.countsFrom(try then(), isNew: isNew, after: nil))
        }
        for skip in skips { reasons.append(.skipped(skip)) }
        let further = FurtherSkips(count: 3, last: day, reasons: SkipReason.allCases, isAll: false)
        let last = FurtherSkips(count: 1, last: day, reasons: [.paused], isAll: true)
        reasons += [.skippedFurther(further), .skippedFurther(last), .never, .next(try then())]
        for isPast in [false, true] {
            for placement in [Placement.exact, .secondPass, .movedByGap] {
                reasons.append(.placed(placement, day, time, isPast: isPast))
            }
        }
        for isPast in [false, true] { reasons.append(.timeNotConfirmed(isPast: isPast)) }
        for isPast in [false, true] { reasons.append(.timeNotKnown(isPast: isPast)) }
        return reasons
    }

    /// The outcome of a past ring, the reasons for its lateness, and the gaps of the history.
    package static func pastReasons() throws -> [Explanation.Reason] {
        let day = try date("2026-03-30")
        let time = try then()
        let rungs: [RingRung] = [
            .builtInTone, .output(1), .buzzer, .motor, .flashingDisplay, .otherCard,
        ]
        var past: [Explanation.Past] = [
            .rang(time, lateness: nil, joined: false),
            .rang(time, lateness: .seconds(245), joined: true), .rangAfterPowerCut(time),
            .rangOn(day),
        ]
        for rung in rungs { past.append(.rungTaken(rung, .noFrames)) }
        for reason in RungReason.allCases { past.append(.rungTaken(.builtInTone, reason)) }
        past += [
            .snoozed(times: 1, lastUntil: time), .snoozed(times: 3, lastUntil: time),
            .silenced(times: 1, lastUntil: time), .silenced(times: 2, lastUntil: time),
        ]
        for cause in StopCause.allCases { past.append(.stopped(time, by: cause)) }
        past += [
            .missedUnanswered, .missedLate(grace: .hours(1), dates: 1),
            .missedLate(grace: .minutes(90), dates: 3), .missedOn(day),
            .leftOut(day, nil, freeDay: nil), .leftOut(day, .freeDay, freeDay: "Easter Monday"),
        ]
        for reason in SkipReason.allCases { past.append(.leftOut(day, reason, freeDay: nil)) }
        past += [.gotUp(time), .passedOver, .superseded(time), .reopened(time)]

        var causes: [Explanation.Cause] = [
            .started(time), .zoneChanged("Europe/Berlin", time), .zoneChanged(nil, time),
        ]
        for cause in StepCause.allCases {
            causes.append(.clockSet(time, by: .seconds(-245), cause))
        }
        for trust in [ClockTrust.trusted, .plausible, .unknown] {
            causes.append(.trustChanged(trust, time))
        }

        let knowledge: [Explanation.Knowledge] = [
            .noRing, .deleted(AlarmName(AlarmID(3), label: "Work")), .changed(time),
            .changedOn(time, day), .changeNotKnown,
            .latenessNotKnown, .zone("Europe/Berlin"), .zone(nil), .otherRules, .usedUpAlone,
            .begins(time, after: day), .begins(nil, after: day), .notDue(day), .notYet(day),
            .offSince(time), .onSince(time), .nothing(of: time, hasGaps: false),
            .nothing(of: time, hasGaps: true),
        ]
        var reasons: [Explanation.Reason] = past.map { .was($0) }
        reasons += causes.map { .late($0) }
        reasons += knowledge.map { .history($0) }
        return reasons
    }
}
