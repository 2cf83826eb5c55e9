/// Makes a sound whose end runs into its beginning, of one that passes through in blocks.
///
/// Theory of operation. Of a sound x of N frames the first F (the crossfade) are kept back. What comes out is
/// x[F...] up to a place E - F in the last second, then F frames in which x fades from there over into
/// the kept beginning. So the last frame that comes out is followed, in the source itself, by the first
/// one: the seam between end and beginning is no seam at all, and the one within is a crossfade between two
/// places that resemble each other as much as any in that second (`LoopPoint`), at even power
/// (`Crossfade`).
///
/// It holds the beginning and the last three seconds or so, never the sound: a two-hour file takes as
/// much memory as one of ten seconds. A sound that is short for its crossfade gets a shorter one, of a
/// quarter of its length.
package struct LoopBaker: Sendable {
    /// What came of it. All counts are frames.
    package struct Seam: Hashable, Sendable {
        /// Length of the crossfade.
        package var crossfadeFrames: Int
        /// What was left off the end, because an earlier place resembles the beginning more.
        package var cutFrames: Int
        /// How much the two places resemble each other: 1 the same, 0 not at all, -1 each other's mirror.
        package var correlation: Float
    }

    /// In milliseconds: shorter would be a bump in a slow sound, longer a mixture of its own.
    package static let crossfadeRange = 100...2000
    package static let defaultCrossfade = 500
    /// In milliseconds, the shortest sound that a loop is made of: a shorter one would be a tone of its
    /// own repetition.
    package static let shortestSound = 500
    /// The end is looked for in the last second.
    private static let longestSearch = 1000

    private let crossfade: Int
    private let search: Int
    private let shortest: Int
    private let rate: Int
    private var count = 0
    private var head: [Float] = []
    /// What follows the head and did not come out yet.
    private var pending: [Float] = []

    /// - Parameters:
    ///   - milliseconds: length of the crossfade; beyond `crossfadeRange`, the nearest in it.
    ///   - rate: frames a second.
    package init(crossfade milliseconds: Int = defaultCrossfade, rate: Int) {
        let range = LoopBaker.crossfadeRange
        crossfade = min(max(milliseconds, range.lowerBound), range.upperBound) * rate / 1000
        search = LoopBaker.longestSearch * rate / 1000
        shortest = LoopBaker.shortestSound * rate / 1000
        self.rate = rate
    }

    /// Takes interleaved stereo frames, and gives on those that are surely not of the end.
    package mutating func append<Failure: Error>(
        _ block: [Float], emit: ([Float]) throws(Failure) -> Void
    ) throws(Failure) {
        count += block.count / 2
        pending += block
        // From here on the crossfade has the length that was wished for.
        if head.isEmpty, count >= 4 * crossfade { takeHead(crossfade) }
        guard !head.isEmpty else { return }
        let surplus = pending.count / 2 - (search + crossfade)
        // Only now and then, because the rest moves to the front.
        guard surplus >= search else { return }
        try emit(Array(pending[..<(2 * surplus)]))
        pending.removeFirst(2 * surplus)
    }

    /// Gives on the rest with the crossfade.
    ///
    /// - Returns: nil where the sound is shorter than `shortestSound`; then nothing came out.
    package mutating func finish<Failure: Error>(
        emit: ([Float]) throws(Failure) -> Void
    ) throws(Failure) -> Seam? {
        guard count >= shortest else { return nil }
        if head.isEmpty { takeHead(min(crossfade, count / 4)) }
        let length = head.count / 2
        // The crossfade must not reach into the head itself, nor eat up a short sound.
        let range = min(search, count / 4)
        let tailStart = pending.count - 2 * (range + length)
        let tail = Array(pending[tailStart...])
        let point = LoopPoint.find(head: head, in: tail)
        pending.removeSubrange((tailStart + 2 * point.frame)...)
        if !pending.isEmpty { try emit(pending) }
        pending = []
        let end = Array(tail[(2 * point.frame)..<(2 * (point.frame + length))])
        try emit(Crossfade.blend(from: end, to: head, rate: rate))
        return Seam(
            crossfadeFrames: length, cutFrames: range - point.frame,
            correlation: point.correlation)
    }

    private mutating func takeHead(_ frames: Int) {
        head = Array(pending[..<(2 * frames)])
        pending.removeFirst(2 * frames)
    }
}
