package import ClockTime

/// What in the present state stands in the way of a command that is right in itself. `English` has the words.
package enum Obstacle: Hashable, Sendable {
    case nothingRings
    case nothingRingsOrIsSnoozed
    case somethingRings
    /// Something rings again after a snooze.
    case somethingSnoozed

    case alarm(AlarmName, AlarmCondition)
    /// Only this ends it, at the clock.
    case stopTask(AlarmName, StopWay)
    /// An alarm has no such operation.
    case alarmsCannot
    /// No pause has the date.
    case notPaused(CivilDate)

    case undo(UndoObstacle)

    case timer(TimerID, TimerCondition)
    case nap(NapPhase)
    /// A nap has no such operation.
    case napsCannot

    case quiet
    case nothingPlays
    case sleepTimerPaused
    case sleepTimerRuns
    case mixEmpty
    /// None of a favourite's sounds is there any more.
    case favouriteWithoutSounds(String, sounds: [SoundID])

    case soundBuiltIn(SoundID)
    /// A preset of the clock's own, which nobody can delete.
    case presetBuiltIn(String)
    /// The name of such a preset, for another one.
    case presetNameTaken(String)

    case timeBeingSet
    case timeUnknown

    case noDisplay
    case noLamp
    /// The style's night has no hours.
    case noNightHours
    /// Nothing draws codes here.
    case cannotPair
    /// It cannot show a code to whoever asks from the network.
    case noDisplayForCode
    /// No code is shown.
    case noCode
    /// MQTT has no broker yet.
    case noBroker
    /// No program may join now (`MqttDoor`).
    case mqttClosed
    case displayHasPixels
    case displayHasSegments

    /// In the words, without a full stop, of whoever cannot carry it out, such as a host of files or the client.
    case inWords(String)
}

/// Why nothing can be taken back.
package enum UndoObstacle: Hashable, Sendable {
    /// Nobody has changed anything since the start.
    case nothing
    /// It was taken back already.
    case done
    /// The last change was of a kind that stays.
    case final
    /// What it changed is not as it left it.
    case changedSince
}

/// An alarm's state, as far as it decides what can be done.
package enum AlarmCondition: Hashable, Sendable {
    case off, offAlready, onAlready, notRinging, ringing, snoozed
    /// It counts down before its ring.
    case leading
    /// It has no next date that could be skipped.
    case ringsOnce
    /// Nor has it while it is off.
    case offWithoutDates
}

/// A timer's state, as far as it decides what can be done.
package enum TimerCondition: Hashable, Sendable {
    case scheduled, running, snoozed, ringing, paused
    /// Silent, and rings again by itself.
    case silenced
}
