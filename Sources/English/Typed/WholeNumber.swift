/// Numbers as people type them.
///
/// `Int` would parse "+10" as 10. Users who type that mean ten more. `noise volume` supports that; all other
/// commands refuse it.
package enum WholeNumber {
    package static func read(_ word: some StringProtocol) -> Int? {
        word.hasPrefix("+") ? nil : Int(word)
    }

    /// With or without a percent sign.
    package static func readPercent(_ word: some StringProtocol) -> Int? {
        word.hasSuffix("%") ? read(word.dropLast()) : read(word[...])
    }
}
