/// Implements one of the sounds of `Generator`: a trivial value whose state is itself plus what it takes of a
/// voice's arena.
///
/// Both functions run on the sound thread, so implementations must be marked `@_noLocks`.
protocol GeneratedSound: BitwiseCopyable {
    /// The settable parameters, in the order of a recipe's values; at most sixteen.
    static var parameters: [SoundParameter] { get }

    /// What a listener may move: three or four, or the ten bands of a colour.
    static var sliders: [SoundSlider] { get }

    /// Below this frequency its two channels become alike (`TwoEars`), in Hz; 0 leaves them as it made them.
    static var cornerOfEars: Float { get }

    /// Whether its peaks are rounded after that (`Rough.rounded`): it has loud blows over a soft bed.
    static var isRounded: Bool { get }

    /// Creates the sound at its beginning. The same arguments give the same samples on every processor.
    ///
    /// - Parameters:
    ///   - arena: provides its buffers; holds nothing but this sound.
    ///   - rate: one of `Mixer.rates`.
    ///   - values: the values of `parameters`, in their order.
    @_noLocks
    init(in arena: inout Arena, rate: Int, values: SoundValues, seed: UInt64)

    /// Writes the next slice of each channel.
    @_noLocks
    mutating func render(left: UnsafeMutablePointer<Float>, right: UnsafeMutablePointer<Float>)
}

extension GeneratedSound {
    /// None by default.
    static var parameters: [SoundParameter] { [] }

    static var sliders: [SoundSlider] { [] }

    static var cornerOfEars: Float {
        @_noLocks get { 700 }
    }

    static var isRounded: Bool {
        @_noLocks get { false }
    }
}

/// Visits the type that implements a sound (`Generator.show`).
///
/// A visitor, because the `@_noLocks` check refuses existentials. It receives each type statically, so all calls
/// are direct. On the sound thread `visit` is always inlined.
protocol SoundVisitor {
    mutating func visit<Sound: GeneratedSound>(_ sound: Sound.Type)
}
