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
        var root = FieldReader(fields, nullIsMissing: true)
        readNetworks(root.raw("wifi"))
        request.country = text(root.raw("country"), "country", SetupValues.country)
        request.zone = zone(root.raw("zone"))
        request.hostname = text(root.raw("hostname"), "hostname", SetupValues.hostname)
        request.board = board(root.raw("board"))
        readAlarms(root.raw("alarms"))
        readKeys(root.raw("ssh"))
        // For user comments and for editors.
        for name in ["$schema", "comment"] { _ = root.raw(name) }
        addUnread(root)
        // As they stand in the file; what is missing there stands for what encloses it.
        mistakes = mistakes.enumerated().sorted {
            ($0.element.line ?? 0, $0.element.byte ?? 0, $0.offset)
                < ($1.element.line ?? 0, $1.element.byte ?? 0, $1.offset)
        }.map(\.element)
    }

    // MARK: - Single values

    private mutating func text<Value>(
        _ value: JSONValue?, _ path: String,
        _ read: (String) throws(SetupRefusal) -> Value
    ) -> Value? {
        guard let value else { return nil }
        let form = FieldForm.text.described("a text in quotes")
        guard let text = form.read(value) else {
            add(form.error(about: value, at: path))
            return nil
        }
        do throws(SetupRefusal) {
            return try read(text)
        } catch {
            add(path, error.message)
            return nil
        }
    }

    private mutating func zone(_ value: JSONValue?) -> Zone? {
        var zones = zones
        return text(value, "zone") { name throws(SetupRefusal) in
            try SetupRequest.zone(name, in: &zones)
        }
    }

    private mutating func board(_ value: JSONValue?) -> SetupRequest.Board? {
        guard let value, case .object = value else {
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
        _ value: JSONValue?, _ path: String, most: Int
    ) -> [(path: String, value: JSONValue)] {
        guard let value else { return [] }
        guard case .list(let values) = value else { return [(path, value)] }
        guard values.count <= most else {
            add(path, "has \(values.count) entries; \(most) are allowed")
            return []
        }
        return values.enumerated().map { ("\(path)[\($0.offset)]", $0.element) }
    }

    private mutating func readNetworks(_ value: JSONValue?) {
        for (path, value) in items(value, "wifi", most: DeviceSetup.mostNetworks) {
            let form = FieldForm.object.described(
                "an object such as { \"ssid\": \"Home\", \"password\": \"...\" }")
            guard let fields = form.read(value) else {
                add(form.error(about: value, at: path))
                continue
            }
            var reader = FieldReader(fields, path: path, nullIsMissing: true)
            readNetwork(&reader)
        }
    }

    private mutating func readNetwork(_ reader: inout FieldReader) {
        let before = mistakes.count
        let path = reader.path
        let name = text(reader.raw("ssid"), "\(path).ssid", SetupValues.networkName)
        if reader.raw("ssid") == nil { add(path, "has no \"ssid\"; it must be the network's name") }
        var isHidden = false
        do throws(FieldError) {
            isHidden = try reader.optional("hidden", .bool) ?? false
        } catch {
            add(error)
        }
        var secret = WirelessNetwork.Secret.open
        let password = reader.raw("password")
        addUnread(reader)
        if let password {
            guard let read = self.secret(password, "\(path).password") else { return }
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

    private mutating func readKeys(_ value: JSONValue?) {
        for (path, value) in items(value, "ssh", most: DeviceSetup.mostKeys) {
            if let key = text(value, path, { text throws(SetupRefusal) in try PublicKey(text) }) {
                request.keys.append(key)
            }
        }
    }

    private mutating func readAlarms(_ value: JSONValue?) {
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

    private mutating func add(_ path: String, _ message: String) {
        let place = place(of: path)
        mistakes.append(
            SetupMistake(
                file: file, line: place?.line, byte: place?.byte, field: path, message: message))
    }

    private mutating func add(_ error: FieldError) { add(error.field, error.reason) }

    private mutating func addUnread(_ reader: FieldReader) {
        for name in reader.unread { add(reader.stranger(name)) }
    }
}
