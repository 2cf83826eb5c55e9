import HAL
import SimulatedBoard
import TestKit
import Testing

@testable import noiseclock_sim

@Suite("The simulator's screen with a panel of pixels")
struct PixelScreenTests {
    private static let small = TerminalSize(columns: 80, rows: 24)
    private static let large = TerminalSize(columns: 130, rows: 40)

    @Test("looks as recorded", arguments: PixelScreen.allCases, [small, large])
    func looks(panel: PixelScreen, size: TerminalSize) throws {
        let name = "\(panel)-\(size.columns)x\(size.rows)"
        let plain = panel.screen.render(size: size, capability: .plain)
        try expectTerminalGolden(plain.text, "plain-\(name)")
        let color = panel.screen.render(size: size, capability: .trueColor)
        try expectTerminalGolden(color.text + "\n\n" + color.brightness, "color-\(name)")
    }

    /// What is lit of a screen, as places in a grid of `across` by `down` for each cell.
    private struct LitPlaces {
        var isDots: Bool
        var places: Set<Place> = []

        struct Place: Hashable {
            var x: Int
            var y: Int
        }

        /// The characters that differ from those of a dark panel.
        init(_ frame: TerminalFrame, unlike dark: TerminalFrame) {
            let different = frame.cells.indices.filter { frame.cells[$0] != dark.cells[$0] }
            isDots = different.contains { frame.cells[$0].character.brailleDots != nil }
            for index in different {
                let (column, row) = (index % frame.size.columns, index / frame.size.columns)
                let character = frame.cells[index].character
                if let dots = character.brailleDots {
                    // Columns of three, then the last row.
                    let order = [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3)]
                    for (bit, dot) in order.enumerated() where dots >> UInt8(bit) & 1 == 1 {
                        places.insert(Place(x: 2 * column + dot.0, y: 4 * row + dot.1))
                    }
                } else {
                    if "█▀▓▒░".contains(character) {
                        places.insert(Place(x: column, y: 2 * row))
                    }
                    if "█▄▓▒░".contains(character) {
                        places.insert(Place(x: column, y: 2 * row + 1))
                    }
                }
            }
        }
    }

    /// A panel's screens with those pixels lit that `isLit` tells by their index.
    private func litPlaces(
        _ panel: PixelScreen, _ size: TerminalSize, isLit: (Int) -> Bool
    ) throws -> LitPlaces {
        var screen = panel.screen
        var picture = try #require(screen.display.lit.pixels)
        picture = PixelPicture(columns: picture.columns, rows: picture.rows)
        screen.display.lit.content = .pixels(picture)
        let dark = screen.render(size: size, capability: .plain)
        for index in picture.pixels.indices where isLit(index) { picture.pixels[index] = .white }
        screen.display.lit.content = .pixels(picture)
        return LitPlaces(screen.render(size: size, capability: .plain), unlike: dark)
    }

    @Test(
        "draws every pixel as a square in its place: with dots, halves of cells or more",
        arguments: PixelScreen.allCases, [small, large, TerminalSize(columns: 200, rows: 60)])
    func everyPixel(panel: PixelScreen, size: TerminalSize) throws {
        let picture = try #require(panel.screen.display.lit.pixels)
        let all = try litPlaces(panel, size) { _ in true }
        let left = try #require(all.places.map(\.x).min())
        let top = try #require(all.places.map(\.y).min())
        let width = try #require(all.places.map(\.x).max()) + 1 - left
        let side = width / picture.columns
        #expect(all.places.count == width * side * picture.rows && width % picture.columns == 0)
        #expect(!all.isDots || side == 1)
        // Each place lights up in the pictures of the bits of its pixel's index.
        var indices: [LitPlaces.Place: Int] = [:]
        for bit in 0..<13 {
            for place in try litPlaces(panel, size, isLit: { $0 >> bit & 1 == 1 }).places {
                indices[place, default: 0] += 1 << bit
            }
        }
        for place in all.places {
            let index =
                (place.y - top) / side * picture.columns + (place.x - left) / side
            #expect(indices[place, default: 0] == index)
        }
    }

    @Test("draws an OLED dot by dot on 80 by 24, and with half cells on 130 by 40")
    func scales() throws {
        #expect(try litPlaces(.oled128x64, Self.small) { _ in true }.isDots)
        let large = try litPlaces(.oled128x64, Self.large) { _ in true }
        #expect(!large.isDots && large.places.count == 128 * 64)
        #expect(try !litPlaces(.matrix32x8, Self.small) { _ in true }.isDots)
    }

    @Test("draws a ghost of each unlit LED, and none of an OLED")
    func ghosts() {
        for panel in PixelScreen.allCases {
            var screen = panel.screen
            screen.display.lit.duty = 0
            let isOLED = panel == .oled128x64 || panel == .oled128x32
            let text = screen.render(
                size: TerminalSize(columns: 400, rows: 150), capability: .plain
            ).text
            // One more stands in the title.
            let ghosts = text.count { $0 == "·" } - 1
            guard case .pixels(let geometry) = screen.display.geometry else { continue }
            #expect(ghosts == (isOLED ? 0 : geometry.columns * geometry.rows), "\(panel)")
        }
    }

    /// The sum of the light on a screen in true colour: red, green and blue.
    private func light(_ screen: SimulatorScreen) -> [Double] {
        let frame = screen.render(size: Self.small, capability: .trueColor)
        var sum = [0.0, 0, 0]
        for cell in frame.cells {
            let quarters = BlockGlyph.characters.firstIndex(of: cell.character) ?? 0
            let share = Double(quarters.nonzeroBitCount) / 4
            for (color, share) in [
                (cell.style.foreground, share), (cell.style.background, 1 - share),
            ] {
                guard case .rgb(let red, let green, let blue) = color else { continue }
                sum[0] += Double(red) * share
                sum[1] += Double(green) * share
                sum[2] += Double(blue) * share
            }
        }
        return sum
    }

    @Test("is brighter the greater the light of the pixels, and no darker than an unlit one")
    func levels() throws {
        for panel in [PixelScreen.levels17x7, .full13x9] {
            var screen = panel.screen
            var previous = -1.0
            for level in 0...51 {
                let picture = try #require(screen.display.lit.pixels)
                screen.display.lit.content = .pixels(
                    PixelPicture(
                        columns: picture.columns, rows: picture.rows,
                        filledWith: PixelLight(level: UInt8(level * 5))))
                let sum = light(screen).reduce(0, +)
                // The dimmest levels look like ghosts.
                #expect(level > 3 ? sum > previous : sum >= previous, "level \(level * 5)")
                previous = sum
            }
        }
    }

    @Test("shows the pixels' own colours, or the LED's on a panel of one colour")
    func colors() throws {
        let primaries = [
            PixelLight(red: 255, green: 0, blue: 0), PixelLight(red: 0, green: 255, blue: 0),
            PixelLight(red: 0, green: 0, blue: 255),
        ]
        func strongest(_ panel: PixelScreen, _ pixel: PixelLight) throws -> Int? {
            var screen = panel.screen
            let size = try #require(screen.display.lit.pixels)
            var picture = PixelPicture(columns: size.columns, rows: size.rows)
            screen.display.lit.content = .pixels(picture)
            let dark = light(screen)
            picture[3, 3] = pixel
            screen.display.lit.content = .pixels(picture)
            let more = zip(light(screen), dark).map { $0 - $1 }
            return more.indices.max { more[$0] < more[$1] }
        }
        for (index, pixel) in primaries.enumerated() {
            #expect(try strongest(.full13x9, pixel) == index)
            #expect(try strongest(.matrix8x8, pixel) == 0)
            #expect(try strongest(.matrix32x8, pixel) == 1)
        }
        for (index, pixel) in primaries.prefix(2).enumerated() {
            #expect(try strongest(.redGreen8x8, pixel) == index)
        }
    }

    @Test(
        "is the same from a painter that remembers the pixels", arguments: PixelScreen.allCases)
    func painter(panel: PixelScreen) throws {
        var generator = SeededGenerator(seed: 20)
        for capability in TerminalCapability.allCases {
            var painter = ClockPainter()
            var screen = panel.screen
            for step in 0..<24 {
                var picture = try #require(screen.display.lit.pixels)
                for _ in 0..<(step % 5) {
                    let index = Int.random(in: picture.pixels.indices, using: &generator)
                    picture.pixels[index] = PixelLight(
                        level: UInt8.random(in: 0...255, using: &generator))
                }
                screen.display.lit.content = .pixels(picture)
                if step % 7 == 6 { screen.display.lit.duty = Double(step % 3) / 2 }
                let size = step / 8 == 1 ? Self.large : Self.small
                #expect(
                    screen.render(size: size, capability: capability, painter: &painter)
                        == screen.render(size: size, capability: capability))
            }
        }
    }

    @Test(
        "fits every size, and moves nothing when an alarm rings", arguments: PixelScreen.allCases)
    func sizes(panel: PixelScreen) {
        for columns in [1, 39, 40, 55, 79, 80, 129, 130, 400] {
            for rows in [1, 11, 12, 13, 18, 24, 25, 40, 150] {
                let size = TerminalSize(columns: columns, rows: rows)
                for isMixerOpen in [false, true] {
                    guard
                        let layout = ScreenLayout(
                            size: size, display: panel.screen.display, isMixerOpen: isMixerOpen)
                    else { continue }
                    let gaps = layout.gaps
                    let used =
                        layout.header + layout.clock + layout.status + layout.levels + layout.scale
                        + layout.mixer + layout.buttons + layout.notes + layout.help + gaps.clock
                        + gaps.status + gaps.levels + gaps.mixer + gaps.buttons + gaps.notes
                        + gaps.help
                    #expect(used == rows, "\(columns) x \(rows)")
                    let clock = ClockPicture(
                        display: panel.screen.display, columns: layout.clockColumns,
                        rows: layout.clock)
                    // There is always room for shared dots, except for very long panels.
                    #expect(clock != nil || panel == .matrix128x8)
                }
                var screen = panel.screen
                let calm = screen.render(size: size, capability: .plain)
                screen.ringing = ringingScreen().ringing
                let alarmed = screen.render(size: size, capability: .plain)
                #expect(calm.cells.count == columns * rows)
                guard rows >= 12, columns >= 40 else { continue }
                let above = rows / 3 * columns
                #expect(calm.cells.prefix(above) == alarmed.cells.prefix(above))
            }
        }
    }

    @Test("tells a panel's size and how much of it is lit where there is no room to draw it")
    func summary() throws {
        var screen = PixelScreen.levels17x7.screen
        var picture = PixelPicture(columns: 17, rows: 7)
        for index in 0..<23 { picture.pixels[index * 3] = PixelLight(level: 1) }
        screen.display.lit.content = .pixels(picture)
        let size = TerminalSize(columns: 60, rows: 3)
        let text = screen.render(size: size, capability: .plain).text
        #expect(text.contains("17x7 pixels, 23 lit  next 07:30"))
        screen.display.lit.duty = 0
        #expect(screen.summary.hasPrefix("17x7 pixels, 0 lit"))
    }
}
