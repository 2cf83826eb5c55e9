/// Takes the silence off both ends of a sound that passes through it in blocks of interleaved stereo.
///
/// Encoders pad what they make, and so do people's editors; a loop with such a hole in it is heard as
/// a hole. Only *digital* silence goes, quieter than one step of 16 bits: a sound that fades out keeps its
/// fade.
package struct SilenceTrimmer: Sendable {
    /// Samples below it would be nothing in 16 bits.
    package static let threshold: Float = 0x1p-15

    /// So many frames of silence within the sound are kept as they are, a second at 48 kHz. The rest of a
    /// longer one is given on as exact zeros, so that an hour of it takes no more memory than a moment.
    private static let heldFrames = 48_000
    /// What is given on at once, about.
    private static let pieceFrames = 4096

    /// Frames that were taken off the beginning.
    package private(set) var leadingFrames = 0
    /// Silent frames since the last sound; at the end they are what was taken off there.
    package private(set) var trailingFrames = 0
    /// The first of the trailing frames.
    private var held: [Float] = []
    private var hasBegun = false

    package init() {}

    /// Gives on what of a block is known to belong to the sound. Silence comes later, when the next sound
    /// shows that it was not the end. What comes out does not depend on how the blocks were cut.
    ///
    /// - Parameter block: whole interleaved frames.
    package mutating func append<Failure: Error>(
        _ block: [Float], emit: ([Float]) throws(Failure) -> Void
    ) throws(Failure) {
        var piece: [Float] = []
        for frame in 0..<(block.count / 2) {
            let (left, right) = (block[2 * frame], block[2 * frame + 1])
            let isLoud =
                abs(left) >= SilenceTrimmer.threshold || abs(right) >= SilenceTrimmer.threshold
            guard isLoud else {
                if hasBegun { hold(left, right) } else { leadingFrames += 1 }
                continue
            }
            hasBegun = true
            if trailingFrames > 0 { try release(into: &piece, emit: emit) }
            piece.append(left)
            piece.append(right)
        }
        if !piece.isEmpty { try emit(piece) }
    }

    private mutating func hold(_ left: Float, _ right: Float) {
        trailingFrames += 1
        guard trailingFrames <= SilenceTrimmer.heldFrames else { return }
        held.append(left)
        held.append(right)
    }

    /// The silence since the last sound, after what is in `piece` already.
    private mutating func release<Failure: Error>(
        into piece: inout [Float], emit: ([Float]) throws(Failure) -> Void
    ) throws(Failure) {
        piece += held
        var zeros = trailingFrames - held.count / 2
        held.removeAll(keepingCapacity: true)
        trailingFrames = 0
        while zeros > 0 {
            let frames = min(zeros, SilenceTrimmer.pieceFrames)
            piece += [Float](repeating: 0, count: 2 * frames)
            zeros -= frames
            try emit(piece)
            piece.removeAll(keepingCapacity: true)
        }
    }
}
