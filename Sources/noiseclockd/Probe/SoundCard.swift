import HAL

/// A sound card as ALSA lists it.
struct SoundCard: Equatable {
    /// What device names say, like `MAX98357A`: numbers move between boots, ids do not.
    var id: String
    /// In the driver's words.
    var name: String
    var canPlay: Bool

    static func read(root: String) -> [SoundCard] {
        let folder = "\(root)/proc/asound"
        guard let cards = ProbeFindings.text(at: "\(folder)/cards") else { return [] }
        return parse(cards: cards, devices: ProbeFindings.text(at: "\(folder)/pcm") ?? "")
    }

    /// - Parameters:
    ///   - cards: `/proc/asound/cards`; of each card a line ` 0 [Headphones     ]: driver - name`, and a
    ///     second one that says more.
    ///   - devices: `/proc/asound/pcm`, with a line `00-00: id : name : playback 8` for each device.
    static func parse(cards: String, devices: String) -> [SoundCard] {
        let playing = devices.split(separator: "\n").compactMap { line -> Int? in
            guard line.contains(": playback "), line.dropFirst(3).hasPrefix("00:")
            else { return nil }
            return Int(line.prefix(2))
        }
        return cards.split(separator: "\n").compactMap { line in
            guard let open = line.firstIndex(of: "["), let close = line.firstIndex(of: "]"),
                open < close, let number = Int(trimmed(line[..<open]))
            else { return nil }
            let id = trimmed(line[line.index(after: open)..<close])
            let name = line.split(separator: " - ", maxSplits: 1).dropFirst().first ?? ""
            guard !id.isEmpty, id.allSatisfy({ $0.isLetter || $0.isNumber || "_-".contains($0) })
            else { return nil }
            return SoundCard(
                id: id, name: trimmed(name), canPlay: playing.contains(number))
        }
    }

    private static func trimmed(_ text: Substring) -> String {
        let start = text.drop { $0 == " " }
        guard let end = start.lastIndex(where: { $0 != " " }) else { return "" }
        return String(start[...end])
    }

    /// Which card a clock would rather play on; the least is the best.
    private var rank: Int {
        if BoardDescription.Audio.i2sCards.contains(id) { return 0 }
        if id == "Headphones" { return 2 }
        // A television is no bedside clock's loudspeaker, and the others make no sound at all.
        if id.hasPrefix("vc4hdmi") || id.hasPrefix("HDMI") { return 3 }
        if ["Loopback", "Dummy"].contains(id) { return 4 }
        return 1
    }

    static func best(of cards: [SoundCard]) -> SoundCard? {
        cards.filter(\.canPlay).min { $0.rank < $1.rank }
    }

    /// Those that play, the best first; of equal ones, the one that the kernel lists first.
    static func ranked(_ cards: [SoundCard]) -> [SoundCard] {
        cards.filter(\.canPlay).enumerated()
            .sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }
            .map(\.element)
    }
}
