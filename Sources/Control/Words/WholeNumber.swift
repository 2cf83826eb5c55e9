/// Numbers as people type them.
///
/// `Int` would take "+10" for 10. Whoever types that means ten more, and gets it where there is such a thing
/// (`noise volume`); everywhere else it is refused.
enum WholeNumber {
    static func read(_ word: some StringProtocol) -> Int? {
        word.hasPrefix("+") ? nil : Int(word)
    }

    /// With a percent sign, or without.
    static func readPercent(_ word: some StringProtocol) -> Int? {
        word.hasSuffix("%") ? read(word.dropLast()) : read(word[...])
    }
}
