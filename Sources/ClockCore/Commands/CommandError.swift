/// Why a command was refused. The codes are stable (product, A6); `English` has the words.
package enum CommandError: Error, Hashable, Sendable {
    case wrongState(Obstacle)
    case notFound(AlarmID)
    /// Only timers and naps can be paused: no pause may swallow a ring (product, A6a).
    case notPausable
    case notFoundTimer(TimerID)
    case snoozeForbidden
    case snoozeLimit
    case noSleepTimer
    /// The named occurrence is no longer the one that rings or is snoozed.
    case stale
    /// The alarm is no longer as it was when the changes were made; it has this revision now.
    case changedMeanwhile(AlarmID, revision: Int)
    case storeFull
    case timersFull
    /// The mix is full; this sound does not fit.
    case mixFull(SoundID)
    case favouritesFull
    case notFoundMix(String)
    case notFoundPreset(String)
    case presetsFull
    /// - Parameter hasOthers: there are other fonts of the user's own.
    case notFoundFont(String, field: String, hasOthers: Bool)
    case notFoundWorldClock(String)
    case worldClocksFull
    case notFoundDevice(DeviceID)
    case devicesFull
    /// - Parameter left: how many guesses are left before the code ends.
    case wrongCode(left: Int)
    /// Codes ended without a device; requests from the network wait this long.
    case pairingWaits(Duration)
    /// The clock's program lacks a permission; the text says which.
    case notPermitted(String)
    case invalid(field: String, Fault)

    package var code: String {
        switch self {
        case .wrongState, .noSleepTimer: "wrongState"
        case .notFound, .notFoundTimer, .notFoundMix, .notFoundPreset, .notFoundFont,
            .notFoundWorldClock, .notFoundDevice:
            "notFound"
        case .notPausable: "notPausable"
        case .snoozeForbidden: "snoozeForbidden"
        case .snoozeLimit: "snoozeLimit"
        case .stale, .changedMeanwhile: "stale"
        case .storeFull, .timersFull, .favouritesFull, .presetsFull, .worldClocksFull,
            .devicesFull:
            "storeFull"
        case .mixFull: "mixFull"
        case .notPermitted, .wrongCode: "notPermitted"
        case .pairingWaits: "tooMany"
        case .invalid(_, let fault): fault.isMissingName ? "notFound" : "invalid"
        }
    }

    package var field: String? {
        switch self {
        case .invalid(let field, _), .notFoundFont(_, let field, _): field
        case .notFound: "alarm"
        case .notFoundTimer: "timer"
        case .notFoundDevice: "device"
        case .wrongCode: "code"
        case .notFoundMix: "mix"
        case .notFoundPreset, .notFoundWorldClock: "name"
        case .mixFull: "sound"
        case .changedMeanwhile: "revision"
        case .wrongState, .notPausable, .snoozeForbidden, .snoozeLimit, .noSleepTimer, .stale,
            .storeFull, .timersFull, .favouritesFull, .presetsFull, .worldClocksFull, .devicesFull,
            .notPermitted, .pairingWaits:
            nil
        }
    }

    static func unknownSound(
        _ sound: SoundID, among known: [SoundID], field: String = "sound"
    ) -> CommandError {
        .invalid(field: field, .sound(.unknown(sound, among: known)))
    }
}

extension Operation {
    /// Why the operation does nothing to an alarm in the reported state.
    func refusal(by report: AlarmReport) -> CommandError {
        let condition: AlarmCondition
        switch self {
        case .pause, .resume: return .notPausable
        case .repeat, .add: return .wrongState(.alarmsCannot)
        case .schedule: condition = .onAlready
        case .cancel: condition = .offAlready
        case .countdown, .snooze, .stop:
            switch report.state {
            case .off: condition = .off
            case .scheduled: condition = .notRinging
            case .alert: condition = .ringing
            case .countdown: condition = report.snoozedUntil == nil ? .leading : .snoozed
            }
        }
        return .wrongState(.alarm(report.alarm.name, condition))
    }
}
