import ClockTime
import HAL
import Testing

@testable import ClockCore
@testable import ClockFace

@Suite("The face on seven-segment panels")
struct SegmentFaceTests {
    @Test("Every state has its picture", arguments: FaceGolden.all)
    func goldens(_ golden: FaceGolden) {
        let frame = paint(golden.snapshot, on: golden.geometry, after: golden.elapsed)
        let art = SegmentArt.draw(frame)
        #expect(art == golden.picture, "it shows\n\(art)\nand should show\n\(golden.picture)")
    }

    @Test("The brightness of the snapshot is that of the frame")
    func brightness() {
        let frame = paint(with(at("07:30")) { $0.brightness = 12.5 }, on: plain)
        #expect(frame.brightness == Brightness(percent: 12.5))
    }

    @Test("Every minute of the day is drawn, each differently, and never wider than the panel")
    func everyMinute() {
        var seen: Set<Frame> = []
        for minute in 0..<1440 {
            let snapshot = at("\(minute / 60):\(minute % 60)")
            let frame = paint(snapshot, on: plain)
            guard case .segments(let picture) = frame.content else {
                Issue.record("dark at minute \(minute)")
                continue
            }
            #expect(picture.digits.count == 4)
            #expect(seen.insert(frame).inserted, "minute \(minute) looks like another")
        }
    }

    @Test("In the 12-hour form morning and afternoon differ by the PM mark alone")
    func afternoon() {
        for minute in 0..<720 {
            func digits(_ hour: Int) -> [Segments] {
                let snapshot = twelve("\(hour):\(minute % 60)")
                guard
                    case .segments(let picture) = paint(snapshot, on: plain)
                        .content
                else { return [] }
                return picture.digits
            }
            let morning = digits(minute / 60)
            var evening = digits(minute / 60 + 12)
            #expect(evening[0].remove(.point) == .point)
            #expect(morning == evening)
        }
    }

    @Test("What seven segments cannot show is blank, and what is no digit is a dash")
    func font() {
        #expect(SegmentFont.character("%") == .blank)
        #expect(SegmentFont.digit(10) == SegmentFont.dash)
        #expect(SegmentFont.digit(-1) == SegmentFont.dash)
        #expect(Set((0...9).map { SegmentFont.digit($0) }).count == 10)
    }

    @Test("Fourteen segments show the menu's words in their own letters, seven in what they have")
    func menuWords() {
        func picture(_ item: MenuItem, _ shape: SegmentGeometry.Shape) -> SegmentPicture {
            let panel = SegmentGeometry(
                digits: 4, shape: shape, hasColon: false, hasPoints: true)
            let menu = MenuText(MenuPage(item), isLit: true)
            return SegmentFace(panel: panel).picture(of: FaceScene(content: .menu(menu)))
        }
        for (item, letters, digits) in [
            (MenuItem.time, "TIME", "tInE"), (.newAlarm, "NEW", "Add"), (.end, "END", "End"),
        ] {
            let wide = letters.map { SegmentFont.character($0, shape: .fourteen) }
            #expect(Array(picture(item, .fourteen).digits.prefix(wide.count)) == wide)
            let narrow = digits.map { SegmentFont.character($0) }
            #expect(Array(picture(item, .seven).digits.prefix(narrow.count)) == narrow)
        }
    }
}
