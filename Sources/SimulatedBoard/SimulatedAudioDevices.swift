package import HAL
import Synchronization

/// Simulated sound devices that can be plugged in and out.
package final class SimulatedAudioDevices: AudioDeviceList {
    private let known: Mutex<[AudioDevice]>
    private let soundless: Set<String>
    private let taken = Mutex<Set<String>>([])

    /// - Parameters:
    ///   - devices: the initial devices.
    ///   - soundless: the names of devices without a jack.
    package init(_ devices: [AudioDevice] = [], soundless: Set<String> = []) {
        self.soundless = soundless
        known = Mutex(devices)
    }

    package func devices(named: [String]) -> [AudioDevice] {
        known.withLock { known in
            let present = known.filter { $0.isPresent || named.contains($0.name) }
            let others = named.filter { name in !known.contains { $0.name == name } }
            return others.map { AudioDevice(name: $0, description: $0, isPresent: false) } + present
        }
    }

    package func otherCards(than named: [String]) -> [PlaybackCard] {
        known.withLock { known in
            known.filter { $0.isPresent && !named.contains($0.name) }
                .map {
                    PlaybackCard(
                        names: [$0.name], description: $0.description,
                        isSoundless: soundless.contains($0.name))
                }
        }
    }

    package func opening(of name: String) -> DeviceOpening {
        let isPresent = known.withLock { known in
            known.contains { $0.name == name && $0.isPresent }
        }
        guard isPresent else { return .failed }
        return taken.withLock { $0.contains(name) } ? .taken : .free
    }

    // MARK: - The outside world

    /// Another program opens or closes a device that allows only one user.
    package func setTaken(_ isTaken: Bool, _ name: String) {
        taken.withLock { taken in
            if isTaken { taken.insert(name) } else { taken.remove(name) }
        }
    }

    /// Adds or removes a device. An unknown device appears under its name.
    package func setPresent(_ isPresent: Bool, _ name: String) {
        known.withLock { known in
            if let place = known.firstIndex(where: { $0.name == name }) {
                known[place].isPresent = isPresent
            } else {
                known.append(AudioDevice(name: name, description: name, isPresent: isPresent))
            }
        }
    }
}
