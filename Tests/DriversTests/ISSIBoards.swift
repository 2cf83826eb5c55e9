import ClockTime
import Drivers
import HAL
import SimulatedBoard

/// The boards with chips of ISSI, as their tests know them: LED numbers as tables, read off the makers' libraries.
enum ISSIBoards {
    static let grid = display("is31fl3731-16x9", 0x74, color: .red)
    static let bonnet = display("is31fl3731-16x8", 0x74, color: .red)
    static let scroll = display("is31fl3731-17x7", 0x74, color: .white)

    /// The Scroll pHAT HD on its head, and seen in a mirror.
    static let turnedScroll = mounted(scroll, .half, isMirrored: true)

    private static func display(
        _ driver: String, _ address: Int, color: BoardDescription.Display.Color
    ) -> BoardDescription.Display {
        var display = BoardDescription.Display(
            driver: driver, addresses: [I2CAddress(address)].compactMap { $0 })
        display.color = color
        display.levels = 0...255
        return display
    }

    static func mounted(
        _ display: BoardDescription.Display, _ rotation: BoardDescription.Display.Rotation,
        isMirrored: Bool = false, isTransposed: Bool = false
    ) -> BoardDescription.Display {
        var display = display
        display.rotation = rotation
        display.isMirrored = isMirrored
        display.isTransposed = isTransposed
        return display
    }

    /// A display in each of the ways in which it can be mounted.
    static func mounts(_ display: BoardDescription.Display) -> [BoardDescription.Display] {
        BoardDescription.Display.Rotation.allCases.flatMap { rotation in
            [(false, false), (false, true), (true, false), (true, true)].map {
                mounted(display, rotation, isMirrored: $0.0, isTransposed: $0.1)
            }
        }
    }

    /// What a viewer of a mounted display sees of a picture in the board's own coordinates.
    static func seen(
        _ native: PixelPicture, on display: BoardDescription.Display
    ) -> PixelPicture {
        var picture = display.isTransposed ? native.transposed : native
        if display.isMirrored { picture = picture.mirrored }
        return picture.turned(by: display.rotation)
    }

    static func numbers(_ table: String) -> [[Int]] {
        table.split(separator: "\n").map { row in row.split(separator: " ").compactMap { Int($0) } }
    }

    static let gridLEDs = numbers(
        """
          0   1   2   3   4   5   6   7   8   9  10  11  12  13  14  15
         16  17  18  19  20  21  22  23  24  25  26  27  28  29  30  31
         32  33  34  35  36  37  38  39  40  41  42  43  44  45  46  47
         48  49  50  51  52  53  54  55  56  57  58  59  60  61  62  63
         64  65  66  67  68  69  70  71  72  73  74  75  76  77  78  79
         80  81  82  83  84  85  86  87  88  89  90  91  92  93  94  95
         96  97  98  99 100 101 102 103 104 105 106 107 108 109 110 111
        112 113 114 115 116 117 118 119 120 121 122 123 124 125 126 127
        128 129 130 131 132 133 134 135 136 137 138 139 140 141 142 143
        """)

    static let bonnetLEDs = numbers(
        """
         23  39  55  71  87 103 119 135  31  47  63  79  95 111 127 143
         22  38  54  70  86 102 118 134  30  46  62  78  94 110 126 142
         21  37  53  69  85 101 117 133  29  45  61  77  93 109 125 141
         20  36  52  68  84 100 116 132  28  44  60  76  92 108 124 140
         19  35  51  67  83  99 115 131  27  43  59  75  91 107 123 139
         18  34  50  66  82  98 114 130  26  42  58  74  90 106 122 138
         17  33  49  65  81  97 113 129  25  41  57  73  89 105 121 137
         16  32  48  64  80  96 112 128  24  40  56  72  88 104 120 136
        """)

    static let scrollLEDs = numbers(
        """
        134 118 102  86  70  54  38  22   6   8  24  40  56  72  88 104 120
        133 117 101  85  69  53  37  21   5   9  25  41  57  73  89 105 121
        132 116 100  84  68  52  36  20   4  10  26  42  58  74  90 106 122
        131 115  99  83  67  51  35  19   3  11  27  43  59  75  91 107 123
        130 114  98  82  66  50  34  18   2  12  28  44  60  76  92 108 124
        129 113  97  81  65  49  33  17   1  13  29  45  61  77  93 109 125
        128 112  96  80  64  48  32  16   0  14  30  46  62  78  94 110 126
        """)
}

/// A panel on the bus with its chip.
struct ISSIBench {
    let display: BoardDescription.Display
    let bus: SimulatedI2CBus
    var panel: any Panel

    init(_ display: BoardDescription.Display) throws {
        self.display = display
        bus = SimulatedI2CBus(
            clock: VirtualClock(
                Moment(
                    wall: WallTime(nanoseconds: 0), boot: BootTime(nanoseconds: 1_000_000_000))))
        var board = BoardDescription(name: "bench")
        board.display = display
        _ = bus.attachChips(of: board, seed: 11)
        panel = try Catalog.makePanel(for: display)
    }

    mutating func show(_ picture: PixelPicture, _ percent: Double = 100) throws {
        try panel.show(
            Frame(content: .pixels(picture), brightness: Brightness(percent: percent)), on: bus)
    }

    var lit: LitPicture? { bus.litPicture(of: display) }

    /// The PWM registers of the frame that is shown.
    var levels: [UInt8]? {
        bus.withChip(SimulatedIS31FL3731.self, at: display.addresses[0]) { chip, _ in
            chip.lit(inFrame: chip.shownFrame)
        }
    }
}
