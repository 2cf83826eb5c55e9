import BoundedJSON
package import ClockCore

/// Who gets a reply, which decides what it may say.
package enum Audience: Hashable, Sendable {
    /// Whoever has the clock's own socket has all rights.
    case local
    case network(Authorisation)
}

/// Whether who asks from the network may change the clock (product, X4).
package enum Authorisation: Hashable, Sendable {
    /// It has shown no token.
    case notDetermined
    /// Its token is of no paired device, perhaps of one that was removed.
    case denied
    case authorised(DeviceID)

    package var device: DeviceID? { if case .authorised(let id) = self { id } else { nil } }

    /// As replies name it.
    package var name: String {
        switch self {
        case .notDetermined: "notDetermined"
        case .denied: "denied"
        case .authorised: Authorisation.ofDevice
        }
    }

    /// The name of a paired device's.
    package static let ofDevice = "authorised"
}

extension Audience {
    /// The name of the field that tells a reader from the network which of the three states it is in.
    package static let field = "authorisation"

    /// The fields of a reply as far as this audience may read them.
    func readable(_ fields: [String: JSONValue]) -> [String: JSONValue] {
        guard case .network(let authorisation) = self else { return fields }
        var fields = fields
        // Who gets a token has just become a device.
        let isPaired = fields["reply"] == .string(ReplyKind.paired.rawValue)
        if authorisation.device == nil, !isPaired {
            // A refusal repeats only what the request said.
            let refusal = fields["error"]
            fields = PrivateWords.removed(from: fields)
            fields["error"] = refusal
        }
        if authorisation.device == nil,
            case .object(var pairing)? = fields[ReplyKind.pairing.rawValue]
        {
            // Who cannot see the display must not get the code. A device that is paired already may pass it on.
            (pairing["code"], pairing["link"]) = (nil, nil)
            fields[ReplyKind.pairing.rawValue] = .object(pairing)
        }
        if case .object(var picture)? = fields[ReplyKind.picture.rawValue],
            picture["showsCode"] == .bool(true)
        {
            (picture["segments"], picture["pixels"]) = (.null, .null)
            fields[ReplyKind.picture.rawValue] = .object(picture)
        }
        fields[Audience.field] = .string(
            isPaired ? Authorisation.ofDevice : authorisation.name)
        return fields
    }
}

extension Refusal {
    /// Why a request from the network needs a paired device.
    package static func unpaired(_ authorisation: Authorisation) -> Refusal {
        let message =
            switch authorisation {
            case .notDetermined: "Only paired devices may do this. Ask for a code first: pair."
            case .denied, .authorised: "This device is not paired any more. Ask for a code: pair."
            }
        return Refusal(code: "unpaired", message: message)
    }
}

/// Words that people chose, in replies. Only paired devices get them.
enum PrivateWords {
    /// Fields that hold such words, or sentences with them.
    static let keys: Set<String> = [
        "label", "message", "icon", "name", "testedLabel", "category", "categoryName", "freeDay",
        "favourite", "favouriteGone", "previewName", "family", "fontGone", "chosen", "saved",
        "finding", "text", "advice", "broker", "user", "prefix", "fontsGone",
    ]
    /// Fields whose objects and texts are the clock's own, also under these names.
    static let ownKeys: Set<String> = ["variants", "sliders", "categories", "builtIn"]

    static func removed(from fields: [String: JSONValue]) -> [String: JSONValue] {
        // A sound of the clock's own has the clock's names.
        let isOfClock = fields["own"] == .bool(false)
        var left: [String: JSONValue] = [:]
        for (name, value) in fields {
            if ownKeys.contains(name) {
                left[name] = value
            } else if isOfClock || !keys.contains(name) || !value.holdsWords {
                left[name] = removed(from: value)
            }
        }
        return left
    }

    private static func removed(from value: JSONValue) -> JSONValue {
        switch value {
        case .object(let fields): .object(removed(from: fields))
        case .list(let values): .list(values.map(removed(from:)))
        // The id of a person's own sound is made from its name.
        case .string(let text) where text.hasPrefix(SoundID.ownPrefix): .string("own")
        case .null, .bool, .integer, .number, .string: value
        }
    }
}

extension JSONValue {
    /// Whether it is a text, or a list of them. `saved` is also a yes or no.
    fileprivate var holdsWords: Bool {
        switch self {
        case .string: true
        case .list(let values): values.contains { $0.holdsWords }
        case .null, .bool, .integer, .number, .object: false
        }
    }
}
