import CALSA
import Glibc
import HAL

/// An open card mixer. A protocol, so that tests can script the answers.
protocol MixerSession: AnyObject {
    /// The playback controls: those with a volume or a switch for it, at most 64.
    var controls: [MixerControl] { get }

    /// Takes an index into `controls` and one of its channels; all calls fail if the card is gone.
    func step(of control: Int, channel: Int) throws(MixerError) -> Int
    func setStep(_ step: Int, of control: Int, channel: Int) throws(MixerError)
    func isOn(_ control: Int, channel: Int) throws(MixerError) -> Bool
    func setOn(_ isOn: Bool, _ control: Int, channel: Int) throws(MixerError)

    /// Hundredths of a decibel at a step; nil if the card does not report them.
    func hundredths(at step: Int, of control: Int) -> Int?
}

/// A control's properties, without its setting.
struct MixerControl: Equatable {
    var name: String
    /// Distinguishes controls with the same name.
    var index = 0
    /// ALSA's numbers of its channels.
    var channels: [Int] = [0]
    var hasSwitch: Bool
    /// Nil if it has no volume.
    var scale: MixerScale?
}

/// A mixer through ALSA's simple mixer interface.
final class ALSAMixerSession: MixerSession {
    private static let mostControls = 64

    private let mixer: OpaquePointer
    private var elements: [OpaquePointer] = []
    private(set) var controls: [MixerControl] = []

    /// - Parameter card: ALSA's name of a control device, such as `hw:CARD=Device`, `default`.
    init(card: String) throws(MixerError) {
        ALSASink.silenceLibrary()
        var opened: OpaquePointer?
        try ALSAMixerSession.check(snd_mixer_open(&opened, 0))
        guard let mixer = opened else { throw .io(errno: ENOMEM) }
        self.mixer = mixer
        try ALSAMixerSession.check(snd_mixer_attach(mixer, card))
        try ALSAMixerSession.check(snd_mixer_selem_register(mixer, nil, nil))
        try ALSAMixerSession.check(snd_mixer_load(mixer))
        var next = snd_mixer_first_elem(mixer)
        while let element = next, controls.count < ALSAMixerSession.mostControls {
            next = snd_mixer_elem_next(element)
            guard snd_mixer_selem_is_active(element) != 0,
                let control = ALSAMixerSession.control(element)
            else { continue }
            elements.append(element)
            controls.append(control)
        }
    }

    deinit { snd_mixer_close(mixer) }

    private static func control(_ element: OpaquePointer) -> MixerControl? {
        let hasSwitch = snd_mixer_selem_has_playback_switch(element) != 0
        let scale = scale(of: element)
        guard hasSwitch || scale != nil, let name = snd_mixer_selem_get_name(element) else {
            return nil
        }
        let channels = (0...Int(SND_MIXER_SCHN_LAST.rawValue)).filter {
            snd_mixer_selem_has_playback_channel(element, channel($0)) != 0
        }
        return MixerControl(
            name: String(cString: name), index: Int(snd_mixer_selem_get_index(element)),
            channels: channels, hasSwitch: hasSwitch, scale: scale)
    }

    private static func scale(of element: OpaquePointer) -> MixerScale? {
        guard snd_mixer_selem_has_playback_volume(element) != 0 else { return nil }
        var (low, high) = (0, 0)
        guard snd_mixer_selem_get_playback_volume_range(element, &low, &high) == 0, low <= high
        else { return nil }
        var scale = MixerScale(steps: low...high)
        if snd_mixer_selem_get_playback_dB_range(element, &low, &high) == 0, low <= high {
            scale.hundredths = low...high
        }
        return scale
    }

    func step(of control: Int, channel: Int) throws(MixerError) -> Int {
        var step = 0
        try ALSAMixerSession.check(
            snd_mixer_selem_get_playback_volume(
                elements[control], ALSAMixerSession.channel(channel), &step))
        return step
    }

    func setStep(_ step: Int, of control: Int, channel: Int) throws(MixerError) {
        try ALSAMixerSession.check(
            snd_mixer_selem_set_playback_volume(
                elements[control], ALSAMixerSession.channel(channel), step))
    }

    func isOn(_ control: Int, channel: Int) throws(MixerError) -> Bool {
        var isOn: Int32 = 0
        try ALSAMixerSession.check(
            snd_mixer_selem_get_playback_switch(
                elements[control], ALSAMixerSession.channel(channel), &isOn))
        return isOn != 0
    }

    func setOn(_ isOn: Bool, _ control: Int, channel: Int) throws(MixerError) {
        try ALSAMixerSession.check(
            snd_mixer_selem_set_playback_switch(
                elements[control], ALSAMixerSession.channel(channel), isOn ? 1 : 0))
    }

    func hundredths(at step: Int, of control: Int) -> Int? {
        var level = 0
        let code = snd_mixer_selem_ask_playback_vol_dB(elements[control], step, &level)
        return code == 0 ? level : nil
    }

    private static func channel(_ number: Int) -> snd_mixer_selem_channel_id_t {
        snd_mixer_selem_channel_id_t(rawValue: Int32(number))
    }

    private static func check(_ code: Int32) throws(MixerError) {
        guard code < 0 else { return }
        switch -code {
        // No such definition or card; unplugged while open.
        case ENOENT, ENODEV, ENXIO, EBADFD, ESHUTDOWN: throw .gone
        default: throw .io(errno: -code)
        }
    }
}
