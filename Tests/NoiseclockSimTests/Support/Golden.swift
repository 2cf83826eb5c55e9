import TestKit

/// Compares the text with a file in `Tests/Golden/Simulator`.
func expectGolden(_ text: String, _ name: String) throws {
    try Golden.expect(text, "Simulator/\(name)")
}
