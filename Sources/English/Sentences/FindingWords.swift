import ClockCore
import ClockTime

// What a ring needs, its state, and how to fix it.

extension Finding {
    /// In sentences.
    package var text: String {
        switch self {
        case .inWords(let words): Sentences.sentences(words)
        case .timeRight: "The time is right."
        case .timeNotConfirmed: "Nothing has confirmed the time. Alarms still ring by it."
        case .timeNotKnown: "The clock doesn't know the time. No alarm can ring."
        case .timeConfirmed(let age): "The time was last confirmed \(TimeText.interval(age)) ago."
        case .zone(let name): name
        case .noSoundOutput: "There is no sound device."
        case .soundNotTried: "Nothing has tried the sound since the clock started."
        case .soundUntried: "The sound hasn't been tried yet."
        case .soundComesOut: "Sound comes out."
        case .soundCameOut: "Sound came out at the last try."
        case .noSoundCameOut: "No sound came out at the last try."
        case .everySoundThere: "Every alarm has its sound."
        case .builtInToneAlone: "In safe mode every alarm rings with the built-in tone."
        case .soundsMissing(let alarms, let problem): Finding.missing(alarms, problem)
        case .preAlertSoundsMissing(let alarms):
            "Before these ring, a sound is missing: \(Finding.named(alarms, \.preAlertSound)). They ring all the same."
        case .noProblem(let rungs, let hasLight): Finding.noProblem(with: rungs, hasLight)
        case .outputsNotTried(let outputs):
            "Not tried since the clock started: "
                + outputs.map(RingRung.name(ofOutput:)).joined(separator: ", ") + "."
        case .cardByNumber(let name):
            "Sound goes to \"\(name)\", a card's number. Numbers can change at a restart."
        case .noDisplay: "This board has no display."
        case .displayNotTried: "The display hasn't been tried yet."
        case .displaySilent: "The display doesn't answer."
        case .displayAnswers: "The display answers."
        case .noDisplayProblem: "No problem with the display is known."
        case .battery(let battery): "The battery has \(battery.charge.value) %."
        case .batteryUnread: "The battery's charge isn't known yet."
        case .noKeyStuck: "No button is stuck."
        case .settingsSaved: "Settings are saved."
        case .runsInOrder: "The firmware runs normally."
        case .noAlarm: "No alarm is set."
        case .noTimeForAlarms: "Not known until the clock knows the time."
        case .timerRings(let name, let left):
            "\(name.isEmpty ? "A timer" : "The timer \"\(name)\"") rings in \(TimeText.interval(left))."
        case .napRings(let left): "The nap ends in \(TimeText.interval(left))."
        case .nextAlarm(let alarm, let civil, let left):
            "\(alarm.begun), \(TimeText.date(civil.date)) \(TimeText.clock(civil)), "
                + "in \(TimeText.interval(left))."
        case .rings(let alarm): "\(alarm.begun) is ringing."
        case .isSnoozed(let alarm): "\(alarm.begun) is snoozed and will ring again."
        case .heldBack(let alarm, let skipped):
            "\(alarm.begun) "
                + (skipped.map { "skips \(TimeText.date($0.date)): \($0.why)." }
                    ?? "has no date ahead.")
        case .noRehearsal: "None yet."
        case .rehearsed(let result, let time): Finding.rehearsed(result, time)
        case .notBegun: "The clock hasn't started yet."
        case .crashedAgain: "The clock crashed repeatedly and runs in safe mode."
        case .waitsForTime: "The clock is waiting for the time."
        case .armedForNothing: "The clock is ready. No alarm is ahead."
        case .nothingWakes: "Nothing would wake the clock for the next alarm."
        case .armed(let alarm, let civil):
            "The clock is ready. \(alarm.begun) rings on \(TimeText.dateAndTime(civil))."
        case .stateNotLoaded: "Alarms and settings aren't loaded yet."
        case .stateLoaded: "Alarms and settings are loaded."
        case .newClock: "This is a new clock. There was nothing to load."
        case .alarmsUnreadable(let count):
            "\(count) stored alarm\(count == 1 ? "" : "s") couldn't be read."
        }
    }

    /// "No problem is known with sound output 2, the buzzer and the lamp."
    private static func noProblem(with rungs: [RingRung], _ hasLight: Bool) -> String {
        let names = rungs.map(\.inWords) + (hasLight ? ["the lamp"] : [])
        return "No problem is known with \(Sentences.enumeration(names))."
    }

    /// The most alarms that one line names.
    private static let mostNamed = 3

    private static func missing(_ alarms: [Alarm], _ problem: String?) -> String {
        var findings = problem.map { [Sentences.sentence($0)] } ?? []
        if !alarms.isEmpty {
            let named = named(alarms) { $0.sound }
            let rest = alarms.count - mostNamed
            findings.append(
                (alarms.count == 1
                    ? "The sound \(named) is missing."
                    : "Sounds are missing: \(named)" + (rest > 0 ? " and \(rest) more." : "."))
                    + " The built-in tone will ring instead.")
        }
        return findings.joined(separator: " ")
    }

    /// The first of them, each with the sound that is missing.
    private static func named(_ alarms: [Alarm], _ sound: (Alarm) -> SoundID?) -> String {
        alarms.prefix(mostNamed)
            .map { "\"\(sound($0)?.name ?? "")\" of \($0.name.text)" }.joined(separator: ", ")
    }

    private static func rehearsed(_ result: RehearsalResult, _ civil: CivilTime) -> String {
        let time = "\(TimeText.date(civil.date)) at \(TimeText.clock(civil))"
        let found = (result.problems + result.notices).map(\.text)
        guard result.isGood else {
            return "It failed on \(time). \(Sentences.sentences(found))"
        }
        return found.isEmpty
            ? "Everything worked on \(time)."
            : "An alarm would ring, as tried on \(time), but: \(found.joined(separator: "; "))."
    }
}

extension Advice {
    /// In sentences; a helpful command comes last.
    package var text: String {
        switch self {
        case .inWords(let text): text
        case .checkNetwork: "Check the network, so that it can confirm the time."
        case .setTime: "Connect the network, or set the time: \(TimeReport.howToSet)"
        case .chooseZone: "Choose another zone: noiseclock time zone Europe/Berlin"
        case .checkSoundCard(let rung):
            "Check the sound card and the speaker cable. " + Advice.until(rung)
        case .connectChosen: "Connect the chosen one, or choose another: noiseclock sound outputs"
        case .connectSound(let rung): "Connect a sound device. " + Advice.until(rung)
        case .ringRaisesVolume: "A ring turns it up."
        case .grantPriority:
            "Sound may stutter while the system is busy. Let the service run with real-time priority."
        case .tryOutput: "Try it without a sound: noiseclock health rehearse"
        case .tryOutputs: "Try them without a sound: noiseclock health rehearse"
        case .chooseByID: "Choose it by its name. List the names: noiseclock sound outputs"
        case .checkOtherOutput:
            "Alarms play on the first output. Check the other one's wiring, then try it: "
                + "noiseclock health rehearse"
        case .checkWires: "Check its wiring and the board file."
        case .checkBoard: "Correct the board file."
        case .chargeBattery: "Charge the battery, or the alarm may not ring."
        case .checkDisplay: "Check its wiring."
        case .freeKey: "Free the button."
        case .mendCatalogue: "Correct the catalogue file."
        case .chooseSound: "Choose another sound."
        case .checkMemoryCard: "Check the memory card. Changes last only until the power goes."
        case .takeRight: "Let only the clock write to it."
        case .freeSpace:
            "Alarms and settings are still saved, but own sounds and updates need room. Free some space."
        case .endSafeMode:
            "To leave safe mode, run \"sudo systemctl restart noiseclockd\" or unplug the clock for "
                + "a moment. The journal says how it crashed."
        case .lookThroughSettings(let areAlarmsLost):
            "Check your alarms and settings, and set again what is missing."
                + (areAlarmsLost ? " Then end this notice: noiseclock alarm acknowledge" : "")
        case .explain: "See why: noiseclock explain"
        case .rehearse: "Fix it, then try again: noiseclock health rehearse"
        case .rehearseNow: "Try now, without a sound: noiseclock health rehearse"
        }
    }
}

extension Advice {
    /// What a ring does until the sound works again: only what is known to work is named.
    private static func until(_ rung: RingRung?) -> String {
        guard let rung else { return "Until then no alarm is heard." }
        return switch rung {
        case .chosenSound, .builtInTone, .otherCard, .output:
            "Until then alarms ring on \(rung.inWords)."
        case .buzzer: "Until then the buzzer sounds."
        case .motor: "Until then alarms are not heard: the motor runs and the display flashes."
        case .flashingDisplay: "Until then alarms are not heard: the display flashes."
        }
    }
}

extension RingRung {
    /// "the buzzer", "sound output 2".
    fileprivate var inWords: String {
        switch self {
        case .chosenSound, .builtInTone: "the first sound output"
        case .output(let index): RingRung.name(ofOutput: index)
        case .buzzer: "the buzzer"
        case .motor: "the motor"
        case .flashingDisplay: "the display"
        case .otherCard: "another sound card"
        }
    }
}

extension AlarmOutlook {
    /// The answer in one sentence. What it is about follows in the checks.
    package var text: String {
        switch self {
        case .willRing: "The next alarm will ring."
        case .willRingBut: "The next alarm will ring, but read the notes."
        case .mayNotRing: "The next alarm may not ring."
        case .nothingAhead: "Nothing will ring."
        }
    }
}

package enum SafeModeWords {
    /// What is wrong when a program starts in safe mode.
    package static let problem =
        "the clock crashed \(CrashRecord.limit) times within "
        + "\(CrashRecord.window.components.seconds / 60) minutes and runs in safe mode: alarms ring "
        + "with the built-in tone, own sounds are off, the digits are plain and the noise was stopped"
}

extension TimeReport {
    /// The command that sets the time, for messages.
    package static let howToSet = "noiseclock time set 2026-12-31T23:59"
}
