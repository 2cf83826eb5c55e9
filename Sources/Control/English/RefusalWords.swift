package import ClockCore

extension CommandError {
    /// For people; without a full stop.
    package var message: String {
        switch self {
        case .wrongState(let reason), .notPermitted(let reason): reason
        case .notFound(let id): "there is no alarm \(id)"
        case .notPausable:
            "alarms cannot be paused one by one; skip its next date, switch it off, "
                + "or pause all alarms for some dates"
        case .notFoundTimer(let id): "there is no timer \(id)"
        case .snoozeForbidden: "this alarm cannot be snoozed; stop it"
        case .snoozeLimit: "this alarm was snoozed as often as it allows; stop it"
        case .noSleepTimer: "no sleep timer runs; start one: noiseclock noise sleep 45m"
        case .stale: "that ring is over"
        case .storeFull: "there is no room for more alarms; remove one first"
        case .timersFull: "there is room for \(TimerLimits.count) timers; remove one first"
        case .mixFull(let sound):
            "there is room for \(NoiseState.mixCapacity) sounds in the mix, and \"\(sound)\" is one "
                + "too many; remove one first"
        case .favouritesFull:
            "there is room for \(Favourites.capacity) favourites; delete one first"
        case .notFoundMix(let name): "there is no favourite \"\(name)\", and it is no mix's code"
        case .invalid(let field, let reason): "\(field): \(reason)"
        }
    }
}
