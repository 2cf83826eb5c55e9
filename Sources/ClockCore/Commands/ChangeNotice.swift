import BoundedJSON
import ClockTime

/// What a change that was made will not do: a part for it is missing, or something keeps the alarm from ringing. The
/// answer to the change says it at once, and `English` has the words.
package enum ChangeNotice: Hashable, Sendable {
    /// Something may keep what was set from ringing: the bad checks of health.
    case mayNotRing([HealthCheck])
    /// The board has no motor for the alarm's vibration.
    case vibrationWithoutMotor
    /// The alarm has a sound for its pre-alert, which has no length.
    case soundWithoutPreAlert
    /// The board lacks a key of the alarm's task to stop; this stands in for it.
    case stopKeyMissing(StopWay)
    /// The board has neither a motor nor a lamp nor a display for the nap's pulse.
    case pulseWithoutMotor
    /// A nap that reaches its max first rings then.
    case napLongerThanMax(nap: Duration, max: Duration)
    /// The display has a single colour.
    case oneColor
    /// The display's lights are dimmed all together.
    case oneLevel
    /// The display's figures are segments: they have one shape, one size and one place.
    case fixedFigures
    /// The display is too small to show these parts of the font.
    case tooSmall(Set<FontAspect>)
    /// A chosen sound output is not connected.
    case outputMissing(String)
    /// As received in a reply.
    case inWords(Code, String)

    package enum Code: String, CaseIterable, Hashable, Sendable {
        case mayNotRing, vibrationWithoutMotor, soundWithoutPreAlert, stopKeyMissing
        case pulseWithoutMotor
        case napLongerThanMax, oneColor, oneLevel, fixedFigures, tooSmall, outputMissing
    }

    package var code: Code {
        switch self {
        case .mayNotRing: .mayNotRing
        case .vibrationWithoutMotor: .vibrationWithoutMotor
        case .soundWithoutPreAlert: .soundWithoutPreAlert
        case .stopKeyMissing: .stopKeyMissing
        case .pulseWithoutMotor: .pulseWithoutMotor
        case .napLongerThanMax: .napLongerThanMax
        case .oneColor: .oneColor
        case .oneLevel: .oneLevel
        case .fixedFigures: .fixedFigures
        case .tooSmall: .tooSmall
        case .outputMissing: .outputMissing
        case .inWords(let code, _): code
        }
    }
}
