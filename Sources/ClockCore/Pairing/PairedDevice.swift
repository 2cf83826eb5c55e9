package import BoundedJSON
package import ClockTime

/// A phone, a browser or a script that may change the clock from the network.
package struct PairedDevice: DescribedRecord {
    package var id = DeviceID(0)
    /// What people call it.
    package var name = ""
    /// Of its token, in hexadecimal digits. The token itself is kept nowhere.
    package var fingerprint = ""
    package var pairedAt: Instant?
    /// To the hour, so that reading costs the card few writes.
    package var lastUsed: Instant?
    package var foreign = ForeignFields()

    package static let capacity = 32
    package static let names = TextLimits(1...40, bytes: 160, needsInk: true)

    package init() {}

    package static let fields: [RecordField<PairedDevice>] = [
        RecordField("id", \.id, .device), RecordField("name", \.name, .text),
        RecordField("fingerprint", \.fingerprint, .text),
        RecordField("pairedAt", optional: \.pairedAt, .unixSeconds),
        RecordField("lastUsed", optional: \.lastUsed, .unixSeconds),
    ]
    package static let required = ["id", "fingerprint"]
}

/// Who may read and change the clock from the network.
package struct PairingSettings: DescribedRecord {
    /// At most `PairedDevice.capacity`, in the order in which they were paired.
    package var devices: [PairedDevice] = []
    /// Of the next device; numbers are never used again.
    package var nextNumber = 1
    package var reading = ReadingRule.everyone
    package var foreign = ForeignFields()

    package init() {}

    package static let fields: [RecordField<PairingSettings>] = [
        RecordField("devices", records: \.devices),
        RecordField("nextNumber", \.nextNumber, .integer(in: Numbering.ids)),
        RecordField("reading", \.reading, .choice),
    ]
}

/// Who may read the clock from the network. What people wrote stays with paired devices in any case.
package enum ReadingRule: String, CaseIterable, Hashable, Sendable, Codable {
    case everyone, paired
}

/// What the sockets need to know of pairing: whose token has which fingerprint.
package struct Admission: Hashable, Sendable {
    package var devices: [String: DeviceID] = [:]
    package var reading = ReadingRule.everyone

    package init() {}

    init(_ settings: PairingSettings) {
        for device in settings.devices { devices[device.fingerprint] = device.id }
        reading = settings.reading
    }
}

/// What nobody may foresee, drawn for one pairing.
package struct PairingSecrets: Hashable, Sendable {
    /// Six digits.
    package var code: String
    /// 128 random bits in hexadecimal digits, for the device alone.
    package var token: String
    /// Of the token.
    package var fingerprint: String

    package static let codeLength = 6
    package static let codes = TextShape("[0-9]{\(codeLength)}", example: "482913")

    package init(code: String, token: String, fingerprint: String) {
        self.code = code
        self.token = token
        self.fingerprint = fingerprint
    }
}
