package import ClockCore
import ClockTime

extension Obstacle {
    /// A clause without a full stop.
    package var text: String {
        switch self {
        case .nothingRings: "nothing is ringing"
        case .nothingRingsOrIsSnoozed: "nothing is ringing or snoozed"
        case .somethingRings: "something is ringing. Stop it first"
        case .somethingSnoozed: "something is snoozed, and will ring again. Stop it first"
        case .alarm(let name, let condition): "\(name.text) \(condition.text)"
        case .stopTask(let name, let way):
            "\(name.text) is stopped only at the clock itself: \(way.text)"
        case .alarmsCannot: "alarms can't do this, only timers"
        case .notPaused(let date): "alarms aren't paused on \(TimeText.date(date, withYear: true))"
        case .undo(let obstacle): obstacle.text
        case .timer(let id, let condition): "timer \(id) is \(condition.text)"
        case .nap(let phase): phase.text
        case .napsCannot: "naps can't do this, only timers"
        case .quiet: "do not disturb is on, and noise doesn't play in quiet hours"
        case .nothingPlays: "nothing is playing. Play something first, or use --start"
        case .sleepTimerPaused: "the sleep timer is paused already"
        case .sleepTimerRuns: "the sleep timer is running"
        case .mixEmpty: "the mix is empty. Add a sound first"
        case .favouriteWithoutSounds(let name, let sounds):
            "none of the sounds of \"\(name)\" is there any more: "
                + sounds.map(\.name).joined(separator: ", ")
        case .soundBuiltIn(let id): "\"\(id)\" is built in. It can't be renamed or deleted"
        case .presetBuiltIn(let name): "\(name) is built in. It can't be deleted"
        case .presetNameTaken(let name): "\(name) is built in. Choose another name"
        case .timeBeingSet: "the clock is just being set. Try again in a few seconds"
        case .timeUnknown: "the clock doesn't know the time yet"
        case .noDisplay: "this clock has no display"
        case .noLamp: "this clock has no lamp"
        case .noNightHours:
            "the night has no hours. Set them first: noiseclock style set --night 22:00-07:00"
        case .cannotPair: "this clock can't pair devices"
        case .noDisplayForCode:
            "this clock has no display for a code. Get one on the clock itself: noiseclock pair"
        case .noCode: "the clock shows no code. Ask for one first"
        case .noBroker:
            "MQTT needs a broker. Name it: noiseclock mqtt set --broker homeassistant.local"
        case .mqttClosed: "no program may join now. Allow it for ten minutes: noiseclock mqtt set"
        case .displayHasPixels: "this display has pixels, not segments"
        case .displayHasSegments: "this display has segments, not pixels"
        case .inWords(let text): text
        }
    }
}

extension UndoObstacle {
    fileprivate var text: String {
        switch self {
        case .nothing: "there is nothing to take back: nobody has changed anything since the start"
        case .done: "the last change was taken back already"
        case .final:
            "the last change can't be taken back: it was about a timer, a sound or font of yours, a paired "
                + "device or the time"
        case .changedSince:
            "what the last change was about has changed again since then, so it can't be taken back"
        }
    }
}

extension AlarmCondition {
    fileprivate var text: String {
        switch self {
        case .off: "is off"
        case .offAlready: "is off already"
        case .onAlready: "is on already"
        case .notRinging: "isn't ringing"
        case .ringing: "is ringing"
        case .snoozed: "is snoozed"
        case .leading: "counts down and does not ring yet"
        case .ringsOnce: "rings only once. Switch it off instead"
        case .offWithoutDates: "is off, so there is nothing to skip"
        }
    }
}

extension TimerCondition {
    fileprivate var text: String {
        switch self {
        case .scheduled: "not running"
        case .running: "running"
        case .snoozed: "snoozed"
        case .silenced: "silent for now, and will ring again"
        case .paused: "paused"
        case .ringing: "ringing"
        }
    }
}

extension NapPhase {
    fileprivate var text: String {
        switch self {
        case .idle: "no nap is on"
        case .holding: "the bar is held for a nap"
        case .releasing: "the nap is about to begin"
        case .napping: "a nap is on"
        case .paused: "the nap is paused"
        case .snoozed: "the nap is over and will ring again"
        case .alert: "the nap is over and rings"
        }
    }
}
