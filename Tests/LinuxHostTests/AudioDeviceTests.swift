import HAL
import Synchronization
import Testing

@testable import LinuxHost

@Suite("The list of sound devices")
struct AudioDeviceTests {
    /// Gives scripted answers, and records what was opened.
    private final class Script: ALSADeviceCalls {
        let cards: [ALSACardOutput]
        let hints: [(String, String?)]
        let openable: Set<String>
        let taken: Set<String>
        let opened = Mutex<[String]>([])

        init(
            cards: [ALSACardOutput] = [], hints: [(String, String?)] = [],
            openable: Set<String> = [],
            taken: Set<String> = []
        ) {
            self.cards = cards
            self.hints = hints
            self.openable = openable
            self.taken = taken
        }

        func ofCards() -> [ALSACardOutput] { cards }

        func configured() -> [(name: String, description: String?)] {
            hints.map { (name: $0.0, description: $0.1) }
        }

        func tryOpening(_ name: String) -> DeviceOpening {
            opened.withLock { $0.append(name) }
            if taken.contains(name) { return .taken }
            return openable.contains(name) ? .free : .failed
        }
    }

    private static let dacOutput = ALSACardOutput(
        card: "DAC", number: 0, description: "USB DAC, USB Audio")
    private static let dac = AudioDevice(
        name: "plughw:CARD=DAC,DEV=0", description: "USB DAC, USB Audio", isPresent: true)

    @Test("Cards are listed without being opened, then what is configured and can be opened")
    func cardsAndMore() {
        let script = Script(
            cards: [Self.dacOutput],
            hints: [
                ("null", "Discard all samples"), ("default", "Default\nAudio   Device"),
                ("sysdefault:CARD=DAC", nil), ("jack", "JACK Audio"), ("bluealsa", nil),
                ("plug:'hw:0'", "a name that could not be chosen"),
            ], openable: ["default", "bluealsa", "null", "sysdefault:CARD=DAC"])
        #expect(
            ALSADeviceList(calls: script).devices(named: []) == [
                Self.dac,
                AudioDevice(
                    name: "default", description: "Default Audio Device", isPresent: true),
                AudioDevice(name: "bluealsa", description: "bluealsa", isPresent: true),
            ])
        #expect(script.opened.withLock { $0 } == ["default", "jack", "bluealsa"])
    }

    @Test(
        "What a board names is in the answer, there or not, and a card is known by any of its names"
    )
    func named() {
        let script = Script(cards: [Self.dacOutput], openable: ["bluealsa:DEV=00:11:22:33:44:55"])
        let names = [
            Self.dac.name, "hw:DAC,0", "plughw:CARD=MAX98357A,DEV=0",
            "bluealsa:DEV=00:11:22:33:44:55", "bedside",
        ]
        let devices = ALSADeviceList(calls: script).devices(named: names)
        #expect(Set(devices.map(\.name)) == Set(names))
        #expect(devices.count == names.count)
        let present = devices.filter(\.isPresent).map(\.name)
        #expect(
            Set(present) == [Self.dac.name, "hw:DAC,0", "bluealsa:DEV=00:11:22:33:44:55"])
    }

    @Test("However much is configured, the answer is bounded, and what was named is in it")
    func bounds() {
        let hints = (0..<500).map { ("pcm\($0)", String?.none) }
        let script = Script(hints: hints, openable: Set(hints.map(\.0)))
        let devices = ALSADeviceList(calls: script).devices(named: ["bedside"])
        #expect(devices.count == ALSADeviceList.most)
        #expect(devices.contains { $0.name == "bedside" && !$0.isPresent })
        #expect(script.opened.withLock { $0.count } == ALSADeviceList.most + 1)
    }

    @Test("Other cards are those that no name leads to, and HDMI only with a display")
    func otherCards() {
        let amplifier = ALSACardOutput(card: "MAX98357A", number: 0, description: "amplifier")
        let (analog, digital) = (
            ALSACardOutput(card: "PCH", number: 0, description: "analog"),
            ALSACardOutput(card: "PCH", number: 1, description: "digital")
        )
        let seen = ALSACardOutput(card: "vc4hdmi0", number: 0, description: "HDMI 0")
        var unseen = ALSACardOutput(card: "vc4hdmi1", number: 0, description: "HDMI 1")
        unseen.isConnected = false
        let list = ALSADeviceList(
            calls: Script(cards: [amplifier, analog, digital, seen, unseen, Self.dacOutput]))
        func names(than named: [String]) -> [String] {
            list.otherCards(than: named).map { $0.names.first ?? "" }
        }
        #expect(
            names(than: ["plughw:CARD=MAX98357A,DEV=0", "hw:PCH,1", "default", "bedside"]) == [
                "hw:CARD=PCH,DEV=0", "hw:CARD=vc4hdmi0,DEV=0", "hw:CARD=DAC,DEV=0",
            ])
        // A name without a device number means all devices of the card.
        #expect(
            names(than: ["hw:MAX98357A", "front:CARD=PCH,DEV=0", "hdmi:CARD=vc4hdmi0,DEV=1"])
                == ["hw:CARD=DAC,DEV=0"])
        #expect(
            list.otherCards(than: []).last
                == PlaybackCard(
                    names: ["hw:CARD=DAC,DEV=0", Self.dac.name], description: "USB DAC, USB Audio"))
    }

    @Test(
        "Cards without a jack come last, and are known as such", arguments: ["Dummy", "Loopback"])
    func soundless(driver: String) {
        var soundless = ALSACardOutput(card: "First", number: 0, description: "no jack")
        soundless.driver = driver
        let others = ALSADeviceList(calls: Script(cards: [soundless, Self.dacOutput]))
            .otherCards(than: [])
        #expect(others.map(\.names.first) == ["hw:CARD=DAC,DEV=0", "hw:CARD=First,DEV=0"])
        #expect(others.map(\.isSoundless) == [false, true])
    }

    @Test("A device that is taken is there, and not free")
    func free() {
        let script = Script(openable: ["default"], taken: ["bluealsa"])
        let list = ALSADeviceList(calls: script)
        #expect(
            ["default", "bluealsa", "bedside"].map { list.isFree($0) } == [true, false, false])
        #expect(
            Set(
                list.devices(named: ["default", "bluealsa", "bedside"]).filter(\.isPresent).map(
                    \.name))
                == ["default", "bluealsa"])
    }

    @Test("A description is one short line")
    func line() {
        #expect(ALSADeviceList.line("USB  Audio\n\u{1B}[31mred") == "USB Audio [31mred")
        #expect(ALSADeviceList.line(String(repeating: "x", count: 500)).count == 100)
    }

    @Test("ALSA itself lists what can be opened, and knows that a card is not there")
    func system() {
        let missing = "plughw:CARD=NoSuchCard,DEV=0"
        let devices = ALSADeviceList().devices(named: [missing])
        #expect(devices.contains { $0.name == missing && !$0.isPresent })
        #expect(!devices.contains { $0.name == "null" })
    }
}
