import Glibc

/// The properties of the client's output device that affect layout.
struct Screen: Hashable, Sendable {
    /// Columns of a terminal; nil if it is not a terminal, so that lines are not wrapped.
    var columns: Int?
    /// Rows of a terminal; nil if it is not a terminal, or reports none.
    var rows: Int?

    /// The variable that gives the width of a terminal that does not report it.
    static let variable = "COLUMNS"

    /// A destination without a width: a file or a pipe.
    static let none = Screen(columns: nil)

    /// The default for a terminal that reports no width, such as a serial line.
    private static let standardColumns = 80
    /// Nothing is readable below this width.
    private static let leastColumns = 20

    /// The screen behind a descriptor.
    ///
    /// - Parameter columns: the value of COLUMNS, used if the terminal itself reports no width.
    init(of descriptor: Int32, columns: String?) {
        guard isatty(descriptor) == 1 else {
            self = .none
            return
        }
        var size = winsize()
        let isReported = ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 0
        rows = isReported && size.ws_row > 0 ? Int(size.ws_row) : nil
        let reported = isReported ? Int(size.ws_col) : columns.flatMap { Int($0) }
        self.columns = max(reported ?? Screen.standardColumns, Screen.leastColumns)
    }

    init(columns: Int?) { self.columns = columns }
}
