import TestKit
import Testing

/// Compares with a file in `Tests/Golden/Simulator`.
func expectGolden(
    _ text: String, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
    try Golden.expect(text, "Simulator/\(name)", sourceLocation: sourceLocation)
}
