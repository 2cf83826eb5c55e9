import Drivers
import HAL
import Testing

@Suite("The light of a display's steps")
struct LightShareTests {
    @Test("is a sixteenth at least on an HT16K33, and what the eye's scale says elsewhere")
    func steps() throws {
        let digits = try Catalog.makePanel(for: TestBoards.smallHT16K33)
        #expect(digits.lightShare(of: Brightness.maximum) == 1)
        #expect(digits.lightShare(of: Brightness.minimum) == 1.0 / 16)
        #expect(digits.lightShare(of: Brightness(percent: 50)) == 3.0 / 16)
        let pixels = try Catalog.makePanel(for: ISSIBoards.grid)
        let half = Brightness(percent: 50)
        #expect(pixels.lightShare(of: half) == half.luminance)
    }

    @Test("counts from the steps that the board allows")
    func limits() throws {
        var display = TestBoards.smallHT16K33
        display.levels = 1...7
        let panel = try Catalog.makePanel(for: display)
        #expect(panel.lightShare(of: Brightness.maximum) == 1)
        #expect(panel.lightShare(of: Brightness.minimum) == 2.0 / 8)
    }
}
