import HAL
import Testing

@testable import SimulatedBoard

@Suite("Pixels as lines of text")
struct PixelArtTests {
    @Test("show levels as three marks, and end each line at its last lit pixel")
    func levels() {
        var picture = PixelPicture(columns: 9, rows: 3)
        for (column, level) in [0, 1, 31, 32, 127, 128, 255].enumerated() {
            picture[column, 0] = PixelLight(level: UInt8(level))
        }
        picture[8, 2] = .white
        #expect(picture.asciiArt == [" ..++##", "", "        #"])
    }

    @Test("show colours by their first letter, as a capital if they are bright")
    func colors() {
        let lights: [(red: UInt8, green: UInt8, blue: UInt8)] = [
            (255, 0, 0), (0, 200, 0), (0, 0, 128), (127, 0, 0), (0, 3, 0), (0, 0, 60),
            (255, 200, 0), (0, 255, 255), (90, 0, 90), (255, 100, 90), (250, 255, 240), (9, 9, 9),
        ]
        var picture = PixelPicture(columns: lights.count, rows: 1)
        for (column, light) in lights.enumerated() {
            picture[column, 0] = PixelLight(
                red: light.red, green: light.green, blue: light.blue)
        }
        #expect(picture.asciiArt == ["RGBrgbYCmR#."])
    }
}
