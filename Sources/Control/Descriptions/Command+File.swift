package import ClockCore

extension Command {
    /// Whether an open file comes with its request.
    package var takesFile: Bool {
        if case .sounds(.importFile) = self { return true }
        if case .font(.importFile) = self { return true }
        if case .backup(.restore) = self { return true }
        if case .backup(.make(ownFiles: true)) = self { return true }
        return false
    }
}
