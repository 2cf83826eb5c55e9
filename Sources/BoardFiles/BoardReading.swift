import BoundedJSON
import ClockTime
import Drivers
import HAL

extension BoardDescription {
    init(_ root: inout FieldReader, _ notes: inout BoardNotes) throws(FieldError) {
        // It lets editors check a file while it is typed.
        _ = root.raw("$schema")
        let version = try root.required("version", .integer(in: 1...Int(Int32.max)))
        guard version == Self.formatVersion else {
            throw root.error(
                "version",
                "\(version) is not allowed; this program reads version \(Self.formatVersion)")
        }
        self.init(name: try root.optional("name", .shortText) ?? "unnamed board")
        if var bus = try root.object("i2c") {
            i2cBus = try bus.optional("bus", .integer(in: 0...255)) ?? i2cBus
            notes.finish(bus)
        }
        if var gpio = try root.object("gpio") {
            let chip = try gpio.optional("chip", .shortText) ?? "auto"
            gpioChip = chip == "auto" ? .automatic : .named(chip)
            notes.finish(gpio)
        }
        guard var display = try root.object("display") else {
            throw root.error(
                "display", "is missing; a clock without one says { \"driver\": \"none\" }")
        }
        self.display = try Display(&display, &notes)
        if var light = try root.object("light") {
            self.light = try Light(&light, ownLight: &ownLight)
            notes.finish(light)
        }
        if var buttons = try root.object("buttons") {
            self.buttons = try Buttons(&buttons, &notes)
        }
        if var vibration = try root.object("vibration") {
            self.vibration = try Vibration(&vibration, &notes)
        }
        if var buzzer = try root.object("buzzer") {
            self.buzzer = try OutputLine(&buzzer)
            notes.finish(buzzer)
        }
        if var lamp = try root.object("lamp") {
            self.lamp = try BedsideLamp(&lamp)
            notes.finish(lamp)
        }
        if var audio = try root.object("audio") { self.audio = try Audio(&audio, &notes) }
        if var battery = try root.object("battery") {
            self.battery = try Battery(&battery)
            notes.finish(battery)
        }
        if var realTimeClock = try root.object("rtc") {
            self.realTimeClock = try realTimeClock.optional("source", .choice) ?? .absent
            notes.finish(realTimeClock)
        }
        overlays = try Self.overlays(in: &root)
        notes.finish(root)
        warnings = notes.warnings
        try check()
    }

    private static func overlays(in root: inout FieldReader) throws(FieldError) -> [String] {
        // More than fit on the pins.
        let overlays = try root.elements("overlays", .overlay, count: 0...8) ?? []
        var names: Set<String> = []
        for (index, overlay) in overlays.enumerated()
        where !names.insert(overlay.name).inserted {
            throw root.error(
                "overlays[\(index)]",
                "\"\(overlay.name)\" stands before it already; each overlay is named once")
        }
        return overlays.map(\.text)
    }
}

extension BoardDescription.Vibration {
    /// nil for the driver `none`.
    fileprivate init?(
        _ section: inout FieldReader, _ notes: inout BoardNotes
    ) throws(FieldError) {
        let drivers = ["gpio"] + Catalog.motorDrivers.map(\.driver) + ["none"]
        let driver = try section.required("driver", .one(of: drivers))
        switch driver {
        case "gpio": self = .line(try BoardDescription.OutputLine(&section))
        case "none": return nil
        default:
            let address = try section.required("address", .address)
            self = .chip(
                BoardDescription.MotorChip(
                    driver: driver, address: address,
                    motor: try section.required("motor", .choice)))
        }
        notes.finish(section)
    }
}

extension BoardDescription.BedsideLamp {
    fileprivate init(_ section: inout FieldReader) throws(FieldError) {
        // Chips of a Pi have at most four channels, others up to sixteen.
        guard let channel = try section.optional("pwm", .integer(in: 0...15)) else {
            self = .led(try section.required("led", .name(of: "/sys/class/leds")))
            return
        }
        guard section.raw("led") == nil else {
            throw section.error("led", "stands beside pwm; a lamp has one or the other")
        }
        self = .pulses(
            chip: try section.optional("chip", .integer(in: 0...255)) ?? 0, channel: channel)
    }
}

extension BoardDescription.Battery {
    fileprivate init(_ section: inout FieldReader) throws(FieldError) {
        let sources = ["none", "auto", "power-supply"] + Catalog.batteryGauges.map(\.driver)
        let source = try section.required("source", .one(of: sources))
        switch source {
        case "none": self = .absent
        case "auto": self = .automatic
        case "power-supply":
            self = .powerSupply(
                name: try section.required("name", .name(of: "/sys/class/power_supply")))
        default:
            self = .gauge(
                BoardDescription.Chip(
                    driver: source, address: try section.required("address", .address)))
        }
    }
}

extension BoardDescription.OutputLine {
    fileprivate init(_ section: inout FieldReader) throws(FieldError) {
        self.init(
            line: try section.required("gpio", .integer(in: BoardDescription.gpioLines)),
            isActiveLow: try section.optional("activeLow", .bool) ?? false)
    }
}

// MARK: - Sound

extension BoardDescription.Audio {
    fileprivate init(
        _ section: inout FieldReader, _ notes: inout BoardNotes
    ) throws(FieldError) {
        let device = try section.required("device", .shortText)
        let fallbacks = try section.elements("fallback", .shortText, count: 0...8) ?? []
        let alarmDevice = try section.optional("alarmDevice", .shortText)
        let places =
            [("device", device)] + fallbacks.enumerated().map { ("fallback[\($0)]", $1) }
            + (alarmDevice.map { [("alarmDevice", $0)] } ?? [])
        for (place, device) in places {
            if let problem = SoundDeviceName.problem(with: device) {
                throw section.error(place, problem)
            }
        }
        self.init(
            device: device, fallbacks: fallbacks, alarmDevice: alarmDevice,
            rate: try section.optional("rate", .one(of: [44_100, 48_000])) ?? 48_000,
            keepsOpen: try section.optional("keepOpen", .bool) ?? false,
            lowCut: try section.optional("lowCut", .lowCut) ?? 20,
            usesI2S: try section.optional("i2s", .bool)
                ?? places.contains { Self.isI2SCard($0.1) })
        if var line = try section.object("amplifier") {
            var amplifier = BoardDescription.AmplifierLine(
                line: try BoardDescription.OutputLine(&line))
            if let wakeTime = try line.optional("wakeMs", .integer(in: 0...500)) {
                amplifier.wakeTime = .milliseconds(wakeTime)
            }
            self.amplifier = amplifier
            notes.finish(line)
        }
        notes.finish(section)
    }
}

// MARK: - Display

extension BoardDescription.Display {
    /// nil for the driver `none`.
    fileprivate init?(
        _ section: inout FieldReader, _ notes: inout BoardNotes
    ) throws(FieldError) {
        let driver = try section.required("driver", .shortText)
        guard driver != "none" else {
            notes.finish(section)
            return nil
        }
        // At most as many modules in a row as one kind of chip has addresses.
        let addresses = try section.requiredElements("addresses", .address, count: 1...8)
        self.init(driver: driver, addresses: addresses)
        rotation = try section.optional("rotation", .choice) ?? .upright
        isMirrored = try section.optional("mirror", .bool) ?? false
        isTransposed = try section.optional("transpose", .bool) ?? false
        wiring = try BoardDescription.SevenSegmentWiring(&section, &notes)
        if var levels = try section.object("levels") {
            // The maximum of any display; the driver knows how many steps its chip has.
            let least = try levels.required("min", .integer(in: 0...255))
            let most = try levels.required("max", .integer(in: 0...255))
            guard least <= most else {
                throw section.error(
                    "levels", "the min \(least) is above the max \(most); it must be min <= max")
            }
            self.levels = least...most
            notes.finish(levels)
        }
        color = try section.optional("color", .choice) ?? .red
        if var area = try section.object("safeArea") {
            safeArea = try Insets(&area)
            notes.finish(area)
        }
        notes.finish(section)
    }
}

extension Insets {
    fileprivate init(_ section: inout FieldReader) throws(FieldError) {
        self.init()
        // No display of the catalog is wider; the driver knows how much its own has to spare.
        let form = FieldForm<Int>.integer(in: 0...127)
        left = try section.optional("left", form) ?? 0
        top = try section.optional("top", form) ?? 0
        right = try section.optional("right", form) ?? 0
        bottom = try section.optional("bottom", form) ?? 0
    }
}

extension BoardDescription.SevenSegmentWiring {
    /// The wiring's fields are in the display's own object.
    fileprivate init(
        _ section: inout FieldReader, _ notes: inout BoardNotes
    ) throws(FieldError) {
        self.init(digitBytes: try section.optional("digitBytes", .digitBytes) ?? [])
        colon = try section.optional("colon", .memoryBits)
        hasPoints = try section.optional("points", .bool) ?? true
        guard var dots = try section.object("dots") else { return }
        for lamp in Lamp.allCases {
            lamps[lamp] = try dots.optional(lamp.rawValue, .memoryBits)
        }
        notes.finish(dots)
    }
}

// MARK: - Light

extension BoardDescription.Light {
    /// - Parameter ownLight: what the sensor sees of the display, if the object says so.
    fileprivate init(_ section: inout FieldReader, ownLight: inout Lux) throws(FieldError) {
        let sources =
            ["none", "fixed", "ldr", "digital", "iio"] + Catalog.lightSensors.map(\.driver)
        let source = try section.required("source", .one(of: sources))
        switch source {
        case "none":
            self = .absent
            return
        case "fixed":
            self = .fixed(Lux(try section.required("lux", .number(in: 0...100_000))))
            return
        case "ldr":
            self = .resistor(try BoardDescription.LightResistor(&section))
        case "digital":
            self = .digital(
                line: try section.required("gpio", .integer(in: BoardDescription.gpioLines)),
                isDarkHigh: try section.optional("darkHigh", .bool) ?? true)
        case "iio":
            self = .industrialIO(device: try section.optional("device", .shortText))
        default:
            self = .chip(
                BoardDescription.Chip(
                    driver: source, address: try section.required("address", .address)))
        }
        ownLight = Lux(try section.optional("ownLux", .number(in: 0...100_000)) ?? 0)
    }
}

extension BoardDescription.LightResistor {
    fileprivate init(_ section: inout FieldReader) throws(FieldError) {
        self.init(
            line: try section.required("gpio", .integer(in: BoardDescription.gpioLines)),
            capacitorNanofarads: try section.required(
                "capacitorNf", .integer(in: 1...100_000)),
            calibration: try section.elements("calibration", .calibrationPoint, count: 0...16)
                ?? [])
    }
}
