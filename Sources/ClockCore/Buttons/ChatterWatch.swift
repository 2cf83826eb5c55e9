import ClockTime

/// Finds a button whose contact makes and breaks all the time: a wire that is loose, a switch that is worn.
///
/// A finger makes ten edges a second at the most, and not for long. Whatever makes many times that for half a
/// minute presses nothing: it is told of and ignored, as a button is that is stuck, until it has been at rest.
struct ChatterWatch: Hashable, Sendable {
    /// Edges in a second from which on nobody presses.
    static let edges = 40
    /// How long that goes on until it is told of.
    static let patience = Duration.seconds(30)
    private static let window = Duration.seconds(1)
    /// How long it has to rest to be believed again.
    static let rest = Duration.seconds(2)

    /// When the present second began, and how many edges it had so far.
    private var begin: BootTime?
    private var count = 0
    /// Since when every second had too many.
    private var since: BootTime?
    private(set) var isChattering = false

    /// When it may be at rest.
    var nextWake: BootTime? { isChattering ? begin.map { $0 + ChatterWatch.rest } : nil }

    mutating func edge(at now: BootTime) {
        if let begin, now - begin < ChatterWatch.window {
            count += 1
        } else {
            let wasBusy =
                begin.map { now - $0 < ChatterWatch.rest } ?? false && count >= ChatterWatch.edges
            since = wasBusy ? since ?? begin : nil
            begin = now
            count = 1
        }
        if let since, now - since >= ChatterWatch.patience { isChattering = true }
    }

    mutating func advance(to now: BootTime) {
        guard let wake = nextWake, wake <= now else { return }
        self = ChatterWatch()
    }
}
