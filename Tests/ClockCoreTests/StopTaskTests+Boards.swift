import ClockTime
import Testing

@testable import ClockCore

// Boards whose keys are missing or broken.
extension StopTaskTests {
    /// Keys that the board has, but that are of no use.
    enum Damage: CaseIterable { case missing, stuck }

    @Test("6.12: Whatever keys work, what the clock says ends the ring, also after a power cut")
    func brokenBoards() throws {
        let tasks: [StopTask] = [
            .hold(.seconds(2)), .hold(.seconds(5)), .both, .key(.menu),
        ]
        for bits in 0..<(1 << Button.allCases.count) {
            let working = Button.allCases.enumerated().filter { bits & (1 << $0.offset) != 0 }
                .map(\.element)
            for task in tasks {
                for damage in Damage.allCases {
                    try check(task, working: Set(working), damage)
                }
            }
        }
    }

    private func check(_ task: StopTask, working: Set<Button>, _ damage: Damage) throws {
        var night = try ringing(
            task, keys: damage == .missing ? working : Set(Button.allCases))
        func damageKeys() {
            guard damage == .stuck else { return }
            for key in Button.allCases where !working.contains(key) {
                night.handle(.buttonHeldAtStart(key))
            }
        }
        for isCut in [false, true] {
            if isCut { try night.cutPower(for: .seconds(5)) }
            damageKeys()
            let situation = "\(task.rawValue), \(working.map(\.rawValue).sorted()), \(damage)"
            let way = try #require(night.machine.snapshot.ring?.stops.first)
            var stopped = night
            guard !working.isEmpty else {
                #expect(stopped.ask(.ring(.stop(.current))) == .stopped, "\(situation)")
                #expect(isOver(stopped), "\(situation)")
                continue
            }
            #expect(working.isSuperset(of: way.keys), "\(situation)")
            #expect(way.length <= max(task.way.length, .seconds(2)), "\(situation)")
            follow(way, on: &stopped)
            #expect(isOver(stopped), "\(situation), \(way)")
            #expect(stopped.machine.ringing.nap.state == .idle, "\(situation)")
            var refused = night
            #expect(refused.ask(.ring(.stop(.current))) != .stopped, "\(situation)")
            guard !way.isPress else { continue }
            var early = night
            hold(way.keys, for: way.length - .milliseconds(1), on: &early)
            #expect(!isOver(early), "\(situation)")
        }
    }

    @Test("6.12: A stand-in ends a snooze, too, and does nothing else meanwhile")
    func standIns() throws {
        for key in Button.allCases {
            var night = try ringing(.both, keys: [key])
            night.press(key)
            // A single snooze or editing key snoozes; stop alone rings on.
            #expect(night.snoozed.isEmpty == (key == .stop))
            night.wait(.seconds(11))
            hold([key], for: .seconds(2), on: &night)
            #expect(isOver(night), "\(key)")
            #expect(night.machine.ringing.nap.state == .idle && night.noiseSound == nil)
        }
    }

    @Test("6.12: A key that was held before it stands in for another one ends nothing with that")
    func heldBefore() throws {
        var night = try Night(at: "2025-01-14 06:59")
        try night.add(.daily(at: try timeOfDay("07:00"))) { $0.stopWith = .both }
        night.wait(.seconds(50))
        // A thing lies on stop, and then a sleeper on snooze.
        night.handle(.button(.stop, isDown: true))
        night.wait(.seconds(15))
        night.handle(.button(.snooze, isDown: true))
        #expect(night.snoozed.count == 1)
        night.wait(.seconds(20))
        #expect(night.machine.keys.isIgnored(.stop))
        #expect(night.snoozed.count == 1)
        night.handle(.button(.snooze, isDown: false))
        hold([.snooze], for: .seconds(2), on: &night)
        #expect(isOver(night))
    }

    @Test("6.12: A key that sticks or chatters in the ring is stood in for from then on")
    func breaksInRing() throws {
        var night = try ringing(StopTaskTests.five)
        for edge in 0..<6_200 {
            night.handle(.button(.stop, isDown: edge.isMultiple(of: 2)))
            night.pass(.milliseconds(5))
        }
        let standIn = StopWay(keys: [.snooze], length: .seconds(5))
        #expect(night.machine.snapshot.ring?.stops == [standIn])
        night = try ringing(.key(.menu)) { $0[\.snooze.isAllowed] = false }
        night.handle(.button(.plus, isDown: true))
        night.handle(.button(.snooze, isDown: true))
        night.wait(.seconds(31))
        // They are still down, and no longer in the way.
        night.handle(.buttonHeldAtStart(.menu))
        hold([.stop], for: .seconds(2), on: &night)
        #expect(isOver(night))
    }

    @Test("6.5: What stop has hushed, and was due to fall silent meanwhile, does so at once")
    func silentWhileHushed() throws {
        var night = try ringing(.key(.menu))
        night.ask(.timer(.add(.seconds(1), name: nil, starts: true)))
        night.wait(.seconds(2))
        #expect(night.ringing.count == 1 && night.machine.ringing.doesCountdownRing)
        var other = night
        while other.machine.isRinging { other.wait(.milliseconds(500)) }
        night.wait(other.now.boot - night.now.boot - .milliseconds(2))
        #expect(night.machine.isRinging)
        night.handle(.button(.stop, isDown: true))
        // The machine wakes late, and then waits for keys that may be late, too.
        for delay in [340, 50] {
            night.passUnevenly(wall: .milliseconds(delay), boot: .milliseconds(delay))
            night.handle(.wake)
        }
        #expect(!night.machine.isRinging)
        #expect(!night.machine.nextWake.isReached(at: night.now))
    }
}
