import HAL

/// In which order a ring that no output plays is given to the other cards of the machine.
///
/// One card after the other goes to one output after the other: an output's thread may be held by its own
/// device, and never come to open another. What was given stays there until the round is over. Then
/// each output has its own devices again, for one of those may have come back, and the next round gives
/// each card to the output after the one that it was on before.
struct CardSearch {
    enum Step: Hashable {
        case lend(PlaybackCard, output: Int)
        /// All cards that there are were tried: back to the outputs' own devices.
        case giveBack
    }

    /// At least one.
    private let outputs: [Int]
    private var tried: Set<[String]> = []
    private var round = 0
    /// Cards that were tried in this ring.
    private var told: Set<[String]> = []

    /// - Parameter outputs: in the order in which they are lent to; nil where there is none.
    init?(outputs: [Int]) {
        guard !outputs.isEmpty else { return nil }
        self.outputs = outputs
    }

    /// - Parameter cards: those that are there now.
    /// - Returns: nil where there is no card at all.
    mutating func next(among cards: [PlaybackCard]) -> Step? {
        if let card = cards.first(where: { !tried.contains($0.names) }) {
            let output = outputs[(tried.count + round) % outputs.count]
            tried.insert(card.names)
            return .lend(card, output: output)
        }
        guard !tried.isEmpty else { return nil }
        tried = []
        round += 1
        return .giveBack
    }

    /// Whether a card is tried for the first time in this ring, which is when it is worth a line.
    mutating func isNews(_ card: PlaybackCard) -> Bool { told.insert(card.names).inserted }
}
