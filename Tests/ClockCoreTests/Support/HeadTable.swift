import Foundation
import Testing

/// A transition table from the head of a source file, so that a test can compare it with the machine's
/// behaviour.
struct HeadTable {
    /// The columns after the first, by name.
    let columns: [String]
    /// The names of the rows, from the top.
    let rows: [String]
    private var cells: [String: [String: String]] = [:]

    /// - Parameters:
    ///   - path: the path of the file under Sources/ClockCore.
    ///   - first: the title of the first column, which tells a file's tables apart.
    init(_ path: String, first: String) throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../Sources/ClockCore/\(path)")
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
            .map { $0.drop { "/ ".contains($0) } }
        let begin = try #require(lines.firstIndex { $0.hasPrefix("| \(first) ") }, "\(path)")
        let table = lines[begin...].prefix { $0.hasPrefix("|") }.map(HeadTable.split)
        columns = Array(try #require(table.first).dropFirst())
        let body = table.dropFirst(2)
        rows = body.compactMap(\.first)
        for row in body {
            cells[row[0]] = Dictionary(
                zip(columns, row.dropFirst()), uniquingKeysWith: { first, _ in first })
        }
    }

    private static func split(_ line: Substring) -> [String] {
        line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
    }

    subscript(row: String, column: String) -> String? { cells[row]?[column] }

    /// Compares every cell with the result of `actual`.
    func expect(
        in sourceLocation: SourceLocation = #_sourceLocation,
        _ actual: (_ row: String, _ column: String) throws -> String
    ) throws {
        #expect(!rows.isEmpty && !columns.isEmpty, sourceLocation: sourceLocation)
        for row in rows {
            for column in columns {
                let found = try actual(row, column)
                #expect(
                    self[row, column] == found, "\(row), \(column)",
                    sourceLocation: sourceLocation)
            }
        }
    }
}
