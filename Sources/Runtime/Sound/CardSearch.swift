import HAL

/// The order in which the machine's other cards are tried for a ring that no output plays.
///
/// Cards and outputs are paired in turn, because an output's thread may be stuck in its own device and never open
/// another. A loan lasts until the round is over. Then each output gets its own devices again, because one of them
/// may have come back. The next round lends each card to the output after the one it was on before.
struct CardSearch {
    enum Step: Hashable {
        case lend(PlaybackCard, output: Int)
        /// All present cards were tried: back to the outputs' own devices.
        case giveBack
    }

    /// At least one.
    private let outputs: [Int]
    private var tried: Set<[String]> = []
    private var round = 0
    /// The cards that were tried in this ring.
    private var reported: Set<[String]> = []

    /// - Parameter outputs: in the order in which they get loans; nil if there are none.
    init?(outputs: [Int]) {
        guard !outputs.isEmpty else { return nil }
        self.outputs = outputs
    }

    /// - Parameter cards: the cards that are present now.
    /// - Returns: nil if there is no card at all.
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

    /// Whether a card is tried for the first time in this ring; only then is it logged.
    mutating func isNews(_ card: PlaybackCard) -> Bool { reported.insert(card.names).inserted }
}
