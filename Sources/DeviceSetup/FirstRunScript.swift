package import ClockTime

/// `firstrun.sh`, which Raspberry Pi Imager writes for systems that run it at their first start. The clock
/// does not run it. It extracts the lines with the user's input to Imager, and ignores the others.
///
/// Newer Imagers call a helper of Raspberry Pi OS (`imager_custom`, since 1.7), and add a fallback for older
/// systems. The oldest Imagers write only that fallback. So the helper's arguments take precedence, and the
/// fallback supplies what they lack.
package struct FirstRunScript<Zones: ZoneReader> {
    package private(set) var request = SetupRequest()
    package private(set) var mistakes: [SetupMistake] = []
    /// Remarks on requests that the clock does not support.
    package private(set) var remarks: [String] = []

    private var zones: Zones
    private let file = DeviceSetup.scriptName
    private var line = 0

    package init(_ bytes: [UInt8], zones: Zones) {
        self.zones = zones
        guard bytes.count <= DeviceSetup.largestFile,
            let text = String(validating: bytes, as: UTF8.self)
        else {
            mistakes = [
                SetupMistake(
                    file: file,
                    message: "it is too long, or no text in UTF-8. Nothing was taken from it")
            ]
            return
        }
        let lines = ShellLine.lines(of: text)
        for line in lines { readHelper(line) }
        for line in lines { readFallback(line) }
    }

    // MARK: - The helper's arguments

    private mutating func readHelper(_ line: ShellLine) {
        self.line = line.number
        guard let program = line.text.split(separator: " ").first,
            let name = program.split(separator: "/").last
        else { return }
        switch name {
        case "userconf":
            remark("the user and the password for logging in: the clock has no users of its own")
        case "imager_custom":
            guard let words = line.words, words.count >= 2 else {
                return add("this line cannot be understood")
            }
            readHelper(words[1], Array(words.dropFirst(2)))
        default:
            if line.text.contains("rpi-connect") {
                remark("Raspberry Pi Connect, which the clock does not have")
            }
        }
    }

    private mutating func readHelper(_ verb: String, _ arguments: [String]) {
        switch verb {
        case "set_hostname":
            request.hostname = value(arguments.first, SetupValues.hostname)
        case "set_timezone":
            var zones = zones
            request.zone = value(arguments.first) { name throws(SetupRefusal) in
                try SetupRequest.zone(name, in: &zones)
            }
        case "enable_ssh":
            let keys = arguments.first == "-k" ? arguments.dropFirst() : []
            for key in keys { addKey(key) }
            if keys.isEmpty {
                add(
                    "it asks for SSH with a password, and the clock lets in by key alone. Give Imager"
                        + " your public key, or put it into noiseclock.json as \"ssh\"")
            }
        case "import_ssh_id":
            add(
                "it asks for keys from \(arguments.joined(separator: ", ")), which the clock does not fetch."
                    + " Give Imager your public key, or put it into noiseclock.json as \"ssh\"")
        case "set_wlan": readNetwork(arguments)
        case "set_wlan_country":
            request.country = value(arguments.first, SetupValues.country)
        case "set_keymap": remark("the keyboard, of which the clock has none")
        default: remark("\(Spelling.quoted(verb)), which is not known here")
        }
    }

    /// "[-h] [-p] NAME KEY [COUNTRY]".
    private mutating func readNetwork(_ arguments: [String]) {
        let isHidden = arguments.prefix { $0.hasPrefix("-") }.contains {
            $0 == "-h" || $0 == "--hidden"
        }
        let words = arguments.drop { ["-h", "--hidden", "-p", "--plain"].contains($0) }
        guard let name = words.first else { return add("it names no Wi-Fi network") }
        addNetwork(name, words.dropFirst().first ?? "", isHidden: isHidden)
        if let country = words.dropFirst(2).first, !country.isEmpty {
            request.country = value(country, SetupValues.country)
        }
    }

    // MARK: - The fallback of older Imagers

    private mutating func readFallback(_ line: ShellLine) {
        self.line = line.number
        let words = line.words ?? []
        if line.text.contains("wpa_supplicant.conf"), request.networks.isEmpty,
            !line.document.isEmpty
        {
            readSupplicant(line.document, after: line.number)
        } else if line.text.contains("authorized_keys"), request.keys.isEmpty {
            for key in line.document.compactMap({ $0 }) where !key.isEmpty { addKey(key) }
            if let key = ShellLine.printed(in: line.text) { addKey(key) }
        } else if words.first == "echo", words.count == 3 {
            if words[2] == ">/etc/hostname", request.hostname == nil, !isRefused {
                request.hostname = value(words[1], SetupValues.hostname)
            } else if words[2] == ">/etc/timezone", request.zone == nil, !isRefused {
                readHelper("set_timezone", [words[1]])
            }
        }
    }

    /// Whether the helper's value was already refused, so that the same error is not reported twice.
    private var isRefused: Bool {
        mistakes.contains { ($0.line ?? 0) < line && line - ($0.line ?? 0) <= 3 }
    }

    private mutating func readSupplicant(_ document: [String?], after start: Int) {
        if let place = document.firstIndex(of: nil) {
            line = start + place + 1
            add(
                "a shell would have to read this line. Put the network into noiseclock.json as \"wifi\""
            )
        }
        var fields: [String: String] = [:]
        for text in document.compactMap({ $0 }) {
            let parts = text.split(separator: "=", maxSplits: 1).map { String($0).trimmedOfBlanks }
            guard parts.count == 2, fields[parts[0]] == nil else { continue }
            fields[parts[0]] = parts[1]
        }
        if let country = fields["country"], request.country == nil {
            request.country = value(country, SetupValues.country)
        }
        guard let written = fields["ssid"], !document.contains(nil) else { return }
        guard let name = SupplicantText(written)?.name else {
            return add(
                "\(Spelling.quoted(written)) is no name of a network. Put the network into noiseclock.json as"
                    + " \"wifi\"")
        }
        let secret = fields["psk"] ?? fields["sae_password"] ?? ""
        addNetwork(
            name, SupplicantText(secret)?.secret ?? "", isHidden: fields["scan_ssid"] == "1")
    }

    // MARK: - Taking

    private mutating func addNetwork(_ name: String, _ secret: String, isHidden: Bool) {
        guard let name = value(name, SetupValues.networkName) else { return }
        var read = WirelessNetwork.Secret.open
        if !secret.isEmpty {
            guard let given = value(secret, SetupValues.secret), given != .kept else { return }
            read = given
        }
        guard !request.networks.contains(where: { $0.name == name }) else { return }
        request.networks.append(WirelessNetwork(name: name, secret: read, isHidden: isHidden))
    }

    private mutating func addKey(_ text: String) {
        guard request.keys.count < DeviceSetup.mostKeys,
            let key = value(text, { text throws(SetupRefusal) in try PublicKey(text) }),
            !request.keys.contains(where: { $0.body == key.body })
        else { return }
        request.keys.append(key)
    }

    private mutating func value<Value>(
        _ text: String?, _ read: (String) throws(SetupRefusal) -> Value
    ) -> Value? {
        do throws(SetupRefusal) {
            return try read(text ?? "")
        } catch {
            add(error.message)
            return nil
        }
    }

    private mutating func add(_ message: String) {
        mistakes.append(SetupMistake(file: file, line: line, message: message))
    }

    private mutating func remark(_ text: String) {
        if !remarks.contains(text) { remarks.append(text) }
    }
}

extension ShellLine {
    /// The text in `<(printf "TEXT")`.
    fileprivate static func printed(in text: String) -> String? {
        let start = "<(printf \""
        guard let opening = text.firstRange(of: start) else { return nil }
        return String(text[opening.upperBound...].prefix { $0 != "\"" })
    }
}
