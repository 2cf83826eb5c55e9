/// A sound device that people can choose.
package struct AudioDevice: Hashable, Sendable {
    /// The ALSA name to open. It uses the card's id, never its number, because numbers change between boots:
    /// `plughw:CARD=Device,DEV=0`, `default`, `bluealsa`.
    package var name: String
    /// A one-line description for people.
    package var description: String
    /// Whether the device is present now. Another program may still hold it.
    package var isPresent: Bool

    package init(name: String, description: String, isPresent: Bool) {
        self.name = name
        self.description = description
        self.isPresent = isPresent
    }
}

/// A card output that a ring may use although nobody named it.
package struct PlaybackCard: Hashable, Sendable {
    /// Names to open it by, the best first.
    package var names: [String]
    /// A one-line description for people.
    package var description: String
    /// The card has no jack and nobody hears its frames: a kernel dummy or loopback device.
    package var isSoundless: Bool

    package init(names: [String], description: String, isSoundless: Bool = false) {
        self.names = names
        self.isSoundless = isSoundless
        self.description = description
    }
}

/// Lists the available devices.
package protocol AudioDeviceList: Sendable {
    /// The available devices, each once, at most 64: first named ones that no other source lists, then the cards,
    /// then other configured devices.
    ///
    /// It opens files and may wait for a daemon, for up to a second. Never call it on the thread that feeds a
    /// device or decides about alarms.
    ///
    /// - Parameter named: devices that a board file or a person mentions. The result includes them whether they
    ///   are present or not.
    func devices(named: [String]) -> [AudioDevice]

    /// The outputs of cards that none of these names leads to, as far as names tell, in card order. Omits
    /// capture-only outputs and HDMI without a display; puts those without a jack last. As slow as `devices`.
    func otherCards(than named: [String]) -> [PlaybackCard]

    /// Tests whether a device can be opened now, by opening it. As slow as `devices`.
    func opening(of name: String) -> DeviceOpening

    /// Whether somebody tells when this device comes or goes; otherwise only looking for it shows that.
    func isToldOf(_ name: String) -> Bool
}

extension AudioDeviceList {
    package func isFree(_ name: String) -> Bool { opening(of: name) == .free }

    package func isToldOf(_ name: String) -> Bool { true }
}

/// The result of test-opening a device: available; held by a program, possibly this one; or missing.
package enum DeviceOpening: Hashable, Sendable { case free, taken, failed }
