import ClockTime
import Testing

@testable import ClockCore

@Suite("The least that a right clock shows (law, 5.1)")
struct FloorTests {
    private var machine: ClockMachine
    private var now: Moment

    /// An unconfirmed clock that runs ahead, as its records do, with an alarm for 07:00.
    init() throws {
        now = Moment(
            wall: WallTime(try instant("2026-01-11T06:50:00Z")),
            boot: BootTime(nanoseconds: 5_000_000_000))
        machine = ClockMachine(
            restoring: nil, zone: .utc, trust: .plausible, boot: BootID("boot 1"),
            floor: WallTime(try instant("2026-01-11T06:45:00Z")), at: now)
        _ = machine.handle(.started, at: now)
        let add = Command.alarm(.add(.daily(at: try timeOfDay("07:00")), AlarmChanges()))
        _ = machine.handle(.command(RequestID(1), add), at: now)
    }

    /// Lets time pass until the wall clock shows `text`.
    private mutating func run(until text: String) throws {
        let wall = WallTime(try instant(text))
        now = Moment(wall: wall, boot: now.boot + (wall - now.wall))
        _ = machine.handle(.wake, at: now)
    }

    /// Sets the wall clock; a second later the machine looks.
    private mutating func step(to text: String) throws {
        now = Moment(wall: WallTime(try instant(text)), boot: now.boot + .seconds(1))
        _ = machine.handle(.wake, at: now)
    }

    private var isRinging: Bool { !machine.ringing.alarms.ringing.isEmpty }

    private mutating func stop() {
        _ = machine.handle(.command(RequestID(2), .ring(.stop(.current))), at: now)
    }

    @Test("5.1, 5.5: set back below it, a clock gives back the dates that it had used up too early")
    mutating func setBack() throws {
        try run(until: "2026-01-11T07:00:00Z")
        #expect(isRinging)
        stop()
        // The kernel reports the step first, and some seconds later that the time is right.
        try step(to: "2026-01-10T06:30:00Z")
        #expect(machine.trust == .unknown)
        now.boot = now.boot + .seconds(10)
        now.wall = now.wall + .seconds(10)
        _ = machine.handle(.clockAdjusted(trust: .trusted, by: .synchronised), at: now)
        #expect(machine.trust == .trusted)
        for date in ["2026-01-10", "2026-01-11"] {
            try run(until: "\(date)T06:59:59Z")
            #expect(!isRinging)
            try run(until: "\(date)T07:00:00Z")
            #expect(isRinging)
            stop()
        }
    }

    @Test("5.1: what has been confirmed is believed, whatever it shows")
    mutating func confirmed() throws {
        now.wall = WallTime(try instant("2026-01-10T06:30:00Z"))
        _ = machine.handle(.clockAdjusted(trust: .trusted, by: .synchronised), at: now)
        #expect(machine.trust == .trusted)
        try run(until: "2026-01-10T07:00:00Z")
        #expect(isRinging)
    }

    @Test("5.1, 5.3: a clock that comes to show as much rings again")
    mutating func comesToShowIt() throws {
        try step(to: "2026-01-11T06:40:00Z")
        #expect(machine.trust == .unknown)
        try run(until: "2026-01-11T06:45:00Z")
        #expect(machine.trust == .plausible)
        try run(until: "2026-01-11T07:00:00Z")
        #expect(isRinging)
    }
}
