extension BoardDescription.Buttons {
    init(
        _ section: BoardDescriptionSection, _ warnings: inout [String]
    ) throws(BoardDescription.Problem) {
        self.init()
        warnings += section.unknownKeys(besides: [
            "debounceMs", "longPressMs", "keys", "encoder", "input", "dial",
        ])
        if let milliseconds = try section.optionalInteger("debounceMs", in: 0...200) {
            debounce = .milliseconds(milliseconds)
        }
        if let milliseconds = try section.optionalInteger("longPressMs", in: 200...5000) {
            longPress = .milliseconds(milliseconds)
        }
        if let encoder = try section.section("encoder") {
            self.encoder = try BoardDescription.Encoder(encoder, &warnings)
        }
        if let input = try section.section("input") {
            warnings += input.unknownKeys(besides: ["devices", "grab"])
            self.input.names = try input.optionalTexts("devices", atMost: 8) ?? []
            self.input.isGrabbed = try input.optionalFlag("grab") ?? false
        }
        if let dial = try section.section("dial") {
            warnings += dial.unknownKeys(besides: BoardDescription.Turns.keys)
            self.input.dial = try BoardDescription.Turns(dial)
        }
        guard let keys = try section.section("keys") else { return }
        warnings += keys.unknownKeys(besides: BoardDescription.Button.allCases.map(\.rawValue))
        for button in BoardDescription.Button.allCases {
            guard let key = try keys.section(button.rawValue) else { continue }
            self.keys[button] = try BoardDescription.Key(key, &warnings)
        }
    }
}

extension BoardDescription.Key {
    /// More than any button needs.
    private static let mostCodes = 8

    fileprivate init(
        _ section: BoardDescriptionSection, _ warnings: inout [String]
    ) throws(BoardDescription.Problem) {
        let codes = try section.optionalKeyCodes("evdev", atMost: Self.mostCodes)
        let line = try section.optionalInteger("gpio", in: BoardDescription.gpioLines)
        guard let line else {
            guard let codes else {
                throw section.problem(
                    "gpio", "is missing; a key needs gpio (0 to 27) or evdev (a code)")
            }
            warnings += section.unknownKeys(besides: ["evdev"])
            self.init(codes: codes)
            return
        }
        warnings += section.unknownKeys(besides: ["gpio", "activeLow", "pull", "evdev"])
        self.init(
            line: BoardDescription.KeyLine(
                offset: line, isActiveLow: try section.optionalFlag("activeLow") ?? true,
                pull: try section.choice("pull") ?? .up),
            codes: codes ?? [])
    }
}

extension BoardDescription.Encoder {
    fileprivate init(
        _ section: BoardDescriptionSection, _ warnings: inout [String]
    ) throws(BoardDescription.Problem) {
        warnings += section.unknownKeys(
            besides: ["a", "b", "switch", "press"] + BoardDescription.Turns.keys)
        let lines = BoardDescription.gpioLines
        self.init(
            a: try section.integer("a", in: lines), b: try section.integer("b", in: lines),
            turns: try BoardDescription.Turns(section),
            switchLine: try section.optionalInteger("switch", in: lines),
            press: try section.choice("press") ?? .menu)
    }
}

extension BoardDescription.Turns {
    fileprivate static let keys = ["clockwise", "counterclockwise"]

    fileprivate init(_ section: BoardDescriptionSection) throws(BoardDescription.Problem) {
        let right: BoardDescription.Button = try section.choice("clockwise") ?? .plus
        let left: BoardDescription.Button = try section.choice("counterclockwise") ?? .minus
        guard right != left else {
            throw section.problem(
                "counterclockwise",
                "is \"\(left.rawValue)\", as is clockwise; the two directions differ")
        }
        self.init(clockwise: right, counterclockwise: left)
    }
}

extension BoardDescriptionSection {
    private static let keyCode =
        "a key code from 1 to 767, or the kernel's name of one, as \"KEY_STOPCD\""

    /// One code or a list of different ones, each a number or a name.
    fileprivate func optionalKeyCodes(
        _ key: String, atMost limit: Int
    ) throws(Problem) -> [Int]? {
        let list = "\(Self.keyCode); or a list of 1 to \(limit) different ones"
        guard let written = try value(KeyCodeText.self, key, allowed: list) else { return nil }
        var codes: [Int] = []
        for one in written.codes {
            guard let code = one.code else {
                throw problem(key, "is \(Self.excerpt(one.text)); it must be \(list)")
            }
            codes.append(code)
        }
        guard (1...limit).contains(codes.count), Set(codes).count == codes.count else {
            throw problem(key, "must be \(list)")
        }
        return codes
    }
}

/// Key codes as they stand in a board file.
private struct KeyCodeText: Decodable {
    var codes: [One]

    enum One: Decodable {
        case number(Int)
        case name(String)

        init(from decoder: any Decoder) throws {
            let value = try decoder.singleValueContainer()
            if let number = try? value.decode(Int.self) {
                self = .number(number)
            } else {
                self = .name(try value.decode(String.self))
            }
        }

        /// nil for what no key has.
        var code: Int? {
            switch self {
            case .number(let number): InputKeyNames.codes.contains(number) ? number : nil
            case .name(let name): InputKeyNames.code(of: name)
            }
        }

        var text: String {
            switch self {
            case .number(let number): "\(number)"
            case .name(let name): "\"\(name)\""
            }
        }
    }

    init(from decoder: any Decoder) throws {
        if let one = try? One(from: decoder) {
            codes = [one]
        } else {
            codes = try decoder.singleValueContainer().decode([One].self)
        }
    }
}
