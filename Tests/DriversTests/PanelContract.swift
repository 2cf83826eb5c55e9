import ClockTime
import Drivers
@testable import HAL
import SimulatedBoard
import Synchronization
import Testing

/// What every panel must do, whatever its chip. `PanelContractTests` runs it on the whole catalog.
enum PanelContract {
    /// For each driver, a board to try it on. A new panel adds one entry here, and more for other ways to mount it,
    /// with the way behind a comma.
    static let subjects: [String: BoardDescription.Display] = [
        "ht16k33-7seg": TestBoards.smallHT16K33,
        "ht16k33-7seg-big": TestBoards.bigHT16K33,
        "ht16k33-14seg": TestBoards.fourteenHT16K33,
        "ht16k33-14seg, two side by side": TestBoards.fourteenHT16K33Pair,
        "ht16k33-8x8": TestBoards.matrixHT16K33("ht16k33-8x8"),
        "ht16k33-8x8, four on their sides": TestBoards.crooked(
            TestBoards.matrixHT16K33("ht16k33-8x8", modules: 4)),
        "ht16k33-8x16": TestBoards.matrixHT16K33("ht16k33-8x16"),
        "ht16k33-8x16, on its side": TestBoards.crooked(TestBoards.matrixHT16K33("ht16k33-8x16")),
        "ht16k33-8x16-featherwing": TestBoards.matrixHT16K33("ht16k33-8x16-featherwing"),
        "ht16k33-bicolor-8x8": TestBoards.matrixHT16K33("ht16k33-bicolor-8x8"),
        "is31fl3731-16x9": ISSIBoards.grid,
        "is31fl3731-16x8": ISSIBoards.bonnet,
        "is31fl3731-17x7": ISSIBoards.scroll,
        "is31fl3731-17x7, turned and mirrored": ISSIBoards.turnedScroll,
        "is31fl3741-13x9": ISSIBoards.color,
        "is31fl3741-13x9, turned and mirrored": ISSIBoards.turnedColor,
        "ssd1306-128x64": TestBoards.ssd1306,
        "ssd1306-128x64, turned": TestBoards.turnedSSD1306,
        "ssd1306-128x32": TestBoards.smallSSD1306,
        "sh1106-128x64": TestBoards.sh1106,
        "sh1106-128x64, turned": TestBoards.turnedSH1106,
    ]

    /// Pictures that differ in one byte, in many, in the panel's lamps only and in brightness only,
    /// with dark ones between.
    static func story(on geometry: PanelGeometry) -> [Frame] {
        switch geometry {
        case .segments(let panel):
            let lamps = panel.lamps.sorted { $0.rawValue < $1.rawValue }
            let lit = lamps.map { frame("12:34", 100, lamps: [$0]) }
            let story = lit + [frame("12:34", 100, lamps: panel.lamps)] + segmentStory
            return story.map { fitted($0, to: panel) }
        case .pixels(let panel):
            return pixelStory(panel)
        }
    }

    /// A frame with few lit parts, and one with all of them.
    static func sparse(on geometry: PanelGeometry, _ percent: Double) -> Frame {
        switch geometry {
        case .segments(let panel): fitted(frame("12:34", percent), to: panel)
        case .pixels(let panel): frame(panel, percent) { $0 == $1 }
        }
    }

    static func full(on geometry: PanelGeometry, _ percent: Double) -> Frame {
        switch geometry {
        case .segments(let panel): fitted(frame("88:88", percent), to: panel)
        case .pixels(let panel): frame(panel, percent) { _, _ in true }
        }
    }

    /// Corners, a diagonal, stripes, a single changed pixel, everything and nothing.
    private static func pixelStory(_ panel: PixelGeometry) -> [Frame] {
        let (right, bottom) = (panel.columns - 1, panel.rows - 1)
        let corners = [(0, 0), (right, 0), (0, bottom), (right, bottom)].map { corner in
            frame(panel, 100) { $0 == corner.0 && $1 == corner.1 }
        }
        let diagonal = frame(panel, 100) { $0 == $1 }
        let longer = frame(panel, 100) { $0 == $1 || ($0 == right && $1 == 1) }
        return corners + [
            diagonal, longer, diagonal, frame(panel, 20) { $0 == $1 }, .dark, .dark,
            frame(panel, 20) { column, _ in column % 3 == 0 },
            frame(panel, 60) { _, row in row % 2 == 1 }, .dark,
            frame(panel, 60) { _, row in row % 2 == 1 }, frame(panel, 60) { _, _ in false },
            frame(panel, 0) { _, _ in true },
        ]
    }

    /// White pixels where `isLit` says so.
    static func frame(
        _ panel: PixelGeometry, _ percent: Double, isLit: (_ column: Int, _ row: Int) -> Bool
    ) -> Frame {
        var picture = PixelPicture(columns: panel.columns, rows: panel.rows)
        for row in 0..<panel.rows {
            for column in 0..<panel.columns where isLit(column, row) {
                picture[column, row] = .white
            }
        }
        return Frame(content: .pixels(picture), brightness: Brightness(percent: percent))
    }

    /// Every panel of segments can show these.
    private static let segmentStory: [Frame] = [
        frame("12:34", 100), frame("12:35", 100), frame("12 35", 100), frame("12 35", 20),
        .dark, .dark, frame("12 36", 20), frame("20:00", 60), .dark, frame("20:00", 60),
        frame("     ", 60), frame("88:88", 0),
    ]

    /// The frame as this panel can show it: again for each further four digits, and with the point of the second digit
    /// in place of a missing colon.
    static func fitted(_ frame: Frame, to panel: SegmentGeometry) -> Frame {
        guard case .segments(var picture) = frame.content else { return frame }
        let four = picture.digits
        picture.digits = (0..<panel.digits).map { four[$0 % four.count] }
        if picture.colon, !panel.hasColon {
            picture.colon = false
            if panel.hasPoints { picture.digits[1].insert(.point) }
        }
        return Frame(content: .segments(picture), brightness: frame.brightness)
    }

    /// Four digits with a colon or a blank between the second and the third.
    static func frame(_ text: String, _ percent: Double, lamps: Set<Lamp> = []) -> Frame {
        let digits: [Character: Segments] = [
            "0": Segments(sevenSegmentByte: 0x3F), "1": Segments(sevenSegmentByte: 0x06),
            "2": Segments(sevenSegmentByte: 0x5B), "3": Segments(sevenSegmentByte: 0x4F),
            "4": Segments(sevenSegmentByte: 0x66), "5": Segments(sevenSegmentByte: 0x6D),
            "6": Segments(sevenSegmentByte: 0x7D), "8": Segments(sevenSegmentByte: 0x7F),
            " ": .blank,
        ]
        let characters = Array(text)
        return Frame(
            content: .segments(
                SegmentPicture(
                    digits: [0, 1, 3, 4].map { digits[characters[$0]] ?? .blank },
                    colon: characters[2] == ":", lamps: lamps)),
            brightness: Brightness(percent: percent))
    }
}

/// A panel, the chip model under it, and an owner who follows the rules.
struct PanelBench {
    let clock = VirtualClock(
        Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 1_000_000_000)))
    let display: BoardDescription.Display
    let chips: SimulatedI2CBus
    /// What the panel is given: the chips' bus, watched.
    let bus: WatchingBus
    var panel: any Panel

    /// - Parameter keepsPictures: whether the bus keeps what is lit after each transfer.
    init(driver: String, keepsPictures: Bool = true) throws {
        let display = try #require(PanelContract.subjects[driver])
        try self.init(showing: display, keepsPictures: keepsPictures)
    }

    init(showing display: BoardDescription.Display, keepsPictures: Bool = true) throws {
        self.display = display
        chips = SimulatedI2CBus(clock: clock)
        var board = BoardDescription(name: "bench")
        board.display = display
        #expect(chips.attachChips(of: board, seed: 7) == [])
        let chips = chips
        bus = WatchingBus(chips) { keepsPictures ? chips.litPicture(of: display) : nil }
        panel = try Catalog.makePanel(for: display)
    }

    var lit: LitPicture? { chips.litPicture(of: display) }

    /// Whether a picture is all of `whole`, or a step towards it: of several modules that are switched on one after
    /// another, each is as it will be or dark.
    func isPart(_ picture: LitPicture?, of whole: LitPicture?) -> Bool {
        guard display.addresses.count > 1, let picture, let whole else { return picture == whole }
        guard picture.duty == whole.duty, picture.blink == whole.blink else { return false }
        switch (picture.content, whole.content) {
        case (.segments(let part), .segments(let all)):
            return zip(part.digits, all.digits).allSatisfy { $0 == $1 || $0 == .blank }
        case (.pixels(let part), .pixels(let all)):
            return zip(part.pixels, all.pixels).allSatisfy { $0 == $1 || $0 == .black }
        default:
            return false
        }
    }

    var isDark: Bool { lit?.isDark == true }

    /// Fails the test unless the panel shows this frame. The message has no picture: that of a panel of pixels would
    /// take seconds to print and many screens to read.
    func expect(
        _ frame: Frame, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let isShown = isShowing(frame)
        #expect(isShown, comment, sourceLocation: sourceLocation)
    }

    /// Whether the panel shows this frame and nothing else. Of pixels, which are full or off here, it
    /// counts which are lit: some chips put the frame's brightness into their levels.
    func isShowing(_ frame: Frame) -> Bool {
        guard let lit else { return false }
        switch frame.content {
        case .dark:
            return lit.isDark
        case .segments(let picture):
            return !lit.isDark && lit.segments == picture && lit.blink == .steady
        case .pixels(let picture):
            guard !lit.isDark, lit.blink == .steady, let shown = lit.pixels,
                shown.columns == picture.columns, shown.rows == picture.rows
            else { return false }
            // Quick on panels of thousands of pixels, whose levels are just these.
            return shown == picture
                || zip(shown.pixels, picture.pixels).allSatisfy {
                    ($0.level > 0) == ($1.level > 0)
                }
        }
    }

    /// Shows a frame as the panel host does: after an error it brings up and tries again, at most
    /// three times, because a test injects at most one fault.
    ///
    /// - Returns: how many errors there were.
    mutating func showAsOwner(_ frame: Frame) -> Int {
        var errors = 0
        var isUp = true
        for _ in 0..<3 {
            do throws(DeviceError) {
                if !isUp { try panel.bringUp(on: bus) }
                try panel.show(frame, on: bus)
                return errors
            } catch {
                errors += 1
                isUp = false
            }
        }
        return errors
    }
}

/// Counts transfers, keeps the picture after each, and can act before one of them.
final class WatchingBus: I2CBus {
    private struct State {
        var count = 0
        var pictures: [LitPicture?] = []
        var action: (index: Int, body: @Sendable () -> Void)?
    }

    private let wrapped: any I2CBus
    private let picture: @Sendable () -> LitPicture?
    private let state = Mutex(State())

    init(_ wrapped: any I2CBus, picture: @escaping @Sendable () -> LitPicture?) {
        self.wrapped = wrapped
        self.picture = picture
    }

    var count: Int { state.withLock { $0.count } }

    /// What was lit after each transfer, the failed ones included.
    var pictures: [LitPicture?] { state.withLock { $0.pictures } }

    /// Runs `body` just before the transfer of this index, counted from 0.
    func before(_ index: Int, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.action = (index, body) }
    }

    func transfer(
        to address: I2CAddress, writing bytes: [UInt8], readCount: Int
    ) throws(I2CError) -> [UInt8] {
        let action = state.withLock { state -> (@Sendable () -> Void)? in
            defer { state.count += 1 }
            return state.action?.index == state.count ? state.action?.body : nil
        }
        action?()
        defer { state.withLock { $0.pictures.append(picture()) } }
        return try wrapped.transfer(to: address, writing: bytes, readCount: readCount)
    }
}

/// Boards that several tests use.
enum TestBoards {
    static let smallHT16K33: BoardDescription.Display = {
        var display = BoardDescription.Display(
            driver: "ht16k33-7seg", addresses: [I2CAddress(0x70)].compactMap { $0 })
        display.wiring = BoardDescription.SevenSegmentWiring(
            digitBytes: [0, 2, 6, 8], colon: BoardDescription.MemoryBits(byte: 4, mask: 0x02))
        display.levels = 0...15
        return display
    }()

    /// A matrix as it comes, or several from 0x70 on.
    static func matrixHT16K33(_ driver: String, modules: Int = 1) -> BoardDescription.Display {
        var display = BoardDescription.Display(
            driver: driver, addresses: I2CAddress.range(0x70...0x6F + modules))
        display.levels = 0...15
        return display
    }

    /// Transposed, mirrored and turned.
    static func crooked(_ display: BoardDescription.Display) -> BoardDescription.Display {
        var display = display
        display.isTransposed = true
        display.isMirrored = true
        display.rotation = .quarter
        return display
    }

    static let fourteenHT16K33: BoardDescription.Display = {
        var display = BoardDescription.Display(
            driver: "ht16k33-14seg", addresses: I2CAddress.range(0x70...0x70))
        display.wiring = BoardDescription.SevenSegmentWiring(digitBytes: [0, 2, 4, 6])
        display.levels = 0...15
        return display
    }()

    static let fourteenHT16K33Pair: BoardDescription.Display = {
        var display = fourteenHT16K33
        display.addresses = [0x71, 0x70].compactMap { I2CAddress($0) }
        return display
    }()

    /// The 1.2" board: three dots and no decimal points.
    static let bigHT16K33: BoardDescription.Display = {
        var display = smallHT16K33
        display.driver = "ht16k33-7seg-big"
        display.wiring.hasPoints = false
        display.wiring.lamps = [
            .pm: BoardDescription.MemoryBits(byte: 4, mask: 0x10),
            .alarm: BoardDescription.MemoryBits(byte: 4, mask: 0x08),
            .spare: BoardDescription.MemoryBits(byte: 4, mask: 0x04),
        ]
        return display
    }()
}
