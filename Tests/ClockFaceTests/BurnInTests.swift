import ClockTime
import HAL
import Testing

@testable import ClockCore
@testable import ClockFace

@Suite("Against burn-in")
struct BurnInTests {
    @Test("The panels that burn in are the OLEDs", arguments: FaceBoard.pixels)
    func boards(_ board: FaceBoard) throws {
        let isOLED = [FaceBoard.oled128x32, .oled128x64, .oled64x128].contains(board)
        #expect(try board.pixelGeometry()?.burnsIn == isOLED)
    }

    @Test("The picture visits its place and the eight around it, by one pixel at a time")
    func path() {
        let offsets = (0..<90).map { BurnIn.offset(ofMinute: $0) }
        #expect(Set(offsets.map { Pixel($0.columns, $0.rows) }).count == 9)
        for minute in -200..<2000 {
            let (here, next) = (
                BurnIn.offset(ofMinute: minute), BurnIn.offset(ofMinute: minute + 1)
            )
            #expect(abs(next.columns - here.columns) <= 1 && abs(next.rows - here.rows) <= 1)
            #expect(abs(here.columns) <= BurnIn.margin && abs(here.rows) <= BurnIn.margin)
            let again = BurnIn.offset(ofMinute: minute + 90)
            #expect(again == here)
        }
    }

    @Test(
        "The whole picture moves as one, and nothing is lost at an edge",
        arguments: [FaceBoard.oled128x32, .oled128x64, .oled64x128])
    func pictures(_ board: FaceBoard) throws {
        let panel = try #require(try board.pixelGeometry())
        var still = panel
        still.burnsIn = false
        // The same place and margin without movement.
        still.safeArea = Insets(left: 1, top: 1, right: 1, bottom: 1)
        var places: Set<Pixel> = []
        for minute in stride(from: 0, to: 1440, by: 31) {
            for mode in [DisplayMode.normal, .face] {
                let snapshot = with(at("\(minute / 60):\(minute % 60)")) {
                    $0.mode = mode
                    $0.nextAlarm = alarm(6, 30)
                }
                let civil = try #require(snapshot.civil)
                let (columns, rows) = BurnIn.offset(
                    ofMinute: civil.date.daysSinceEpoch * 1440 + minute)
                let place = try #require(picture(snapshot, on: still))
                let moved = try #require(picture(snapshot, on: panel))
                var isSame = true
                for row in 0..<moved.rows {
                    for column in 0..<moved.columns {
                        let before = place[column - columns, row - rows]
                        if moved[column, row] != before { isSame = false }
                    }
                }
                #expect(isSame, "minute \(minute)")
                let counts = [place, moved].map { $0.pixels.filter(\.isOn).count }
                #expect(counts[0] == counts[1] && counts[0] > 0, "minute \(minute)")
                places.insert(Pixel(columns, rows))
            }
        }
        #expect(places.count == 9)
    }

    @Test("An area without room for a margin keeps its picture in place")
    func noMargin() {
        var panel = PixelGeometry(columns: 128, rows: 2, depth: .one, burnsIn: true)
        #expect(PixelArea.face(on: panel) == .safe(on: panel))
        panel.rows = 3
        #expect(PixelArea.face(on: panel).rows == 1)
    }
}
