import CALSA
import ClockTime
import Glibc
package import HAL

/// The ALSA calls for listing devices; a protocol, so that tests can script the answers.
protocol ALSADeviceCalls: Sendable {
    /// The outputs of all cards, in card order.
    func ofCards() -> [ALSACardOutput]
    /// Names and descriptions of the playback definitions that ALSA's configuration lists.
    func configured() -> [(name: String, description: String?)]
    func tryOpening(_ name: String) -> DeviceOpening
}

/// A playback device of a card.
struct ALSACardOutput: Hashable, Sendable {
    /// The card's id.
    var card: String
    var number: Int
    var description: String
    /// False for HDMI and DisplayPort without a display.
    var isConnected = true
    /// The kernel driver of its card.
    var driver = ""
    /// Whether nobody can hear it, because its card has no jack.
    var isSoundless: Bool { CardDriver.soundless.contains(driver) }

    /// This name can be opened in any format.
    var name: String { "plughw:\(arguments)" }
    var hardwareName: String { "hw:\(arguments)" }
    private var arguments: String { "CARD=\(card),DEV=\(number)" }

    func isMeant(by name: SoundDeviceName) -> Bool {
        name.card == "hw:CARD=\(card)" && (name.number ?? number) == number
    }
}

/// The sound devices that ALSA knows.
///
/// A card in the machine is present without being opened. For anything else, such as Bluetooth, only opening tells. A
/// definition that nobody named and that cannot be opened is left out: every system defines a dozen for programs that
/// it does not have.
package struct ALSADeviceList: AudioDeviceList {
    static let most = 64
    /// Definitions that make no sound, or need an argument in their name.
    private static let useless: Set<String> = [
        "null", "hw", "plughw", "plug", "file", "tee", "oss",
    ]

    private let calls: any ALSADeviceCalls

    package init() {
        self.init(calls: SystemDeviceCalls())
    }

    init(calls: any ALSADeviceCalls) {
        self.calls = calls
    }

    package func devices(named: [String]) -> [AudioDevice] {
        var found = calls.ofCards().map {
            AudioDevice(name: $0.name, description: $0.description, isPresent: true)
        }
        for device in calls.configured() where !ALSADeviceList.useless.contains(device.name) {
            // Other names of a card that is already listed are skipped.
            guard !device.name.contains("CARD="), SoundDeviceName.problem(with: device.name) == nil,
                !found.contains(where: { $0.name == device.name }),
                found.count < ALSADeviceList.most, isThere(device.name)
            else { continue }
            found.append(
                AudioDevice(
                    name: device.name,
                    description: ALSADeviceList.line(device.description ?? device.name),
                    isPresent: true))
        }
        // Inserted first, so that they are in the answer whatever else there is.
        for name in named.prefix(ALSADeviceList.most)
        where !found.contains(where: { $0.name == name }) {
            let isPresent = isPresent(name, among: found)
            found.insert(
                AudioDevice(
                    name: name, description: ALSADeviceList.line(name), isPresent: isPresent),
                at: 0)
        }
        return Array(found.prefix(ALSADeviceList.most))
    }

    package func otherCards(than named: [String]) -> [PlaybackCard] {
        let names = named.map { SoundDeviceName($0) }
        let others = calls.ofCards().prefix(ALSADeviceList.most)
            .filter { output in
                output.isConnected && !names.contains { output.isMeant(by: $0) }
            }
        return (others.filter { !$0.isSoundless } + others.filter(\.isSoundless))
            // The hardware comes first, so that no plugin of a broken configuration is in the way.
            .map {
                PlaybackCard(
                    names: [$0.hardwareName, $0.name], description: $0.description,
                    isSoundless: $0.isSoundless)
            }
    }

    package func opening(of name: String) -> DeviceOpening { calls.tryOpening(name) }

    /// The kernel tells of its cards.
    package func isToldOf(_ name: String) -> Bool { SoundDeviceName(name).card != nil }

    /// A card has many names; if one of them is listed, it is present.
    private func isPresent(_ name: String, among found: [AudioDevice]) -> Bool {
        let card = SoundDeviceName(name).card
        if let card, card != "default" {
            return found.contains { SoundDeviceName($0.name).card == card && $0.isPresent }
        }
        return isThere(name)
    }

    private func isThere(_ name: String) -> Bool { calls.tryOpening(name) != .failed }

    /// One line of at most 100 characters, without control characters.
    static func line(_ text: String) -> String {
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        let visible = words.unicodeScalars.filter { $0.properties.generalCategory != .control }
        return String(String.UnicodeScalarView(visible.prefix(100)))
    }
}

/// The real ALSA.
struct SystemDeviceCalls: ALSADeviceCalls {
    /// As many cards as the kernel allows (SNDRV_CARDS), and more devices than any card has.
    private static let mostCards = 32
    private static let mostDevices = 32
    private static let mostHints = 256

    init() { ALSASink.silenceLibrary() }

    func ofCards() -> [ALSACardOutput] {
        var devices: [ALSACardOutput] = []
        var number: Int32 = -1
        for _ in 0..<SystemDeviceCalls.mostCards {
            guard snd_card_next(&number) == 0, number >= 0 else { break }
            devices += ofCard(number)
        }
        return devices
    }

    private func ofCard(_ number: Int32) -> [ALSACardOutput] {
        var opened: OpaquePointer?
        guard snd_ctl_open(&opened, "hw:\(number)", Int32(SND_CTL_NONBLOCK)) == 0,
            let control = opened
        else { return [] }
        defer { snd_ctl_close(control) }
        var allocated: OpaquePointer?
        guard snd_ctl_card_info_malloc(&allocated) == 0, let card = allocated else { return [] }
        defer { snd_ctl_card_info_free(card) }
        guard snd_ctl_card_info(control, card) == 0, let id = snd_ctl_card_info_get_id(card),
            let name = snd_ctl_card_info_get_name(card)
        else { return [] }
        var devices: [ALSACardOutput] = []
        var device: Int32 = -1
        for _ in 0..<SystemDeviceCalls.mostDevices {
            guard snd_ctl_pcm_next_device(control, &device) == 0, device >= 0 else { break }
            guard let output = nameOfOutput(device, of: control) else { continue }
            let text = "\(String(cString: name)), \(output)"
            devices.append(
                ALSACardOutput(
                    card: String(cString: id), number: Int(device),
                    description: ALSADeviceList.line(text),
                    isConnected: isConnected(device, of: control),
                    driver: snd_ctl_card_info_get_driver(card).map { String(cString: $0) } ?? ""))
        }
        return devices
    }

    /// Nil if it does not play.
    private func nameOfOutput(_ device: Int32, of control: OpaquePointer) -> String? {
        var allocated: OpaquePointer?
        guard snd_pcm_info_malloc(&allocated) == 0, let info = allocated else { return nil }
        defer { snd_pcm_info_free(info) }
        snd_pcm_info_set_device(info, UInt32(device))
        snd_pcm_info_set_subdevice(info, 0)
        snd_pcm_info_set_stream(info, SND_PCM_STREAM_PLAYBACK)
        guard snd_ctl_pcm_info(control, info) == 0, let name = snd_pcm_info_get_name(info) else {
            return nil
        }
        return String(cString: name)
    }

    /// An HDMI or DisplayPort output has a control with its display's capabilities ("EDID-like data"), which is empty
    /// without a display. A device without this control is another kind of output.
    private func isConnected(_ device: Int32, of control: OpaquePointer) -> Bool {
        var allocated: OpaquePointer?
        guard snd_ctl_elem_value_malloc(&allocated) == 0, let value = allocated else { return true }
        defer { snd_ctl_elem_value_free(value) }
        snd_ctl_elem_value_set_interface(value, SND_CTL_ELEM_IFACE_PCM)
        snd_ctl_elem_value_set_device(value, UInt32(device))
        snd_ctl_elem_value_set_name(value, "ELD")
        guard snd_ctl_elem_read(control, value) == 0 else { return true }
        // The first byte is the form's version, which is never 0.
        return snd_ctl_elem_value_get_byte(value, 0) != 0
    }

    func configured() -> [(name: String, description: String?)] {
        var allocated: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
        guard snd_device_name_hint(-1, "pcm", &allocated) == 0, let hints = allocated else {
            return []
        }
        defer { snd_device_name_free_hint(hints) }
        var found: [(name: String, description: String?)] = []
        for place in 0..<SystemDeviceCalls.mostHints {
            guard let hint = hints[place] else { break }
            // Input or Output; both if missing.
            guard text("IOID", of: hint) != "Input", let name = text("NAME", of: hint),
                (1...SoundDeviceName.mostBytes).contains(name.utf8.count)
            else { continue }
            found.append((name, text("DESC", of: hint)))
        }
        return found
    }

    private func text(_ key: String, of hint: UnsafeMutableRawPointer) -> String? {
        guard let text = snd_device_name_get_hint(hint, key) else { return nil }
        defer { free(text) }
        return String(cString: text)
    }

    func tryOpening(_ name: String) -> DeviceOpening {
        var opened: OpaquePointer?
        let code = snd_pcm_open(
            &opened, name, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
        if let opened { snd_pcm_close(opened) }
        switch code {
        case 0: return .free
        case -EBUSY, -EAGAIN: return .taken
        default: return .failed
        }
    }
}
