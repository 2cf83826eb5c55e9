package import ClockTime

/// The program's recent crashes: those of this boot within the last ten minutes.
///
/// Theory of operation. A run creates its record when it begins, and removes it on an orderly exit. A run that finds a
/// record at its start knows that the previous run crashed: the watchdog or the kernel killed it, or it died of its own
/// fault. A record of another boot proves nothing, because the power may have failed. The exact time of a crash is
/// unknown; what counts is when the next run noticed it.
///
/// After `limit` crashes within `window`, the run starts in safe mode (SafeMode.swift).
package struct CrashRecord: Hashable, Sendable, Codable {
    package static let limit = 5
    package static let window = Duration.minutes(10)

    private let boot: BootID
    /// When crashes were noticed, the latest last; at most `limit`.
    private var noticed: [BootTime]

    /// Creates the record of a run that begins now.
    ///
    /// - Parameter left: the record that the previous run left; nil: it exited in order, or there was none.
    package init(after left: CrashRecord?, boot: BootID, at now: BootTime) {
        self.boot = boot
        guard let left, left.boot == boot else {
            noticed = []
            return
        }
        let recent = left.noticed.filter { $0 <= now && now - $0 < CrashRecord.window }
        noticed = (recent + [now]).suffix(CrashRecord.limit)
    }

    /// Whether this run starts in safe mode.
    package var asksForSafeMode: Bool { noticed.count >= CrashRecord.limit }
}
