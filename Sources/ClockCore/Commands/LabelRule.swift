/// The rule for names that users assign: one line of text of limited length.
enum LabelRule {
    /// - Parameters:
    ///   - length: the maximum number of characters.
    ///   - bytes: the maximum in UTF-8, because a character can have any number of combining marks.
    static func check(
        _ text: String, field: String, length: Int, bytes: Int
    ) throws(CommandError) {
        if text.count > length {
            throw .invalid(
                field: field, .tooLong(characters: text.count, most: length))
        }
        if text.utf8.count > bytes {
            throw .invalid(
                field: field, .tooManyBytes(text.utf8.count, most: bytes))
        }
        if text.unicodeScalars.contains(where: { $0.value < 0x20 || $0.value == 0x7f }) {
            throw .invalid(
                field: field, .controlCharacter)
        }
    }
}
