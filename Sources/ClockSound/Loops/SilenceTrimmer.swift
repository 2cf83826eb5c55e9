/// Trims silence from both ends of a sound that is streamed in blocks of interleaved stereo.
///
/// Encoders and editors add padding, which would be an audible gap in a loop. Only *digital* silence is removed,
/// below one 16-bit step: a sound that fades out keeps its fade.
package struct SilenceTrimmer: Sendable {
    /// Samples below this would be zero in 16 bits.
    package static let threshold: Float = 0x1p-15

    /// The number of frames of inner silence that are kept unchanged: a second at 48 kHz. The rest of a longer
    /// silence is output as exact zeros, so an hour of it takes no more memory than a moment.
    private static let heldFrames = 48_000
    /// The approximate number of frames per output piece.
    private static let pieceFrames = 4096

    /// Frames trimmed from the beginning.
    package private(set) var leadingFrames = 0
    /// Silent frames since the last sound; at the end, the number trimmed there.
    package private(set) var trailingFrames = 0
    /// The first of the trailing frames.
    private var held: [Float] = []
    private var hasBegun = false

    package init() {}

    /// Outputs the part of a block that certainly belongs to the sound. Silence follows when later sound shows
    /// that it was not the end. The output does not depend on how the blocks were cut.
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

    /// Outputs the silence since the last sound, after the current content of `piece`.
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
