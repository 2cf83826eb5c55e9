import ClockTime
import Testing

@testable import ClockCore

@Suite("Steps of the wall clock that no synchronisation explains (law, 3 and 5)")
struct OutsideStepTests {
    /// A clock that is right, with an alarm for 07:00.
    private struct Bench {
        var machine: ClockMachine
        var now: Moment
        var notes: [Note] = []

        init(at text: String, floor: String?) throws {
            now = Moment(
                wall: WallTime(try instant(text)), boot: BootTime(nanoseconds: 5_000_000_000))
            machine = ClockMachine(
                restoring: nil, zone: .utc, trust: .trusted, boot: BootID("boot 1"),
                floor: try floor.map { WallTime(try instant($0)) }, at: now)
            handle(.started)
            handle(
                .command(
                    RequestID(1), .alarm(.add(.daily(at: try timeOfDay("07:00")), AlarmChanges()))))
        }

        mutating func handle(_ event: Event) {
            for effect in machine.handle(event, at: now) {
                switch effect {
                case .notes(let new): notes += new
                case .save(_, let revision): handle(.saved(revision: revision, failure: nil))
                default: break
                }
            }
        }

        /// Another program sets the wall clock, and the machine wakes.
        mutating func set(to text: String) throws {
            now.wall = WallTime(try instant(text))
            handle(.wake)
        }

        mutating func run(for duration: Duration) {
            now = now.advanced(by: duration)
            handle(.wake)
        }

        mutating func synchronise(to text: String) throws {
            now.wall = WallTime(try instant(text))
            handle(.clockAdjusted(trust: .trusted, by: .synchronised))
        }

        var isRinging: Bool { !machine.ringing.alarms.ringing.isEmpty }
    }

    @Test("5.1: it makes the time plausible at most, and is told as nobody's synchronisation")
    func plausible() throws {
        for floor in [nil, "2026-01-01T00:00:00Z"] {
            var bench = try Bench(at: "2026-01-11T04:00:00Z", floor: floor)
            try bench.set(to: "2026-01-11T05:00:00Z")
            #expect(bench.machine.trust == .plausible)
            #expect(bench.notes.contains(.clockStepped(by: .hours(1), .outside)))
            #expect(bench.notes.contains(.trustChanged(.plausible)))
            bench.run(for: .hours(2))
            #expect(bench.isRinging)
        }
    }

    @Test("5.1, 5.2: to 1970 it makes the time unknown: nothing rings by that, and none is missed")
    func unknown() throws {
        var bench = try Bench(at: "2026-01-11T06:00:00Z", floor: "2026-01-01T00:00:00Z")
        try bench.set(to: "1970-01-01T06:59:00Z")
        #expect(bench.machine.trust == .unknown)
        bench.run(for: .minutes(90))
        #expect(!bench.isRinging)
        // 5.6: the first correction judges everything since the clock was last right.
        try bench.synchronise(to: "2026-01-11T07:31:00Z")
        #expect(bench.machine.trust == .trusted)
        #expect(bench.isRinging)
    }

    @Test("5.1: behind what was recorded by a clock that was right, the time is unknown")
    func behindRecord() throws {
        for (minutes, trust) in [(1, ClockTrust.plausible), (60, .unknown)] {
            var bench = try Bench(at: "2026-01-11T04:00:00Z", floor: "2026-01-01T00:00:00Z")
            bench.run(for: .minutes(20))
            bench.now.wall = bench.now.wall - .minutes(minutes)
            bench.handle(.wake)
            #expect(bench.machine.trust == trust)
        }
    }

    @Test("5.5: what rang by it is provisional, and rings again at the right time")
    func provisional() throws {
        var bench = try Bench(at: "2026-01-11T04:00:00Z", floor: "2026-01-01T00:00:00Z")
        try bench.set(to: "2026-01-11T06:59:00Z")
        bench.run(for: .minutes(1))
        #expect(bench.isRinging)
        bench.handle(.command(RequestID(2), .ring(.stop(.current))))
        try bench.synchronise(to: "2026-01-11T04:02:00Z")
        bench.run(for: .hours(2) + .minutes(58))
        #expect(bench.isRinging)
    }

    @Test("3.4: a person's setting is trusted as before, whichever event meets it first")
    func person() throws {
        var bench = try Bench(at: "2026-01-11T04:00:00Z", floor: "2026-01-01T00:00:00Z")
        bench.now.wall = bench.now.wall + .hours(1)
        bench.handle(.clockAdjusted(trust: .trusted, by: .user))
        #expect(bench.machine.trust == .trusted)
        #expect(bench.notes.contains(.clockStepped(by: .hours(1), .user)))
    }
}
