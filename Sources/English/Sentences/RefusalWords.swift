package import ClockCore

extension CommandError {
    /// In sentences; a helpful command comes last.
    package var message: String {
        if case .invalid(let field, let fault) = self { return "\(field): \(fault.text)" }
        return Sentences.sentence(clause)
    }

    private var clause: String {
        switch self {
        case .wrongState(let obstacle): obstacle.text
        case .notPermitted(let reason): reason
        case .notFound(let id): "there is no alarm \(id). List them: noiseclock alarm list"
        case .notPausable:
            "one alarm can't be paused. Skip its next date, switch it off, or pause all alarms"
        case .notFoundTimer(let id): "there is no timer \(id). List them: noiseclock timer list"
        case .snoozeForbidden: "this alarm can't be snoozed. Stop it: noiseclock alarm stop"
        case .snoozeLimit: "this alarm can't be snoozed again. Stop it: noiseclock alarm stop"
        case .noSleepTimer: "no sleep timer is running. Start one: noiseclock noise sleep 45m"
        case .stale: "that ring is already over"
        case .changedMeanwhile(let id, let revision):
            "alarm \(id) was changed meanwhile: it has revision \(revision) now. Look at it again"
        case .storeFull: "there is no room for another alarm. Remove one first"
        case .timersFull: "there are \(TimerLimits.count) timers already. Remove one first"
        case .mixFull(let sound):
            "a mix holds \(NoiseState.mixCapacity) sounds, and \"\(sound)\" would be one more. "
                + "Remove one first"
        case .favouritesFull:
            "there are \(Favourites.capacity) favourites already. Delete one first"
        case .notFoundMix(let name):
            "there is no favourite \"\(name)\", and it isn't the code of a mix. "
                + "List the favourites: noiseclock mix list"
        case .notFoundPreset(let name):
            "there is no preset \"\(name)\". List them: noiseclock preset list"
        case .presetsFull:
            "there are \(StylePreset.capacity) presets already. Delete one first"
        case .notFoundFont(let name, _, hasOthers: true):
            "there is no font \"\(name)\". List them: noiseclock font list"
        case .notFoundFont(_, _, hasOthers: false):
            "there are no fonts of your own. Add one: noiseclock font import FILE"
        case .notFoundWorldClock(let name):
            "there is no world clock \"\(name)\". List them: noiseclock world list"
        case .worldClocksFull:
            "there are \(WorldClock.capacity) world clocks already. Remove one first"
        case .notFoundDevice(let id):
            "there is no device \(id). List them: noiseclock device list"
        case .devicesFull:
            "there are \(PairedDevice.capacity) devices already. Remove one first"
        case .wrongCode(left: 0):
            "that is not the code, and it was the last guess. Ask for another code"
        case .wrongCode(let left):
            "that is not the code. \(left) more \(left == 1 ? "guess" : "guesses")"
        case .pairingWaits(let left):
            "too many codes went unused. Ask again in \(TimeText.length(left)), "
                + "or hold both buttons of the clock"
        case .invalid(_, let fault): fault.text
        }
    }
}
