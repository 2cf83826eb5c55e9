import HAL
import Testing

@Suite("The display's own light")
struct OwnLightTests {
    /// A panel that only has a shape.
    private struct Shape: Panel {
        let geometry: PanelGeometry

        mutating func bringUp(on bus: any I2CBus) throws(DeviceError) {}

        mutating func show(_ frame: Frame, on bus: any I2CBus) throws(DeviceError) {}

        mutating func refresh(on bus: any I2CBus) throws(DeviceError) {}

        mutating func shutDown(on bus: any I2CBus) throws(DeviceError) {}
    }

    private static let digits = Shape(
        geometry: .segments(SegmentGeometry(digits: 4, hasColon: true, hasPoints: true)))
    private static let grid = Shape(
        geometry: .pixels(PixelGeometry(columns: 4, rows: 2, depth: .levels)))

    private static func frame(_ digits: [Segments], colon: Bool, _ percent: Double) -> Frame {
        Frame(
            content: .segments(SegmentPicture(digits: digits, colon: colon)),
            brightness: Brightness(percent: percent))
    }

    @Test("is the share of what is lit, times the brightness as a meter sees it")
    func share() {
        let whole: Segments = [.a, .b, .c, .d, .e, .f, .g, .point]
        let all = Self.frame([whole, whole, whole, whole], colon: true, 100)
        #expect(Self.digits.lightShare(of: all) == 1)
        let half = Self.frame([whole, whole, [], []], colon: false, 50)
        let expected = 16.0 / 34 * Brightness(percent: 50).luminance
        #expect(abs(Self.digits.lightShare(of: half) - expected) < 1e-9)
        #expect(Self.digits.lightShare(of: .dark) == 0)

        var picture = PixelPicture(columns: 4, rows: 2)
        picture[0, 0] = .white
        picture[1, 0] = PixelLight(red: 255, green: 0, blue: 0)
        let pixels = Frame(content: .pixels(picture), brightness: .maximum)
        #expect(abs(Self.grid.lightShare(of: pixels) - (1.0 + 1.0 / 3) / 8) < 1e-9)
    }

    @Test("is taken out of each reading, never to less than darkness")
    func room() {
        let whole: Segments = [.a, .b, .c, .d, .e, .f, .g, .point]
        var own = OwnLight(of: Self.digits, greatest: Lux(10))
        #expect(own.room(measured: Lux(3)) == Lux(3))
        own.shown(Self.frame([whole, whole, whole, whole], colon: true, 100))
        #expect(own.room(measured: Lux(13)) == Lux(3))
        #expect(own.room(measured: Lux(4)) == Lux(0))
    }

    @Test("counts the brightest picture since the reading before, for a reading takes a while")
    func brightest() {
        let whole: Segments = [.a, .b, .c, .d, .e, .f, .g, .point]
        var own = OwnLight(of: Self.digits, greatest: Lux(10))
        own.shown(Self.frame([whole, whole, whole, whole], colon: true, 100))
        own.shown(.dark)
        #expect(own.room(measured: Lux(12)) == Lux(2))
        #expect(own.room(measured: Lux(12)) == Lux(12))
    }
}
