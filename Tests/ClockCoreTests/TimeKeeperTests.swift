import ClockTime
import Testing

@testable import ClockCore

@Suite("What is known of the wall clock (law, 3 and 5)")
struct TimeKeeperTests {
    private let start: Moment

    init() throws {
        start = Moment(
            wall: WallTime(try instant("2026-01-11T06:00:00Z")),
            boot: BootTime(nanoseconds: 5_000_000_000))
    }

    private func keeper(
        trust: ClockTrust = .trusted, lastTrusted: String? = nil, madeAt: String? = nil,
        floor: String? = nil, startTimes: [(String, String)] = []
    ) throws -> TimeKeeper {
        TimeKeeper(
            trust: trust, lastTrusted: try lastTrusted.map(instant),
            madeAt: try madeAt.map(instant), floor: try floor.map { WallTime(try instant($0)) },
            startTimes: try startTimes.map { first, last in
                WallTime(try instant(first))...WallTime(try instant(last))
            }, showing: start)
    }

    /// A second later by the boot time, after the wall clock was set.
    private func moment(steppedBy delta: Duration, after seconds: Int = 1) -> Moment {
        let later = start.advanced(by: .seconds(seconds))
        return Moment(wall: later.wall + delta, boot: later.boot)
    }

    @Test("3: half a second between the clocks is slewing, more is a step")
    func steps() throws {
        var keeper = try keeper()
        for sign in [1, -1] {
            let slewed = moment(steppedBy: Duration.milliseconds(500) * sign)
            #expect(keeper.measureStep(from: start, to: slewed, .outside)?.delta == nil)
            let delta = Duration.milliseconds(501) * sign
            let stepped = moment(steppedBy: delta)
            let step = keeper.measureStep(from: start, to: stepped, .synchronised)
            #expect(step?.delta == delta)
            #expect(step?.cause == .synchronised && step?.isAsked == false)
        }
    }

    @Test("3.4: an announced step is the user's for a second, and only the first one is")
    func announced() throws {
        for (seconds, causes) in [(1, [StepCause.user, .outside]), (2, [.outside, .outside])] {
            var keeper = try keeper()
            keeper.announceStep(at: start.boot)
            let stepped = moment(steppedBy: .minutes(5), after: seconds)
            let found = (1...2).compactMap { _ in
                keeper.measureStep(from: start, to: stepped, .outside)?.cause
            }
            #expect(found == causes)
        }
    }

    @Test("3.4: a step to the time that was asked for is the user's, until the host has answered")
    func asked() throws {
        var keeper = try keeper()
        let meant = start.wall + .hours(3)
        let target = try keeper.ask(for: .instant(meant), in: .utc, at: start.boot)
        #expect(target == Moment(wall: meant, boot: start.boot))
        let elsewhere = moment(steppedBy: .hours(2))
        #expect(keeper.measureStep(from: start, to: elsewhere, .outside)?.cause == .outside)
        let stepped = moment(steppedBy: .hours(3), after: 60)
        let step = keeper.measureStep(from: start, to: stepped, .outside)
        #expect(step?.cause == .user && step?.isAsked == true)
        #expect(throws: CommandError.wrongState(.timeBeingSet)) {
            _ = try keeper.ask(for: .instant(meant), in: .utc, at: start.boot)
        }
        #expect(keeper.settingAnswered(isDone: true) == nil)
        let again = keeper.measureStep(from: start, to: stepped, .outside)
        #expect(again?.cause == .outside && again?.isAsked == false)
    }

    @Test("A local time that comes twice means its first occurrence, and the second is told")
    func twice() throws {
        var keeper = try keeper()
        let berlin = try systemZone("Europe/Berlin")
        let given = GivenTime.local(try civil("2026-10-25 02:30"))
        let target = try keeper.ask(for: given, in: berlin, at: start.boot)
        let first = try instant("2026-10-25T00:30:00Z")
        let second = try instant("2026-10-25T01:30:00Z")
        #expect(target.wall.instant == first)
        #expect(keeper.settingAnswered(isDone: true) == second)
    }

    @Test("5.1: nobody can set it to before the program's build, nor to after 2099")
    func bounds() throws {
        var keeper = try keeper(madeAt: "2026-01-01T00:00:00Z", floor: "2026-01-10T00:00:00Z")
        for (text, isAllowed) in [
            ("2025-12-31T23:59:59Z", false), ("2026-01-01T00:00:00Z", true),
            ("2099-12-31T23:59:59Z", true), ("2100-01-01T00:00:00Z", false),
        ] {
            let given = GivenTime.instant(WallTime(try instant(text)))
            let target = try? keeper.ask(for: given, in: .utc, at: start.boot)
            #expect((target != nil) == isAllowed, "\(text)")
            _ = keeper.settingAnswered(isDone: true)
        }
    }

    @Test("5.1: unconfirmed, it is plausible from the floor on, and 2 min behind the record")
    func floor() throws {
        let cases: [(floor: String, recorded: String?, trust: ClockTrust)] = [
            ("2026-01-11T06:00:00Z", nil, .plausible),
            ("2026-01-11T06:00:01Z", nil, .unknown),
            ("2026-01-01T00:00:00Z", "2026-01-11T06:02:00Z", .plausible),
            ("2026-01-01T00:00:00Z", "2026-01-11T06:02:01Z", .unknown),
        ]
        for (floor, recorded, trust) in cases {
            let unconfirmed = try keeper(trust: .unknown, lastTrusted: recorded, floor: floor)
            #expect(unconfirmed.trust == trust)
            let confirmed = try keeper(lastTrusted: recorded, floor: floor)
            #expect(confirmed.trust == .trusted)
            #expect(confirmed.unconfirmedTrust(showing: start) == trust)
        }
        let told = try keeper(trust: .unknown)
        #expect(told.trust == .unknown)
    }

    @Test("5.1: a time that runs on from where the system began is unknown, however late it is")
    func startTimes() throws {
        // The kernel started 5 s before 06:00.
        let cases: [(first: String, last: String, trust: ClockTrust)] = [
            ("2026-01-11T05:00:00Z", "2026-01-11T05:59:54Z", .plausible),
            ("2026-01-11T05:59:56Z", "2026-01-11T06:59:54Z", .plausible),
            ("2026-01-11T05:59:55Z", "2026-01-11T05:59:55Z", .unknown),
        ]
        for (first, last, trust) in cases {
            let keeper = try keeper(
                trust: .plausible, floor: "2026-01-01T00:00:00Z", startTimes: [(first, last)])
            #expect(keeper.trust == trust)
            #expect(keeper.unconfirmedTrust(showing: start.advanced(by: .hours(9))) == trust)
        }
        // Somebody has set it since.
        let lifted = try keeper(
            trust: .plausible, floor: "2026-01-01T00:00:00Z",
            startTimes: [("2026-01-11T05:59:55Z", "2026-01-11T05:59:55Z")])
        let stepped = moment(steppedBy: .seconds(2))
        #expect(lifted.unconfirmedTrust(showing: stepped) == .plausible)
    }

    @Test("5.1: only a trusted clock moves the newest time on record")
    func record() throws {
        var keeper = try keeper(trust: .plausible, lastTrusted: "2026-01-11T05:00:00Z")
        let before = keeper.lastTrusted
        keeper.recorded(at: start.wall.instant)
        #expect(keeper.lastTrusted == before)
        let changes = (1...2).map { _ in keeper.change(to: .trusted) }
        #expect(changes == [true, false])
        keeper.recorded(at: start.wall.instant)
        #expect(keeper.lastTrusted == start.wall.instant)
    }

    @Test("The age of the last confirmation counts by the boot time, and ends with the trust")
    func confirmation() throws {
        var keeper = try keeper()
        #expect(keeper.confirmedAgo(at: start.boot) == nil)
        keeper.confirm(at: start.boot)
        #expect(keeper.confirmedAgo(at: start.boot + .hours(2)) == .hours(2))
        keeper.forgetConfirmation()
        #expect(keeper.confirmedAgo(at: start.boot) == nil)
    }
}
