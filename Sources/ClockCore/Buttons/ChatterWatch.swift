import ClockTime

/// Detects a button whose contact chatters continuously: a loose wire, a worn switch.
///
/// A finger makes at most ten edges a second, and not for long. A contact with many times that for half a minute is not
/// being pressed: it is reported and ignored, like a stuck button, until it has been at rest.
struct ChatterWatch: Hashable, Sendable {
    /// From this many edges in a second on, nobody is pressing the key.
    static let edges = 40
    /// How long that lasts before it is reported.
    static let patience = Duration.seconds(30)
    private static let window = Duration.seconds(1)
    /// How long the contact must rest before its edges count again.
    static let rest = Duration.seconds(2)

    /// When the current second began, and its edges so far.
    private var begin: BootTime?
    private var count = 0
    /// Since when every second has had too many edges.
    private var since: BootTime?
    private(set) var isChattering = false

    /// When it may have come to rest.
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
