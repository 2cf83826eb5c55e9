package import ClockTime

/// What was found about something that a ring needs. `English` has the words.
package enum Finding: Hashable, Sendable {
    /// In the parts' own words; findings decoded from a reply are always this.
    case inWords([String])

    case timeRight, timeNotConfirmed, timeNotKnown
    case timeConfirmed(ago: Duration)
    case zone(String)
    case noSoundOutput, soundNotTried, soundUntried, soundComesOut, soundCameOut, noSoundCameOut
    case everySoundThere
    /// The clock is in safe mode.
    case builtInToneAlone
    /// - Parameter problem: of the catalogue.
    case soundsMissing(of: [Alarm], problem: String?)
    case otherOutputsInOrder
    case outputsNotTried([Int])
    /// The sound output is set to this card by its number, which can change.
    case cardByNumber(String)
    case noDisplay, displayNotTried, displaySilent, displayAnswers
    case noKeyStuck
    case settingsSaved
    case runsInOrder
    case noAlarm, noTimeForAlarms
    case nextAlarm(AlarmName, at: CivilTime, left: Duration)
    case rings(AlarmName)
    case isSnoozed(AlarmName)
    /// No date lies ahead; the first skipped one.
    case heldBack(AlarmName, SkippedDate?)
    case noRehearsal
    case rehearsed(RehearsalResult, at: CivilTime)

    // About a freshly started program.
    case notBegun, crashedAgain, waitsForTime, armedForNothing, nothingWakes
    case armed(AlarmName, at: CivilTime)
    case stateNotLoaded, stateLoaded, newClock
    case alarmsUnreadable(Int)
}

/// What to do about a finding.
package enum Advice: Hashable, Sendable {
    /// As received in a reply.
    case inWords(String)

    case checkNetwork, setTime, chooseZone
    case checkSoundCard, otherOutputsWake, tryOutput, tryOutputs, chooseByID
    case checkOtherOutput, checkBoard, checkDisplay, freeKey
    case mendCatalogue, chooseSound
    case checkMemoryCard, takeRight, endSafeMode
    /// - Parameter areAlarmsLost: a user must acknowledge the loss.
    case lookThroughSettings(areAlarmsLost: Bool)
    case explain, rehearse
}
