import Drivers
import HAL
import SimulatedBoard
import Testing

/// Lights each pixel alone, in every mount, and looks at the registers and at the LEDs.
@Suite("Each pixel of the boards with chips of ISSI")
struct ISSIPixelTests {
    static let charlieplexed: [(BoardDescription.Display, [[Int]])] = [
        (ISSIBoards.grid, ISSIBoards.gridLEDs), (ISSIBoards.bonnet, ISSIBoards.bonnetLEDs),
        (ISSIBoards.scroll, ISSIBoards.scrollLEDs),
    ]

    @Test("of an IS31FL3731 lights one LED, the one that the maker says", arguments: charlieplexed)
    func oneLED(display: BoardDescription.Display, numbers: [[Int]]) throws {
        let (columns, rows) = (numbers[0].count, numbers.count)
        #expect(Set(numbers.joined()).count == columns * rows)
        for display in ISSIBoards.mounts(display) {
            var bench = try ISSIBench(display)
            for row in 0..<rows {
                for column in 0..<columns {
                    var native = PixelPicture(columns: columns, rows: rows)
                    native[column, row] = .white
                    let seen = ISSIBoards.seen(native, on: display)
                    try bench.show(seen)
                    var expected = [UInt8](repeating: 0, count: 144)
                    expected[numbers[row][column]] = 255
                    #expect(bench.levels == expected, "\(display): \(column), \(row)")
                    // The model has a map of its own, from LEDs to places.
                    #expect(bench.lit?.pixels == seen, "\(display): \(column), \(row)")
                }
            }
        }
    }

    @Test("of the IS31FL3741 board lights its three LEDs, each the right primary")
    func colors() throws {
        let tables = [ISSIBoards.redLEDs, ISSIBoards.greenLEDs, ISSIBoards.blueLEDs]
        #expect(Set(tables.joined().joined()) == Set(0...350))
        let primaries = [
            PixelLight(red: 255, green: 0, blue: 0), PixelLight(red: 0, green: 255, blue: 0),
            PixelLight(red: 0, green: 0, blue: 255),
        ]
        for display in ISSIBoards.mounts(ISSIBoards.color) {
            var bench = try ISSIBench(display)
            for (table, light) in zip(tables, primaries) {
                for (row, numbers) in table.enumerated() {
                    for (column, number) in numbers.enumerated() {
                        var native = PixelPicture(columns: 13, rows: 9)
                        native[column, row] = light
                        let seen = ISSIBoards.seen(native, on: display)
                        try bench.show(seen)
                        var expected = [UInt8](repeating: 0, count: 351)
                        expected[number] = 255
                        #expect(bench.colors?.lights == expected, "\(display): \(column), \(row)")
                        #expect(bench.lit?.pixels == seen, "\(display): \(column), \(row)")
                    }
                }
            }
        }
    }

    @Test("belongs to a panel whose size is that of the mounted board")
    func geometry() throws {
        for (display, columns, rows, color) in [
            (ISSIBoards.grid, 16, 9, .single), (ISSIBoards.bonnet, 16, 8, .single),
            (ISSIBoards.scroll, 17, 7, .single), (ISSIBoards.color, 13, 9, .full),
        ] as [(BoardDescription.Display, Int, Int, PixelGeometry.ColorRange)] {
            var display = display
            display.safeArea = Insets(left: 1, bottom: 2)
            let upright = PixelGeometry(
                columns: columns, rows: rows, depth: .levels, color: color,
                safeArea: display.safeArea)
            #expect(try Catalog.makePanel(for: display).geometry == .pixels(upright))
            display.rotation = .threeQuarters
            var turned = upright
            (turned.columns, turned.rows) = (rows, columns)
            #expect(try Catalog.makePanel(for: display).geometry == .pixels(turned))
        }
    }

    @Test("is never seen in half a picture on an IS31FL3731", arguments: charlieplexed)
    func noTearing(display: BoardDescription.Display, numbers: [[Int]]) throws {
        var bench = try ISSIBench(display)
        let chips = bench.bus
        let watching = WatchingBus(chips) { chips.litPicture(of: display) }
        let columns = numbers[0].count
        var before: LitPicture?
        for step in 0..<columns {
            var picture = PixelPicture(columns: columns, rows: numbers.count)
            for row in 0..<numbers.count { picture[(step + row) % columns, row] = .white }
            let first = watching.count
            let frame = Frame(content: .pixels(picture), brightness: .maximum)
            try bench.panel.show(frame, on: watching)
            let after = bench.lit
            #expect(after?.pixels == picture)
            if step > 0 {
                let seen = watching.pictures[first...]
                #expect(seen.allSatisfy { $0 == before || $0 == after }, "step \(step)")
            }
            before = after
        }
    }

    @Test("cannot be had on a board that the chip does not allow", arguments: unsuitable)
    func refused(display: BoardDescription.Display, sentence: String) throws {
        do throws(CatalogError) {
            _ = try Catalog.makePanel(for: display)
            Issue.record("was accepted: \(display)")
        } catch {
            #expect(error.description == sentence)
        }
    }

    static let unsuitable: [(BoardDescription.Display, String)] = [
        (
            changed(ISSIBoards.grid) { $0.addresses = I2CAddress.range(0x73...0x73) },
            "display.addresses: must be one of those that an IS31FL3731 can have: "
                + "0x74, 0x75, 0x76, 0x77"
        ),
        (
            changed(ISSIBoards.color) { $0.addresses = I2CAddress.range(0x30...0x31) },
            "display.addresses: must be one of those that an IS31FL3741 can have: "
                + "0x30, 0x31, 0x32, 0x33"
        ),
        (
            changed(ISSIBoards.scroll) { $0.safeArea = Insets(top: 3, bottom: 4) },
            "display.safeArea: hides all of the display, which has 17 columns and 7 rows as it is "
                + "mounted; a column and a row at least must be left"
        ),
        (
            changed(ISSIBoards.bonnet) { $0.levels = 0...256 },
            "display.levels: 0 to 256 is not allowed; an IS31FL3731 has the levels 0 to 255"
        ),
    ]

    private static func changed(
        _ display: BoardDescription.Display, _ change: (inout BoardDescription.Display) -> Void
    ) -> BoardDescription.Display {
        var display = display
        change(&display)
        return display
    }
}
