/// The ALSA name of a sound device: which names are allowed, and which card a name refers to.
///
/// The kernel numbers cards in the order in which it finds them. After the next start a number can belong to another
/// card, and an alarm would ring where nobody hears it. Outputs are therefore named by card id (product, N11b), which
/// never begins with a digit. A name is `kind:arguments`, with arguments by position or as `KEY=value`, and with quotes
/// or braces around nested names: alsa-lib, "PCM naming conventions".
package struct SoundDeviceName: Sendable {
    /// Bytes of UTF-8; longer than any name in alsa.conf or in use.
    package static let mostBytes = 128

    /// Definitions of alsa.conf that take a card as the first argument or as CARD.
    private static let ofCards: Set<Substring> = [
        "hw", "plughw", "sysdefault", "default", "dmix", "dsnoop", "front", "rear", "side",
        "center_lfe", "surround21", "surround40", "surround41", "surround50", "surround51",
        "surround71", "iec958", "spdif", "hdmi", "modem", "phoneline", "usbstream",
    ]
    private static let separators: Set<Character> = [":", ",", "=", "'", "\"", "{", "}", " "]

    /// The name of the card's control device: `hw:CARD=Device`; `default` for the default card. Nil if the name does
    /// not tell, such as a custom definition or Bluetooth.
    package let card: String?
    /// The number of the card's device, if the name states it; nil: any.
    package let number: Int?

    package init(_ name: String) {
        let kind = name.prefix { $0 != ":" }
        guard SoundDeviceName.ofCards.contains(kind) else {
            (card, number) = (nil, nil)
            return
        }
        let arguments = name.dropFirst(kind.count + 1).split(separator: ",")
        let named = arguments.first { $0.hasPrefix("CARD=") }?.dropFirst("CARD=".count)
        let first = arguments.first.flatMap { $0.contains("=") ? nil : $0 }
        // The second argument of these kinds, 0 if omitted; `hdmi:` and similar kinds count differently.
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

    /// Why a name is not allowed, and what is; the text continues a message that gives the name's place. Nil: the name
    /// is allowed.
    package static func problem(with name: String) -> String? {
        if name.isEmpty { return "is empty; a device's name is needed" }
        guard name.utf8.count <= mostBytes else {
            return "has \(name.utf8.count) bytes; \(mostBytes) are allowed"
        }
        guard !name.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { return "holds a control character; text on one line is allowed" }
        guard isByNumber(name) else { return nil }
        return
            "is \"\(name)\", which names the card by its number, and that changes; allowed is its id, "
            + "as in plughw:CARD=vc4hdmi,DEV=0"
    }

    /// Whether a name, or a nested one, refers to a card by number, as in `hw:0`, `plughw:CARD=1,DEV=0`,
    /// `plug:'dmix:0'`, or by the control device with that number.
    package static func isByNumber(_ name: String) -> Bool {
        let words = name.split(whereSeparator: separators.contains)
        return zip(words, words.dropFirst()).contains { word, next in
            guard let first = next.first, first == "/" || ("0"..."9").contains(first) else {
                return false
            }
            // `next` follows `word`, so there is a character after `word`.
            let isCards = ofCards.contains(word) && name[word.endIndex] == ":"
            return isCards || word.uppercased() == "CARD"
        }
    }
}
