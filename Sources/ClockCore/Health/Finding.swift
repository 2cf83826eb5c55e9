package import ClockTime

/// What was found of something that a ring needs. Control has the words.
package enum Finding: Hashable, Sendable {
    /// In the words of the parts themselves; one that is read in a reply is always so.
    case told([String])

    case timeRight, timeNotConfirmed, timeNotKnown
    case timeConfirmed(ago: Duration)
    case zone(String)
    case noSoundOutput, soundNotTried, soundUntried, soundComesOut, soundCameOut, noSoundCameOut
    case everySoundThere
    /// In safe mode.
    case builtInToneAlone
    /// - Parameter problem: of the catalogue.
    case soundsMissing(of: [Alarm], problem: String?)
    case otherOutputsInOrder
    case outputsNotTried([Int])
    /// Sound is set to this card, whose number changes.
    case cardByNumber(String)
    case noDisplay, displayNotTried, displaySilent, displayAnswers
    case noKeyStuck
    case settingsSaved
    case runsInOrder
    case noAlarm, noTimeForAlarms
    case nextAlarm(AlarmID, at: CivilTime, left: Duration)
    case rings(AlarmID)
    case isSnoozed(AlarmID)
    /// No date is ahead; the first that is left out.
    case heldBack(AlarmID, SkippedDate?)
    case noRehearsal
    case rehearsed(RehearsalResult, at: CivilTime)

    // Of a program that has just been started.
    case notBegun, crashedAgain, waitsForTime, armedForNothing, nothingWakes
    case armed(AlarmID, at: CivilTime)
    case stateNotLoaded, stateLoaded, newClock
    case alarmsUnreadable(Int)
}

/// What to do about a finding.
package enum Advice: Hashable, Sendable {
    /// As a reply has it.
    case told(String)

    case checkNetwork, setTime, chooseZone
    case checkSoundCard, otherOutputsWake, tryOutput, tryOutputs, chooseByID
    case checkOtherOutput, checkBoard, checkDisplay, freeKey
    case mendCatalogue, chooseSound
    case checkMemoryCard, takeRight, endSafeMode
    /// - Parameter areAlarmsLost: somebody has to say that he knows of them.
    case lookThroughSettings(areAlarmsLost: Bool)
    case explain, rehearse
}
