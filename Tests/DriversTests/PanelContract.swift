import ClockTime
import Drivers
import HAL
import SimulatedBoard
import Synchronization
import Testing

/// What every panel must do, whatever its chip. `PanelContractTests` runs it on the whole catalog.
enum PanelContract {
    /// A panel's board, and a function that reads from its chip model what is lit.
    struct Subject: Sendable {
        var display: BoardDescription.Display
        var lit: @Sendable (BoardDescription.Display, SimulatedI2CBus) -> LitPicture?
    }

    /// A test board for each driver. A new panel adds one entry here.
    static let subjects: [String: Subject] = [
        "ht16k33-7seg": Subject(display: TestBoards.smallHT16K33, lit: litByHT16K33),
        "ht16k33-7seg-big": Subject(display: TestBoards.bigHT16K33, lit: litByHT16K33),
    ]

    @Sendable private static func litByHT16K33(
        _ display: BoardDescription.Display, _ bus: SimulatedI2CBus
    ) -> LitPicture? {
        display.addresses.first.flatMap { address in
            bus.withChip(SimulatedHT16K33.self, at: address) { chip, time in
                chip.litPicture(display.wiring, at: time)
            }
        }
    }

    /// Pictures that differ in one byte, in many, in the panel's lamps only and in brightness only,
    /// with dark ones between.
    static func story(for driver: String) -> [Frame] {
        let lamps = subjects[driver]?.display.wiring.lamps.keys.sorted { $0.rawValue < $1.rawValue }
        let lit = (lamps ?? []).map { frame("12:34", 100, lamps: [$0]) }
        let all = frame("12:34", 100, lamps: Set(lamps ?? []))
        return lit + [all] + commonStory
    }

    /// Frames that every panel can show.
    private static let commonStory: [Frame] = [
        frame("12:34", 100), frame("12:35", 100), frame("12 35", 100), frame("12 35", 20),
        .dark, .dark, frame("12 36", 20), frame("20:00", 60), .dark, frame("20:00", 60),
        frame("     ", 60), frame("88:88", 0),
    ]

    /// Four digits with a colon or a blank between the second and the third.
    static func frame(_ text: String, _ percent: Double, lamps: Set<Lamp> = []) -> Frame {
        let digits: [Character: Segments] = [
            "0": Segments(rawValue: 0x3F), "1": Segments(rawValue: 0x06),
            "2": Segments(rawValue: 0x5B), "3": Segments(rawValue: 0x4F),
            "4": Segments(rawValue: 0x66), "5": Segments(rawValue: 0x6D),
            "6": Segments(rawValue: 0x7D), "8": Segments(rawValue: 0x7F), " ": .blank,
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

/// A panel, the chip model under it, and an owner that follows the rules.
struct PanelBench {
    let clock = VirtualClock(
        Moment(wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 1_000_000_000)))
    let subject: PanelContract.Subject
    let chips: SimulatedI2CBus
    /// The bus that the panel gets: the chips' bus, watched.
    let bus: WatchingBus
    var panel: any Panel

    init(driver: String) throws {
        let subject = try #require(PanelContract.subjects[driver])
        self.subject = subject
        chips = SimulatedI2CBus(clock: clock)
        var board = BoardDescription(name: "bench")
        board.display = subject.display
        #expect(chips.attachChips(of: board, seed: 7) == [])
        let chips = chips
        bus = WatchingBus(chips) { subject.lit(subject.display, chips) }
        panel = try Catalog.makePanel(for: subject.display)
    }

    var display: BoardDescription.Display { subject.display }

    var lit: LitPicture? { subject.lit(subject.display, chips) }

    /// Whether the panel shows this frame and nothing else.
    func isShowing(_ frame: Frame) -> Bool {
        guard let lit else { return false }
        switch frame.content {
        case .dark:
            return lit.isDark
        case .segments(let picture):
            return !lit.isDark && lit.digits == picture.digits && lit.colon == picture.colon
                && lit.lamps == picture.lamps && lit.blink == .steady
        }
    }

    /// Shows a frame as the panel host does: after an error it brings the panel up and tries again, at most three
    /// times, because a test injects at most one fault.
    ///
    /// - Returns: the number of errors.
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

/// Counts transfers, records the picture after each, and can run code before one of them.
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

    /// The picture after each transfer, including failed ones.
    var pictures: [LitPicture?] { state.withLock { $0.pictures } }

    /// Runs `body` just before the transfer with this index, counted from 0.
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

/// Boards for several tests.
enum TestBoards {
    static let smallHT16K33: BoardDescription.Display = {
        var display = BoardDescription.Display(
            driver: "ht16k33-7seg", addresses: [I2CAddress(0x70)].compactMap { $0 })
        display.wiring = BoardDescription.SevenSegmentWiring(
            digitBytes: [0, 2, 6, 8], colon: BoardDescription.MemoryBits(byte: 4, mask: 0x02))
        display.levels = 0...15
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
