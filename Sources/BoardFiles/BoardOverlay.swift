package import HAL

extension BoardDescription {
    /// One of a board's `overlays`: the name of a device tree overlay, and parameters for it, as the Pi's firmware
    /// takes them in a line of its configuration (`gpio-ir,gpio_pin=5`).
    package struct Overlay: Hashable, Sendable {
        package let name: String
        package let parameters: [Parameter]
        let text: String

        package struct Parameter: Hashable, Sendable {
            package let name: String
            /// nil for one that is only switched on.
            package let value: String?
        }

        /// The firmware reads no line of more than 98 characters.
        private static let longest = 80

        static let allowed =
            "a name of 1 to 32 letters a to z, digits and hyphens, the first of them no hyphen, perhaps with "
            + "parameters, as in \"gpio-ir,gpio_pin=5\"; at most \(longest) characters in all"

        /// nil for a text that would not be safe verbatim as a file name and in a line of the configuration.
        package init?(_ text: String) {
            let parts = text.split(separator: ",", omittingEmptySubsequences: false)
            let parameters = parts.dropFirst().compactMap(Parameter.init)
            guard text.utf8.count <= Self.longest, Self.isName(parts[0]),
                parameters.count == parts.count - 1
            else { return nil }
            name = String(parts[0])
            self.text = text
            self.parameters = parameters
        }

        package func value(of parameter: String) -> String? {
            parameters.last { $0.name == parameter }?.value
        }

        package func has(_ parameter: String) -> Bool {
            parameters.contains { $0.name == parameter }
        }

        private static func isName(_ name: Substring) -> Bool {
            (1...32).contains(name.utf8.count) && isWord(name, besides: "-")
                && !name.hasPrefix("-")
        }

        fileprivate static func isWord(_ text: Substring, besides others: String) -> Bool {
            !text.isEmpty
                && text.allSatisfy {
                    others.contains($0) || $0.isASCII && ($0.isLetter || $0.isNumber)
                }
        }
    }
}

extension BoardDescription.Overlay.Parameter {
    fileprivate init?(_ text: Substring) {
        let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        typealias Overlay = BoardDescription.Overlay
        guard Overlay.isWord(sides[0], besides: "-_"),
            sides.dropFirst().allSatisfy({ Overlay.isWord($0, besides: "-_.") })
        else { return nil }
        self.init(name: String(sides[0]), value: sides.dropFirst().first.map(String.init))
    }
}

// MARK: - The lines of the header that overlays take

extension BoardDescription {
    /// The overlay of Raspberry Pi OS for a MAX98357A: its kernel driver switches the amplifier itself, by this line,
    /// unless the parameter is there. That of `image/overlays` leaves the line to the clock.
    private static let amplifierOverlay = (name: "max98357a", without: "no-sdmode", line: 4)

    /// Overlays whose parameter chooses a line, with the line that `image/overlays` takes without it.
    private static let lineParameters: [String: (parameter: String, line: Int)] = [
        "gpio-ir": ("gpio_pin", 5), "pwm": ("pin", 12),
    ]

    /// Keyed by line.
    var linesOfOverlays: [Int: String] {
        var users: [Int: String] = [:]
        for overlay in overlays.compactMap(Overlay.init) {
            let user = "the overlay \(overlay.name)"
            if overlay.name == Self.amplifierOverlay.name {
                guard !overlay.has(Self.amplifierOverlay.without) else { continue }
                users[Self.amplifierOverlay.line] = user
            } else if let (parameter, line) = Self.lineParameters[overlay.name] {
                users[overlay.value(of: parameter).map { Int($0) ?? line } ?? line] = user
            }
        }
        return users
    }
}
