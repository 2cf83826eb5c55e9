import HAL
import Synchronization
import Testing

@testable import LinuxHost

@Suite("The list of sound devices")
struct AudioDeviceTests {
    /// Answers from a script, and notes what was opened.
    private final class Script: ALSADeviceCalls {
        let cards: [AudioDevice]
        let hints: [(String, String?)]
        let openable: Set<String>
        let opened = Mutex<[String]>([])

        init(cards: [AudioDevice] = [], hints: [(String, String?)] = [], openable: Set<String> = [])
        {
            self.cards = cards
            self.hints = hints
            self.openable = openable
        }

        func ofCards() -> [AudioDevice] { cards }

        func configured() -> [(name: String, description: String?)] {
            hints.map { (name: $0.0, description: $0.1) }
        }

        func canBeOpened(_ name: String) -> Bool {
            opened.withLock { $0.append(name) }
            return openable.contains(name)
        }
    }

    private static let dac = AudioDevice(
        name: "plughw:CARD=DAC,DEV=0", description: "USB DAC, USB Audio", isPresent: true)

    @Test("Cards are listed without being opened, then what is configured and can be opened")
    func cardsAndMore() {
        let script = Script(
            cards: [Self.dac],
            hints: [
                ("null", "Discard all samples"), ("default", "Default\nAudio   Device"),
                ("sysdefault:CARD=DAC", nil), ("jack", "JACK Audio"), ("bluealsa", nil),
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
        let script = Script(cards: [Self.dac], openable: ["bluealsa:DEV=00:11:22:33:44:55"])
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
