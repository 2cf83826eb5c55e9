import ClockTime
import Drivers
import HAL
import SimulatedBoard

/// The boards with chips of ISSI, as their tests know them: LED numbers as tables, read off the makers' libraries.
enum ISSIBoards {
    static let grid = display("is31fl3731-16x9", 0x74, color: .red)
    static let bonnet = display("is31fl3731-16x8", 0x74, color: .red)
    static let scroll = display("is31fl3731-17x7", 0x74, color: .white)
    static let color = display("is31fl3741-13x9", 0x30, color: .white)

    /// As we ship it: a quarter of the current, which a Pi can give.
    static let shippedColor: BoardDescription.Display = {
        var display = color
        display.levels = 0...64
        return display
    }()

    /// The Scroll pHAT HD on its head, and seen in a mirror.
    static let turnedScroll = mounted(scroll, .half, isMirrored: true)
    /// The colour board upright on its side, and seen in a mirror.
    static let turnedColor = mounted(color, .quarter, isMirrored: true)

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

    static let redLEDs = numbers(
        """
        242 244 248 250 254 256 260 262 266 268 344 346 349
        152 154 158 160 164 166 170 172 176 178 317 319 322
        122 124 128 130 134 136 140 142 146 148 308 310 313
         92  94  98 100 104 106 110 112 116 118 299 301 304
         62  64  68  70  74  76  80  82  86  88 290 292 295
         32  34  38  40  44  46  50  52  56  58 281 283 286
          2   4   8  10  14  16  20  22  26  28 272 274 277
        212 214 218 220 224 226 230 232 236 238 335 337 340
        182 184 188 190 194 196 200 202 206 208 326 328 331
        """)

    static let greenLEDs = numbers(
        """
        241 243 247 249 253 255 259 261 265 267 343 345 348
        151 153 157 159 163 165 169 171 175 177 316 318 321
        121 123 127 129 133 135 139 141 145 147 307 309 312
         91  93  97  99 103 105 109 111 115 117 298 300 303
         61  63  67  69  73  75  79  81  85  87 289 291 294
         31  33  37  39  43  45  49  51  55  57 280 282 285
          1   3   7   9  13  15  19  21  25  27 271 273 276
        211 213 217 219 223 225 229 231 235 237 334 336 339
        181 183 187 189 193 195 199 201 205 207 325 327 330
        """)

    static let blueLEDs = numbers(
        """
        240 245 246 251 252 257 258 263 264 269 342 347 350
        150 155 156 161 162 167 168 173 174 179 315 320 323
        120 125 126 131 132 137 138 143 144 149 306 311 314
         90  95  96 101 102 107 108 113 114 119 297 302 305
         60  65  66  71  72  77  78  83  84  89 288 293 296
         30  35  36  41  42  47  48  53  54  59 279 284 287
          0   5   6  11  12  17  18  23  24  29 270 275 278
        210 215 216 221 222 227 228 233 234 239 333 338 341
        180 185 186 191 192 197 198 203 204 209 324 329 332
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

    /// The PWM registers, by LED number, and the global current.
    var colors: (lights: [UInt8], current: UInt8)? {
        bus.withChip(SimulatedIS31FL3741.self, at: display.addresses[0]) { chip, _ in
            (chip.pages[0] + chip.pages[1], chip.current)
        }
    }
}

/// Writes one after another. A long sum of lists takes Swift 6.0 too long.
func writes(_ parts: [[UInt8]]...) -> [[UInt8]] {
    var all: [[UInt8]] = []
    for part in parts { all += part }
    return all
}
