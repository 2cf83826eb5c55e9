/// A device that sound can be played on, as people choose it.
package struct AudioDevice: Hashable, Sendable {
    /// What it is opened by: ALSA's name, by a card's id and never its number, as numbers move between
    /// boots; as in `plughw:CARD=Device,DEV=0`, `default`, `bluealsa`.
    package var name: String
    /// For people; one line.
    package var description: String
    /// Whether it is there now. One that is there may still be taken by another program.
    package var isPresent: Bool

    package init(name: String, description: String, isPresent: Bool) {
        self.name = name
        self.description = description
        self.isPresent = isPresent
    }
}

/// An output of a card, which a ring takes although nobody named it.
package struct PlaybackCard: Hashable, Sendable {
    /// What to open it by; the first that can be opened is the best.
    package var names: [String]
    /// For people; one line.
    package var description: String
    /// It has no jack, and takes frames that nobody can hear: a kernel's dummy or loopback.
    package var isSoundless: Bool

    package init(names: [String], description: String, isSoundless: Bool = false) {
        self.names = names
        self.isSoundless = isSoundless
        self.description = description
    }
}

/// Looks which devices there are.
package protocol AudioDeviceList: Sendable {
    /// The devices that there are, each once, at most 64: named ones that nothing else tells of, then the
    /// cards, then what is configured beside them.
    ///
    /// It opens files and may wait for a daemon, for a second at worst: not for the thread that feeds a
    /// device or decides about alarms.
    ///
    /// - Parameter named: those that a board file or a person speaks of. They are in the answer whether they
    ///   are there or not.
    func devices(named: [String]) -> [AudioDevice]

    /// The outputs of cards that none of these names leads to, as far as names tell, in the order of the cards:
    /// without those that only record, and HDMI without a display; those without a jack last. As slow as `devices`.
    func otherCards(than named: [String]) -> [PlaybackCard]

    /// Whether a device could be opened at this moment, which is found out by opening it: false of one that
    /// is taken, be it by this program. As slow as `devices`.
    func isFree(_ name: String) -> Bool
}
