import ClockCore
import HAL
import Testing

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
}
