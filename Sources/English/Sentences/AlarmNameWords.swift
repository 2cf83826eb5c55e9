package import ClockCore
import ClockTime

extension AlarmName {
    /// "alarm 3 (Work)", or "alarm 3" if it has no label.
    package var text: String {
        "alarm \(id)" + (label.isEmpty ? "" : " (\(Spelling.printable(label)))")
    }

    /// The same at the beginning of a sentence.
    package var begun: String { Sentences.begun(text) }
}
