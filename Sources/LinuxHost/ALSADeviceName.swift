/// What ALSA's name of a device says of the card that it plays on.
struct ALSADeviceName {
    /// Definitions of alsa.conf whose first argument, or the one called CARD, is a card.
    private static let ofCards: Set<Substring> = [
        "hw", "plughw", "sysdefault", "default", "dmix", "front", "surround21", "surround40",
        "surround41", "surround50", "surround51", "surround71", "iec958", "hdmi", "usbstream",
    ]

    /// The name of the card's control device: `hw:CARD=Device`; `default` for whatever is the default.
    /// Nil where the name does not tell, as of a definition of one's own, or of Bluetooth.
    let card: String?
    /// Which of the card's devices, of names that say it plainly; nil: any.
    let number: Int?

    init(_ name: String) {
        let kind = name.prefix { $0 != ":" }
        guard ALSADeviceName.ofCards.contains(kind) else {
            (card, number) = (nil, nil)
            return
        }
        let arguments = name.dropFirst(kind.count + 1).split(separator: ",")
        let named = arguments.first { $0.hasPrefix("CARD=") }?.dropFirst("CARD=".count)
        let first = arguments.first.flatMap { $0.contains("=") ? nil : $0 }
        // The second argument of these, 0 where it is left out; `hdmi:` and its like count in other ways.
        let second =
            arguments.first { $0.hasPrefix("DEV=") }?.dropFirst("DEV=".count)
            ?? arguments.dropFirst().first
        number = ["hw", "plughw"].contains(kind) ? second.map { Int($0) } ?? 0 : nil
        if let id = named ?? first, !id.isEmpty {
            card = "hw:CARD=\(id)"
        } else {
            card = ["default", "sysdefault"].contains(kind) ? "default" : nil
        }
    }
}
