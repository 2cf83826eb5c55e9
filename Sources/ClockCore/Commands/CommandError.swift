/// Why a command was refused. The codes are stable (product, A6); Control has the words.
package enum CommandError: Error, Hashable, Sendable {
    case wrongState(String)
    case notFound(AlarmID)
    /// Pauses are for timers and naps: none may swallow a ring (product, A6a).
    case notPausable
    case notFoundTimer(TimerID)
    case snoozeForbidden
    case snoozeLimit
    case noSleepTimer
    /// The occurrence named is not the one that rings or is snoozed any more.
    case stale
    case storeFull
    case timersFull
    /// One sound more than a mix holds.
    case mixFull(SoundID)
    case favouritesFull
    case notFoundMix(String)
    /// The clock's program lacks the right to do it; says which.
    case notPermitted(String)
    case invalid(field: String, String)

    package var code: String {
        switch self {
        case .wrongState, .noSleepTimer: "wrongState"
        case .notFound, .notFoundTimer, .notFoundMix: "notFound"
        case .notPausable: "notPausable"
        case .snoozeForbidden: "snoozeForbidden"
        case .snoozeLimit: "snoozeLimit"
        case .stale: "stale"
        case .storeFull, .timersFull, .favouritesFull: "storeFull"
        case .mixFull: "mixFull"
        case .notPermitted: "notPermitted"
        case .invalid: "invalid"
        }
    }

    package var field: String? {
        switch self {
        case .invalid(let field, _): field
        case .notFound: "alarm"
        case .notFoundTimer: "timer"
        case .notFoundMix: "mix"
        case .mixFull: "sound"
        case .wrongState, .notPausable, .snoozeForbidden, .snoozeLimit, .noSleepTimer, .stale,
            .storeFull, .timersFull, .favouritesFull, .notPermitted:
            nil
        }
    }

    static func unknownSound(_ sound: SoundID, among known: [SoundID]) -> CommandError {
        let names = known.map(\.name).joined(separator: ", ")
        return .invalid(field: "sound", "there is no \"\(sound)\". Choose from: \(names)")
    }
}
