package import ClockCore

/// The words of `noiseclock display test`, for a program that shows test pictures without a clock.
package struct TestPictureWords: Hashable, Sendable {
    /// Nil for `off`.
    package var picture: TestPicture?
    package var length: Duration

    /// Reads what follows `display test`, options included.
    package init(_ words: [String]) throws(UsageError) {
        let topic = ["display", "test"]
        let request = try ClientWords.request(topic + words, zones: NoZones())
        guard !request.isJSON, request.socket == nil else {
            throw UsageError(
                message: "Without a clock there is no reply. Leave out --json.", topic: topic)
        }
        if case .display(.test(let picture, let length)) = request.command {
            (self.picture, self.length) = (picture, length)
        } else {
            (picture, length) = (nil, .zero)
        }
    }
}
