import ClockTime
import HAL
import Testing

@testable import ClockCore
@testable import ClockFace

@Suite("Hours and minutes in turn, on 8x8 pixels of one colour")
struct AlternationTests {
    private let start = BootTime(nanoseconds: 10_000_000_000)
    private let six = TimeOfDay(hour: 6, minute: 30) ?? .midnight

    private func painter() throws -> FacePainter {
        FacePainter(geometry: try FaceBoard.matrix8x8.geometry())
    }

    /// A second apart, from the first picture of a page on.
    private func frames(of picture: FacePicture, _ count: Int) -> [Frame] {
        (0..<count).map { picture.frame(at: start + .seconds($0)) }
    }

    @Test("A page begins with its hours, and each part stands for a second")
    func seconds() throws {
        var painter = try painter()
        let picture = painter.paint(at("23:47"), at: start)
        let shown = frames(of: picture, 4)
        #expect(shown[0] == shown[2] && shown[1] == shown[3] && shown[0] != shown[1])
        #expect(shown[0] == picture.still)
        #expect(picture.nextFrame(after: start) == start + .seconds(1))
        let almost = start + .milliseconds(999)
        #expect(picture.frame(at: almost) == shown[0])
        #expect(picture.nextFrame(after: almost) == start + .seconds(1))
        #expect(picture.nextFrame(after: start + .seconds(1)) == start + .seconds(2))
    }

    @Test("They keep their turn when something else changes on the page")
    func sameTurn() throws {
        var painter = try painter()
        let first = painter.paint(at("23:47"), at: start)
        let later = start + .milliseconds(1400)
        let dimmer = painter.paint(with(at("23:47")) { $0.brightness = 10 }, at: later)
        #expect(dimmer.frame(at: later).content == first.frame(at: later).content)
        #expect(dimmer.nextFrame(after: later) == start + .seconds(2))
        let alarm = painter.paint(
            with(at("23:47")) {
                $0.page = .nextAlarm
                $0.nextAlarm = ClockFaceTests.alarm(6, 30)
                $0.style.motion.transition = .none
            }, at: later)
        #expect(alarm.frame(at: later) == alarm.still)
        #expect(alarm.nextFrame(after: later) == later + .seconds(1))
    }

    @Test("The time of a missed alarm shows both in its one second")
    func missed() throws {
        var painter = try painter()
        let notice = with(at("12:00:03")) { $0.missedAlarm = civil("07:00") }
        let picture = painter.paint(notice, at: start)
        #expect(picture.nextFrame(after: start) == start + .milliseconds(500))
        let minutes = picture.frame(at: start + .milliseconds(500))
        #expect(minutes != picture.frame(at: start))
    }

    @Test("What somebody sets stands still")
    func edited() throws {
        let both = paintTurns(at("06:30"), on: try FaceBoard.matrix8x8.geometry())
        for (value, wanted) in [(MenuValue.hour(six), both[0]), (.minute(six), both[1])] {
            var painter = try painter()
            let menu = with(at("22:10")) { $0.menu = MenuPage(.time, value: value) }
            let picture = painter.paint(menu, at: start)
            #expect(picture.frame(at: start) == wanted)
            #expect(picture.nextFrame(after: start) == nil)
        }
    }

    @Test("The last seconds of a countdown stand still, as dashes do")
    func single() throws {
        let seconds = with(at("22:10")) {
            $0.page = .countdown(0)
            $0.countdownText = "42"
        }
        for snapshot in [seconds, with(at("22:10")) { $0.civil = nil }] {
            var painter = try painter()
            #expect(painter.paint(snapshot, at: start).nextFrame(after: start) == nil)
        }
    }

    @Test("Two colours show both at once, but not in the red of the night")
    func colors() throws {
        let geometry = try FaceBoard.bicolor8x8.geometry()
        #expect(paintTurns(at("23:47"), on: geometry).count == 1)
        let night = with(at("23:47")) { $0.isNight = true }
        #expect(paintTurns(night, on: geometry).count == 2)
        let amber = with(night) { $0.style.night.isRed = false }
        #expect(paintTurns(amber, on: geometry).count == 1)
    }

    @Test("A page slides away with the part that was shown")
    func slides() throws {
        var painter = try painter()
        let slide: (inout Snapshot) -> Void = { $0.style.motion.transition = .slide }
        let first = painter.paint(with(at("23:47"), slide), at: start)
        let now = start + .milliseconds(1200)
        let next = painter.paint(
            with(at("23:47")) {
                slide(&$0)
                $0.page = .hint
            }, at: now)
        #expect(next.frame(at: now).content == first.frame(at: now).content)
    }
}
