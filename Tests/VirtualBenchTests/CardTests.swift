import HAL
import LinuxHost
import Testing

extension RealTimeBench {
    /// What the clock needs from a card besides playing: ALSA's own interfaces, without the firmware.
    @Suite("The sound card's other sides")
    struct Card {
        private static let device = "plughw:CARD=MAX98357A,DEV=0"

        @Test("Muted and low, its controls are held for a ring and given back as they were found")
        func controls() throws {
            let mixer = ALSAOutputMixer { Card.device }
            #expect(throws: MixerError.noControl) { try mixer.read() }
            let controls = try CardControls()
            try controls.setSteps([3, 200])
            try controls.setOn([false, true])
            let muted = MixerReading.Control(name: "Digital", isOn: false, percent: 0)
            #expect(try mixer.read() == MixerReading(controls: [muted]))
            let held = try mixer.hold(atLeast: MixerReading.alarmPercent)
            #expect(held.isAudible(atLeast: MixerReading.alarmPercent))
            #expect(try controls.steps() == [172, 200])
            #expect(try controls.areOn() == [true, true])
            try controls.setOn([false, false])
            #expect(try !mixer.read().isOn)
            #expect(try mixer.hold(atLeast: MixerReading.alarmPercent).isOn)
            try mixer.release()
            #expect(try controls.steps() == [3, 200])
        }

        @Test("It is in the list while it is there, and known to be missing while it is not")
        func list() throws {
            let present = ALSADeviceList().devices(named: [])
            #expect(present.contains { $0.name == Card.device && $0.isPresent })
            try SoundCard.unplug()
            defer { try? SoundCard.plug() }
            #expect(!ALSADeviceList().devices(named: []).contains { $0.name == Card.device })
            let named = ALSADeviceList().devices(named: [Card.device])
            #expect(named.contains { $0.name == Card.device && !$0.isPresent })
            #expect(throws: MixerError.gone) { try ALSAOutputMixer { Card.device }.read() }
        }

        @Test(
            "It is opened itself, without a converter, in the best format that it has at the time")
        func format() throws {
            let sink = ALSASink(device: Card.device)
            #expect(try sink.open().sample == .int32)
            sink.close(draining: false)
            #expect(try ALSASink(device: Card.device, preferredRate: 44_100).open().rate == 44_100)
            // The other end of the loopback fixes the format once somebody listens there.
            let other = try SoundCard.whileHeardInSixteenBits { try sink.open() }
            sink.close(draining: false)
            #expect(
                other
                    == PCMFormat(
                        sample: .int16, rate: 48_000, periodFrames: 1024, bufferFrames: 4096))
        }
    }
}
