package import ClockTime

/// One point in time on both clocks.
package struct SavedStamp: Hashable, Sendable, Codable {
    package var wall: WallTime
    package var boot: BootTime

    init(_ now: Moment) {
        wall = now.wall
        boot = now.boot
    }

    init(_ time: BootTime, now: Moment) {
        boot = time
        wall = now.wallTime(at: time)
    }
}
