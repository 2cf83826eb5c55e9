import ClockTime
import TestKit
import Testing

@testable import ClockCore

/// Random presses, bounces, lost edges and broken keys, from seeds.
@Suite("Random fingers")
struct RandomFingersTests {
    /// Pauses around the times that matter to a key.
    private static let pauses: [Duration] = [
        .zero, .milliseconds(3), .milliseconds(40), .milliseconds(100), .milliseconds(340),
        .milliseconds(360), .milliseconds(590), .milliseconds(700), .milliseconds(1_900),
        .milliseconds(2_100), .seconds(11), .seconds(31), .seconds(70),
    ]

    /// A clock with so many alarms that something rings or is snoozed most of the time.
    private static func night(holdsToStop: Bool) throws -> Night {
        var night = try Night(at: "2025-01-14 06:58")
        night.checksCoding = false
        night.skipsPictures = true
        if holdsToStop { night.ask(.settings(.setHoldToStop(true))) }
        for minute in 0..<30 {
            let time = try #require(TimeOfDay(hour: 7, minute: minute))
            try night.add(.daily(at: time)) { $0[\.snooze.length] = .minutes(1) }
        }
        return night
    }

    /// Makes one edge or something worse happen; returns the key that went down, if any did.
    private static func somethingHappens(
        to night: inout Night, _ generator: inout SeededGenerator
    ) -> Button? {
        let button = Button.allCases.randomElement(using: &generator) ?? .snooze
        switch Int.random(in: 0...19, using: &generator) {
        case 0: night.handle(.buttonHeldAtStart(button))
        case 1: night.ask(.noise(.preview(SoundID("white"))))
        case 2: night.restartProgram(after: .seconds(1))
        case 3...10: night.handle(.button(button, isDown: false))
        default:
            night.handle(.button(button, isDown: true))
            return button
        }
        return nil
    }

    @Test("Whatever the keys went through, the next press in a ring answers it at once")
    func answersAtOnce() throws {
        for seed in UInt64(1)...100 {
            var generator = SeededGenerator(seed: seed)
            let holdsToStop = seed.isMultiple(of: 3)
            var night = try RandomFingersTests.night(holdsToStop: holdsToStop)
            var answers = 0
            for _ in 1...80 {
                let pause = RandomFingersTests.pauses.randomElement(using: &generator)
                night.wait(pause ?? .zero)
                let rang = !night.ringing.isEmpty
                let pressed = RandomFingersTests.somethingHappens(to: &night, &generator)
                #expect(!night.machine.nextWake.isReached(at: night.now), "seed \(seed)")
                guard rang, let pressed else { continue }
                answers += 1
                // As part of a hand, it snoozes.
                let isAlone = night.machine.keys.hand.map { !$0.isMore(than: .stop) } ?? true
                guard holdsToStop, pressed == .stop, isAlone else {
                    #expect(night.ringing.isEmpty, "seed \(seed): \(pressed) at \(night.clock)")
                    continue
                }
                var held = night
                held.wait(.seconds(2))
                let stopped = held.notes.contains { note in
                    if case .of(.alarm, .stopped) = note { true } else { false }
                }
                #expect(stopped, "seed \(seed): stop held at \(night.clock)")
            }
            #expect(answers > 0, "seed \(seed)")
        }
    }

    @Test("6.9: Whatever a hand presses together, it snoozes and stops nothing")
    func hands() throws {
        for seed in UInt64(1)...150 {
            var generator = SeededGenerator(seed: seed)
            var night = try RandomFingersTests.night(holdsToStop: seed.isMultiple(of: 3))
            for _ in 1...12 {
                night.wait(.seconds(Int.random(in: 2...90, using: &generator)))
                guard !night.ringing.isEmpty else { continue }
                let before = night.machine.ringing.alarms.members.count
                var keys = Button.allCases.shuffled(using: &generator)
                keys = Array(keys.prefix(Int.random(in: 2...6, using: &generator)))
                if !keys.contains(.stop) { keys[0] = .stop }
                // All of them within 0.3 s, with bounces.
                for key in keys {
                    for isDown in [true, false, true] {
                        night.handle(.button(key, isDown: isDown))
                        night.wait(.milliseconds(Int.random(in: 0...16, using: &generator)))
                    }
                }
                for key in keys.shuffled(using: &generator) {
                    night.wait(.milliseconds(Int.random(in: 0...900, using: &generator)))
                    night.handle(.button(key, isDown: false))
                }
                let stopped = night.notes.contains { note in
                    if case .of(.alarm, .stopped) = note { true } else { false }
                }
                #expect(!stopped, "seed \(seed): \(keys) at \(night.clock)")
                #expect(night.machine.ringing.alarms.members.count >= before, "seed \(seed)")
                #expect(night.page == nil && night.noiseSound == nil, "seed \(seed)")
                #expect(night.machine.ringing.nap.state == .idle, "seed \(seed)")
            }
        }
    }

    @Test("No key that is only held answers a ring, however it came to be down")
    func heldKeysNeverAnswer() throws {
        for seed in UInt64(1)...100 {
            var generator = SeededGenerator(seed: seed)
            var night = try Night(at: "2025-01-14 06:50")
            night.checksCoding = false
            night.skipsPictures = true
            let id = try night.daily("07:00")
            night.ask(.settings(.setHoldToStop(seed.isMultiple(of: 2))))
            for button in Button.allCases {
                if Bool.random(using: &generator) { night.handle(.buttonHeldAtStart(button)) }
                night.wait(RandomFingersTests.pauses.randomElement(using: &generator) ?? .zero)
                night.handle(.button(button, isDown: true))
            }
            try night.wait(until: "2025-01-14 07:09")
            #expect(night.ringing == [id], "seed \(seed)")
        }
    }
}
