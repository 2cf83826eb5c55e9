import ClockCore
import ClockTime

// What was found of what a ring needs, and what to do about it, in words.

extension Finding {
    /// Without a full stop.
    package var text: String {
        switch self {
        case .told(let words): words.joined(separator: "; ")
        case .timeRight: "the time is right"
        case .timeNotConfirmed: "the time is not confirmed; alarms ring by it"
        case .timeNotKnown: "the time is not known; no alarm can ring"
        case .timeConfirmed(let age): "the time was confirmed \(DurationText.format(age)) ago"
        case .zone(let name): name
        case .noSoundOutput: "this board has no sound output"
        case .soundNotTried: "no ring and no rehearsal has tried the sound output since the start"
        case .soundUntried: "the sound was not tried yet"
        case .soundComesOut: "sound comes out"
        case .soundCameOut: "sound came out when it was tried last"
        case .noSoundCameOut: "no sound came out when it was tried last"
        case .everySoundThere: "every alarm's sound is there"
        case .builtInToneAlone: "in safe mode every alarm has the built-in tone"
        case .soundsMissing(let alarms, let problem): Finding.missing(alarms, problem)
        case .otherOutputsInOrder: "nothing is wrong with the board's other outputs"
        case .outputsNotTried(let outputs):
            "not tried since the start: "
                + outputs.map(RingRung.name(ofOutput:)).joined(separator: ", ")
        case .cardByNumber(let name):
            "sound is set to \"\(name)\", a card by its number, which changes"
        case .noDisplay: "this board has no display"
        case .displayNotTried: "the display was not tried yet"
        case .displaySilent: "the display did not answer"
        case .displayAnswers: "the display answers"
        case .noKeyStuck: "no key is stuck"
        case .settingsSaved: "settings are saved"
        case .runsInOrder: "it runs in order"
        case .noAlarm: "no alarm is set"
        case .noTimeForAlarms: "not known without a time"
        case .nextAlarm(let id, let civil, let left):
            "alarm \(id) on \(civil.inWords), in \(DurationText.format(left))"
        case .rings(let id): "alarm \(id) rings now"
        case .isSnoozed(let id): "alarm \(id) is snoozed, and rings again"
        case .heldBack(let id, let skipped):
            "alarm \(id) "
                + (skipped.map { "leaves out \($0.date): \($0.why)" } ?? "has no date ahead")
        case .noRehearsal: "there was none yet"
        case .rehearsed(let result, let time): Finding.rehearsed(result, time.inWords)
        case .notBegun: "the clock has not begun"
        case .crashedAgain: "the clock crashed again and again: safe mode"
        case .waitsForTime: "the clock waits for the time to be known"
        case .armedForNothing: "the clock is armed; no alarm is ahead"
        case .nothingWakes: "nothing wakes the clock for the next alarm"
        case .armed(let id, let civil): "the clock is armed; alarm \(id) is on \(civil.inWords)"
        case .stateNotLoaded: "the state was not loaded yet"
        case .stateLoaded: "the state is loaded"
        case .newClock: "this is a new clock; there was no state yet"
        case .alarmsUnreadable(let count): "\(count) of the stored alarms could not be read"
        }
    }

    /// Alarms that one line about them can hold.
    private static let mostNamed = 3

    private static func missing(_ alarms: [Alarm], _ problem: String?) -> String {
        var findings = problem.map { [$0] } ?? []
        if !alarms.isEmpty {
            let named = alarms.prefix(mostNamed)
                .map { "alarm \($0.id) has \"\($0.sound)\"" }.joined(separator: ", ")
            let rest = alarms.count - mostNamed
            findings.append(
                named + (rest > 0 ? " and \(rest) more" : "")
                    + ", which is not there; the built-in tone rings")
        }
        return findings.joined(separator: "; ")
    }

    private static func rehearsed(_ result: RehearsalResult, _ time: String) -> String {
        let notices = result.notices.map(\.text)
        guard result.isGood else {
            return "on \(time): "
                + (result.problems.map(\.text) + notices).joined(separator: "; ")
        }
        return notices.isEmpty
            ? "all well on \(time)"
            : "it would ring, on \(time), but: \(notices.joined(separator: "; "))"
    }
}

extension Advice {
    package var text: String {
        switch self {
        case .told(let text): text
        case .checkNetwork: "check the network, so that it can be synchronised"
        case .setTime: "connect the network, or set the time: \(TimeReport.howToSet)"
        case .chooseZone: "choose another zone: noiseclock time zone NAME"
        case .checkSoundCard:
            "check the sound card and its cable; until then the other outputs wake"
        case .otherOutputsWake: "the other outputs wake"
        case .tryOutput: "\"noiseclock health rehearse\" tries it, unheard"
        case .tryOutputs: "\"noiseclock health rehearse\" tries them, unheard"
        case .chooseByID: "choose it by its id; \"noiseclock sound outputs\" shows the names"
        case .checkOtherOutput:
            "an alarm sounds on the first; check the other's wiring, and rehearse"
        case .checkBoard: "check the wiring and the board file"
        case .checkDisplay: "check its wiring"
        case .freeKey: "free the key"
        case .mendCatalogue: "mend the catalogue file"
        case .chooseSound: "choose another sound"
        case .checkMemoryCard: "check the memory card; what is set works until the power goes"
        case .takeRight: "take that right from them, and start the clock again"
        case .endSafeMode:
            "to end safe mode, restart the clock: \"sudo systemctl restart noiseclockd\", or pull "
                + "the plug for a moment; the journal says how it crashed"
        case .lookThroughSettings(let areAlarmsLost):
            "look through what is set, and set anew what is missing; it is saved again"
                + (areAlarmsLost ? "; \"noiseclock alarm acknowledge\" ends this notice" : "")
        case .explain: "\"noiseclock explain\" says more"
        case .rehearse: "mend it and rehearse again"
        }
    }
}

package enum SafeModeWords {
    /// What is wrong with a program that begins in safe mode.
    package static let problem =
        "the clock crashed \(CrashRecord.limit) times within "
        + "\(CrashRecord.window.components.seconds / 60) minutes and runs in safe mode: it rings with the "
        + "built-in tone, without sounds of your own, shows plain digits, and the noise was stopped"
}

extension TimeReport {
    /// What a person says to set it, for messages.
    package static let howToSet = "\"noiseclock time set YYYY-MM-DDTHH:MM\""
}

extension CivilTime {
    /// "2025-01-14 at 07:00", for sentences.
    var inWords: String {
        "\(date) at " + (TimeOfDay(hour: hour, minute: minute)?.description ?? "")
    }
}
