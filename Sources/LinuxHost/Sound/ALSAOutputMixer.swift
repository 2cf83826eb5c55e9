import ClockTime
package import HAL
import Synchronization

// Theory of operation.
//
// Each call opens the card's mixer, does its work and closes it: a card may go and come back between two calls, and
// at two-second intervals keeping it open would save nothing. ALSA does not say which controls lie between samples
// and plug; only their names do. A control with another name may be the path from a microphone to the speaker, which
// must stay as it is. A card with a single playback control leaves no doubt.
//
// `hold` remembers once, channel by channel, what it found and what it left. So `release` can tell its own changes
// from those of somebody who turned a knob meanwhile.

/// The controls of the card that a sound output plays on.
package final class ALSAOutputMixer: OutputMixer {
    typealias Opening = @Sendable (String) throws(MixerError) -> any MixerSession

    /// Controls in the sound path of a card, by the kernel's names (Documentation/sound/designs/control-names.rst)
    /// and those of the usual amplifiers.
    private static let names: Set<String> = [
        "Master", "PCM", "Digital", "Analogue", "DAC", "Playback", "Speaker", "Front", "Headphone",
        "Headphones", "Headset", "Line Out", "HDMI", "Bass Speaker", "Speaker Front",
        "Speaker Digital",
    ]

    private struct Place: Hashable {
        var control: String
        var index: Int
        var channel: Int
    }

    /// A channel's state before and after our change.
    private struct Change {
        var stepBefore: Int?
        var stepLeft: Int?
        var wasOn: Bool?
        var isOnLeft: Bool?
    }

    private struct Hold {
        var card: String
        var changes: [Place: Change] = [:]
    }

    private let device: @Sendable () -> String?
    private let opening: Opening
    private let held = Mutex<Hold?>(nil)

    /// - Parameter device: returns ALSA's name of the device that the output plays on, or would open; nil if there is
    ///   none.
    package convenience init(device: @escaping @Sendable () -> String?) {
        self.init(device: device) { card throws(MixerError) in try ALSAMixerSession(card: card) }
    }

    /// - Parameter opening: replaces ALSA's mixers in tests.
    init(device: @escaping @Sendable () -> String?, opening: @escaping Opening) {
        self.device = device
        self.opening = opening
    }

    package func read() throws(MixerError) -> MixerReading {
        let (session, places) = try open(try card())
        return try ALSAOutputMixer.reading(session, places)
    }

    package func hold(atLeast least: Int) throws(MixerError) -> MixerReading {
        try held.withLock { held throws(MixerError) in
            let card = try card()
            if let former = held, former.card != card {
                held = nil
                // The former card may be gone, and the new one still needs care.
                try? restore(former)
            }
            let (session, places) = try open(card)
            var hold = held ?? Hold(card: card)
            // What was done is remembered even if the rest fails.
            defer { held = hold }
            for place in places {
                try raise(place, in: session, to: min(100, max(0, least)), &hold)
            }
            return try ALSAOutputMixer.reading(session, places)
        }
    }

    package func release() throws(MixerError) {
        try held.withLock { held throws(MixerError) in
            guard let hold = held else { return }
            held = nil
            try restore(hold)
        }
    }

    // MARK: - Controls

    private func card() throws(MixerError) -> String {
        guard let device = device() else { throw .gone }
        guard let card = SoundDeviceName(device).card else { throw .noControl }
        return card
    }

    /// Opens the card's mixer, and finds its controls between samples and plug.
    private func open(
        _ card: String
    ) throws(MixerError) -> (session: any MixerSession, controls: [Int]) {
        let session = try opening(card)
        let all = session.controls
        let known = all.indices.filter { ALSAOutputMixer.names.contains(all[$0].name) }
        let controls = known.isEmpty && all.count == 1 ? [0] : known
        guard !controls.isEmpty else { throw .noControl }
        return (session, controls)
    }

    private func raise(
        _ place: Int, in session: any MixerSession, to least: Int, _ hold: inout Hold
    ) throws(MixerError) {
        let control = session.controls[place]
        for channel in control.channels {
            let key = Place(control: control.name, index: control.index, channel: channel)
            var change = hold.changes[key] ?? Change()
            defer { hold.changes[key] = change }
            if control.hasSwitch, !(try session.isOn(place, channel: channel)) {
                change.wasOn = change.wasOn ?? false
                try session.setOn(true, place, channel: channel)
                change.isOnLeft = try session.isOn(place, channel: channel)
            }
            guard let scale = control.scale else { continue }
            let before = try session.step(of: place, channel: channel)
            let wanted = scale.step(atLeast: least) { session.hundredths(at: $0, of: place) }
            guard before < wanted else { continue }
            change.stepBefore = change.stepBefore ?? before
            try session.setStep(wanted, of: place, channel: channel)
            change.stepLeft = try session.step(of: place, channel: channel)
        }
    }

    private func restore(_ hold: Hold) throws(MixerError) {
        let session = try opening(hold.card)
        for (place, control) in session.controls.enumerated() {
            for channel in control.channels {
                let key = Place(control: control.name, index: control.index, channel: channel)
                guard let change = hold.changes[key] else { continue }
                if let step = change.stepBefore,
                    try session.step(of: place, channel: channel) == change.stepLeft
                {
                    try session.setStep(step, of: place, channel: channel)
                }
                if let isOn = change.wasOn,
                    try session.isOn(place, channel: channel) == change.isOnLeft
                {
                    try session.setOn(isOn, place, channel: channel)
                }
            }
        }
    }

    private static func reading(
        _ session: any MixerSession, _ places: [Int]
    ) throws(MixerError) -> MixerReading {
        var controls: [MixerReading.Control] = []
        for place in places {
            let control = session.controls[place]
            var reading = MixerReading.Control(name: control.name, isOn: true, percent: 100)
            for channel in control.channels {
                if control.hasSwitch, !(try session.isOn(place, channel: channel)) {
                    reading.isOn = false
                }
                guard let scale = control.scale else { continue }
                let step = try session.step(of: place, channel: channel)
                let percent = scale.percent(
                    of: step, hundredths: session.hundredths(at: step, of: place))
                reading.percent = min(reading.percent, Int(max(0, min(100, percent.rounded()))))
            }
            controls.append(reading)
        }
        return MixerReading(controls: controls)
    }
}
