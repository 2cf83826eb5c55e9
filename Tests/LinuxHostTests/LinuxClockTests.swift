import ClockTime
import HAL
import LinuxHost
import Testing

@Suite("The kernel's clocks")
struct LinuxClockTests {
    @Test("Boot time never goes back, and the wall clock is in this century")
    func tellsTime() {
        let clock = LinuxClock()
        var last = clock.now()
        #expect(CivilTime(secondsAsUTC: last.wall.instant.seconds).date.year >= 2024)
        for _ in 0..<1000 {
            let now = clock.now()
            #expect(now.boot >= last.boot)
            last = now
        }
    }

    @Test("The two clocks are read together: their difference stays the same")
    func readsTogether() {
        let clock = LinuxClock()
        // The minimum of many tries, so that pauses of the test machine do not matter.
        let differences = (0..<200).map { _ in clock.now().wallMinusBoot }
        let spread = zip(differences, differences.dropFirst()).map { one, other in
            one > other ? one - other : other - one
        }.min()
        #expect((spread ?? .seconds(1)) < .milliseconds(1))
    }

    @Test("A boot has an identity, which stays")
    func hasBootID() throws {
        let name = try LinuxClock.bootID()
        #expect(name.utf8.count == 36)
        #expect(try LinuxClock.bootID() == name)
    }

    @Test("The kernel says whether its clock is kept right, and how far off it may be")
    func knowsState() throws {
        let state = try KernelClockState.read()
        #expect(state.maximumError >= .zero)
    }
}
