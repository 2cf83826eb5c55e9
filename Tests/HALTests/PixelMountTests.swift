import HAL
import Testing

@Suite("A panel's mounting")
struct PixelMountTests {
    /// Every way to wire and hang a display.
    static let ways: [BoardDescription.Display] = BoardDescription.Display.Rotation.allCases
        .flatMap { rotation in
            [false, true].flatMap { isMirrored in
                [false, true].map { isTransposed in
                    var display = BoardDescription.Display(driver: "any", addresses: [])
                    display.rotation = rotation
                    display.isMirrored = isMirrored
                    display.isTransposed = isTransposed
                    return display
                }
            }
        }

    @Test(
        "finds under each pixel of the picture the native one that is seen there", arguments: ways)
    func agreesWithPictures(display: BoardDescription.Display) {
        let mount = PixelMount(moduleColumns: 3, moduleRows: 2, modules: 2, of: display)
        var number: UInt8 = 0
        var seen = PixelPicture(columns: 0, rows: 0)
        var modules: [PixelPicture] = []
        for _ in 0..<2 {
            var module = PixelPicture(columns: 3, rows: 2)
            for place in module.pixels.indices {
                number += 1
                module.pixels[place] = PixelLight(level: number)
            }
            modules.append(module)
            if display.isTransposed { module = module.transposed }
            if display.isMirrored { module = module.mirrored }
            seen = seen.joined(with: module)
        }
        seen = seen.turned(by: display.rotation)
        #expect(mount.columns == seen.columns && mount.rows == seen.rows)
        for row in 0..<seen.rows {
            for column in 0..<seen.columns {
                let place = mount.place(column: column, row: row)
                #expect(modules[place.module][place.column, place.row] == seen[column, row])
            }
        }
    }

    @Test("turns clockwise")
    func clockwise() {
        var picture = PixelPicture(columns: 3, rows: 2)
        picture[0, 0] = .white
        let turned = picture.turned(by: .quarter)
        #expect(turned.columns == 2 && turned.rows == 3)
        #expect(turned[1, 0] == .white)
        #expect(turned.turned(by: .quarter)[2, 1] == .white)
        #expect(turned.turned(by: .threeQuarters) == picture)
    }

    @Test("is what it was after four quarter turns, two mirrors or two transpositions")
    func inverses() {
        var picture = PixelPicture(columns: 3, rows: 2)
        picture[2, 0] = .white
        picture[0, 1] = PixelLight(red: 1, green: 2, blue: 3)
        #expect(picture.turned(by: .half).turned(by: .half) == picture)
        #expect(picture.mirrored.mirrored == picture)
        #expect(picture.transposed.transposed == picture)
        #expect(picture.mirrored[0, 0] == .white)
        #expect(picture.transposed[0, 2] == .white)
    }
}

@Suite("A character's segments")
struct SegmentsTests {
    @Test("are the same byte in and out on seven segments", arguments: UInt8.min...UInt8.max)
    func bytes(byte: UInt8) {
        #expect(Segments(sevenSegmentByte: byte).sevenSegmentByte == byte)
    }

    @Test("of fourteen lose their strokes on seven, and keep the middle bar")
    func fourteen() {
        let n: Segments = [.e, .f, .h, .m, .b, .c]
        #expect(n.sevenSegmentByte == 0x36)
        #expect(Segments.g1.sevenSegmentByte == 0x40)
        #expect(Segments.point.sevenSegmentByte == 0x80)
    }
}
