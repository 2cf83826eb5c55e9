/// What a voice plays. A trivial value, because it crosses to the sound thread by copying bytes.
package enum SoundSource: Equatable, Sendable, BitwiseCopyable {
    /// A sound that is made: the same recipe and seed give the same samples.
    case generated(Recipe, seed: UInt64)
    case tone(ToneSound)
    /// What somebody feeds into this place of the mixer's `SoundStreams`, under this claim.
    case stream(place: Int, claim: Int)

    /// Equality that the `@_noLocks` check can follow; the one that the compiler writes goes through
    /// generic ones.
    @_noLocks
    func isSame(as other: SoundSource) -> Bool {
        switch (self, other) {
        case (.generated(let one, let oneSeed), .generated(let two, let twoSeed)):
            oneSeed == twoSeed && one.isSame(as: two)
        case (.tone(let one), .tone(let two)): one.isSame(as: two)
        case (.stream(let place, let claim), .stream(let otherPlace, let otherClaim)):
            place == otherPlace && claim == otherClaim
        case (.generated, _), (.tone, _), (.stream, _): false
        }
    }
}
