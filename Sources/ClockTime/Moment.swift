/// A point in time on both clocks: wall time and boot time.
///
/// Theory of operation. A bedside clock has two clocks that disagree. *Wall time* is what people see. It can be set,
/// stepped and slewed, and alarms follow it. *Boot time* (CLOCK_BOOTTIME) only counts up, even during suspend. Snoozes,
/// fades, key presses and time-outs follow it. Confusing the two makes an alarm ring twice or never. So they are
/// different types, neither converts to the other, and they always travel together as a `Moment`.
///
/// Nothing in this module reads a clock: instants are passed in as arguments. The shell supplies zone rules as TZif
/// bytes (`Zone`). `Schedule` computes which instant an alarm's "07:30" means (law, sections 1 and 2).
package struct Moment: Hashable, Sendable {
    package var wall: WallTime
    package var boot: BootTime

    package init(wall: WallTime, boot: BootTime) {
        self.wall = wall
        self.boot = boot
    }

    /// Both clocks at their beginning.
    package static let zero = Moment(
        wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 0))

    /// The difference between the two clocks. It is constant except for steps and slewing of the wall clock, so a
    /// change of more than half a second is a step (law, 3).
    package var wallMinusBoot: Duration {
        .nanoseconds(saturatingDifference(wall.nanoseconds, boot.nanoseconds))
    }

    /// When the wall clock will show `time`, or when it showed it, if nothing sets it.
    package func bootTime(at time: WallTime) -> BootTime {
        BootTime(
            nanoseconds: saturatingSum(
                boot.nanoseconds, saturatingDifference(time.nanoseconds, wall.nanoseconds)))
    }

    /// What the wall clock shows at `time` if nothing sets it.
    package func wallTime(at time: BootTime) -> WallTime {
        WallTime(
            nanoseconds: saturatingSum(
                wall.nanoseconds, saturatingDifference(time.nanoseconds, boot.nanoseconds)))
    }

    /// The moment at which both clocks have advanced by `duration`.
    package func advanced(by duration: Duration) -> Moment {
        Moment(wall: wall + duration, boot: boot + duration)
    }
}

/// Nanoseconds since 1970-01-01T00:00:00Z by the device's wall clock, right or wrong. Covers the years 1678 to 2262;
/// arithmetic saturates beyond.
package struct WallTime: Hashable, Comparable, Sendable, Codable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package init(_ instant: Instant) {
        nanoseconds = saturatingProduct(instant.seconds, nanosecondsPerSecond)
    }

    /// The whole second that contains this time (rounded down).
    package var instant: Instant {
        Instant(seconds: nanoseconds.dividingRoundingDown(by: nanosecondsPerSecond))
    }

    package init(from decoder: any Decoder) throws {
        nanoseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(nanoseconds)
    }

    package static func < (one: WallTime, other: WallTime) -> Bool {
        one.nanoseconds < other.nanoseconds
    }

    package static func + (time: WallTime, duration: Duration) -> WallTime {
        WallTime(nanoseconds: saturatingSum(time.nanoseconds, duration.wholeNanoseconds))
    }

    package static func - (time: WallTime, duration: Duration) -> WallTime {
        time + (.zero - duration)
    }

    package static func - (later: WallTime, earlier: WallTime) -> Duration {
        .nanoseconds(saturatingDifference(later.nanoseconds, earlier.nanoseconds))
    }
}

/// Nanoseconds since the kernel started, including suspended time (CLOCK_BOOTTIME). Never steps.
package struct BootTime: Hashable, Comparable, Sendable, Codable {
    package var nanoseconds: Int64

    package init(nanoseconds: Int64) {
        self.nanoseconds = nanoseconds
    }

    package init(from decoder: any Decoder) throws {
        nanoseconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(nanoseconds)
    }

    package static func < (one: BootTime, other: BootTime) -> Bool {
        one.nanoseconds < other.nanoseconds
    }

    package static func + (time: BootTime, duration: Duration) -> BootTime {
        BootTime(nanoseconds: saturatingSum(time.nanoseconds, duration.wholeNanoseconds))
    }

    package static func - (time: BootTime, duration: Duration) -> BootTime {
        time + (.zero - duration)
    }

    package static func - (later: BootTime, earlier: BootTime) -> Duration {
        .nanoseconds(saturatingDifference(later.nanoseconds, earlier.nanoseconds))
    }
}

/// A whole second of UTC, counted from 1970. Everything due by the wall clock is due at an instant.
package struct Instant: Hashable, Comparable, Sendable, Codable {
    package var seconds: Int64

    package init(seconds: Int64) {
        self.seconds = seconds
    }

    package init(from decoder: any Decoder) throws {
        seconds = try decoder.singleValueContainer().decode(Int64.self)
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(seconds)
    }

    package static func < (one: Instant, other: Instant) -> Bool {
        one.seconds < other.seconds
    }

    package func advanced(bySeconds count: Int64) -> Instant {
        Instant(seconds: saturatingSum(seconds, count))
    }
}

/// When to wake: at a wall time or a boot time, whichever comes first; with neither, only an event wakes. The two stay
/// separate because a wall-clock step moves only one of them.
package struct Deadline: Hashable, Sendable {
    package var wall: WallTime?
    package var boot: BootTime?

    package init(wall: WallTime? = nil, boot: BootTime? = nil) {
        self.wall = wall
        self.boot = boot
    }

    package static let never = Deadline()

    /// The earlier deadline on each clock.
    package func earliest(_ other: Deadline) -> Deadline {
        Deadline(wall: earlier(wall, other.wall), boot: earlier(boot, other.boot))
    }

    package func isReached(at now: Moment) -> Bool {
        if let wall, wall <= now.wall { return true }
        if let boot, boot <= now.boot { return true }
        return false
    }

    /// The boot time at which this is due if the wall clock does not step; nil: never.
    package func bootTime(asSeenAt now: Moment) -> BootTime? {
        earlier(wall.map { now.boot + ($0 - now.wall) }, boot)
    }
}

/// The smaller of two optional values, where nil means never. Called some dozen times per event; inlinable, so that
/// other modules get specialised code.
@inlinable
package func earlier<Value: Comparable>(_ one: Value?, _ other: Value?) -> Value? {
    guard let one else { return other }
    guard let other else { return one }
    return min(one, other)
}

let nanosecondsPerSecond: Int64 = 1_000_000_000

extension Duration {
    /// Whole nanoseconds, rounded towards zero, saturated to 64 bits (292 years).
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let high = saturatingProduct(seconds, nanosecondsPerSecond)
        return saturatingSum(high, attoseconds / 1_000_000_000)
    }

    /// Seconds as a floating-point number, for filters and curves; never for deadlines.
    package var inSeconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }

    package static func minutes(_ count: Int) -> Duration {
        .seconds(saturatingProduct(Int64(count), 60))
    }

    package static func hours(_ count: Int) -> Duration {
        .seconds(saturatingProduct(Int64(count), 3600))
    }
}

extension FixedWidthInteger {
    /// Division rounded towards negative infinity, as calendars need before 1970.
    package func dividingRoundingDown(by divisor: Self) -> Self {
        let quotient = self / divisor
        return (self % divisor != 0 && (self < 0) != (divisor < 0)) ? quotient - 1 : quotient
    }

    /// The remainder of `dividingRoundingDown`: from 0 up to, but not including, the (positive) divisor.
    package func remainderRoundingDown(by divisor: Self) -> Self {
        let rest = self % divisor
        return rest < 0 ? rest + divisor : rest
    }
}

func saturatingSum(_ one: Int64, _ other: Int64) -> Int64 {
    let (sum, overflow) = one.addingReportingOverflow(other)
    return overflow ? (one < 0 ? .min : .max) : sum
}

func saturatingDifference(_ one: Int64, _ other: Int64) -> Int64 {
    let (difference, overflow) = one.subtractingReportingOverflow(other)
    return overflow ? (one < 0 ? .min : .max) : difference
}

func saturatingProduct(_ one: Int64, _ other: Int64) -> Int64 {
    let (product, overflow) = one.multipliedReportingOverflow(by: other)
    return overflow ? ((one < 0) != (other < 0) ? .min : .max) : product
}
