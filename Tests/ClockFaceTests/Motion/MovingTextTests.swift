import ClockTime
import HAL
import Testing

@testable import ClockCore
@testable import ClockFace

@Suite("What does not fit moves, and nothing is cut (product, B4a)")
struct MovingTextTests {
    /// The panels of all boards, and smaller ones than there are.
    private static let panels: [PanelGeometry] =
        FaceBoard.allCases.compactMap { try? $0.geometry().withoutBurnIn }
        + [(7, 8), (8, 8), (9, 8), (12, 8), (8, 16)].map { columns, rows in
            .pixels(PixelGeometry(columns: columns, rows: rows, depth: .one))
        }
    private static let texts = [
        "Hi", "Pizza", "Grandmother", "Pink noise", "Sound: the sound device is gone",
        "Mum's mixing MAXIMUM WWWWWW",
    ]
    private static let start = BootTime(nanoseconds: 10_000_000_000)

    private static func picture(
        _ text: String, on panel: PanelGeometry, page: FacePage = .warning(0)
    ) -> FacePicture {
        var painter = FacePainter(geometry: panel)
        return painter.paint(
            with(at("22:10")) {
                $0.page = page
                $0.message = text
                $0.pageSince = start
            }, at: start)
    }

    /// All frames with their times, until it stands for good.
    private static func frames(_ picture: FacePicture) -> [(time: Duration, frame: Frame)] {
        var frames = [(time: Duration.zero, frame: picture.frame(at: start))]
        var now = start
        while let next = picture.nextFrame(after: now), frames.count < 2_000 {
            now = next
            frames.append((now - start, picture.frame(at: now)))
        }
        return frames
    }

    @Test(
        "A text begins whole, stands, moves evenly by one column or character, and stands",
        arguments: panels)
    func moves(_ panel: PanelGeometry) throws {
        for text in ["Pizza", "Sound: the sound device is gone"] {
            let picture = Self.picture(text, on: panel)
            let frames = Self.frames(picture)
            guard let reading = picture.content.reading else {
                #expect(frames.count == 1, "\(text)")
                continue
            }
            #expect(frames[1].time > TextRoom.rest && frames.count > 1)
            let pace = (frames[frames.count - 1].time - frames[1].time) / max(1, frames.count - 2)
            for (before, after) in zip(frames, frames.dropFirst()) {
                #expect(before.frame != after.frame || text.contains(" "), "\(text)")
                #expect(after.frame.isMoved(from: before.frame), "\(text) after \(after.time)")
                guard before.time > .zero else { continue }
                #expect(abs((after.time - before.time - pace) / .microseconds(1)) < 10)
            }
            #expect(
                abs((reading - TextRoom.rest - frames[frames.count - 1].time) / .microseconds(1))
                    < 10)
        }
    }

    @Test("A text that is shown for long begins again, and looks the same then", arguments: panels)
    func repeats(_ panel: PanelGeometry) throws {
        let text = "Sound: the sound device is gone, and nobody knows why, so look"
        let picture = Self.picture(text, on: panel, page: .message)
        let length = try #require(picture.content.reading)
        for tenth in 0..<40 {
            let moment = Self.start + .milliseconds(100 * tenth)
            #expect(picture.frame(at: moment) == picture.frame(at: moment + length))
        }
    }

    @Test(
        "A page lasts until its text has passed, on every panel and turned by a quarter",
        arguments: panels)
    func lasts(_ panel: PanelGeometry) throws {
        for rotation in [FaceRotation.upright, .quarter] {
            let room = TextRoom(panel.shape, rotation)
            var painter = FacePainter(geometry: panel)
            func shown(_ change: (inout Snapshot) -> Void) -> FacePicture {
                painter.last = nil
                return painter.paint(
                    with(at("06:32")) {
                        $0.style.rotation = rotation
                        change(&$0)
                    }, at: Self.start)
            }
            func most(_ words: String, _ least: Duration) -> Duration {
                max(room.length(of: words), least) + .microseconds(1)
            }
            for text in Self.texts {
                let page = shown {
                    $0.page = .warning(0)
                    $0.message = text
                }
                #expect(page.content.reading ?? .zero <= most(text, FaceMachine.pageDuration))
                let timer = shown { $0.showTimer(text) }
                let heading = try #require(timer.heading)
                #expect(heading.length <= most(text, FaceMachine.headingDuration))
            }
            for page in [FacePage.nextAlarm, .snooze, .hint, .armed] {
                let picture = shown {
                    $0.page = page
                    $0.nextAlarm = alarm(6, 30)
                    $0.snoozed = snoozed("06:41")
                }
                let words = try #require(page.words)
                let longest = if case .segments = panel { words.digits } else { words.pixels }
                let heading = picture.heading?.length ?? .zero
                #expect(heading <= most(longest, FaceMachine.headingDuration), "\(page)")
                let reading = picture.content.reading ?? .zero
                #expect(reading <= most(longest, FaceMachine.shortDuration), "\(page)")
            }
        }
    }

    @Test(
        "No two entries, questions or values of the menu look alike, and no two names",
        arguments: panels)
    func distinct(_ panel: PanelGeometry) {
        let pages =
            [
                MenuItem.alarm(AlarmID(1)), .alarm(AlarmID(2)), .newAlarm, .time, .hourFormat,
                .brightness, .noise, .snooze, .nap, .help, .end,
            ].map { MenuPage($0) }
            + ["New York", "Newfoundland", "Berlin", "Brussels"].map {
                MenuPage(.time, value: .zone("Europe/\($0)"), isNew: false)
            }
        var painter = FacePainter(geometry: panel)
        var seen: [[Frame]: MenuPage] = [:]
        for page in pages {
            let shown = Self.story(with(at("22:10")) { $0.menu = page }, by: &painter)
            let other = seen.updateValue(page, forKey: shown)
            #expect(other == nil, "\(page) and \(String(describing: other))")
        }
        let names = ["Pizza", "Piano", "Sleep", "Sledge", "Grandmother", "Granada"].map { name in
            Self.story(with(at("22:10")) { $0.showTimer(name) }, by: &painter)
        }
        #expect(Set(names).count == names.count)
    }

    /// What a snapshot shows in its first ten seconds.
    private static func story(_ snapshot: Snapshot, by painter: inout FacePainter) -> [Frame] {
        painter.last = nil
        let picture = painter.paint(snapshot, at: BootTime(nanoseconds: 0))
        return (0..<11).map { picture.frame(at: BootTime(nanoseconds: $0 * 950_000_000)) }
    }
}

@Suite("Headings take turns with what they announce")
struct HeadingTurnTests {
    private static let start = BootTime(nanoseconds: 5_000_000_000)

    private func turns(_ order: FaceScene.Heading.Order) -> String {
        let heading = HeadingTurn(
            content: .dark, length: .seconds(1), order: order, since: Self.start)
        return (0..<12).map { half in
            heading.turn(at: Self.start + .milliseconds(500 * half)).isHeading ? "H" : "c"
        }.joined()
    }

    @Test("once, or again and again, before it or after it")
    func orders() {
        #expect(turns(.first) == "HHcccccccccc")
        #expect(turns(.again(after: .seconds(2), isFirst: true)) == "HHccccHHcccc")
        #expect(turns(.again(after: .seconds(2), isFirst: false)) == "ccccHHccccHH")
    }

    @Test("A question of the menu comes first, and again after three seconds without a key")
    func question() throws {
        func shown(_ isNew: Bool) throws -> [Frame] {
            let panel = try FaceBoard.digits.geometry()
            let page = MenuPage(.time, value: .year(2026), since: Self.start, isNew: isNew)
            var painter = FacePainter(geometry: panel)
            let picture = painter.paint(with(at("22:10")) { $0.menu = page }, at: Self.start)
            return [0, 700, 900, 3_100, 3_700, 4_600].map {
                picture.frame(at: Self.start + .milliseconds($0))
            }
        }
        let (opened, changed) = (try shown(true), try shown(false))
        let (word, value) = (opened[0], opened[2])
        #expect(word != value)
        #expect(opened == [word, word, value, value, value, value])
        #expect(changed == [value, value, value, word, word, value])
    }

    @Test("A value that moves passes whole, from its beginning, between two questions")
    func movingValue() throws {
        let page = MenuPage(
            .time, value: .zone("America/New_York"), since: Self.start, isNew: false)
        var painter = FacePainter(geometry: try FaceBoard.matrix8x8.geometry())
        let picture = painter.paint(with(at("22:10")) { $0.menu = page }, at: Self.start)
        let heading = try #require(picture.heading)
        let reading = try #require(picture.content.reading)
        #expect(reading > FaceScene.Heading.answer)
        #expect(!heading.turn(at: Self.start + reading - .milliseconds(1)).isHeading)
        let again = Self.start + reading + heading.length
        for tenth in 0..<50 {
            let moment = Duration.milliseconds(100 * tenth + 1)
            #expect(picture.frame(at: Self.start + moment) == picture.frame(at: again + moment))
        }
    }

    @Test(
        "Whatever rings is told, however little room its line has beside the marks",
        arguments: [FaceBoard.oled128x32, .oled128x64, .oled64x128])
    func toldRing(_ board: FaceBoard) throws {
        let panel = try board.geometry()
        var painter = FacePainter(geometry: panel)
        func story(_ label: String) -> [Frame] {
            painter.last = nil
            let snapshot = with(twelve("18:30")) {
                $0.nextAlarm = alarm(6, 30)
                $0.ring = Snapshot.Ring(subjects: [.alarm(label)], isFlashing: false)
            }
            let picture = painter.paint(snapshot, at: BootTime(nanoseconds: 0))
            return stride(from: 0, to: 16, by: 2).map {
                picture.frame(at: BootTime(nanoseconds: 0) + .seconds($0))
            }
        }
        for count in stride(from: 8, to: 28, by: 2) {
            let name = String(repeating: "a", count: count)
            #expect(story("b" + name) != story("c" + name), "\(count)")
        }
    }

    @Test("What rings passes after the time, again and again, also at night")
    func ring() throws {
        let panel = try FaceBoard.digits.geometry()
        var painter = FacePainter(geometry: panel)
        let snapshot = with(at("06:30")) {
            $0.isNight = true
            $0.ring = ClockFaceTests.ring()
            $0.ring?.began = Self.start
        }
        let picture = painter.paint(snapshot, at: Self.start)
        let time = picture.frame(at: Self.start)
        let heading = try #require(picture.heading)
        #expect(picture.frame(at: Self.start + .milliseconds(5_900)) == time)
        #expect(picture.frame(at: Self.start + .milliseconds(6_100)) != time)
        let over = Self.start + .seconds(6) + heading.length
        #expect(picture.frame(at: over + .milliseconds(100)) == time)
    }
}

extension Snapshot {
    fileprivate mutating func showTimer(_ name: String) {
        page = .countdown(0)
        countdownText = "1:00"
        running = [
            Running(
                subject: .timer(name), progress: .until(BootTime(nanoseconds: 60_000_000_000)),
                form: .minutes)
        ]
    }
}

extension Frame {
    /// Whether it shows what the other one did, further left by one column or character.
    fileprivate func isMoved(from before: Frame) -> Bool {
        switch (before.content, content) {
        case (.segments(let old), .segments(let new)):
            return Array(old.digits.dropFirst()) == Array(new.digits.dropLast())
        case (.pixels(let old), .pixels(let new)):
            return (0..<new.rows).allSatisfy { row in
                let line = row * new.columns..<(row + 1) * new.columns
                return old.pixels[line.dropFirst()].elementsEqual(new.pixels[line.dropLast()])
            }
        default: return false
        }
    }
}

extension PanelGeometry {
    fileprivate var withoutBurnIn: PanelGeometry {
        guard case .pixels(var panel) = self else { return self }
        panel.burnsIn = false
        return .pixels(panel)
    }

    fileprivate var shape: DisplayShape {
        switch self {
        case .segments(let panel): .digits(panel.digits)
        case .pixels(let panel): .pixels(columns: panel.columns, rows: panel.rows)
        }
    }
}
