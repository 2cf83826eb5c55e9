import BoardFiles
import Drivers
import Foundation
import HAL
import Testing

/// The panels that the face is tried on, as their drivers describe them. All but a few come from the board files that
/// ship with the clock.
enum FaceBoard: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case digits = "7-segments"
    case largeDigits = "7-segments-lamps"
    case matrix8x8 = "8x8"
    case matrix16x8 = "16x8-one-level"
    case matrix32x8 = "32x8"
    case matrix64x8 = "64x8"
    case matrix128x8 = "128x8"
    case bicolor8x8 = "8x8-red-green"
    case grid16x9 = "16x9"
    case bonnet16x8 = "16x8"
    case scroll17x7 = "17x7"
    case color13x9 = "13x9-color"
    case color9x13 = "9x13-color"
    case oled128x32 = "128x32"
    case oled128x64 = "128x64"
    case oled64x128 = "64x128"
    case letters4 = "14-segments-4"
    case letters8 = "14-segments-8"

    var testDescription: String { rawValue }

    static let segments: [FaceBoard] = [.digits, .largeDigits, .letters4, .letters8]
    static let pixels: [FaceBoard] = allCases.filter { !segments.contains($0) }

    /// The board's file, and what is different from it.
    func display() throws -> BoardDescription.Display {
        let shipped = try FaceBoard.shipped(file)
        var display = shipped
        switch self {
        case .matrix64x8, .matrix128x8:
            display.addresses = (0x70...0x77).compactMap { I2CAddress($0) }
        case .letters8:
            display.addresses = (0x70...0x71).compactMap { I2CAddress($0) }
        case .color9x13, .oled64x128: display.rotation = .quarter
        default: break
        }
        return display
    }

    func geometry() throws -> PanelGeometry {
        try Catalog.makePanel(for: display()).geometry
    }

    /// Nil for a panel of segments.
    func pixelGeometry() throws -> PixelGeometry? {
        guard case .pixels(let geometry) = try geometry() else { return nil }
        return geometry
    }

    private var file: String {
        switch self {
        case .digits: "ht16k33-7seg"
        case .largeDigits: "ht16k33-7seg-big"
        case .matrix8x8: "ht16k33-8x8"
        case .matrix16x8, .matrix128x8: "ht16k33-8x16"
        case .matrix32x8, .matrix64x8: "ht16k33-8x8-row"
        case .bicolor8x8: "ht16k33-bicolor-8x8"
        case .grid16x9: "is31fl3731-16x9"
        case .bonnet16x8: "is31fl3731-16x8"
        case .scroll17x7: "is31fl3731-17x7"
        case .color13x9, .color9x13: "is31fl3741-13x9"
        case .oled128x32: "ssd1306-128x32"
        case .oled128x64, .oled64x128: "ssd1306-128x64"
        case .letters4, .letters8: "ht16k33-14seg"
        }
    }

    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("board")

    /// The names of all board files that ship with the clock.
    static func allFiles() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".json") && !$0.hasSuffix(".schema.json") }
            .map { String($0.dropLast(".json".count)) }
    }

    static func shipped(_ name: String) throws -> BoardDescription.Display {
        let file = folder.appendingPathComponent("\(name).json")
        let board = try BoardFile.parse(try Data(contentsOf: file))
        guard let display = board.display else { throw MissingDisplay(board: name) }
        return display
    }

    private struct MissingDisplay: Error {
        var board: String
    }
}
