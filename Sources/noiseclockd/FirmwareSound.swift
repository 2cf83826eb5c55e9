import HAL
import LinuxHost
import Runtime

/// The sound outputs of a board, on ALSA.
///
/// On the first, the wanted device plays, or the first of its fallbacks that can be opened; then come each
/// fallback by itself, for an alarm of which no frames move, and the alarms' own device.
struct FirmwareSound {
    let sinks: [SelectableSink]
    let equipment: SoundEquipment

    /// - Parameter audio: nil on a board without sound, which has no outputs.
    init(_ audio: BoardDescription.Audio?) {
        guard let audio else {
            (sinks, equipment) = ([], SoundEquipment(outputs: 0))
            return
        }
        let rate = audio.rate
        sinks = audio.outputs.compactMap { devices in
            SelectableSink(devices) { ALSASink(device: $0, preferredRate: rate) }
        }
        var equipment = SoundEquipment(outputs: sinks.count)
        equipment.alarmOrder = audio.alarmOrder
        equipment.keepsOpen = audio.keepsOpen
        equipment.lowCut = audio.lowCut
        equipment.devices = ALSADeviceList()
        for (place, sink) in sinks.enumerated() {
            equipment.choices[place] = sink
            // Of an output that is closed, the card that it would try first.
            equipment.mixers[place] = ALSAOutputMixer { sink.openDevice ?? sink.devices.first }
        }
        self.equipment = equipment
    }
}
