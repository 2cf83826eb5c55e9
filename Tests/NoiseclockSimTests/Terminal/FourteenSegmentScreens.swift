import HAL
import SimulatedBoard

@testable import noiseclock_sim

/// The example screen with characters of fourteen segments.
func fourteenSegmentScreen(_ digits: [Segments], duty: Double = 1) -> SimulatorScreen {
    var screen = exampleScreen()
    screen.display.geometry = .segments(
        SegmentGeometry(digits: digits.count, shape: .fourteen, hasColon: false, hasPoints: true))
    screen.display.lit = LitPicture(
        content: .segments(SegmentPicture(digits: digits)), duty: duty)
    return screen
}

/// "WAKE" as the datasheets of such displays spell it.
let wakeOnFourteenSegments: [Segments] = [
    [.b, .c, .e, .f, .k, .m], [.a, .b, .c, .e, .f, .g1, .g2], [.e, .f, .g1, .j, .m],
    [.a, .d, .e, .f, .g1, .g2, .point],
]
