import ClockSound
import SoundMeasuring

extension BuiltInSound {
    /// Every generator as it usually is, and behind it the variants that the catalogue has of it:
    /// "rain", "rain/light".
    static let withVariants: [BuiltInSound] = all.flatMap { usual in
        // One that differs in nothing is listened to already.
        [usual]
            + variants.filter {
                $0.recipe.generator == usual.recipe.generator && $0.recipe != usual.recipe
            }
    }

    var isVariant: Bool { name.contains("/") }
}
