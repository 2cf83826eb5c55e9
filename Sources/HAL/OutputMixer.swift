/// The volume controls of the card behind a sound output, which can silence whatever is played to it.
///
/// The clock makes all its volumes itself, and never fades by these: they are coarse, and some click. They
/// matter for alarms (product, A12): whoever runs a ring calls `hold` as it begins and every two seconds
/// while it lasts, and `release` after it; a rehearsal calls `read`. Not on the thread that feeds the
/// device: it opens files and allocates. Calls may come from any thread; they wait for one another.
package protocol OutputMixer: AnyObject, Sendable {
    /// What the controls say; changes nothing.
    func read() throws(MixerError) -> MixerReading

    /// Switches on whatever is muted, raises what is lower than `least`, lowers nothing, and returns what
    /// the controls say afterwards: some cards grant less than was asked.
    ///
    /// Where the output has moved to another card since the last call, the former is released.
    ///
    /// - Parameter least: 0 to 100, as in `MixerReading.percent`; others count as the nearest.
    func hold(atLeast least: Int) throws(MixerError) -> MixerReading

    /// Puts back what `hold` changed, except where somebody else has changed it since. Does nothing where
    /// nothing is held. Nothing is held afterwards, even if it throws.
    func release() throws(MixerError)
}

/// What the controls between a card's samples and its plug say.
package struct MixerReading: Hashable, Sendable {
    /// One of them.
    package struct Control: Hashable, Sendable {
        /// As the card calls it: `Master`, `Digital`.
        package var name: String
        /// False where one of its channels is muted.
        package var isOn: Bool
        /// Its lowest channel, 0 to 100 as `alsamixer` shows it: half is about -18 dB of full. 100 where it
        /// is a switch alone.
        package var percent: Int

        package init(name: String, isOn: Bool, percent: Int) {
            self.name = name
            self.isOn = isOn
            self.percent = percent
        }
    }

    /// At least one. Sound passes all of them.
    package var controls: [Control]

    package init(controls: [Control]) {
        self.controls = controls
    }

    package var isOn: Bool { controls.allSatisfy(\.isOn) }

    /// Of the lowest.
    package var percent: Int { controls.map(\.percent).min() ?? 100 }

    /// Whether nothing is muted and nothing lower than that.
    package func isAudible(atLeast least: Int) -> Bool { isOn && percent >= least }

    /// What an alarm needs at least (sound design, 6).
    package static let alarmPercent = 50
}

/// Why controls cannot be read or set.
package enum MixerError: Error, Hashable, Sendable {
    /// The card is not there.
    case gone
    /// It has no control for playback, or none is known for this device: nothing that could mute it. No
    /// fault; many amplifiers are built so.
    case noControl
    /// Anything else that ALSA says (a negative errno, made positive).
    case io(errno: Int32)
}
