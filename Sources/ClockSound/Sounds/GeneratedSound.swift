/// What makes one of the sounds of `Generator`: a trivial value, whose state is itself and what it takes of a
/// voice's arena.
///
/// Both functions run on the sound thread, so whoever conforms marks them `@_noLocks`.
protocol GeneratedSound: BitwiseCopyable {
    /// What may be set, in the order of a recipe's values; at most eight.
    static var parameters: [SoundParameter] { get }

    /// The sound at its beginning. The same arguments give the same samples, on every processor.
    ///
    /// - Parameters:
    ///   - arena: where its buffers come from; it holds nothing but this sound.
    ///   - rate: one of `Mixer.rates`.
    ///   - values: of `parameters`, in their order.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SIMD8<Float>, seed: UInt64)

    /// Writes the next slice of each channel.
    @_noLocks
    mutating func render(left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>)
}

extension GeneratedSound {
    /// None, as with the colours of noise.
    static var parameters: [SoundParameter] { [] }
}

/// Does something with the type that makes a sound, whichever it is (`Generator.show`).
///
/// A visitor, because the `@_noLocks` check refuses existentials. It gets each type by itself, so all calls are
/// direct ones. On the sound thread `visit` is always inlined.
protocol SoundVisitor {
    mutating func visit<Sound: GeneratedSound>(_ sound: Sound.Type)
}
