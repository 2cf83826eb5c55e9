import ClockTime
import Testing

@testable import ClockCore

@Suite("Noise after a ring (product, N9)")
struct NoiseAfterTests {
    private func night(_ set: (inout AlarmChanges) -> Void = { _ in }) throws -> Night {
        var night = try Night(at: "2025-01-14 06:50")
        try night.add(.daily(at: try timeOfDay("07:00")), set)
        night.ask(.noise(.play(SoundID("pink"), volume: nil)))
        return night
    }

    @Test("N9: after an alarm that a person stopped, noise stays off, however it was stopped")
    func stopped() throws {
        let id = AlarmID(1)
        let stops: [(inout Night) -> Void] = [
            { $0.press(.stop) }, { $0.ask(.ring(.stop(.current))) },
            { $0.ask(.alarm(.setEnabled(id, false))) }, { $0.ask(.alarm(.remove(id))) },
            { night in
                night.press(.snooze)
                night.wait(.minutes(1))
                #expect(night.noiseSound != nil, "it comes back with a snooze")
                night.hold(.stop, for: .seconds(1))
            },
        ]
        for stop in stops {
            var night = try night()
            try night.wait(until: "2025-01-14 07:00")
            #expect(night.noiseSound != nil, "it steps back, and is still there")
            stop(&night)
            #expect(night.noiseSound == nil)
            #expect(!night.machine.playing.noise.isPlaying)
            #expect(night.snoozed.isEmpty && night.ringing.isEmpty)
            guard case .noise(let report)? = night.ask(.noise(.show)) else { return }
            #expect(!report.isPlaying)
        }
    }

    @Test("N9: with noise after on, it comes back; without noise, none begins")
    func cameBack() throws {
        var night = try night { $0.noiseAfter = true }
        try night.wait(until: "2025-01-14 07:00")
        night.press(.stop)
        #expect(night.noiseSound != nil)
        night.ask(.noise(.stop))
        try night.wait(until: "2025-01-15 07:00")
        night.press(.stop)
        #expect(night.noiseSound == nil)
    }

    @Test("N9: of two alarms, both must want noise to come back")
    func both() throws {
        for wants in [false, true] {
            var night = try night { $0.noiseAfter = true }
            try night.add(.daily(at: try timeOfDay("07:00"))) { $0.noiseAfter = wants }
            try night.wait(until: "2025-01-14 07:00")
            night.press(.stop)
            #expect((night.noiseSound != nil) == wants)
        }
    }

    @Test("N9: it comes back after a timer, and after a ring that woke nobody")
    func others() throws {
        var night = try Night(at: "2025-01-14 06:00")
        night.ask(.noise(.play(SoundID("pink"), volume: nil)))
        night.ask(.timer(.add(.minutes(5), name: "tea", starts: true)))
        try night.wait(until: "2025-01-14 06:05")
        night.press(.stop)
        #expect(night.noiseSound != nil)
        _ = try night.add(.daily(at: try timeOfDay("07:00"))) { $0.automaticRings = 0 }
        try night.wait(until: "2025-01-14 07:11")
        #expect(night.missed.count == 1)
        #expect(night.noiseSound != nil)
    }

    @Test("N9: a nap's settings say whether noise comes back after its ring; before it, it stays")
    func nap() throws {
        for wants in [false, true] {
            for isSnoozed in [false, true] {
                var night = try Night(at: "2025-01-14 13:00")
                night.ask(.noise(.play(SoundID("pink"), volume: nil)))
                let changes: [NapChange] = [.set(\.noiseAfter, wants)]
                night.ask(.nap(.set(changes)))
                night.ask(.nap(.operate(.schedule, number: nil)))
                night.wait(.minutes(5))
                night.ask(.nap(.operate(.stop, number: nil)))
                #expect(night.noiseSound != nil, "the nap had not rung")
                night.ask(.nap(.operate(.schedule, number: nil)))
                night.wait(.minutes(21))
                #expect(night.machine.ringing.nap.isAlerting)
                if isSnoozed {
                    night.press(.snooze)
                    night.wait(.minutes(1))
                    #expect(night.noiseSound != nil)
                    night.hold(.stop, for: .seconds(1))
                } else {
                    night.press(.stop)
                }
                #expect(night.machine.ringing.nap.state == .idle)
                #expect((night.noiseSound != nil) == wants)
            }
        }
    }

    @Test("N9, A10: stored alarms and naps without this setting have it off")
    func old() throws {
        #expect(try !night().alarm(AlarmID(1)).noiseAfter)
        #expect(!NapSettings().noiseAfter)
    }
}
