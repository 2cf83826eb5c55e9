import ClockTime
import HAL
import TestKit
import Testing

@testable import ClockCore
@testable import ClockFace

@Suite("What moves on the face")
struct MotionTests {
    private static let strips: [FaceBoard] = [
        .digits, .bicolor8x8, .matrix16x8, .grid16x9, .color13x9, .letters4,
    ]

    @Test("Every movement looks as its strip shows", arguments: strips)
    func golden(_ board: FaceBoard) throws {
        let geometry = try board.geometry()
        let text = MotionStory.all.map { story in
            let frames = story.frames(on: geometry)
            // On pixels every third frame tells enough.
            let step = FaceBoard.segments.contains(board) ? 1 : 3
            let shown = frames.enumerated().filter {
                $0.offset % step == 0 || $0.offset == frames.count - 1
            }
            return "## \(story.name)\n\n" + StripArt.draw(shown.map(\.element), on: geometry) + "\n"
        }.joined(separator: "\n")
        try Golden.expect(text, "Motion/\(board.rawValue).txt")
    }

    @Test(
        "Every movement ends in the very picture that stands still", arguments: FaceBoard.allCases)
    func ends(_ board: FaceBoard) throws {
        let geometry = try board.geometry()
        for story in MotionStory.all {
            let last = try #require(story.frames(on: geometry).last)
            let end = paint(story.after, on: geometry, after: .seconds(30))
            #expect(last.frame == end, "\(story.name)")
            #expect(last.time <= .milliseconds(600), "\(story.name)")
        }
    }

    @Test(
        "30 frames a second while something moves, and none after it",
        arguments: FaceBoard.pixels)
    func rate(_ board: FaceBoard) throws {
        let geometry = try board.geometry()
        let story = MotionStory("", at("19:59:59"), at("20:00")) { $0.rolls = true }
        let frames = story.frames(on: geometry)
        #expect(frames.count == 12)
        let pauses = zip(frames, frames.dropFirst()).map { $1.time - $0.time }
        #expect(pauses.allSatisfy { $0 <= .milliseconds(34) })
    }

    @Test(
        "Without a movement in the style a minute changes in one frame",
        arguments: FaceBoard.allCases)
    func plainMinute(_ board: FaceBoard) throws {
        let story = MotionStory("", at("12:09:59"), at("12:10")) { _ in }
        #expect(story.frames(on: try board.geometry()).count == 1)
    }

    @Test("Nothing moves at night, while something rings, or if the style says so")
    func still() throws {
        let geometry = try FaceBoard.grid16x9.geometry()
        let changes: [(inout Snapshot) -> Void] = [
            { $0.isNight = true }, { $0.ring = ring() }, { $0.style.motion.isReduced = true },
        ]
        for story in MotionStory.all {
            for change in changes {
                var quiet = story
                quiet.before = with(story.before, change)
                quiet.after = with(story.after, change)
                var picture = quiet.picture(on: geometry)
                // Words have to move to be read.
                picture.heading = nil
                #expect(picture.nextFrame(after: MotionStory.start) == nil, "\(story.name)")
            }
        }
    }

    @Test(
        "On segments a page fades in at one brightness, and no segment changes twice",
        arguments: FaceBoard.segments)
    func fadeOnSegments(_ board: FaceBoard) throws {
        let geometry = try board.geometry()
        let story = try #require(MotionStory.all.first { $0.name == "A page fades in" })
        let old = try segments(paint(story.before, on: geometry))
        let frames = story.frames(on: geometry).map(\.frame)
        #expect(frames.count > 3)
        #expect(Set(frames.map(\.brightness)).count == 1)
        var changed = old.digits.map { _ in Segments.blank }
        for frame in frames {
            let digits = try segments(frame).digits
            for place in digits.indices {
                let new = digits[place].symmetricDifference(old.digits[place])
                #expect(new.isSuperset(of: changed[place].subtracting(.point)))
                changed[place] = new
            }
        }
    }

    private func segments(_ frame: Frame) throws -> SegmentPicture {
        guard case .segments(let picture) = frame.content else { throw OtherPanel() }
        return picture
    }

    @Test("A ring stops what moves at once")
    func ringStops() throws {
        let geometry = try FaceBoard.grid16x9.geometry()
        var painter = FacePainter(geometry: geometry)
        let story = MotionStory.all[0]
        _ = painter.paint(story.before, at: MotionStory.start - .seconds(1))
        _ = painter.paint(story.after, at: MotionStory.start)
        let now = MotionStory.start + .milliseconds(100)
        let ringing = with(story.after) { $0.ring = ring() }
        var picture = painter.paint(ringing, at: now)
        picture.heading = nil
        #expect(picture.nextFrame(after: now) == nil)
        #expect(picture.frame(at: now) == paint(ringing, on: geometry))
    }

    @Test("Only the digits that change move", arguments: [FaceBoard.grid16x9, .oled128x64])
    func onlyChanged(_ board: FaceBoard) throws {
        let geometry = try board.geometry()
        let story = MotionStory("", at("12:08:59"), at("12:09")) { $0.rolls = true }
        let still = try picture(paint(story.after, on: geometry))
        let old = try picture(paint(story.before, on: geometry))
        let changed = (0..<still.columns).filter { column in
            (0..<still.rows).contains { still[column, $0] != old[column, $0] }
        }
        let first = try #require(changed.first)
        for (time, frame) in story.frames(on: geometry) {
            let moving = try picture(frame)
            for column in 0..<first - 3 {
                for row in 0..<still.rows {
                    #expect(moving[column, row] == still[column, row], "\(time) \(column) \(row)")
                }
            }
        }
    }

    @Test("What moves goes on while something else on the face changes")
    func goesOn() throws {
        let geometry = try FaceBoard.grid16x9.geometry()
        var painter = FacePainter(geometry: geometry)
        let story = MotionStory.all[0]
        _ = painter.paint(story.before, at: MotionStory.start - .seconds(1))
        let first = painter.paint(story.after, at: MotionStory.start)
        let now = MotionStory.start + .milliseconds(100)
        let dimmer = painter.paint(with(story.after) { $0.brightness = 20 }, at: now)
        let later = MotionStory.start + .milliseconds(200)
        #expect(dimmer.frame(at: later).content == first.frame(at: later).content)
        #expect(dimmer.frame(at: later).brightness == Brightness(percent: 20))
    }

    @Test("A new style shows at once")
    func newStyle() throws {
        let geometry = try FaceBoard.grid16x9.geometry()
        let before = with(at("12:00")) { $0.style.motion.rolls = true }
        let after = with(before) { $0.style.showsSeconds = true }
        var painter = FacePainter(geometry: geometry)
        _ = painter.paint(before, at: MotionStory.start)
        let picture = painter.paint(after, at: MotionStory.start)
        #expect(picture.nextFrame(after: MotionStory.start) == nil)
    }

    private func picture(_ frame: Frame) throws -> PixelPicture {
        guard case .pixels(let picture) = frame.content else { throw OtherPanel() }
        return picture
    }

    private struct OtherPanel: Error {}
}
