import ClockTime
import HAL
import Testing

@testable import ClockCore
@testable import ClockFace

@Suite("A face that stands still from minute to minute")
struct SteadyFaceTests {
    /// The panels of all boards, and smaller ones than there are.
    private static let panels: [PanelGeometry] =
        FaceBoard.allCases.compactMap { try? $0.geometry() }
        + [(7, 8), (8, 8), (9, 8), (12, 8), (8, 16)].map { columns, rows in
            .pixels(PixelGeometry(columns: columns, rows: rows, depth: .one))
        }

    @Test(
        "No picture asks for another one, but for texts that move and headings", arguments: panels)
    func still(_ panel: PanelGeometry) {
        let now = BootTime(nanoseconds: 10_000_000_000)
        var painter = FacePainter(geometry: panel)
        for situation in FaceSituation.all {
            painter.last = nil
            let picture = painter.paint(situation.snapshot, at: now)
            guard picture.heading == nil, picture.content.reading == nil else { continue }
            #expect(picture.nextFrame(after: now) == nil, "\(situation.name)")
        }
    }

    @Test("A second changes the picture only if seconds are shown", arguments: panels)
    func seconds(_ panel: PanelGeometry) {
        func frames(_ change: (inout Snapshot) -> Void) -> [Frame] {
            (0..<60).map { second in paint(with(at("20:48:\(second)"), change), on: panel) }
        }
        #expect(Set(frames { _ in }).count == 1)
        #expect(Set(frames { $0.style.showsSeconds = true }).count > 1)
    }

    @Test(
        "Where the colon carries the seconds it is lit in every other one, whatever its style",
        arguments: [FaceBoard.digits, .largeDigits, .letters4, .matrix8x8])
    func colon(_ board: FaceBoard) throws {
        let geometry = try board.geometry()
        for style in [ColonStyle.steady, .breathing] {
            var painter = FacePainter(geometry: geometry)
            let frames = (0..<4).map { second in
                let snapshot = with(at("20:48:0\(second)")) {
                    $0.style.showsSeconds = true
                    $0.style.colon = style
                }
                let now = BootTime(nanoseconds: Int64(second) * 1_000_000_000)
                let picture = painter.paint(snapshot, at: now)
                #expect(picture.nextFrame(after: now) == nil)
                return picture.frame(at: now)
            }
            #expect(frames[0] == frames[2] && frames[1] == frames[3] && frames[0] != frames[1])
        }
        // A blink that says something else keeps its pace.
        for second in 0..<2 {
            for half in [1, 2] {
                let snapshot = with(at("20:48:0\(second)", half: half)) {
                    $0.isTimeConfirmed = false
                }
                let both = [false, true].map { shows in
                    paint(with(snapshot) { $0.style.showsSeconds = shows }, on: geometry)
                }
                #expect(both[0] == both[1])
            }
        }
    }
}

@Suite("Hours over a dot for every five minutes, on 8x8 pixels of one colour")
struct FivesTests {
    private func lit(_ snapshot: Snapshot) throws -> Set<Pixel> {
        let panel = try #require(try FaceBoard.matrix8x8.pixelGeometry())
        return ClockFaceTests.lit(snapshot, on: panel)
    }

    @Test("Each five minutes light one dot more, below figures that stay")
    func minutes() throws {
        let hour = try lit(at("23:00"))
        for minute in 0..<60 {
            let time = try lit(at("23:\(minute)"))
            #expect(time.isSuperset(of: hour))
            let dots = time.subtracting(hour)
            #expect(dots.count == minute / 5, "minute \(minute)")
            #expect(dots.allSatisfy { $0.row >= 6 })
        }
    }

    @Test("Marks never touch a figure or a dot that is lit, sideways or up and down")
    func marks() throws {
        for time in ["00:00", "08:55", "12:59", "20:58", "23:47"] {
            let plain = twelve(time)
            let face = try lit(with(plain) { $0.style.showsBadge = false })
            let marked = try lit(with(plain) { $0.nextAlarm = ClockFaceTests.alarm(6, 30) })
            for mark in marked.subtracting(face) {
                for (column, row) in [(-1, 0), (1, 0), (0, -1), (0, 1)] {
                    #expect(!face.contains(Pixel(mark.column + column, mark.row + row)), "\(time)")
                }
            }
        }
    }

    @Test("Who sets minutes sees them in figures, below a dot")
    func edited() throws {
        let six = try #require(TimeOfDay(hour: 6, minute: 34))
        func menu(_ value: MenuValue) throws -> Set<Pixel> {
            try lit(with(at("22:10")) { $0.menu = MenuPage(.time, value: value, isNew: false) })
        }
        let (hour, whole) = (try menu(.hour(six)), try lit(at("06:34")))
        #expect(hour == whole)
        let minutes = try menu(.minuteOnes(six))
        #expect(minutes.contains { $0.row == 7 } && minutes.allSatisfy { $0.row >= 2 })
        #expect(minutes.filter { $0.row == 2 }.count == 1)
        // The figures of an hour with the same number, three rows lower.
        let twelve = try menu(.minuteTens(try #require(TimeOfDay(hour: 6, minute: 12))))
        let figures = try lit(at("12:00")).map { Pixel($0.column, $0.row + 3) }
        #expect(twelve.filter { $0.row > 2 } == Set(figures))
    }

    @Test("Time left is a number and sixtieths of it, and its last seconds are a number")
    func countdown() throws {
        func left(_ text: String) throws -> Set<Pixel> {
            try lit(
                with(at("22:10")) {
                    $0.page = .countdown(0)
                    $0.countdownText = text
                })
        }
        #expect(try left("12:34") == lit(at("12:34")))
        #expect(try left("1:02:03").filter { $0.row >= 6 }.isEmpty)
        #expect(try left("42").filter { $0.row < 2 }.isEmpty)
    }

    @Test("Two colours tell figures from figures, but not in the red of the night")
    func colors() throws {
        let panel = try #require(try FaceBoard.bicolor8x8.pixelGeometry())
        let night = with(at("23:47")) { $0.isNight = true }
        let one = try lit(at("23:47"))
        #expect(ClockFaceTests.lit(at("23:47"), on: panel) != one)
        #expect(ClockFaceTests.lit(night, on: panel) == one)
        let amber = with(night) { $0.style.night.isRed = false }
        #expect(ClockFaceTests.lit(amber, on: panel) != one)
    }
}
