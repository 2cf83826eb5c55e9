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
    /// What these would play before they ring is not in the catalogue.
    case preAlertSoundsMissing(of: [Alarm])
    /// No problem is known of these further outputs.
    case noProblem(with: [RingRung], hasLight: Bool)
    case outputsNotTried([Int])
    /// The sound output is set to this card by its number, which can change.
    case cardByNumber(String)
    case noDisplay, displayNotTried, displaySilent, displayAnswers, noDisplayProblem
    case battery(BatteryState), batteryUnread
    case noKeyStuck
    case settingsSaved
    case runsInOrder
    case noAlarm, noTimeForAlarms
    case timerRings(String, left: Duration)
    case napRings(left: Duration)
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
    /// - Parameter until: what a ring takes until then, if anything is known to work.
    case checkSoundCard(until: RingRung?)
    /// Another device plays in place of the chosen one.
    case connectChosen
    /// There is no sound output at all.
    case connectSound(until: RingRung?)
    /// A volume control is low, and a ring raises it.
    case ringRaisesVolume
    case grantPriority, tryOutput, tryOutputs, chooseByID
    case checkOtherOutput, checkWires, checkBoard, checkDisplay, freeKey, chargeBattery
    case mendCatalogue, chooseSound
    case checkMemoryCard, takeRight, freeSpace, endSafeMode
    /// - Parameter areAlarmsLost: a user must acknowledge the loss.
    case lookThroughSettings(areAlarmsLost: Bool)
    case explain, rehearse, rehearseNow
}
