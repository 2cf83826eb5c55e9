import BoardFiles
import Drivers
import Foundation
import HAL
import SimulatedBoard
import Testing

@Suite("The catalog of drivers")
struct CatalogTests {
    @Test("has a chip model, a contract board and a playback test for every part")
    func complete() {
        for driver in Catalog.panels.map(\.driver) {
            #expect(ChipModels.displays[driver] != nil, "no chip model for \(driver)")
            #expect(PanelContract.subjects[driver] != nil, "no contract board for \(driver)")
            #expect(Self.playbackTests[driver] != nil, "no playback test for \(driver)")
        }
        for driver in Catalog.lightSensors.map(\.driver) {
            #expect(ChipModels.lightSensors[driver] != nil, "no chip model for \(driver)")
            #expect(LightSensorContract.accuracies[driver] != nil, "no accuracy for \(driver)")
            #expect(Self.playbackTests[driver] != nil, "no playback test for \(driver)")
        }
        for driver in Catalog.batteryGauges.map(\.driver) {
            #expect(ChipModels.batteryGauges[driver] != nil, "no chip model for \(driver)")
            #expect(Self.playbackTests[driver] != nil, "no playback test for \(driver)")
        }
        for driver in Catalog.motorDrivers.map(\.driver) {
            #expect(ChipModels.motorDrivers[driver] != nil, "no chip model for \(driver)")
            #expect(Self.playbackTests[driver] != nil, "no playback test for \(driver)")
        }
    }

    /// The suites that check each driver's exact bytes.
    static let playbackTests: [String: Any.Type] = [
        "ht16k33-7seg": HT16K33SevenSegmentTests.self,
        "ht16k33-7seg-big": HT16K33SevenSegmentTests.self,
        "ht16k33-14seg": HT16K33FourteenSegmentTests.self,
        "ht16k33-8x8": HT16K33MatrixTests.self,
        "ht16k33-8x16": HT16K33MatrixTests.self,
        "ht16k33-8x16-featherwing": HT16K33MatrixTests.self,
        "ht16k33-bicolor-8x8": HT16K33BicolorTests.self,
        "ssd1306-128x64": SSD1306Tests.self,
        "ssd1306-128x32": SSD1306Tests.self,
        "sh1106-128x64": SH1106Tests.self,
        "is31fl3731-16x9": IS31FL3731Tests.self,
        "is31fl3731-16x8": IS31FL3731Tests.self,
        "is31fl3731-17x7": IS31FL3731Tests.self,
        "is31fl3741-13x9": IS31FL3741Tests.self,
        "bh1750": BH1750Tests.self,
        "veml7700": VEML7700Tests.self,
        "tsl2591": TSL2591Tests.self,
        "max17048": MAX17048Tests.self,
        "drv2605l": DRV2605LTests.self,
    ]

    @Test(
        "has a driver for every display of the boards that we ship, each wired as its tests are",
        arguments: [
            ("ht16k33-7seg.json", TestBoards.smallHT16K33),
            ("ht16k33-7seg-big.json", TestBoards.bigHT16K33),
            ("ht16k33-14seg.json", TestBoards.fourteenHT16K33),
            ("ht16k33-8x8.json", TestBoards.matrixHT16K33("ht16k33-8x8")),
            ("ht16k33-8x8-row.json", TestBoards.matrixHT16K33("ht16k33-8x8", modules: 4)),
            ("ht16k33-8x16.json", TestBoards.matrixHT16K33("ht16k33-8x16")),
            (
                "ht16k33-8x16-featherwing.json",
                TestBoards.matrixHT16K33("ht16k33-8x16-featherwing")
            ),
            ("ht16k33-bicolor-8x8.json", TestBoards.matrixHT16K33("ht16k33-bicolor-8x8")),
            ("ssd1306-128x64.json", TestBoards.ssd1306),
            ("ssd1306-128x32.json", TestBoards.smallSSD1306),
            ("sh1106-128x64.json", TestBoards.sh1106),
            ("is31fl3731-16x9.json", ISSIBoards.grid),
            ("is31fl3731-16x8.json", ISSIBoards.bonnet),
            ("is31fl3731-17x7.json", ISSIBoards.scroll),
            ("is31fl3741-13x9.json", ISSIBoards.shippedColor),
        ])
    func shippedBoards(name: String, expected: BoardDescription.Display) throws {
        let bytes = try Data(contentsOf: Self.boards.appendingPathComponent(name))
        let board = try BoardFile.parse(bytes)
        #expect(board.display == expected)
        _ = try Catalog.makePanel(for: expected)
        guard case .chip(let chip) = board.light else {
            Issue.record("the light is \(board.light)")
            return
        }
        _ = try Catalog.makeLightSensor(for: chip)
    }

    @Test("has drivers for the parts of every whole build that we ship")
    func builds() throws {
        let folder = Self.boards.appendingPathComponent("builds")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        for name in names where name.hasSuffix(".json") {
            let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
            let board = try BoardFile.parse(bytes)
            #expect(try Catalog.makePanel(for: board.display).isThere, "\(name)")
            if case .chip(let chip) = board.light { _ = try Catalog.makeLightSensor(for: chip) }
        }
    }

    @Test("has for a board without a display a panel that is not there and leaves the bus alone")
    func noDisplay() throws {
        var panel = try Catalog.makePanel(for: nil)
        let bus = PlaybackBus([])
        try panel.bringUp(on: bus)
        try panel.show(Frame(content: .dark, brightness: .maximum), on: bus)
        try panel.refresh(on: bus)
        try panel.shutDown(on: bus)
        #expect(bus.finish() == [])
        #expect(!panel.isThere)
        let shown = try Catalog.makePanel(for: TestBoards.smallHT16K33)
        #expect(shown.isThere)
    }

    @Test("is what the schema of board files proposes for a display")
    func schemaExamples() throws {
        let schema = try String(
            contentsOf: Self.boards.appendingPathComponent("board.schema.json"), encoding: .utf8)
        // One to a line.
        let indent = String(repeating: " ", count: 16)
        let list = Catalog.panels.map { "\(indent)\"\($0.driver)\"" }.joined(separator: ",\n")
        #expect(schema.contains("\"examples\": [\n\(list)\n"))
    }

    private static let boards = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("board")

    @Test("names each driver once")
    func uniqueNames() {
        let names = Catalog.panels.map(\.driver) + Catalog.lightSensors.map(\.driver)
        #expect(Set(names).count == names.count)
    }

    @Test("gives every part an address at least")
    func addresses() {
        #expect(Catalog.panels.allSatisfy { !$0.addresses.isEmpty })
        #expect(Catalog.lightSensors.allSatisfy { !$0.addresses.isEmpty })
    }

    @Test("says which panels it knows when asked for another")
    func unknownPanel() {
        let display = BoardDescription.Display(driver: "vfd", addresses: [])
        let known = Catalog.panels.map(\.driver).joined(separator: ", ")
        #expect(
            Self.refusal(of: display)
                == "display.driver: \"vfd\" has no driver; it must be one of \(known), none")
    }

    @Test("says which light sensors it knows when asked for another")
    func unknownSensor() throws {
        let address = try #require(I2CAddress(0x29))
        let chip = BoardDescription.Chip(driver: "ltr303", address: address)
        #expect(
            Self.error { () throws(CatalogError) in _ = try Catalog.makeLightSensor(for: chip) }
                == "light.source: \"ltr303\" has no driver; it must be one of bh1750, veml7700, tsl2591, none"
        )
    }

    @Test("refuses an address that the sensor cannot have")
    func sensorAddress() throws {
        let address = try #require(I2CAddress(0x24))
        let chip = BoardDescription.Chip(driver: "bh1750", address: address)
        #expect(
            Self.error { () throws(CatalogError) in _ = try Catalog.makeLightSensor(for: chip) }
                == "light.address: 0x24 is not allowed; a BH1750FVI can only have 0x23, 0x5C")
    }

    @Test("refuses wiring that an HT16K33 cannot have", arguments: unsuitable)
    func unsuitableWiring(display: BoardDescription.Display, sentence: String) {
        #expect(Self.refusal(of: display) == sentence)
    }

    static let unsuitable: [(BoardDescription.Display, String)] = [
        (
            changed { $0.addresses = I2CAddress.range(0x6F...0x6F) },
            "display.addresses: must be one address from 0x70 to 0x77: that is what the jumpers of "
                + "an HT16K33 can choose"
        ),
        (
            changed { $0.addresses = I2CAddress.range(0x70...0x71) },
            "display.addresses: must be one address from 0x70 to 0x77: that is what the jumpers of "
                + "an HT16K33 can choose"
        ),
        (
            changed { $0.rotation = .half },
            "display.rotation: seven-segment digits cannot be rotated or mirrored; "
                + "allowed are rotation 0, mirror false and transpose false"
        ),
        (
            changed { $0.wiring.digitBytes = [] },
            "display.digitBytes: must name the memory bytes of 1 to 8 digits, from left to right"
        ),
        (
            changed { $0.wiring.colon = BoardDescription.MemoryBits(byte: 16, mask: 1) },
            "display.digitBytes, display.colon and display.dots: must lie in the 16 bytes of an "
                + "HT16K33: 0 to 15"
        ),
        (
            changed { $0.levels = 0...16 },
            "display.levels: 0 to 16 is not allowed; an HT16K33 has the levels 0 to 15"
        ),
    ]

    @Test("refuses an address and a bezel that an OLED cannot have", arguments: unsuitableOLEDs)
    func unsuitableOLED(display: BoardDescription.Display, sentence: String) {
        #expect(
            Self.error { () throws(CatalogError) in _ = try Catalog.makePanel(for: display) }
                == sentence)
    }

    static let unsuitableOLEDs: [(BoardDescription.Display, String)] = {
        var twoAddresses = TestBoards.ssd1306
        twoAddresses.addresses = I2CAddress.range(0x3C...0x3D)
        var otherAddress = TestBoards.sh1106
        otherAddress.addresses = I2CAddress.range(0x3E...0x3E)
        var hidden = TestBoards.turnedSSD1306
        hidden.safeArea = Insets(left: 32, right: 32)
        return [
            (
                twoAddresses,
                "display.addresses: must be one address, 0x3C or 0x3D: that is what the pin SA0 of "
                    + "an SSD1306 can choose"
            ),
            (
                otherAddress,
                "display.addresses: must be one address, 0x3C or 0x3D: that is what the pin SA0 of "
                    + "an SH1106 can choose"
            ),
            (
                hidden,
                "display.safeArea: hides all of the display, which has 64 columns and 128 rows as "
                    + "it is mounted; a column and a row at least must be left"
            ),
        ]
    }()

    private static func changed(
        _ change: (inout BoardDescription.Display) -> Void
    ) -> BoardDescription.Display {
        var display = TestBoards.smallHT16K33
        change(&display)
        return display
    }

    /// Why there is no panel for this part of a board file; nil if there is one.
    static func refusal(of display: BoardDescription.Display) -> String? {
        error { () throws(CatalogError) in _ = try Catalog.makePanel(for: display) }
    }

    private static func error(_ body: () throws(CatalogError) -> Void) -> String? {
        do throws(CatalogError) {
            try body()
            return nil
        } catch {
            return error.description
        }
    }
}
