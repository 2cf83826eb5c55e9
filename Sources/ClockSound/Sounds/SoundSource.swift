/// What a voice plays. A trivial value, because it is copied to the sound thread as bytes.
///
/// A struct with the fields of all kinds, not an enum with payloads, because Swift 6.0's compiler fails to copy
/// such an enum under `@_noLocks`. Only the functions below create it, so unused fields always have the same
/// values.
package struct SoundSource: Equatable, Sendable, BitwiseCopyable {
    enum Kind: UInt8, Sendable, BitwiseCopyable {
        case generated, tone, stream
    }

    let kind: Kind
    let recipe: Recipe
    let seed: UInt64
    let tone: ToneSound
    let place: Int
    let claim: Int

    @_noLocks
    private init(
        _ kind: Kind, recipe: Recipe = Recipe.none, seed: UInt64 = 0,
        tone: ToneSound = .digital, place: Int = 0, claim: Int = 0
    ) {
        self.kind = kind
        self.recipe = recipe
        self.seed = seed
        self.tone = tone
        self.place = place
        self.claim = claim
    }

    /// A generated sound. The same recipe and seed give the same samples.
    package static func generated(_ recipe: Recipe, seed: UInt64) -> SoundSource {
        SoundSource(.generated, recipe: recipe, seed: seed)
    }

    @_noLocks
    package static func tone(_ tone: ToneSound) -> SoundSource {
        SoundSource(.tone, tone: tone)
    }

    /// The frames fed into this place of the mixer's `SoundStreams` under this claim.
    package static func stream(place: Int, claim: Int) -> SoundSource {
        SoundSource(.stream, place: place, claim: claim)
    }

    /// The place and claim of a stream; nil for the other kinds.
    package var stream: (place: Int, claim: Int)? {
        kind == .stream ? (place, claim) : nil
    }

    /// Builds what a mixer needs for the source and does not make itself: a tone's table.
    func prepare() {
        if kind == .tone { tone.prepare() }
    }

    /// Equality that the `@_noLocks` check can follow; the synthesised one calls generic code.
    @_noLocks
    func isSame(as other: SoundSource) -> Bool {
        kind.rawValue == other.kind.rawValue && seed == other.seed && place == other.place
            && claim == other.claim && tone.isSame(as: other.tone)
            && recipe.isSame(as: other.recipe)
    }
}
