package import ClockTime

/// Everything that the files of a card request, their errors, and the resulting actions.
package struct SetupPlan: Sendable {
    package private(set) var request = SetupRequest()
    package private(set) var mistakes: [SetupMistake] = []
    /// Remarks on requests that the clock does not support.
    package private(set) var remarks: [String] = []
    /// The card's content after the passwords were removed.
    package private(set) var left: SetupInputs

    package init(
        _ inputs: SetupInputs, zones: some ZoneReader, surroundings: SetupSurroundings
    ) {
        left = inputs
        left.script = nil
        if let bytes = inputs.file { read(bytes, zones, surroundings) }
        if let bytes = inputs.script {
            let script = FirstRunScript(bytes, zones: zones)
            request.add(script.request)
            mistakes += script.mistakes
            remarks += script.remarks
        }
        for stranger in DeviceSetup.foreignFiles where inputs.foreignFiles.contains(stranger.name) {
            // A user who also gives a key wants what the clock does anyway.
            if ["ssh", "ssh.txt"].contains(stranger.name), !request.keys.isEmpty { continue }
            remarks.append(stranger.remark)
        }
    }

    private mutating func read(
        _ bytes: [UInt8], _ zones: some ZoneReader, _ surroundings: SetupSurroundings
    ) {
        // Windows puts a byte order mark before UTF-8.
        let mark: [UInt8] = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? Array(bytes[..<3]) : []
        let text = Array(bytes.dropFirst(mark.count))
        do throws(SetupMistake) {
            let reader = try SetupFileReader(text, zones: zones, surroundings: surroundings)
            request = reader.request
            mistakes = reader.mistakes
            var cleaned = text
            for range in reader.secrets.sorted(by: { $0.lowerBound > $1.lowerBound }) {
                cleaned.replaceSubrange(range, with: "\"\(DeviceSetup.takenPassword)\"".utf8)
            }
            left.file = mark + cleaned
        } catch {
            mistakes = [error]
        }
    }

    /// The files to install on the system, in order.
    package var files: [SystemFile] {
        var files = request.networks.compactMap(WirelessProfile.file)
        if let country = request.country { files.append(.text("country", country + "\n")) }
        if let zone = request.zone {
            files.append(
                SystemFile(
                    path: "\(SystemFile.stateFolder)/localtime",
                    content: .link(to: "\(ZoneName.systemFolder)/\(zone.name)"), mode: 0o777))
        }
        if let hostname = request.hostname { files.append(.text("hostname", hostname + "\n")) }
        if !request.keys.isEmpty {
            let lines = request.keys.map { $0.line + "\n" }.joined()
            files.append(.text("authorized_keys", lines, mode: 0o600))
        }
        let path = "\(SystemFile.stateFolder)/board.json"
        switch request.board {
        case .named(let name)?:
            files.append(SystemFile(path: path, content: .board(named: name), mode: 0o644))
        case .described(let bytes)?:
            files.append(SystemFile(path: path, content: .bytes(bytes), mode: 0o644))
        case nil: break
        }
        return files
    }

    /// The steps left for the script that mounts the card.
    package var steps: [String] {
        var steps: [String] = []
        if let country = request.country { steps.append("country \(country)") }
        if let hostname = request.hostname { steps.append("hostname \(hostname)") }
        if request.board != nil { steps.append("board") }
        return steps
    }

    /// The requests as lines for display, without the alarms.
    package var lines: [String] {
        var lines = request.networks.map { network in
            let name = "Wi-Fi network \(Spelling.quoted(network.name))"
            let hidden = network.isHidden ? ", hidden" : ""
            return switch network.secret {
            case .open: "\(name)\(hidden), open"
            case .passphrase, .key: name + hidden
            case .kept: "\(name)\(hidden), as the clock knows it"
            }
        }
        if let country = request.country { lines.append("Wi-Fi country \(country)") }
        if let zone = request.zone { lines.append("time zone \(zone.name)") }
        if let hostname = request.hostname { lines.append("hostname \(hostname)") }
        switch request.board {
        case .named(let name)?: lines.append("board \(name), from the clock's next start")
        case .described?: lines.append("the board in the file, from the clock's next start")
        case nil: break
        }
        lines += request.keys.map { "SSH key \($0.name)" }
        return lines
    }
}
