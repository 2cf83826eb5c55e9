import BoundedJSON

/// The rule for names that users assign: one line of text of limited length.
enum LabelRule {
    static func check(
        _ text: String, field: String, _ limits: TextLimits
    ) throws(CommandError) {
        guard !limits.allow(text) else { return }
        if text.count > limits.characters.upperBound {
            throw .invalid(
                field: field,
                .tooLong(characters: text.count, most: limits.characters.upperBound))
        }
        if let most = limits.bytes, text.utf8.count > most {
            throw .invalid(field: field, .tooManyBytes(text.utf8.count, most: most))
        }
        if text.count < limits.characters.lowerBound || limits.needsInk && !TextLimits.hasInk(text)
        {
            throw .invalid(field: field, .empty)
        }
        throw .invalid(field: field, .controlCharacter)
    }
}
