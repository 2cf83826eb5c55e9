import HAL
import SimulatedBoard

@testable import noiseclock_sim

/// The example screen with a panel of pixels that shows " 6:58".
func pixelScreen(
    _ geometry: PixelGeometry, _ picture: PixelPicture,
    color: BoardDescription.Display.Color = .red, duty: Double = 1
) -> SimulatorScreen {
    var screen = exampleScreen()
    screen.display = SimulatorScreen.Display(
        geometry: .pixels(geometry), lit: LitPicture(content: .pixels(picture), duty: duty),
        color: color)
    return screen
}

/// Screens of the panels that there are, by a short name.
enum PixelScreen: String, CaseIterable {
    /// A small matrix; two characters fit.
    case matrix8x8
    case matrix32x8
    case matrix128x8
    /// With a level for each pixel.
    case levels17x7
    case full13x9
    case redGreen8x8
    case oled128x64
    case oled128x32

    var screen: SimulatorScreen {
        switch self {
        case .matrix8x8:
            screen(8, 8, .levels, .red) { $0.write("65", 0, 2) }
        case .matrix32x8:
            screen(32, 8, .one, .green) { $0.write(" 6:58", 5, 0, size: 1, height: 7) }
        case .matrix128x8:
            screen(128, 8, .one, .amber) {
                $0.write(" 6:58", 2, 0, size: 1, height: 7)
                $0.write("23.11.2026", 80, 1, size: 1, height: 5)
            }
        case .levels17x7:
            screen(17, 7, .levels, .white) { picture in
                picture.write("6:58", 1, 1)
                // A bar of rising light below.
                for column in 0..<17 {
                    picture[column, 6] = PixelLight(level: UInt8(column * column * 255 / 256))
                }
            }
        case .full13x9:
            screen(13, 9, .levels, .white, .full) { picture in
                picture.write("6", 0, 1, PixelLight(red: 255, green: 0, blue: 0))
                picture.write("5", 5, 1, PixelLight(red: 0, green: 255, blue: 0))
                picture.write("8", 9, 1, PixelLight(red: 20, green: 60, blue: 255))
                for column in 0..<13 {
                    picture[column, 7] = PixelLight(
                        red: UInt8(column * 20), green: UInt8(240 - column * 20), blue: 90)
                    picture[column, 8] = PixelLight(level: UInt8(column * 5))
                }
            }
        case .redGreen8x8:
            screen(8, 8, .one, .red, .redGreen) { picture in
                picture.write("6", 0, 1, PixelLight(red: 255, green: 0, blue: 0))
                picture.write("5", 4, 1, PixelLight(red: 0, green: 255, blue: 0))
                for column in 0..<8 {
                    picture[column, 7] = PixelLight(red: 255, green: 255, blue: 0)
                }
            }
        case .oled128x64: oled(rows: 64)
        case .oled128x32: oled(rows: 32)
        }
    }

    private func screen(
        _ columns: Int, _ rows: Int, _ depth: PixelGeometry.Depth,
        _ color: BoardDescription.Display.Color,
        _ range: PixelGeometry.ColorRange = .single, draw: (inout PixelPicture) -> Void
    ) -> SimulatorScreen {
        var picture = PixelPicture(columns: columns, rows: rows)
        draw(&picture)
        return pixelScreen(
            PixelGeometry(columns: columns, rows: rows, depth: depth, color: range), picture,
            color: color)
    }

    private func oled(rows: Int) -> SimulatorScreen {
        screen(128, rows, .one, .white) { picture in
            if rows == 64 {
                picture.write("06:58", 9, 4, size: 6, height: 7)
                picture.write("29.3.  07:30", 10, 53, size: 1, height: 7)
            } else {
                picture.write("06:58", 30, 2, size: 4, height: 7)
            }
            for column in 0..<128 {
                picture[column, 0] = .white
                picture[column, rows - 1] = .white
            }
            for row in 0..<rows {
                picture[0, row] = .white
                picture[127, row] = .white
            }
        }
    }
}

extension PixelPicture {
    /// Digits three pixels wide and five high, or seven if their middle parts are drawn twice, times `size`.
    mutating func write(
        _ text: String, _ left: Int, _ top: Int, _ light: PixelLight = .white, size: Int = 1,
        height: Int = 5
    ) {
        let rows = height == 7 ? [0, 1, 1, 2, 3, 3, 4] : [0, 1, 2, 3, 4]
        var left = left
        for character in text {
            let shape = (PixelPicture.shapes[character] ?? " /").split(
                separator: "/", omittingEmptySubsequences: false
            ).map(Array.init)
            let width = shape.map(\.count).max() ?? 0
            for (y, row) in rows.enumerated() where row < shape.count {
                for (x, dot) in shape[row].enumerated() where dot == "#" {
                    for pixel in 0..<(size * size) {
                        self[left + x * size + pixel % size, top + y * size + pixel / size] = light
                    }
                }
            }
            left += (width + 1) * size
        }
    }

    private static let shapes: [Character: String] = [
        " ": "   ", "0": "###/# #/# #/# #/###", "1": " # /## / # / # /###",
        "2": "###/  #/###/#  /###", "3": "###/  #/###/  #/###", "4": "# #/# #/###/  #/  #",
        "5": "###/#  /###/  #/###", "6": "###/#  /###/# #/###", "7": "###/  #/  #/  #/  #",
        "8": "###/# #/###/# #/###", "9": "###/# #/###/  #/###", ":": " /#/ /#/ ",
        ".": " / / / /#",
    ]
}
