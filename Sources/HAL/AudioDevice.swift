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
}
