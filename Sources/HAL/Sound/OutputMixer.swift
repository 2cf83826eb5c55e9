/// The volume controls of the card behind a sound output. They can silence anything that is played.
///
/// The clock scales all volumes itself and never fades with these controls: they are coarse, and some click. They
/// matter for alarms (product, A12): the code that runs a ring calls `hold` when it starts and every two seconds
/// while it lasts, then `release`. A rehearsal calls `read`. Never call it on the thread that feeds the device,
/// because it opens files and allocates. Any thread may call it; calls are serialised.
package protocol OutputMixer: AnyObject, Sendable {
    /// Reads the controls without changing anything.
    func read() throws(MixerError) -> MixerReading

    /// Unmutes all controls and raises those below `least`; lowers none. Returns the values read back afterwards,
    /// because some cards grant less than requested.
    ///
    /// If the output has moved to another card since the last call, releases the previous card.
    ///
    /// - Parameter least: 0 to 100, as in `MixerReading.percent`; clamped.
    func hold(atLeast least: Int) throws(MixerError) -> MixerReading

    /// Restores what `hold` changed, except what somebody else has changed since. Does nothing if nothing is
    /// held. Afterwards nothing is held, even if it throws.
    func release() throws(MixerError)
}

/// The state of the controls between a card's samples and its plug.
package struct MixerReading: Hashable, Sendable {
    /// One control.
    package struct Control: Hashable, Sendable {
        /// The card's name for it: `Master`, `Digital`.
        package var name: String
        /// False if any channel is muted.
        package var isOn: Bool
        /// The lowest channel, 0 to 100 as `alsamixer` shows it: 50 is about -18 dB. 100 for a switch without a
        /// volume.
        package var percent: Int

        package init(name: String, isOn: Bool, percent: Int) {
            self.name = name
            self.isOn = isOn
            self.percent = percent
        }
    }

    /// At least one. Sound passes through all of them.
    package var controls: [Control]

    package init(controls: [Control]) {
        self.controls = controls
    }

    package var isOn: Bool { controls.allSatisfy(\.isOn) }

    /// The lowest of all controls.
    package var percent: Int { controls.map(\.percent).min() ?? 100 }

    /// Whether no control is muted and none is below `least`.
    package func isAudible(atLeast least: Int) -> Bool { isOn && percent >= least }

    /// The minimum for an alarm (sound design, 6).
    package static let alarmPercent = 50
}

/// Why controls cannot be read or set.
package enum MixerError: Error, Hashable, Sendable {
    /// The card is missing.
    case gone
    /// The card has no playback control, or none is known for this device, so nothing can mute it. Not a fault:
    /// many amplifiers are built this way.
    case noControl
    /// Any other ALSA error (its negative errno, made positive).
    case io(errno: Int32)
}
