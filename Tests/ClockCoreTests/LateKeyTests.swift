import ClockTime
import Testing

@testable import ClockCore

@Suite("Keys that are heard of late")
struct LateKeyTests {
    private static let tap = Duration.milliseconds(80)

    @Test("A tap that is heard of a second late, press and release together, is a tap")
    func wholeTap() throws {
        var night = try Night(at: "2025-01-14 12:00")
        let pressed = night.now.boot
        night.pass(.seconds(1))
        night.handle(.button(.stop, isDown: true, at: pressed))
        night.handle(.button(.stop, isDown: false, at: pressed + Self.tap))
        #expect(night.noiseSound != nil)
    }

    @Test("Another key's edge does not make a hold of it either")
    func twoKeys() throws {
        var night = try Night(at: "2025-01-14 12:00")
        let pressed = night.now.boot
        night.pass(.seconds(1))
        night.handle(.button(.stop, isDown: true, at: pressed))
        night.handle(.button(.plus, isDown: true, at: pressed + .milliseconds(40)))
        night.handle(.button(.stop, isDown: false, at: pressed + Self.tap))
        #expect(night.noiseSound != nil)
    }

    @Test("A clock that is held up after a press waits for the release that is on its way")
    func release() throws {
        var night = try Night(at: "2025-01-14 12:00")
        let pressed = night.now.boot
        night.handle(.button(.stop, isDown: true, at: pressed))
        night.pass(.seconds(1))
        // Either may come first: the machine's own wake, or a command.
        night.handle(.wake)
        night.ask(.style(.set([.set(\.hourFormat, .twelve)])))
        night.handle(.button(.stop, isDown: false, at: pressed + Self.tap))
        #expect(night.noiseSound != nil)
    }

    @Test("It does not wait for longer than 50 ms: what is held is a hold")
    func hold() throws {
        var night = try Night(at: "2025-01-14 12:00")
        night.handle(.button(.noise, isDown: true, at: night.now.boot))
        night.pass(.seconds(1))
        night.handle(.wake)
        #expect(night.machine.playing.preview.sound == nil)
        night.wait(.milliseconds(50))
        #expect(night.machine.playing.preview.sound != nil)
    }

    @Test(
        "A press that is heard of in a ring, and was before it, answers nothing; the next one does")
    func beforeTheRing() throws {
        var night = try Night(at: "2025-01-14 06:59")
        _ = try night.daily("07:00")
        try night.wait(until: "2025-01-14 07:00")
        night.handle(
            .button(.stop, isDown: true, at: night.now.boot - .milliseconds(20)))
        night.handle(.button(.stop, isDown: false, at: night.now.boot))
        #expect(night.alarmSound != nil)
        night.press(.stop)
        #expect(night.alarmSound == nil)
    }

    @Test("A time that cannot be right is not believed: the press counts as of now")
    func wrongTime() throws {
        for error in [Duration.seconds(-6), .seconds(3)] {
            var night = try Night(at: "2025-01-14 06:59")
            _ = try night.daily("07:00")
            try night.wait(until: "2025-01-14 07:00")
            night.handle(.button(.stop, isDown: true, at: night.now.boot + error))
            #expect(night.alarmSound == nil, "\(error)")
        }
    }
}
