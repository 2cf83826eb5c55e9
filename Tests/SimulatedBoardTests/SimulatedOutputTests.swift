import HAL
import SimulatedBoard
import Testing

@Suite("The volume control of a card that is not there")
struct SimulatedOutputMixerTests {
    private let mixer = SimulatedOutputMixer()

    @Test("is on and full at first, and reading it changes nothing")
    func atFirst() throws {
        let reading = try mixer.read()
        #expect(reading.isAudible(atLeast: 100))
        #expect(reading.controls.map(\.name) == ["Master"])
        #expect(!mixer.isHeld)
    }

    @Test("is switched on and raised while held, again and again, and put back afterwards")
    func held() throws {
        mixer.setOn(false)
        mixer.turn(to: 10)
        #expect(try !mixer.read().isAudible(atLeast: 1))
        #expect(try mixer.hold(atLeast: 50).isAudible(atLeast: 50))
        mixer.turn(to: 0)
        mixer.setOn(false)
        #expect(try mixer.hold(atLeast: 60).percent == 60)
        #expect(mixer.isOn && mixer.isHeld)
        try mixer.release()
        #expect(!mixer.isOn && mixer.percent == 10 && !mixer.isHeld)
    }

    @Test("keeps what somebody turned it to while it was held, and lowers nothing")
    func turnedMeanwhile() throws {
        mixer.turn(to: 10)
        _ = try mixer.hold(atLeast: 50)
        mixer.turn(to: 80)
        #expect(try mixer.hold(atLeast: 50).percent == 80)
        try mixer.release()
        #expect(mixer.percent == 80)
    }

    @Test("fails as told, and holds nothing after a release that failed")
    func failing() throws {
        mixer.turn(to: 10)
        _ = try mixer.hold(atLeast: 50)
        mixer.fail(.gone)
        #expect(throws: MixerError.gone) { try mixer.read() }
        #expect(throws: MixerError.gone) { try mixer.hold(atLeast: 50) }
        #expect(throws: MixerError.gone) { try mixer.release() }
        mixer.fail(nil)
        try mixer.release()
        #expect(mixer.percent == 50)
    }
}

@Suite("Sound devices that are not there")
struct SimulatedAudioDevicesTests {
    @Test("come and go; one that is named is in the list whether it is there or not")
    func comeAndGo() {
        let speaker = AudioDevice(name: "speaker", description: "The speaker", isPresent: true)
        let devices = SimulatedAudioDevices([speaker])
        #expect(devices.devices(named: []) == [speaker])
        devices.setPresent(true, "headphones")
        devices.setPresent(false, "speaker")
        #expect(devices.devices(named: []).map(\.name) == ["headphones"])
        let named = devices.devices(named: ["speaker", "radio"])
        #expect(named.map(\.name) == ["radio", "speaker", "headphones"])
        #expect(named.map(\.isPresent) == [false, false, true])
    }
}
