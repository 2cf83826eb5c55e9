import ClockCore
import HAL

/// What the wizard needs of the world: a person at a terminal, and the wires. Tests play both.
protocol WizardConsole {
    mutating func say(_ text: String)

    /// The next line that the person types; nil at the end of the input, or after a signal.
    mutating func answer(to question: String) -> String?

    /// Shows a picture on a display that hangs as `board` says, until `makeDark`.
    ///
    /// - Returns: why that is not possible, in words for people.
    mutating func show(_ picture: TestPicture, on board: BoardDescription) -> String?

    mutating func makeDark()

    /// Waits until one of the lines is pulled to ground, or the person types a line.
    mutating func press(_ question: String, among lines: [Int], ofChip path: String) -> WizardPress

    /// Plays a tone of a second. Returns what went wrong.
    mutating func playTone(on device: String) -> String?

    /// Switches an output on and off for two seconds. Returns what went wrong.
    mutating func tryOutput(_ line: Int, of board: BoardDescription) -> String?

    func hasFile(_ path: String) -> Bool

    /// Writes a file. Returns what went wrong.
    mutating func save(_ text: String, to path: String) -> String?
}

/// What came instead of a pressed key, or which one.
enum WizardPress: Equatable {
    case line(Int)
    case typed(String)
    case failed(String)
    /// The end of the input, or a signal.
    case ended
}
