import ClockTime
import Testing

@testable import ClockCore

@Suite("When unchanged state is saved, and how long replies wait (law, 9.2 to 9.4)")
struct SavingMachineTests {
    private static let start = BootTime(nanoseconds: 5_000_000_000)
    private var saving = SavingMachine(at: SavingMachineTests.start)
    private let kept: KeptState

    init() throws {
        kept = try Night(at: "2025-01-14 06:00").machine.kept
        saving.begin(with: kept)
    }

    private static func after(_ duration: Duration) -> BootTime { start + duration }

    /// Whether the times must be recorded at each of these moments.
    private mutating func advance(to moments: [BootTime], countsUntrusted: Bool = false) -> [Bool] {
        moments.map { saving.advance(to: $0, countsUntrusted: countsUntrusted) }
    }

    /// Saves so often, a tenth of a second after the other, each time with one reply that waits for it. Returns the
    /// replies that did not wait.
    private mutating func handOut(_ count: Int) -> [RequestID] {
        (1...count).flatMap { number in
            let now = Self.after(.milliseconds(100 * number))
            _ = saving.handOut(kept, at: now)
            let answer = (RequestID(UInt64(number)), Answer(.stopped, .saved), awaitsSave: true)
            return saving.release([answer], at: now).map(\.0)
        }
    }

    @Test("The times are recorded every 15 min, whatever else is saved meanwhile")
    mutating func heartbeat() {
        _ = saving.handOut(kept, at: Self.after(.minutes(14)))
        let due = Self.after(.minutes(15))
        #expect(saving.nextWake(countsUntrusted: false) == due)
        #expect(advance(to: [due - .nanoseconds(1), due, due]) == [false, true, false])
        #expect(saving.nextWake(countsUntrusted: false) == Self.after(.minutes(30)))
    }

    @Test("9.2: while an untrusted clock counts down, they are recorded a minute after each save")
    mutating func untrusted() {
        _ = saving.handOut(kept, at: Self.after(.seconds(20)))
        let due = Self.after(.seconds(80))
        #expect(saving.nextWake(countsUntrusted: true) == due)
        let moments = [due - .nanoseconds(1), due]
        #expect(advance(to: moments, countsUntrusted: true) == [false, true])
        #expect(advance(to: moments) == [false, false])
    }

    @Test("9.4: what could not be saved is saved again after 30 s")
    mutating func retry() {
        let revision = saving.handOut(kept, at: Self.after(.zero))
        _ = saving.stored(revision, "the card is full", at: Self.after(.seconds(3)))
        #expect(!saving.isDurable)
        #expect(saving.nextWake(countsUntrusted: false) == Self.after(.seconds(33)))
        #expect(advance(to: [Self.after(.seconds(33))]) == [true])
        let next = saving.handOut(kept, at: Self.after(.seconds(33)))
        _ = saving.stored(next, nil, at: Self.after(.seconds(34)))
        #expect(next == revision + 1 && saving.isDurable)
    }

    @Test("9.3: a save answers what waits for it or for an older one, in order, and only once")
    mutating func stored() {
        #expect(handOut(3) == [])
        let answered = saving.stored(2, nil, at: Self.after(.seconds(1)))
        #expect(answered.map(\.0) == [RequestID(1), RequestID(2)])
        #expect(answered.map(\.1.durability) == [.saved, .saved])
        #expect(saving.stored(2, nil, at: Self.after(.seconds(1))).map(\.0) == [])
        #expect(!saving.isDurable)
        let failed = saving.stored(3, "the card is full", at: Self.after(.seconds(1)))
        #expect(failed.map(\.1.durability) == [.notSaved("the card is full")])
    }

    @Test("9.4: each reply waits for 2 s at most, and the clock wakes for the first of them")
    mutating func patience() {
        #expect(handOut(2) == [])
        let due = Self.after(.milliseconds(2100))
        #expect(saving.nextWake(countsUntrusted: false) == due)
        #expect(saving.release([], at: due - .nanoseconds(1)).map(\.0) == [])
        #expect(saving.release([], at: due).map(\.0) == [RequestID(1)])
        #expect(saving.nextWake(countsUntrusted: false) == due + .milliseconds(100))
    }

    @Test("What needs no save, or is durable already, is answered at once")
    mutating func atOnce() {
        let reply = (RequestID(1), Answer(.stopped), awaitsSave: false)
        let change = (RequestID(2), Answer(.stopped, .saved), awaitsSave: true)
        let revision = saving.handOut(kept, at: Self.after(.zero))
        #expect(saving.release([reply, change], at: Self.after(.zero)).map(\.0) == [RequestID(1)])
        _ = saving.stored(revision, nil, at: Self.after(.seconds(1)))
        let released = saving.release([change], at: Self.after(.seconds(1)))
        #expect(released.map(\.1) == [Answer(.stopped, .saved)])
    }
}
