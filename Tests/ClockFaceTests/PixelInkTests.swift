import Glibc
import HAL
import Testing

@testable import ClockCore
@testable import ClockFace

@Suite("The light of the face")
struct PixelInkTests {
    private func inks(
        _ panel: PixelGeometry, isNight: Bool = false,
        _ change: (inout ClockStyle) -> Void = { _ in }
    ) -> PixelInks {
        var style = ClockStyle()
        change(&style)
        return PixelInks(panel: panel, style: style, isNight: isNight, minute: 0)
    }

    @Test(
        "Whatever colour an alarm has, its time can be read while it rings",
        arguments: [FaceBoard.color13x9, .bicolor8x8])
    func ringTint(_ board: FaceBoard) throws {
        let panel = try #require(try board.pixelGeometry())
        for tint in [Tint.black, .white, Tint(red: 0, green: 0, blue: 60)] {
            for background in [Tint.black, .white] {
                let snapshot = with(at("06:30")) {
                    $0.ring = ring()
                    $0.ring?.tint = tint
                    $0.style.backgroundColor = background
                    $0.style.digitColor = background == .black ? .white : .black
                }
                let tinted = try #require(picture(snapshot, on: panel))
                let plain = try #require(
                    picture(with(snapshot) { $0.ring?.tint = nil }, on: panel))
                // The same pixels stand out.
                let ground = plain.pixels[plain.pixels.count - 1]
                #expect(tinted.pixels.map { $0 == ground } == plain.pixels.map { $0 == ground })
            }
        }
    }

    @Test("On panels without levels each pixel is on or off", arguments: FaceBoard.pixels)
    func oneLevel(_ board: FaceBoard) throws {
        let panel = try #require(try board.pixelGeometry())
        guard panel.depth == .one else { return }
        for situation in FaceSituation.all {
            for tint in [Tint(red: 40, green: 20, blue: 0), Tint(red: 1, green: 2, blue: 90)] {
                let snapshot = with(situation.snapshot) {
                    $0.style.digitColor = tint
                    $0.style.digitBrightness = Percent(clamping: 30)
                    $0.style.overlayBrightness = Percent(clamping: 10)
                }
                guard let picture = picture(snapshot, on: panel) else { continue }
                let values = Set(picture.pixels.flatMap { [$0.red, $0.green, $0.blue] })
                #expect(values.isSubset(of: [0, 255]), "\(situation.name)")
                // A value of the menu that blinks may be all that a small panel shows.
                if snapshot.menu != nil, !snapshot.isBlinkLit { continue }
                #expect(picture.pixels.contains { $0.isOn }, "\(situation.name) is dark")
            }
        }
    }

    @Test("Texts and marks are never brighter than the digits", arguments: FaceBoard.pixels)
    func overlays(_ board: FaceBoard) throws {
        let panel = try #require(try board.pixelGeometry())
        let tints = [
            ClockStyle.warmWhite, Tint(red: 0, green: 0, blue: 255),
            Tint(red: 0, green: 40, blue: 0), Tint(red: 255, green: 255, blue: 255),
        ]
        guard panel.color != .redGreen else { return }
        for tint in tints {
            for percent in [0, 1, 30, 60, 100] {
                for isNight in [false, true] {
                    let inks = inks(panel, isNight: isNight) {
                        $0.digitColor = tint
                        $0.digitBrightness = Percent(clamping: 50)
                        $0.overlayBrightness = Percent(clamping: percent)
                    }
                    // Each primary is rounded to a step of its own.
                    let step = panel.color == .full ? 1.0 / 255 : 0
                    #expect(inks.overlay.luminance <= inks.digits.luminance)
                    #expect(inks.mark.luminance <= inks.digits.luminance + step)
                    #expect(inks.digits != .black)
                    #expect(inks.overlay != .black)
                }
            }
        }
    }

    @Test("The red of the night has no blue and little green, in each situation")
    func nightRed() throws {
        for board in [FaceBoard.color13x9, .color9x13, .bicolor8x8] {
            let panel = try #require(try board.pixelGeometry())
            for situation in FaceSituation.all {
                let snapshot = with(situation.snapshot) { $0.isNight = true }
                guard let picture = picture(snapshot, on: panel) else { continue }
                for light in Set(picture.pixels) {
                    #expect(light.blue == 0 && light.green <= light.red / 32, "\(situation.name)")
                }
            }
        }
        let panel = try #require(try FaceBoard.color13x9.pixelGeometry())
        let white = inks(panel, isNight: true) { $0.night.isRed = false }
        #expect(white.digits.blue > 0)
    }

    @Test(
        "A dark face is on a lit background only where there are pixels enough to read it",
        arguments: FaceBoard.pixels)
    func darkOnLight(_ board: FaceBoard) throws {
        let panel = try #require(try board.pixelGeometry())
        let black = Tint(red: 0, green: 0, blue: 0)
        let light = Tint(red: 255, green: 240, blue: 220)
        let dark = inks(panel) { ($0.digitColor, $0.backgroundColor) = (black, light) }
        let other = inks(panel) { ($0.digitColor, $0.backgroundColor) = (light, black) }
        if [.oled128x32, .oled128x64, .oled64x128].contains(board) {
            #expect(dark.background == .white && dark.digits == .black && dark.mark == .black)
        } else {
            #expect(dark == other)
        }
        let night = inks(panel, isNight: true) {
            ($0.digitColor, $0.backgroundColor) = (light, light)
        }
        #expect(night.background == .black && night.digits != .black)
    }

    @Test("A random colour is far from the last one and easy to read on black")
    func randomColors() {
        var last: Double?
        for minute in 0..<3 * 1440 {
            let tint = RandomColor.tint(ofMinute: minute)
            let hue = hue(of: tint)
            if let last {
                let distance = abs(hue - last)
                #expect(min(distance, 360 - distance) >= 40, "minute \(minute)")
            }
            last = hue
            #expect(tint.contrast(with: .black) >= 4.5, "minute \(minute)")
            #expect(tint.luminance >= Contrast.leastRandomLuminance, "minute \(minute)")
        }
        #expect(Set((0..<60).map(RandomColor.tint(ofMinute:))).count > 50)
    }

    /// The hue of a colour in Oklab, calculated from what is shown and not from what was wanted.
    private func hue(of tint: Tint) -> Double {
        func linear(_ value: UInt8) -> Double {
            let encoded = Double(value) / 255
            return encoded <= 0.04045 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
        }
        let (red, green, blue) = (linear(tint.red), linear(tint.green), linear(tint.blue))
        let long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
        let medium = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
        let short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
        let a = 1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short
        let b = 0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short
        let degrees = atan2(b, a) * 180 / .pi
        return degrees < 0 ? degrees + 360 : degrees
    }
}
