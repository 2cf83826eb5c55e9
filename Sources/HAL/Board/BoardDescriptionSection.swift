import ClockTime

/// One object of a board file and its typed getters. The errors say, in our own words, where a value is, what is
/// wrong and what is allowed. A JSON null counts as missing.
struct BoardDescriptionSection {
    typealias Problem = BoardDescription.Problem

    /// For example `display.dots`; empty for the file itself.
    let path: String
    private let values: KeyedDecodingContainer<Key>

    struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            nil
        }
    }

    init(root: any Decoder) throws(Problem) {
        path = ""
        do {
            values = try root.container(keyedBy: Key.self)
        } catch {
            throw Problem(path: "", explanation: "must be one JSON object")
        }
    }

    private init(path: String, values: KeyedDecodingContainer<Key>) {
        self.path = path
        self.values = values
    }

    func problem(_ key: String, _ explanation: String) -> Problem {
        Problem(path: path(to: key), explanation: explanation)
    }

    /// One sentence per key that is not in `known`, in alphabetical order; at most ten, so that an unrelated file
    /// does not flood the log.
    func unknownKeys(besides known: [String]) -> [String] {
        let unknown = values.allKeys.map(\.stringValue).filter { !known.contains($0) }.sorted()
        return unknown.prefix(10).map {
            "\(path(to: Self.excerpt($0))) is not known and is ignored"
        }
    }

    private func path(to key: String) -> String {
        path.isEmpty ? key : "\(path).\(key)"
    }

    // MARK: Values of one kind

    /// The value, or nil if missing. `allowed` completes "must be ...".
    func value<Value: Decodable>(
        _ type: Value.Type, _ key: String, allowed: String
    ) throws(Problem) -> Value? {
        do {
            return try values.decodeIfPresent(type, forKey: Key(stringValue: key))
        } catch {
            throw problem(key, "must be \(allowed)")
        }
    }

    private func required<Value>(
        _ value: Value?, _ key: String, allowed: String
    ) throws(Problem) -> Value {
        guard let value else { throw problem(key, "is missing; it must be \(allowed)") }
        return value
    }

    func section(_ key: String) throws(Problem) -> BoardDescriptionSection? {
        do {
            // Check for absence and null first: a nested container of either is an error.
            guard values.contains(Key(stringValue: key)),
                try !values.decodeNil(forKey: Key(stringValue: key))
            else {
                return nil
            }
            let nested = try values.nestedContainer(
                keyedBy: Key.self, forKey: Key(stringValue: key))
            return BoardDescriptionSection(path: path(to: key), values: nested)
        } catch {
            throw problem(key, "must be an object { }")
        }
    }

    func optionalFlag(_ key: String) throws(Problem) -> Bool? {
        try value(Bool.self, key, allowed: "true or false")
    }

    func optionalInteger(_ key: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        try bounded(key, in: range, allowed: Self.wholeNumber(in: range))
    }

    func integer(_ key: String, in range: ClosedRange<Int>) throws(Problem) -> Int {
        try required(
            optionalInteger(key, in: range), key, allowed: Self.wholeNumber(in: range))
    }

    func optionalNumber(
        _ key: String, in range: ClosedRange<Double>
    ) throws(Problem) -> Double? {
        try bounded(key, in: range, allowed: Self.number(in: range))
    }

    func number(_ key: String, in range: ClosedRange<Double>) throws(Problem) -> Double {
        try required(optionalNumber(key, in: range), key, allowed: Self.number(in: range))
    }

    private func bounded<Number: Decodable>(
        _ key: String, in range: ClosedRange<Number>, allowed: String
    ) throws(Problem) -> Number? {
        guard let number = try value(Number.self, key, allowed: allowed) else { return nil }
        guard range.contains(number) else {
            throw problem(key, "is \(number); it must be \(allowed)")
        }
        return number
    }

    /// Bounded and free of control characters, because it reaches the log and ALSA.
    func optionalText(_ key: String) throws(Problem) -> String? {
        guard let text = try value(String.self, key, allowed: Self.shortText) else { return nil }
        guard Self.isShortText(text) else { throw problem(key, "must be \(Self.shortText)") }
        return text
    }

    func text(_ key: String) throws(Problem) -> String {
        try required(optionalText(key), key, allowed: Self.shortText)
    }

    func text(_ key: String, oneOf choices: [String]) throws(Problem) -> String {
        try required(optionalText(key, oneOf: choices), key, allowed: Self.one(of: choices))
    }

    func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ key: String
    ) throws(Problem) -> Choice? {
        try optionalText(key, oneOf: Choice.allCases.map(\.rawValue))
            .flatMap(Choice.init(rawValue:))
    }

    private func optionalText(
        _ key: String, oneOf choices: [String]
    ) throws(Problem) -> String? {
        let allowed = Self.one(of: choices)
        guard let text = try value(String.self, key, allowed: allowed) else { return nil }
        guard choices.contains(text) else {
            throw problem(key, "is \"\(Self.excerpt(text))\"; it must be \(allowed)")
        }
        return text
    }

    // MARK: Lists

    func optionalTexts(_ key: String, atMost limit: Int) throws(Problem) -> [String]? {
        let allowed = "a list of at most \(limit) texts, each \(Self.shortText)"
        guard let texts = try value([String].self, key, allowed: allowed) else { return nil }
        guard texts.count <= limit, texts.allSatisfy(Self.isShortText) else {
            throw problem(key, "must be \(allowed)")
        }
        return texts
    }

    func optionalIntegers(
        _ key: String, in range: ClosedRange<Int>, atMost limit: Int
    ) throws(Problem) -> [Int]? {
        let allowed =
            "a list of at most \(limit) different whole numbers from \(range.lowerBound) to "
            + "\(range.upperBound)"
        guard let numbers = try value([Int].self, key, allowed: allowed) else { return nil }
        guard numbers.count <= limit, Set(numbers).count == numbers.count,
            numbers.allSatisfy(range.contains)
        else {
            throw problem(key, "is \(Self.excerpt("\(numbers)")); it must be \(allowed)")
        }
        return numbers
    }

    func pairs(_ key: String, atMost limit: Int) throws(Problem) -> [(Double, Double)]? {
        let allowed = "a list of at most \(limit) pairs of numbers [a, b]"
        guard let lists = try value([[Double]].self, key, allowed: allowed) else { return nil }
        guard lists.count <= limit, lists.allSatisfy({ $0.count == 2 }) else {
            throw problem(key, "must be \(allowed)")
        }
        return lists.map { ($0[0], $0[1]) }
    }

    func memoryBits(_ key: String) throws(Problem) -> BoardDescription.MemoryBits? {
        let allowed = "[byte, mask]: a memory byte from 0 to 15 and its bits from 1 to 255"
        guard let numbers = try value([Int].self, key, allowed: allowed) else { return nil }
        guard numbers.count == 2, (0...15).contains(numbers[0]), (1...255).contains(numbers[1])
        else {
            throw problem(key, "is \(Self.excerpt("\(numbers)")); it must be \(allowed)")
        }
        return BoardDescription.MemoryBits(byte: numbers[0], mask: UInt8(numbers[1]))
    }

    // MARK: Addresses

    func address(_ key: String) throws(Problem) -> I2CAddress {
        let text = try required(
            value(String.self, key, allowed: Self.address), key, allowed: Self.address)
        return try address(text, at: key)
    }

    func addresses(_ key: String) throws(Problem) -> [I2CAddress] {
        // At most as many modules in a row as one kind of chip has addresses.
        let allowed = "a list of 1 to 8 texts, each \(Self.address)"
        let texts = try required(value([String].self, key, allowed: allowed), key, allowed: allowed)
        guard (1...8).contains(texts.count) else { throw problem(key, "must be \(allowed)") }
        var addresses: [I2CAddress] = []
        for (index, text) in texts.enumerated() {
            addresses.append(try address(text, at: "\(key)[\(index)]"))
        }
        return addresses
    }

    private func address(_ text: String, at key: String) throws(Problem) -> I2CAddress {
        guard text.hasPrefix("0x"), text.utf8.count == 4,
            text.dropFirst(2).allSatisfy(\.isHexDigit),
            let value = Int(text.dropFirst(2), radix: 16), let address = I2CAddress(value)
        else {
            throw problem(key, "is \"\(Self.excerpt(text))\"; it must be \(Self.address)")
        }
        return address
    }

    // MARK: Sound devices

    func deviceName(_ key: String) throws(Problem) -> String {
        try deviceName(text(key), at: key)
    }

    func optionalDeviceName(_ key: String) throws(Problem) -> String? {
        guard let name = try optionalText(key) else { return nil }
        return try deviceName(name, at: key)
    }

    func optionalDeviceNames(_ key: String, atMost limit: Int) throws(Problem) -> [String]? {
        guard let names = try optionalTexts(key, atMost: limit) else { return nil }
        for (index, name) in names.enumerated() { _ = try deviceName(name, at: "\(key)[\(index)]") }
        return names
    }

    private func deviceName(_ name: String, at key: String) throws(Problem) -> String {
        if let explanation = SoundDeviceName.problem(with: name) { throw problem(key, explanation) }
        return name
    }

    // MARK: Device tree overlays

    /// More than fit on the pins.
    private static let mostOverlays = 8

    func optionalOverlays(_ key: String) throws(Problem) -> [String]? {
        typealias Overlay = BoardDescription.Overlay
        let list = "a list of at most \(Self.mostOverlays) overlays, each \(Overlay.allowed)"
        guard let texts = try value([String].self, key, allowed: list) else { return nil }
        guard texts.count <= Self.mostOverlays else { throw problem(key, "must be \(list)") }
        var names: [String] = []
        for (index, text) in texts.enumerated() {
            guard let name = Overlay(text)?.name else {
                throw problem(
                    "\(key)[\(index)]",
                    "is \"\(Self.excerpt(text))\"; it must be \(Overlay.allowed)")
            }
            guard !names.contains(name) else {
                throw problem(
                    "\(key)[\(index)]",
                    "is \"\(name)\", which stands before it already; each overlay is named once")
            }
            names.append(name)
        }
        return texts
    }

    // MARK: Words

    private static let address = "an I2C address from \"0x08\" to \"0x77\", as in \"0x70\""

    private static let shortText = "a text of 1 to 128 characters, none of them a control character"

    private static func isShortText(_ text: String) -> Bool {
        (1...128).contains(text.utf8.count)
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    private static func one(of choices: [String]) -> String {
        "one of " + choices.joined(separator: ", ")
    }

    private static func number(in range: ClosedRange<Double>) -> String {
        "a number from \(range.lowerBound) to \(range.upperBound)"
    }

    private static func wholeNumber(in range: ClosedRange<Int>) -> String {
        "a whole number from \(range.lowerBound) to \(range.upperBound)"
    }

    /// The offending text, short and printable enough for one line.
    static func excerpt(_ text: String) -> String {
        let visible = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
        let short = String(String.UnicodeScalarView(visible.prefix(40)))
        return visible.count > 40 ? short + "..." : short
    }
}
