extension BoardDescription: Decodable {
    /// Reads a board file.
    ///
    /// Throws only `DecodingError.dataCorrupted`. Its description is one sentence of ours and its underlying
    /// error is the `Problem`, because the standard library's texts vary between versions and do not say what is
    /// allowed. `Problem.init(_:)` extracts the problem.
    package init(from decoder: any Decoder) throws {
        do throws(Problem) {
            try self.init(root: BoardDescriptionSection(root: decoder))
        } catch {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: [], debugDescription: error.description,
                    underlyingError: error))
        }
    }

    private init(root: BoardDescriptionSection) throws(Problem) {
        // "$schema" lets editors check a file while it is typed.
        var warnings = root.unknownKeys(besides: [
            "$schema", "version", "name", "i2c", "gpio", "display", "light", "buttons", "vibration",
            "buzzer", "lamp", "audio", "battery", "rtc", "overlays",
        ])
        let version = try root.integer("version", in: 1...Int(Int32.max))
        guard version == Self.formatVersion else {
            throw root.problem(
                "version", "is \(version); this program reads version \(Self.formatVersion)")
        }
        self.init(name: try root.optionalText("name") ?? "unnamed board")
        if let bus = try root.section("i2c") {
            warnings += bus.unknownKeys(besides: ["bus"])
            i2cBus = try bus.optionalInteger("bus", in: 0...255) ?? i2cBus
        }
        if let gpio = try root.section("gpio") {
            warnings += gpio.unknownKeys(besides: ["chip"])
            let chip = try gpio.optionalText("chip") ?? "auto"
            gpioChip = chip == "auto" ? .automatic : .named(chip)
        }
        guard let display = try root.section("display") else {
            throw root.problem(
                "display", "is missing; a clock without one says { \"driver\": \"none\" }")
        }
        self.display = try Display(display, &warnings)
        if let light = try root.section("light") {
            self.light = try Light(light, ownLight: &ownLight, &warnings)
        }
        if let buttons = try root.section("buttons") {
            self.buttons = try Buttons(buttons, &warnings)
        }
        vibration = try Self.vibration(in: root, &warnings)
        if let buzzer = try root.section("buzzer") {
            self.buzzer = try OutputLine(buzzer, &warnings)
        }
        lamp = try Self.lamp(in: root, &warnings)
        if let audio = try root.section("audio") {
            self.audio = try Audio(audio, &warnings)
        }
        battery = try Self.battery(in: root, &warnings)
        realTimeClock = try Self.source("rtc", in: root, &warnings)
        overlays = try root.optionalOverlays("overlays") ?? []
        self.warnings = warnings
        try check()
    }

    private static func vibration(
        in root: BoardDescriptionSection, _ warnings: inout [String]
    ) throws(Problem) -> Vibration? {
        guard let section = try root.section("vibration") else { return nil }
        let driver = try section.text("driver", oneOf: ["gpio", "drv2605l", "none"])
        switch driver {
        case "gpio": return .line(try OutputLine(section, alsoKnown: ["driver"], &warnings))
        case "none": return nil
        default:
            warnings += section.unknownKeys(besides: ["driver", "address", "motor"])
            let address = try section.address("address")
            guard let motor: MotorChip.Motor = try section.choice("motor") else {
                throw section.problem("motor", "is missing; it must be one of erm, lra")
            }
            return .chip(MotorChip(driver: driver, address: address, motor: motor))
        }
    }

    private static func lamp(
        in root: BoardDescriptionSection, _ warnings: inout [String]
    ) throws(Problem) -> BedsideLamp? {
        guard let section = try root.section("lamp") else { return nil }
        // Chips of a Pi have at most four channels, others up to sixteen.
        if let channel = try section.optionalInteger("pwm", in: 0...15) {
            guard try section.optionalText("led") == nil else {
                throw section.problem("led", "stands beside pwm; a lamp has one or the other")
            }
            warnings += section.unknownKeys(besides: ["pwm", "chip", "led"])
            return .pulses(
                chip: try section.optionalInteger("chip", in: 0...255) ?? 0, channel: channel)
        }
        warnings += section.unknownKeys(besides: ["led", "pwm"])
        return .led(try folderName("led", in: section, "/sys/class/leds"))
    }

    private static func battery(
        in root: BoardDescriptionSection, _ warnings: inout [String]
    ) throws(Problem) -> Battery {
        guard let section = try root.section("battery") else { return .absent }
        let source = try section.text(
            "source", oneOf: ["none", "auto", "power-supply", "max17048"])
        var known = ["source"]
        defer { warnings += section.unknownKeys(besides: known) }
        switch source {
        case "none": return .absent
        case "auto": return .automatic
        case "power-supply":
            known.append("name")
            return .powerSupply(
                name: try folderName("name", in: section, "/sys/class/power_supply"))
        default:
            known.append("address")
            return .gauge(Chip(driver: source, address: try section.address("address")))
        }
    }

    /// A name that becomes part of a path.
    private static func folderName(
        _ key: String, in section: BoardDescriptionSection, _ parent: String
    ) throws(Problem) -> String {
        let name = try section.text(key)
        guard !name.contains("/"), name != ".", name != ".." else {
            throw section.problem(
                key, "is \"\(name)\"; allowed are names of folders in \(parent)")
        }
        return name
    }

    private static func source(
        _ key: String, in root: BoardDescriptionSection, _ warnings: inout [String]
    ) throws(Problem) -> AutomaticSource {
        guard let section = try root.section(key) else { return .absent }
        warnings += section.unknownKeys(besides: ["source"])
        return try section.choice("source") ?? .absent
    }
}

extension BoardDescription.Problem {
    /// Extracts the problem from any error that a decoder threw while reading a board file. Text that is not JSON
    /// at all fails before this module sees it, with wording that varies between versions; that becomes a
    /// sentence too.
    package init(_ error: any Error) {
        if let problem = error as? BoardDescription.Problem {
            self = problem
        } else if case .dataCorrupted(let context) = error as? DecodingError,
            let problem = context.underlyingError as? BoardDescription.Problem
        {
            self = problem
        } else {
            self.init(path: "", explanation: "is not JSON; it must be one JSON object in UTF-8")
        }
    }
}

// MARK: - Parts

extension BoardDescription.OutputLine {
    fileprivate init(
        _ section: BoardDescriptionSection, alsoKnown: [String] = [], _ warnings: inout [String]
    ) throws(BoardDescription.Problem) {
        warnings += section.unknownKeys(besides: ["gpio", "activeLow"] + alsoKnown)
        self.init(
            line: try section.integer("gpio", in: BoardDescription.gpioLines),
            isActiveLow: try section.optionalFlag("activeLow") ?? false)
    }
}

extension BoardDescription.Audio {
    fileprivate init(
        _ section: BoardDescriptionSection, _ warnings: inout [String]
    ) throws(BoardDescription.Problem) {
        warnings += section.unknownKeys(besides: [
            "device", "fallback", "alarmDevice", "rate", "keepOpen", "lowCut", "i2s",
            "amplifier",
        ])
        let device = try section.deviceName("device")
        let rate = try section.optionalInteger("rate", in: 1...1_000_000) ?? 48_000
        guard rate == 44_100 || rate == 48_000 else {
            throw section.problem("rate", "is \(rate); allowed are 44100 and 48000")
        }
        let lowCut = try section.optionalInteger("lowCut", in: 0...40) ?? 20
        guard lowCut == 0 || lowCut >= 20 else {
            throw section.problem("lowCut", "is \(lowCut); allowed are 20 to 40, and 0 for none")
        }
        let fallbacks = try section.optionalDeviceNames("fallback", atMost: 8) ?? []
        let alarmDevice = try section.optionalDeviceName("alarmDevice")
        let devices = [device] + fallbacks + [alarmDevice].compactMap { $0 }
        self.init(
            device: device, fallbacks: fallbacks, alarmDevice: alarmDevice, rate: rate,
            keepsOpen: try section.optionalFlag("keepOpen") ?? false, lowCut: lowCut,
            usesI2S: try section.optionalFlag("i2s") ?? devices.contains(where: Self.isI2SCard))
        if let line = try section.section("amplifier") {
            let wakeTime = try line.optionalInteger("wakeMs", in: 0...500)
            var amplifier = BoardDescription.AmplifierLine(
                line: try BoardDescription.OutputLine(line, alsoKnown: ["wakeMs"], &warnings))
            if let wakeTime { amplifier.wakeTime = .milliseconds(wakeTime) }
            self.amplifier = amplifier
        }
    }

    /// The ids of such cards.
    package static let i2sCards = [
        "MAX98357A", "PCM5102A", "sndrpihifiberry", "IQaudIO", "sndrpii2s",
    ]

    /// Cards of the common overlays that use the I2S pins. A board with another one says `"i2s": true`.
    package static func isI2SCard(_ device: String) -> Bool {
        i2sCards.contains {
            device.split(whereSeparator: { ":=,".contains($0) }).contains($0[...])
        }
    }
}

extension BoardDescription.Display {
    /// nil for the driver `none`.
    fileprivate init?(
        _ section: BoardDescriptionSection, _ warnings: inout [String]
    ) throws(BoardDescription.Problem) {
        let driver = try section.text("driver")
        if driver == "none" {
            warnings += section.unknownKeys(besides: ["driver"])
            return nil
        }
        warnings += section.unknownKeys(besides: [
            "driver", "addresses", "rotation", "mirror", "transpose", "digitBytes", "colon", "dots",
            "points", "levels", "color", "safeArea",
        ])
        self.init(driver: driver, addresses: try section.addresses("addresses"))
        if let degrees = try section.optionalInteger("rotation", in: -360...360) {
            guard let rotation = Rotation(rawValue: degrees) else {
                throw section.problem(
                    "rotation", "is \(degrees); allowed are 0, 90, 180 and 270")
            }
            self.rotation = rotation
        }
        isMirrored = try section.optionalFlag("mirror") ?? false
        isTransposed = try section.optionalFlag("transpose") ?? false
        wiring = try BoardDescription.SevenSegmentWiring(section, &warnings)
        if let levels = try section.section("levels") {
            warnings += levels.unknownKeys(besides: ["min", "max"])
            // The maximum of any display; the driver knows how many steps its chip has.
            let least = try levels.integer("min", in: 0...255)
            let most = try levels.integer("max", in: 0...255)
            guard least <= most else {
                throw section.problem(
                    "levels", "has the min \(least) above the max \(most); allowed is min <= max")
            }
            self.levels = least...most
        }
        color = try section.choice("color") ?? .red
        safeArea = try Insets(in: section, &warnings)
    }
}

extension Insets {
    fileprivate init(
        in display: BoardDescriptionSection, _ warnings: inout [String]
    ) throws(BoardDescription.Problem) {
        self.init()
        guard let section = try display.section("safeArea") else { return }
        warnings += section.unknownKeys(besides: ["left", "top", "right", "bottom"])
        // No display of the catalog is wider; the driver knows how much its own has to spare.
        let allowed = 0...127
        left = try section.optionalInteger("left", in: allowed) ?? 0
        top = try section.optionalInteger("top", in: allowed) ?? 0
        right = try section.optionalInteger("right", in: allowed) ?? 0
        bottom = try section.optionalInteger("bottom", in: allowed) ?? 0
    }
}

extension BoardDescription.SevenSegmentWiring {
    /// The wiring's keys are in the display's own section.
    fileprivate init(
        _ section: BoardDescriptionSection, _ warnings: inout [String]
    ) throws(BoardDescription.Problem) {
        self.init(
            digitBytes: try section.optionalIntegers("digitBytes", in: 0...15, atMost: 16) ?? [])
        colon = try section.memoryBits("colon")
        hasPoints = try section.optionalFlag("points") ?? true
        guard let dots = try section.section("dots") else { return }
        warnings += dots.unknownKeys(besides: Lamp.allCases.map(\.rawValue))
        for lamp in Lamp.allCases {
            lamps[lamp] = try dots.memoryBits(lamp.rawValue)
        }
    }
}

extension BoardDescription.Light {
    /// The chips that the format names. The catalog knows which of them have a driver.
    private static let chips = ["bh1750", "veml7700", "tsl2591", "tsl2561", "ltr303"]

    /// - Parameter ownLight: what the sensor sees of the display, if the section says so.
    fileprivate init(
        _ section: BoardDescriptionSection, ownLight: inout Lux, _ warnings: inout [String]
    ) throws(BoardDescription.Problem) {
        let source = try section.text(
            "source", oneOf: ["none", "fixed", "ldr", "digital", "iio"] + Self.chips)
        var known = ["source"]
        switch source {
        case "none":
            self = .absent
        case "fixed":
            known += ["lux"]
            self = .fixed(Lux(try section.number("lux", in: 0...100_000)))
        case "ldr":
            known += ["gpio", "capacitorNf", "calibration"]
            self = .resistor(try BoardDescription.LightResistor(section))
        case "digital":
            known += ["gpio", "darkHigh"]
            self = .digital(
                line: try section.integer("gpio", in: BoardDescription.gpioLines),
                isDarkHigh: try section.optionalFlag("darkHigh") ?? true)
        case "iio":
            known += ["device"]
            self = .industrialIO(device: try section.optionalText("device"))
        default:
            known += ["address"]
            self = .chip(
                BoardDescription.Chip(
                    driver: source, address: try section.address("address")))
        }
        if source != "none", source != "fixed" {
            known.append("ownLux")
            ownLight = Lux(try section.optionalNumber("ownLux", in: 0...100_000) ?? 0)
        }
        warnings += section.unknownKeys(besides: known)
    }
}

extension BoardDescription.LightResistor {
    fileprivate init(_ section: BoardDescriptionSection) throws(BoardDescription.Problem) {
        self.init(
            line: try section.integer("gpio", in: BoardDescription.gpioLines),
            capacitorNanofarads: try section.integer("capacitorNf", in: 1...100_000))
        for (index, pair) in (try section.pairs("calibration", atMost: 16) ?? []).enumerated() {
            guard (1...10_000_000).contains(pair.0), (0...100_000).contains(pair.1) else {
                throw section.problem(
                    "calibration[\(index)]",
                    "is [\(pair.0), \(pair.1)]; allowed are a charge time "
                        + "of 1 to 10000000 microseconds and 0 to 100000 lux")
            }
            calibration.append(
                CalibrationPoint(
                    chargeTime: .nanoseconds(Int64(pair.0 * 1000)), illuminance: Lux(pair.1)))
        }
    }
}
