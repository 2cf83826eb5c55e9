import Testing

@testable import ClockTime

@Suite("ALSA's names of devices")
struct SoundDeviceNameTests {
    @Test(
        "Those that name a card lead to its control device, by whatever they name it",
        arguments: [
            ("plughw:CARD=MAX98357A,DEV=0", "hw:CARD=MAX98357A"), ("hw:Device,0", "hw:CARD=Device"),
            ("hw:0", "hw:CARD=0"), ("sysdefault:CARD=Headphones", "hw:CARD=Headphones"),
            ("dmix:CARD=vc4hdmi,DEV=0", "hw:CARD=vc4hdmi"), ("default", "default"),
            ("sysdefault", "default"), ("default:CARD=USB", "hw:CARD=USB"),
        ])
    func cards(device: String, card: String) {
        #expect(SoundDeviceName(device).card == card)
    }

    @Test(
        "All others lead to none",
        arguments: [
            "bluealsa:DEV=00:11:22:33:44:55,PROFILE=a2dp", "bedside", "plug:null", "hw", "hw:",
            "file:'/tmp/x',raw", "",
        ])
    func others(device: String) {
        #expect(SoundDeviceName(device).card == nil)
    }

    @Test(
        "N11b: a card by its number is refused, wherever in a name it stands",
        arguments: [
            "hw:0", "hw:1,0", "plughw:0,0", "plughw:CARD=0", "plughw:CARD=0,DEV=0",
            "hw:DEV=0,CARD=12",
            "sysdefault:0", "sysdefault:CARD=1", "default:0", "dmix:0", "surround51:0",
            "hdmi:CARD=1",
            "iec958:0", "plug:hw:0", "plug:'hw:0,0'", "plug:\"dmix:0\"", "plug:SLAVE='hw:CARD=0'",
            "hw:{CARD 0 DEV 0}", "hw:{card 1}", "hw:'0'", "hw:/dev/snd/controlC0", "hw:CARD='1'",
            "bedside:CARD=2", "tee:'hw:1',/tmp/x,raw",
        ])
    func numbers(device: String) {
        #expect(SoundDeviceName.isByNumber(device))
        #expect(
            SoundDeviceName.problem(with: device)
                == "is \"\(device)\", which names the card by its number, and that changes; allowed is "
                + "its id, as in plughw:CARD=vc4hdmi,DEV=0")
    }

    @Test(
        "All others may be chosen: ids, plugins, Bluetooth, and what people define themselves",
        arguments: [
            "plughw:CARD=vc4hdmi,DEV=0", "plughw:CARD=vc4hdmi", "hw:Device,0",
            "hw:CARD=U0x46d0x825",
            "hw:DEV=0,CARD=b1", "sysdefault:CARD=Headphones", "sysdefault", "default", "null", "hw",
            "plughw", "bluealsa", "bluealsa:DEV=00:11:22:33:44:55,PROFILE=a2dp", "bedside", "hw0",
            "my hw", "0", "9lives", "plug:null", "plug:'hw:Device,0'", "file:'/tmp/x',raw", "hw:",
            "front:",
            "CARD", "dmixer:0", "pulse", "bett:3",
        ])
    func allowed(device: String) {
        #expect(SoundDeviceName.problem(with: device) == nil)
    }

    @Test("A name is one line, and neither empty nor longer than anything that ALSA lists")
    func form() {
        #expect(SoundDeviceName.problem(with: "") == "is empty; a device's name is needed")
        #expect(SoundDeviceName.problem(with: String(repeating: "n", count: 128)) == nil)
        #expect(
            SoundDeviceName.problem(with: String(repeating: "n", count: 129))
                == "has 129 bytes; 128 are allowed")
        for name in ["a\nb", "a\u{0}", "a\u{7f}b", "a\u{85}b"] {
            #expect(
                SoundDeviceName.problem(with: name)
                    == "holds a control character; text on one line is allowed")
        }
    }
}
