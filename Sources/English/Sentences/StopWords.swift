package import ClockCore

extension StopWay {
    /// What to do: "hold snooze and stop for 3 s", "press menu".
    package var text: String {
        let names = Sentences.enumeration(keys.map(\.rawValue))
        return isPress ? "press \(names)" : "hold \(names) for \(TimeText.length(length))"
    }
}
