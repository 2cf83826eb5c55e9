package import ClockTime

/// The code that the clock shows.
package struct PairingReport: Hashable, Sendable, Codable {
    /// Six digits; nil to strangers, who must read them from the display.
    package var code: String?
    /// When it ends.
    package var until: WallTime?
    /// The page with the code in its address, for a QR code; nil where the code is, and to a clock without an address.
    package var link: String?

    package init(code: String?, until: WallTime?, link: String? = nil) {
        self.code = code
        self.until = until
        self.link = link
    }
}

/// A device that was just paired, and its token, which nobody can ask for again.
package struct PairedReport: Hashable, Sendable, Codable {
    package var device: DeviceReport
    package var token: String

    package init(device: DeviceReport, token: String) {
        self.device = device
        self.token = token
    }
}

package struct DeviceReport: Hashable, Sendable, Codable {
    package var id: DeviceID
    package var name: String
    package var pairedAt: Instant?
    /// To the hour.
    package var lastUsed: Instant?
    package var lastUsedLocal: CivilTime?

    package init(
        id: DeviceID, name: String, pairedAt: Instant?, lastUsed: Instant?,
        lastUsedLocal: CivilTime?
    ) {
        self.id = id
        self.name = name
        self.pairedAt = pairedAt
        self.lastUsed = lastUsed
        self.lastUsedLocal = lastUsedLocal
    }

    init(_ device: PairedDevice, in zone: Zone) {
        self.init(
            id: device.id, name: device.name, pairedAt: device.pairedAt, lastUsed: device.lastUsed,
            lastUsedLocal: device.lastUsed.map(zone.civilTime(at:)))
    }
}

/// Who may change the clock from the network, and who may read it.
package struct DeviceList: Hashable, Sendable {
    package var devices: [DeviceReport]
    package var reading: ReadingRule

    package init(devices: [DeviceReport], reading: ReadingRule) {
        self.devices = devices
        self.reading = reading
    }
}

/// Where the clock's page is found on the network.
package struct AddressReport: Hashable, Sendable, Codable {
    /// The clock's name there, such as "noiseclock.local"; nil: it has none.
    package var host: String?
    /// Its addresses, the likeliest first; empty if it has none, or no program serves the page.
    package var figures: [String]
    /// Nil: no program serves the page.
    package var port: Int?

    package init(host: String?, figures: [String], port: Int?) {
        self.host = host
        self.figures = figures
        self.port = port
    }
}
