/// ALSA's name of a sound device: which names may be chosen, and what one says of the card that it plays on.
///
/// The kernel numbers cards in the order in which it finds them, so a number can be another card's at the
/// next start, and an alarm would ring where nobody hears it. Outputs are therefore named by the card's id
/// (product, N11b), which begins with no digit. A name is `kind:arguments`, the arguments by place or as
/// `KEY=value`, with quotes or braces where names are nested: alsa-lib, "PCM naming conventions".
package struct SoundDeviceName: Sendable {
    /// Bytes of UTF-8; more than alsa.conf and people make of one.
    package static let mostBytes = 128

    /// Definitions of alsa.conf whose first argument, or the one called CARD, is a card.
    private static let ofCards: Set<Substring> = [
        "hw", "plughw", "sysdefault", "default", "dmix", "dsnoop", "front", "rear", "side",
        "center_lfe", "surround21", "surround40", "surround41", "surround50", "surround51",
        "surround71", "iec958", "spdif", "hdmi", "modem", "phoneline", "usbstream",
    ]
    private static let separators: Set<Character> = [":", ",", "=", "'", "\"", "{", "}", " "]

    /// The name of the card's control device: `hw:CARD=Device`; `default` for whatever is the default.
    /// Nil where the name does not tell, as of a definition of one's own, or of Bluetooth.
    package let card: String?
    /// Which of the card's devices, of names that say it plainly; nil: any.
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

    /// Why a name cannot be chosen, and what is allowed; goes after the place where it stands. Nil: it can.
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

    /// Whether a name, or one inside it, names a card by its number, as in `hw:0`, `plughw:CARD=1,DEV=0`,
    /// `plug:'dmix:0'`, or by the control device that bears the number.
    package static func isByNumber(_ name: String) -> Bool {
        let words = name.split(whereSeparator: separators.contains)
        return zip(words, words.dropFirst()).contains { word, next in
            guard let first = next.first, first == "/" || ("0"..."9").contains(first) else {
                return false
            }
            // A word that something follows has a character behind it.
            let isCards = ofCards.contains(word) && name[word.endIndex] == ":"
            return isCards || word.uppercased() == "CARD"
        }
    }
}
