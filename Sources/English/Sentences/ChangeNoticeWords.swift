package import ClockCore

// What a change will not do, in words.

extension ChangeNotice {
    /// In sentences; a helpful command comes last.
    package var text: String {
        switch self {
        case .mayNotRing(let checks):
            "It may not ring. "
                + checks.map { check in
                    Sentences.sentences([check.finding.text, check.advice?.text].compactMap { $0 })
                }.joined(separator: " ")
        case .vibrationWithoutMotor: "This clock has no motor, so the alarm will not vibrate."
        case .soundWithoutPreAlert:
            "Its sound comes in the pre-alert, and that has no length yet. Give one: --pre-alert 20m"
        case .stopKeyMissing(let way):
            "This clock lacks a button for that. To stop it, \(way.text)."
        case .pulseWithoutMotor:
            "This clock has no motor, lamp or display, so the nap will not pulse."
        case .napLongerThanMax(let nap, let max):
            "The nap of \(TimeText.length(nap)) is longer than its limit, so it rings after "
                + "\(TimeText.length(max)) at the latest."
        case .oneColor: "This display has one colour; it keeps the setting."
        case .oneLevel: "This display dims its lights only all together; it keeps the setting."
        case .fixedFigures: "The digits of this display are fixed; it keeps the setting."
        case .tooSmall(let parts):
            "This display is too small for \(ChangeNotice.names(of: parts)); it keeps the setting."
        case .outputMissing(let name):
            "The sound output \"\(name)\" is not connected. Until it is, sound comes out of the next one. "
                + "List the outputs: noiseclock sound outputs"
        case .inWords(_, let text): text
        }
    }

    private static func names(of parts: Set<FontAspect>) -> String {
        let design = parts.contains(.design) ? ["this design"] : []
        let weight = parts.contains(.weight) ? ["this weight"] : []
        return (design + weight).joined(separator: " and ")
    }
}
