/// Makes a seamless loop of a sound that is streamed through in blocks.
///
/// Theory of operation. The first F frames (the crossfade) of a sound x of N frames are held back. The output is
/// x[F...] up to a place E - F in the last second, then F frames that fade from there to the held beginning. In
/// the source, the output's last frame is directly followed by its first, so the loop has no seam there. The only
/// seam is the crossfade within, between the two most similar places in that second (`LoopPoint`), at constant
/// power (`Crossfade`).
///
/// It holds the beginning and about the last three seconds, never the whole sound: a two-hour file takes as much
/// memory as one of ten seconds. A sound too short for its crossfade gets a shorter one, a quarter of its length.
package struct LoopBaker: Sendable {
    /// The result. All counts are in frames.
    package struct Seam: Hashable, Sendable {
        /// Length of the crossfade.
        package var crossfadeFrames: Int
        /// Frames cut off the end, because an earlier place resembles the beginning more.
        package var cutFrames: Int
        /// The similarity of the two places: 1 identical, 0 unrelated, -1 inverted.
        package var correlation: Float
    }

    /// In milliseconds: less would be a bump in a slow sound, more a mixture of its own.
    package static let crossfadeRange = 100...2000
    package static let defaultCrossfade = 500
    /// The shortest sound for a loop, in milliseconds: the repetition of a shorter one would sound like a tone.
    package static let shortestSound = 500
    /// The search range at the end, in milliseconds: the last second.
    private static let longestSearch = 1000

    private let crossfade: Int
    private let search: Int
    private let shortest: Int
    private let rate: Int
    private var count = 0
    private var head: [Float] = []
    /// Frames after the head that were not output yet.
    private var pending: [Float] = []

    /// - Parameters:
    ///   - milliseconds: length of the crossfade, clamped to `crossfadeRange`.
    ///   - rate: frames per second.
    package init(crossfade milliseconds: Int = defaultCrossfade, rate: Int) {
        let range = LoopBaker.crossfadeRange
        crossfade = min(max(milliseconds, range.lowerBound), range.upperBound) * rate / 1000
        search = LoopBaker.longestSearch * rate / 1000
        shortest = LoopBaker.shortestSound * rate / 1000
        self.rate = rate
    }

    /// Takes interleaved stereo frames and outputs those that are certainly not part of the end.
    package mutating func append<Failure: Error>(
        _ block: [Float], emit: ([Float]) throws(Failure) -> Void
    ) throws(Failure) {
        count += block.count / 2
        pending += block
        // From here on the crossfade can have its requested length.
        if head.isEmpty, count >= 4 * crossfade { takeHead(crossfade) }
        guard !head.isEmpty else { return }
        let surplus = pending.count / 2 - (search + crossfade)
        // Not every time, because the rest must be moved to the front.
        guard surplus >= search else { return }
        try emit(Array(pending[..<(2 * surplus)]))
        pending.removeFirst(2 * surplus)
    }

    /// Outputs the rest with the crossfade.
    ///
    /// - Returns: nil if the sound is shorter than `shortestSound`; nothing was output then.
    package mutating func finish<Failure: Error>(
        emit: ([Float]) throws(Failure) -> Void
    ) throws(Failure) -> Seam? {
        guard count >= shortest else { return nil }
        if head.isEmpty { takeHead(min(crossfade, count / 4)) }
        let length = head.count / 2
        // The crossfade must neither overlap the head nor consume a short sound.
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
