import ClockTime
import Testing

@testable import ClockCore

@Suite("Pairing (product, X4)")
struct PairingTests {
    private var night: Night

    init() throws { night = try Night(at: "2025-01-14 22:00") }

    private func begin(_ night: inout Night, isPresent: Bool = false) -> Reply? {
        night.ask(.pairing(.begin(isPresent: isPresent)))
    }

    private func confirm(_ code: String, _ night: inout Night) -> Reply? {
        night.ask(.pairing(.confirm(code: code, name: "Phone")))
    }

    @Test("a code is shown for two minutes, and gives a token to whoever knows it, once")
    func pairs() throws {
        var night = night
        guard case .pairing(let report)? = begin(&night) else { throw Unexpected() }
        #expect(report.code == "100001")
        #expect(night.machine.snapshot.code?.digits == "100001")
        guard case .paired(let paired)? = confirm("100001", &night) else { throw Unexpected() }
        #expect(paired.token == "token 1")
        #expect(paired.device.id == DeviceID(1))
        #expect(night.admission.devices == ["f1": DeviceID(1)])
        #expect(night.machine.snapshot.code == nil)
        #expect(confirm("100001", &night) == .refused(.wrongState(.noCode)))
        _ = begin(&night)
        night.wait(.seconds(119))
        #expect(night.machine.snapshot.code != nil)
        night.wait(.seconds(1))
        #expect(night.machine.snapshot.code == nil)
        #expect(confirm("100002", &night) == .refused(.wrongState(.noCode)))
    }

    @Test("who asks again while a code is shown does not make it last longer")
    func asksAgain() {
        var night = night
        let first = begin(&night)
        night.wait(.seconds(60))
        #expect(night.codes == 1)
        guard case .pairing(let one)? = first, case .pairing(let other)? = begin(&night) else {
            return #expect(Bool(false), "no code")
        }
        #expect(one == other)
    }

    @Test(
        "five wrong guesses end a code, and each code that ends so doubles the wait, up to an hour")
    func guesses() {
        var night = night
        var wait = Duration.seconds(30)
        for _ in 1...10 {
            _ = begin(&night)
            for left in (1...4).reversed() {
                #expect(confirm("000000", &night) == .refused(.wrongCode(left: left)))
            }
            #expect(confirm("000000", &night) == .refused(.wrongCode(left: 0)))
            #expect(night.machine.snapshot.code == nil)
            #expect(confirm("\(100_000 + night.codes)", &night) == .refused(.wrongState(.noCode)))
            #expect(begin(&night) == .refused(.pairingWaits(wait)))
            night.wait(wait - .seconds(1))
            #expect(begin(&night) == .refused(.pairingWaits(.seconds(1))))
            night.wait(.seconds(1))
            wait = min(wait * 2, .seconds(3600))
        }
        #expect(wait == .seconds(3600))
        // A device that pairs ends it.
        _ = begin(&night)
        _ = confirm("\(100_000 + night.codes)", &night)
        guard case .pairing? = begin(&night) else { return #expect(Bool(false), "no code") }
    }

    @Test("codes that nobody uses slow the next one down too, so nobody far away keeps the display")
    func unused() {
        var night = night
        _ = begin(&night)
        night.wait(PairingMachine.length)
        #expect(begin(&night) == .refused(.pairingWaits(.seconds(30))))
    }

    @Test("both keys held for three seconds show a code at once, whatever the wait")
    func keys() {
        var night = night
        _ = begin(&night)
        for _ in 1...5 { _ = confirm("000000", &night) }
        night.handle(.button(.snooze, isDown: true))
        night.handle(.button(.stop, isDown: true))
        night.wait(.milliseconds(700))
        #expect(night.machine.snapshot.menu != nil)
        night.wait(.milliseconds(2_299))
        #expect(night.machine.snapshot.code == nil)
        night.wait(.milliseconds(1))
        #expect(night.machine.snapshot.menu == nil)
        #expect(night.machine.snapshot.code?.digits == "100002")
        night.handle(.button(.stop, isDown: false))
        night.handle(.button(.snooze, isDown: false))
        #expect(night.machine.snapshot.code?.digits == "100002")
        guard case .paired? = confirm("100002", &night) else {
            return #expect(Bool(false), "not paired")
        }
    }

    @Test("keys that are let go before show only the menu")
    func keysLetGo() {
        var night = night
        night.handle(.button(.snooze, isDown: true))
        night.handle(.button(.stop, isDown: true))
        night.wait(.seconds(2))
        night.handle(.button(.stop, isDown: false))
        night.wait(.seconds(2))
        #expect(night.codes == 0)
        #expect(night.machine.snapshot.menu != nil)
    }

    @Test("on the clock itself nobody waits, and gets a new code each time")
    func present() {
        var night = night
        _ = begin(&night)
        for _ in 1...5 { _ = confirm("000000", &night) }
        guard case .pairing(let report)? = begin(&night, isPresent: true),
            case .pairing(let next)? = begin(&night, isPresent: true)
        else { return #expect(Bool(false), "no code") }
        #expect(report.code == "100002")
        #expect(next.code == "100003")
    }

    @Test("a press ends the code", arguments: [Button.snooze, .stop, .noise])
    func press(button: Button) {
        var night = night
        _ = begin(&night)
        night.press(button)
        #expect(night.machine.snapshot.code == nil)
        #expect(night.noiseSound == nil)
        #expect(confirm("100001", &night) == .refused(.wrongState(.noCode)))
        // Or it would be back at once.
        night.wait(.seconds(20))
        #expect(isRefused(begin(&night)))
    }

    @Test("while something rings there is no code, and a ring ends one")
    func rings() throws {
        var night = night
        _ = try night.daily("22:01")
        _ = begin(&night)
        night.wait(.seconds(60))
        #expect(!night.ringing.isEmpty)
        #expect(night.machine.snapshot.code == nil)
        #expect(confirm("100001", &night) == .refused(.wrongState(.noCode)))
        #expect(begin(&night) == .refused(.wrongState(.somethingRings)))
    }

    @Test("a clock without a display gives codes only to those who are on it")
    func noDisplay() throws {
        var equipment = Equipment()
        equipment.hasDisplay = false
        var night = try Night(at: "2025-01-14 22:00", equipment: equipment)
        #expect(begin(&night) == .refused(.wrongState(.noDisplayForCode)))
        guard case .pairing(let report)? = begin(&night, isPresent: true) else {
            return #expect(Bool(false), "no code")
        }
        #expect(report.code == "100001")
    }

    @Test("at most 32 devices are paired; they survive a power cut, without their tokens")
    func many() throws {
        var night = night
        for number in 1...PairedDevice.capacity {
            _ = begin(&night)
            guard case .paired? = confirm("\(100_000 + number)", &night) else { throw Unexpected() }
        }
        _ = begin(&night)
        #expect(confirm("\(100_000 + night.codes)", &night) == .refused(.devicesFull))
        try night.cutPower(for: .seconds(5))
        #expect(night.admission.devices.count == PairedDevice.capacity)
        #expect(night.admission.devices["f7"] == DeviceID(7))
        #expect("\(night.durable?.payload ?? [:])".contains("token") == false)
        guard case .devices(let list)? = night.ask(.pairing(.remove(DeviceID(7)))) else {
            throw Unexpected()
        }
        #expect(list.devices.count == PairedDevice.capacity - 1)
        #expect(night.admission.devices["f7"] == nil)
        #expect(
            night.ask(.pairing(.remove(DeviceID(7)))) == .refused(.notFoundDevice(DeviceID(7))))
    }

    @Test("the last use is kept to the hour, so that reading costs few saves")
    func lastUse() throws {
        var night = night
        _ = begin(&night)
        _ = confirm("100001", &night)
        let paired = night.machine.settings.pairing.devices[0].lastUsed
        night.wait(.seconds(3599))
        night.handle(.deviceUsed(DeviceID(1)))
        #expect(night.machine.settings.pairing.devices[0].lastUsed == paired)
        night.wait(.seconds(1))
        night.handle(.deviceUsed(DeviceID(1)))
        #expect(night.machine.settings.pairing.devices[0].lastUsed == night.now.wall.instant)
        #expect(night.durable?.settings.pairing.devices[0].lastUsed == night.now.wall.instant)
    }

    private func isRefused(_ reply: Reply?) -> Bool {
        if case .refused(.pairingWaits)? = reply { true } else { false }
    }

    private struct Unexpected: Error {}
}
