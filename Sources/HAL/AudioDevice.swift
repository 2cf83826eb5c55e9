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

    /// What becomes of opening a device at this moment, which is found out by opening it. As slow as `devices`.
    func opening(of name: String) -> DeviceOpening
}

extension AudioDeviceList {
    package func isFree(_ name: String) -> Bool { opening(of: name) == .free }
}

/// What comes of opening a device: it could be had; a program has it, be it this one; or it is not there.
package enum DeviceOpening: Hashable, Sendable { case free, taken, failed }
