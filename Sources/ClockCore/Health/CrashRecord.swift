package import ClockTime

/// The crashes of the program that count: those of this boot and of the last ten minutes.
///
/// Theory of operation. A run leaves its record behind when it begins, and takes it away when it ends in order.
/// So whoever starts and finds one knows that the run before crashed: the watchdog or the kernel killed it, or it
/// died of its own fault. A record of another boot says nothing, because the power may have gone. When
/// exactly a run crashed is not known; what counts is when the next one noticed.
///
/// After `limit` crashes within `window` the run starts in safe mode (SafeMode.swift).
package struct CrashRecord: Hashable, Sendable, Codable {
    package static let limit = 5
    package static let window = Duration.minutes(10)

    private let boot: BootID
    /// When crashes were noticed, the last one at the end; at most `limit`.
    private var noticed: [BootTime]

    /// The record of a run that begins now.
    ///
    /// - Parameter left: what the run before left behind; nil: it ended in order, or there was none.
    package init(after left: CrashRecord?, boot: BootID, at now: BootTime) {
        self.boot = boot
        guard let left, left.boot == boot else {
            noticed = []
            return
        }
        let recent = left.noticed.filter { $0 <= now && now - $0 < CrashRecord.window }
        noticed = (recent + [now]).suffix(CrashRecord.limit)
    }

    /// Whether the run that it is of starts in safe mode.
    package var asksForSafeMode: Bool { noticed.count >= CrashRecord.limit }
}
