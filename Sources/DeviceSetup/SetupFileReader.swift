import BoundedJSON
import ClockCore
package import ClockTime
import HAL

// noiseclock.json.
//
// | field    | value                                                                               |
// | -------- | ----------------------------------------------------------------------------------- |
// | wifi     | {ssid, password, hidden}, or a list of them; an open network has no password          |
// | country  | two letters, whose radio regulations apply                                           |
// | zone     | "Europe/Berlin"                                                                      |
// | hostname | "bedside"                                                                           |
// | board    | the name of a board file of the system, or an object that is a board file             |
// | alarms   | a text as after `noiseclock alarm add`, or {time, days, label, ...}, or a list of both |
// | ssh      | a public key, or a list of them                                                      |
//
// All fields are optional.

/// Parses noiseclock.json into its valid parts and its errors.
package struct SetupFileReader<Zones: ZoneReader> {
    package private(set) var request = SetupRequest()
    package private(set) var mistakes: [SetupMistake] = []
    /// The byte ranges of the passwords that were taken over.
    package private(set) var secrets: [Range<Int>] = []

    private let json: PlacedJSON
    private let zones: Zones
    private let surroundings: SetupSurroundings
    private let file = DeviceSetup.fileName

    /// - Parameter bytes: the file without a byte order mark.
    package init(
        _ bytes: [UInt8], zones: Zones, surroundings: SetupSurroundings
    ) throws(SetupMistake) {
        do throws(JSONError) {
            json = try PlacedJSON(bytes, limit: DeviceSetup.largestFile)
        } catch {
            throw SyntaxHint.mistake(error, in: bytes, file: DeviceSetup.fileName)
        }
        self.zones = zones
        self.surroundings = surroundings
        guard case .object(let fields) = json.value else {
            throw SetupMistake(
                file: DeviceSetup.fileName,
                message: "\(json.value.shown) is not allowed; it must be an object: { ... }")
        }
        for (name, value) in fields.sorted(by: { offset(of: $0.key) < offset(of: $1.key) }) {
            read(name, value)
        }
    }

    private static var fields: [String] {
        ["wifi", "country", "zone", "hostname", "board", "alarms", "ssh"]
    }

    private mutating func read(_ name: String, _ value: JSONValue) {
        guard value != .null else { return }
        switch name {
        case "wifi": readNetworks(value)
        case "country": request.country = text(value, name, SetupValues.country)
        case "zone": request.zone = zone(value)
        case "hostname": request.hostname = text(value, name, SetupValues.hostname)
        case "board": request.board = board(value)
        case "alarms": readAlarms(value)
        case "ssh": readKeys(value)
        // For user comments and for editors.
        case "$schema", "comment": break
        default: addStranger(name, among: Self.fields, at: name)
        }
    }

    // MARK: - Single values

    private mutating func text<Value>(
        _ value: JSONValue, _ path: String,
        _ read: (String) throws(SetupRefusal) -> Value
    ) -> Value? {
        guard case .string(let text) = value else {
            add(path, "\(value.shown) is not allowed; it must be a text in quotes")
            return nil
        }
        do throws(SetupRefusal) {
            return try read(text)
        } catch {
            add(path, error.message)
            return nil
        }
    }

    private mutating func zone(_ value: JSONValue) -> Zone? {
        var zones = zones
        return text(value, "zone") { name throws(SetupRefusal) in
            try SetupRequest.zone(name, in: &zones)
        }
    }

    private mutating func board(_ value: JSONValue) -> SetupRequest.Board? {
        guard case .object = value else {
            let known = surroundings.boards
            return text(value, "board") { name throws(SetupRefusal) in
                try BoardChoice.named(name, known: known)
            }
        }
        do throws(BoardDescription.Problem) {
            return .described(try BoardChoice.checked(value))
        } catch {
            let path = error.path.isEmpty ? "board" : "board.\(error.path)"
            add(path, error.explanation)
            return nil
        }
    }

    // MARK: - Lists

    /// The values of a list, with their paths. A single value counts as a list of one.
    private mutating func items(
        _ value: JSONValue, _ path: String, most: Int
    ) -> [(path: String, value: JSONValue)] {
        guard case .list(let values) = value else { return [(path, value)] }
        guard values.count <= most else {
            add(path, "has \(values.count) entries; \(most) are allowed")
            return []
        }
        return values.enumerated().map { ("\(path)[\($0.offset)]", $0.element) }
    }

    private mutating func readNetworks(_ value: JSONValue) {
        for (path, value) in items(value, "wifi", most: DeviceSetup.mostNetworks) {
            guard case .object(let fields) = value else {
                add(
                    path,
                    "\(value.shown) is not allowed; it must be an object such as"
                        + " { \"ssid\": \"Home\", \"password\": \"...\" }")
                continue
            }
            readNetwork(fields, path)
        }
    }

    private mutating func readNetwork(_ fields: [String: JSONValue], _ path: String) {
        let before = mistakes.count
        let known = ["ssid", "password", "hidden"]
        for name in fields.keys.sorted() where !known.contains(name) {
            addStranger(name, among: known, at: "\(path).\(name)")
        }
        var name: String?
        if let value = fields["ssid"] {
            name = text(value, "\(path).ssid", SetupValues.networkName)
        } else {
            add(path, "has no \"ssid\"; it must be the network's name")
        }
        var isHidden = false
        switch fields["hidden"] {
        case .bool(let flag)?: isHidden = flag
        case nil, .null?: break
        case let value?:
            add("\(path).hidden", "\(value.shown) is not allowed; it must be true or false")
        }
        var secret = WirelessNetwork.Secret.open
        if let value = fields["password"], value != .null {
            guard let read = self.secret(value, "\(path).password") else { return }
            secret = read
        }
        guard let name, mistakes.count == before else { return }
        guard !request.networks.contains(where: { $0.name == name }) else {
            return add("\(path).ssid", "\(Spelling.quoted(name)) is there twice")
        }
        let network = WirelessNetwork(name: name, secret: secret, isHidden: isHidden)
        if case .kept = secret, let profiles = surroundings.profiles,
            !profiles.contains(WirelessProfile.fileName(of: network))
        {
            return add(
                "\(path).password",
                "the clock does not have the password of \(Spelling.quoted(name)); type it in")
        }
        if secret != .kept, secret != .open, let range = json.range(of: "\(path).password") {
            secrets.append(range)
        }
        request.networks.append(network)
    }

    private mutating func secret(_ value: JSONValue, _ path: String) -> WirelessNetwork.Secret? {
        // Never quotes a password, not even a wrong one such as the number 12345678.
        guard case .string = value else {
            add(path, "this is not a text in quotes, which a password must be")
            return nil
        }
        return text(value, path, SetupValues.secret)
    }

    private mutating func readKeys(_ value: JSONValue) {
        for (path, value) in items(value, "ssh", most: DeviceSetup.mostKeys) {
            if let key = text(value, path, { text throws(SetupRefusal) in try PublicKey(text) }) {
                request.keys.append(key)
            }
        }
    }

    private mutating func readAlarms(_ value: JSONValue) {
        for (path, value) in items(value, "alarms", most: DeviceSetup.mostAlarms) {
            do throws(SetupRefusal) {
                let arguments = try AlarmWriting.arguments(of: value)
                request.alarms.append(
                    SetupAlarm(
                        words: AlarmWriting.words(arguments),
                        request: try SetupAlarm.request(arguments, zones: zones), field: path,
                        line: json.place(of: path)?.line))
            } catch {
                add(path, error.message)
            }
        }
    }

    // MARK: - Mistakes

    /// The position of the value, or if it is missing, of its nearest enclosing value.
    private func place(of path: String) -> JSONError.Place? {
        var path = path[...]
        while true {
            if let place = json.place(of: String(path)) { return place }
            guard let end = path.lastIndex(where: { $0 == "." || $0 == "[" }) else { return nil }
            path = path[..<end]
        }
    }

    private func offset(of path: String) -> Int { json.range(of: path)?.lowerBound ?? 0 }

    private mutating func add(_ path: String, _ message: String) {
        let place = place(of: path)
        mistakes.append(
            SetupMistake(
                file: file, line: place?.line, byte: place?.byte, field: path, message: message))
    }

    private mutating func addStranger(_ name: String, among known: [String], at path: String) {
        let near = Spelling.suggestion(for: name, among: known).map { "; did you mean \"\($0)\"?" }
        add(
            Spelling.printable(String(path.unicodeScalars.prefix(60))),
            "there is no such field" + (near ?? "; there are " + known.joined(separator: ", ")))
    }
}
