import FoundationEssentials
package import HAL

/// Reads a board file's bytes.
package enum BoardFile {
    /// More than any board needs; a file beyond it is not a board file.
    package static let largestSize = 64 * 1024

    /// The description, or the first thing that is wrong with it.
    package static func parse(_ bytes: [UInt8]) throws(BoardDescription.Problem) -> BoardDescription {
        do {
            return try JSONDecoder().decode(BoardDescription.self, from: Data(bytes))
        } catch {
            throw BoardDescription.Problem(error)
        }
    }
}
