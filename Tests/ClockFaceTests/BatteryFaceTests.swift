import HAL
import Testing

@testable import ClockCore
@testable import ClockFace

@Suite("The battery on the face (product, O1)")
struct BatteryFaceTests {
    private static func state(_ charge: Int, _ flow: BatteryState.Flow) -> BatteryState {
        BatteryState(charge: Percent(clamping: charge), flow: flow)
    }

    @Test(
        "is a letter and up to three digits on a display of digits",
        arguments: [(85, "b 85"), (100, "b100"), (7, "b  7")])
    func digits(charge: Int, text: String) {
        #expect(FaceScene.Word(Self.state(charge, .discharging)).short == text)
    }

    @Test(
        "is green, yellow, orange and red, and green while it is charged",
        arguments: [(100, 0), (50, 0), (49, 1), (20, 1), (19, 2), (10, 2), (9, 3), (0, 3)])
    func colors(charge: Int, place: Int) {
        let reds: [UInt8] = [0, 255, 255, 255]
        let greens: [UInt8] = [255, 255, 128, 0]
        let tint = Self.state(charge, .discharging).tint
        #expect(tint.red == reds[place] && tint.green == greens[place])
        #expect(Self.state(charge, .charging).tint == Self.state(100, .full).tint)
    }

    @Test("has a bolt before its charge while it charges, and only then")
    func bolt() {
        for flow in BatteryState.Flow.allCases {
            let word = FaceScene.Word(Self.state(40, flow))
            #expect((word.lead?.sign == .bolt) == (flow == .charging))
        }
    }

    @Test("lights its page in the colour of its charge, on each panel with colours, but at night")
    func page() throws {
        let panels = try FaceBoard.pixels.compactMap { try $0.pixelGeometry() }
        let colored =
            panels.filter { $0.color != .single } + [
                PixelGeometry(columns: 64, rows: 32, depth: .levels, color: .full),
                PixelGeometry(columns: 16, rows: 8, depth: .one, color: .redGreen),
            ]
        #expect(colored.count > 2)
        for panel in colored {
            func lights(_ charge: Int, isNight: Bool = false) -> Set<PixelLight> {
                let snapshot = with(at("22:10")) {
                    $0.page = .battery
                    $0.battery = Self.state(charge, .discharging)
                    $0.isNight = isNight
                }
                guard case .pixels(let picture) = paint(snapshot, on: .pixels(panel)).content
                else { return [] }
                return Set(picture.pixels.filter(\.isOn))
            }
            for charge in [80, 45, 14, 8] {
                let shown = lights(charge)
                #expect(shown.count == 1, "\(panel), \(charge) %")
                let (red, green) = (shown.first?.red ?? 0, shown.first?.green ?? 0)
                #expect(shown.first?.blue == 0)
                switch charge {
                case 80: #expect(green > 0 && red == 0)
                case 45: #expect(green == red)
                // Lights that are on or off have no orange. Red warns as well.
                case 14 where panel.color == .full: #expect(0 < green && green < red)
                default: #expect(red > 0 && green == 0)
                }
                #expect(lights(charge, isNight: true) == lights(85, isNight: true))
            }
        }
    }

    @Test("keeps its number and the sign closer together than two words, on every panel")
    func gap() {
        for rows in [5, 7, 8, 12, 16, 24, 40] {
            let font = FontLibrary.builtIn.text(rows: rows)
            let (gap, space) = (font.glyph(Font.narrowSpace), font.glyph(" "))
            #expect((gap?.advance ?? 0) >= 1)
            #expect((gap?.advance ?? .max) * 2 <= space?.advance ?? 0, "\(rows) rows")
        }
    }
}
