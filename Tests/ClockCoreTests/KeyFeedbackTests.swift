import ClockTime
import Testing

@testable import ClockCore

@Suite("The answer to a press (product, B5)")
struct KeyFeedbackTests {
    private func night(_ feedback: KeyFeedback, at time: String = "2025-01-14 13:00") throws
        -> Night
    {
        var equipment = Equipment()
        equipment.hasMotor = true
        var night = try Night(at: time, equipment: equipment)
        #expect(night.ask(.settings(.setKeyFeedback(feedback))) == .keyFeedback(feedback))
        return night
    }

    @Test("Off by default; each press gives one chirp, as loud as the noise is set")
    func chirps() throws {
        var silent = try Night(at: "2025-01-14 13:00")
        #expect(silent.ask(.settings(.keyFeedback)) == .keyFeedback(.off))
        silent.press(.plus)
        #expect(silent.intent.chirp == nil)
        var night = try night(.chirp)
        let volume = night.machine.playing.noise.volume
        for serial in UInt32(1)...3 {
            night.handle(.button(.snooze, isDown: true))
            #expect(night.intent.chirp == ChirpIntent(serial: serial, volume: volume))
            night.handle(.button(.snooze, isDown: false))
            night.wait(.seconds(1))
            #expect(night.intent.chirp?.serial == serial)
        }
        #expect(!night.outputs.motor)
    }

    @Test("A vibration lasts 40 ms, once for each press, however long it is held")
    func vibrates() throws {
        var night = try night(.vibration)
        night.handle(.button(.plus, isDown: true))
        #expect(night.outputs.motor)
        night.wait(.milliseconds(39))
        #expect(night.outputs.motor)
        night.wait(.milliseconds(1))
        #expect(!night.outputs.motor)
        night.wait(.seconds(3))
        #expect(!night.outputs.motor)
        night.handle(.button(.plus, isDown: false))
        #expect(!night.outputs.motor && night.intent.chirp == nil)
    }

    @Test("There is none in quiet hours, or for a press that only wakes the display")
    func quiet() throws {
        var night = try night(.chirp)
        night.ask(.quiet(.setDoNotDisturb(.byHand(.on))))
        night.press(.plus)
        #expect(night.intent.chirp == nil)
        night.ask(.quiet(.setDoNotDisturb(.byHand(.off))))
        night.press(.plus)
        #expect(night.intent.chirp?.serial == 1)
        night.ask(.style(.set([.set(\.sleepAfter, .minutes(10))])))
        night.wait(.minutes(11))
        night.handle(.wake)
        #expect(night.machine.snapshot.isAsleep)
        night.press(.stop)
        #expect(night.intent.chirp?.serial == 1)
        night.wait(.seconds(1))
        night.press(.stop)
        #expect(night.intent.chirp?.serial == 2)
    }

    @Test("There is none for the answer to a ring, or for the editing keys right after it")
    func rings() throws {
        var night = try night(.chirp, at: "2025-01-14 06:59")
        _ = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.press(.stop)
        #expect(night.alarmSound == nil && night.intent.chirp == nil)
        night.press(.plus)
        #expect(night.intent.chirp == nil)
        night.wait(.seconds(11))
        night.press(.plus)
        #expect(night.intent.chirp?.serial == 1)
    }

    @Test("What the board cannot do is refused, and a kind of a newer clock is off")
    func refusals() throws {
        var night = try Night(at: "2025-01-14 13:00")
        guard case .refused = night.ask(.settings(.setKeyFeedback(.vibration))) else {
            Issue.record("a vibration without a motor was taken")
            return
        }
        var equipment = Equipment()
        equipment.soundOutputs = 0
        var mute = try Night(at: "2025-01-14 13:00", equipment: equipment)
        guard case .refused = mute.ask(.settings(.setKeyFeedback(.chirp))) else {
            Issue.record("a chirp without sound was taken")
            return
        }
        #expect(try Settings(storedText: #"{"keyFeedback": "light"}"#).keyFeedback == .off)
    }
}
