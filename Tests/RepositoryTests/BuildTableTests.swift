import Foundation
import Testing

/// Compares the table of whole builds with their files, because people solder from it.
@Suite("The table of whole builds")
struct BuildTableTests {
    private static let folder = "board/builds"

    @Test("It has a row for each file, with the pin of each of its lines")
    func table() throws {
        let rows = try Repository.text("\(Self.folder)/README.md").split(separator: "\n")
        let files = Repository.names(in: Self.folder).filter { $0.hasSuffix(".json") }
        #expect(!files.isEmpty)
        for file in files {
            let row = try #require(rows.first { $0.contains("](\(file))") }, "\(file)")
            let data = Data(try Repository.text("\(Self.folder)/\(file)").utf8)
            let board = try #require(
                try JSONSerialization.jsonObject(with: data) as? [String: Any])
            let buttons = try #require(board["buttons"] as? [String: Any])
            let keys = try #require(buttons["keys"] as? [String: [String: Any]])
            var lines: [String: Any] = keys.compactMapValues { $0["gpio"] }
            let encoder = buttons["encoder"] as? [String: Any] ?? [:]
            for contact in ["a", "b", "switch"] { lines[contact] = encoder[contact] }
            for (key, line) in lines {
                let number = try #require(line as? Int)
                let pin = try #require(WiringTests.pinOfLine[number])
                #expect(row.contains("\(key) \(pin) (GPIO\(number))"), "\(file): \(key)")
            }
            for (key, sources) in keys {
                let one = (sources["evdev"] as? String).map { [$0] }
                for code in sources["evdev"] as? [String] ?? one ?? [] {
                    #expect(row.contains(code), "\(file): \(key)")
                }
            }
            for output in ["vibration", "buzzer", "light"] {
                guard let line = board[output] as? [String: Any] else { continue }
                // A motor's chip hangs on the bus, and the kernel drives some lamps.
                guard let number = line["gpio"] as? Int else { continue }
                let pin = try #require(WiringTests.pinOfLine[number])
                #expect(row.contains("pin \(pin) (GPIO\(number))"), "\(file): \(output)")
            }
        }
    }
}
