import Glibc

/// What the client's output goes to, as far as it matters to its look.
struct Screen: Hashable, Sendable {
    /// Columns of a terminal; nil where it is none, and lines are as long as they are.
    var columns: Int?
    /// Lines of a terminal; nil where it is none, or does not say.
    var rows: Int?

    /// Says how wide a terminal is that does not say it itself.
    static let variable = "COLUMNS"

    /// Neither a terminal nor anything that has a width: a file, a pipe.
    static let none = Screen(columns: nil)

    /// Where a terminal says no width, as a serial line does.
    private static let usualColumns = 80
    /// Below this nothing can be read, whatever is done about it.
    private static let leastColumns = 20

    /// What a descriptor leads to.
    ///
    /// - Parameter columns: what the variable COLUMNS says, where the terminal itself says nothing.
    init(of descriptor: Int32, columns: String?) {
        guard isatty(descriptor) == 1 else {
            self = .none
            return
        }
        var size = winsize()
        let isTold = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        rows = isTold && size.ws_row > 0 ? Int(size.ws_row) : nil
        let told = isTold ? Int(size.ws_col) : columns.flatMap { Int($0) }
        self.columns = max(told ?? Screen.usualColumns, Screen.leastColumns)
    }

    init(columns: Int?) { self.columns = columns }
}
