import ClockCore
import ClockTime
import HAL
import Testing

@testable import ClockFace

@Suite("A steady halo around what is lit (product, S3)")
struct PixelHaloTests {
    private static func face(
        on board: FaceBoard = .grid16x9, halo: Int = 100,
        _ change: (inout Snapshot) -> Void = { _ in }
    ) throws -> PixelPicture {
        let panel = try #require(try board.pixelGeometry())
        let snapshot = with(at("20:08")) {
            $0.style.halo = Percent(clamping: halo)
            change(&$0)
        }
        return try #require(picture(snapshot, on: panel))
    }

    @Test(
        "Dark pixels beside lit ones take a fifth of the brightest, and lit ones stay as they are")
    func share() throws {
        let plain = try Self.face(halo: 0)
        let haloed = try Self.face()
        var count = 0
        for row in 0..<plain.rows {
            for column in 0..<plain.columns {
                let (before, after) = (plain[column, row], haloed[column, row])
                guard before == .black else {
                    #expect(after == before)
                    continue
                }
                let around = (-1...1).flatMap { down in
                    (-1...1).map { plain.pixel(column + $0, row + down, or: .black).luminance }
                }
                let most = around.max() ?? 0
                #expect(after.luminance <= most / 5 + 0.003)
                #expect((after != .black) == (most > 0.02), "\(column), \(row)")
                count += after == .black ? 0 : 1
            }
        }
        #expect(count > 20)
    }

    @Test("Half of it is dimmer than the whole")
    func half() throws {
        func light(_ percent: Int) throws -> Int {
            return try Self.face(halo: percent).pixels.map { Int($0.red) }.reduce(0, +)
        }
        let (none, half, whole) = (try light(0), try light(50), try light(100))
        #expect(none < half && half < whole)
    }

    @Test("At night, on a lit background and without levels there is none")
    func none() throws {
        let night: (inout Snapshot) -> Void = { $0.isNight = true }
        let day: (inout Snapshot) -> Void = {
            $0.style.digitColor = .black
            $0.style.backgroundColor = .white
        }
        let plain: (inout Snapshot) -> Void = { _ in }
        let cases: [(FaceBoard, (inout Snapshot) -> Void)] = [
            (.grid16x9, night), (.color13x9, night), (.matrix32x8, plain), (.oled128x64, day),
        ]
        for (board, change) in cases {
            let haloed = try Self.face(on: board, change)
            #expect(try haloed == Self.face(on: board, halo: 0, change), "\(board)")
        }
    }
}
